import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { MOST_MESSAGE, MOST_PATHS } from '../core/history.ts'
import { historyProblem, readHistory } from './history.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'fovea-history-')))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const ENV = { PATH: process.env['PATH'] ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }
let minute = 0
function git(root: string, ...args: string[]): string {
  const date = `${1_700_000_000 + 60 * minute++} +0000`
  return execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
    cwd: root, env: { ...ENV, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
}

function put(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

function commit(root: string, message: string, files: Readonly<Record<string, string>>): void {
  put(root, files)
  git(root, 'add', '-A')
  git(root, 'commit', '-q', '--allow-empty', '--allow-empty-message', '-m', message)
}

function repository(name: string): string {
  const root = join(home, name)
  mkdirSync(root)
  git(root, 'init', '-q', '-b', 'main')
  return root
}

const told = async (root: string, options = {}): Promise<(readonly [string, ...string[]])[]> =>
  (await readHistory(root, options))?.commits.map(({ message, paths }) => [message, ...paths] as const) ?? []

describe('commits', () => {
  const root = repository('plain')
  commit(root, 'One\n\nWhy it was done.', { 'a.ts': '1', 'sub/b.ts': '1' })
  commit(root, 'Two', { 'sub/b.ts': '2', 'sub/deep/ü "x".ts': '2' })
  commit(root, '', {})
  commit(root, 'Three', { 'a.ts': '3' })

  test('come newest first with their time, message and paths', async () => {
    expect(await told(root)).toEqual([['Three', 'a.ts'], [''], ['Two', 'sub/b.ts', 'sub/deep/ü "x".ts'], ['One\n\nWhy it was done.', 'a.ts', 'sub/b.ts']])
    const [newest] = (await readHistory(root))?.commits ?? []
    expect(newest?.id).toBe(git(root, 'rev-parse', 'HEAD'))
    expect(newest?.time).toBe(Number(git(root, 'log', '-1', '--format=%ct')))
  })

  test('of a folder have paths from that folder on, and are those that touch it', async () => {
    expect(await told(join(root, 'sub'))).toEqual([['Two', 'b.ts', 'deep/ü "x".ts'], ['One\n\nWhy it was done.', 'b.ts']])
  })

  test('are as many as were asked for', async () => {
    expect(await told(root, { most: 1 })).toEqual([['Three', 'a.ts']])
  })

  test('can be rid of secrets', async () => {
    expect((await told(root, { most: 1, redact: (text: string) => ({ text: text.replace('Three', '[gone]') }) }))[0]?.[0]).toBe('[gone]')
  })

  test('of merges are left out, what was merged stays', async () => {
    const merged = repository('merged')
    commit(merged, 'Base', { a: '1' })
    git(merged, 'checkout', '-q', '-b', 'side')
    commit(merged, 'Side', { b: '1' })
    git(merged, 'checkout', '-q', 'main')
    commit(merged, 'Main', { c: '1' })
    git(merged, 'merge', '-q', '--no-ff', '-m', 'Merge', 'side')
    expect(await told(merged)).toEqual([['Main', 'c'], ['Side', 'b'], ['Base', 'a']])
  })

  test('follow HEAD: worktrees, detached, shallow clones', async () => {
    git(root, 'worktree', 'add', '-q', '--detach', join(home, 'tree'), 'HEAD~3')
    expect(await told(join(home, 'tree'))).toEqual([['One\n\nWhy it was done.', 'a.ts', 'sub/b.ts']])
    git(home, 'clone', '-q', '--depth', '1', `file://${root}`, 'shallow')
    expect(await told(join(home, 'shallow'))).toEqual([['Three', 'a.ts', 'sub/b.ts', 'sub/deep/ü "x".ts']])
  })
})

test('a commit that touches many files keeps its message and has no paths; a message is cut', async () => {
  const root = repository('wide')
  const many = (count: number): Record<string, string> => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, `${count}`]))
  commit(root, 'Import', many(MOST_PATHS + 1))
  commit(root, 'x'.repeat(100_000), many(MOST_PATHS))
  const commits = (await readHistory(root))?.commits ?? []
  expect(commits.map(({ paths }) => paths.length)).toEqual([MOST_PATHS, 0])
  expect(commits.map(({ message }) => message.length)).toEqual([MOST_MESSAGE, 'Import'.length])
})

test('a message and a path that look like fields stay what they are', async () => {
  const root = repository('forged')
  commit(root, `a\u0001b\n${'0'.repeat(40)}\n1700000000\n`, { '\nfirst': '1', [`${'0'.repeat(40)}`]: '1' })
  expect(await told(root)).toEqual([[`a\u0001b\n${'0'.repeat(40)}\n1700000000`, '\nfirst', '0'.repeat(40)]])
})

describe('nothing to tell', () => {
  test('no repository, no commit, a broken one, no git', async () => {
    expect(await readHistory(join(home, 'nowhere'))).toBe(undefined)
    expect(await readHistory(repository('empty'))).toBe(undefined)
    const broken = repository('broken')
    commit(broken, 'One', { a: '1' })
    rmSync(join(broken, '.git/objects'), { recursive: true })
    expect(await readHistory(broken)).toBe(undefined)
    vi.stubEnv('PATH', join(home, 'nowhere'))
    expect(await readHistory(join(home, 'plain'))).toBe(undefined)
    vi.unstubAllEnvs()
  })

  test('a repository that is broken further back gives what comes before', async () => {
    const root = repository('half')
    for (const text of ['1', '2', '3']) commit(root, text, { a: text })
    const lost = git(root, 'rev-parse', 'HEAD~2')
    rmSync(join(root, '.git/objects', lost.slice(0, 2), lost.slice(2)))
    const messages = (await told(root)).map(([message]) => message)
    expect(['3', '2'].slice(0, messages.length)).toEqual(messages)
  })

  test('a folder that only looks like a repository is not asked', async () => {
    const bare = join(home, 'bare')
    git(home, 'clone', '-q', '--bare', join(home, 'plain'), 'bare')
    expect(await readHistory(bare)).toBe(undefined)
  })

  test('a repository that makes git wait does not make us wait', async () => {
    const root = repository('waiting')
    commit(root, 'One', { a: '1' })
    execFileSync('mkfifo', [join(root, 'pipe')])
    appendFileSync(join(root, '.git/config'), `[include]\n\tpath = ${join(root, 'pipe')}\n`)
    expect(await readHistory(root, { patience: 300 })).toBe(undefined)
    expect(await readHistory(root, { signal: AbortSignal.timeout(100) })).toBe(undefined)
    expect(await readHistory(root, { signal: AbortSignal.abort() })).toBe(undefined)
  })
})

test('settings of the repository change nothing', async () => {
  const root = repository('odd')
  commit(root, 'One ü', { 'z.ts': '1', 'a.ts': '1' })
  const plain = await told(root)
  for (const [name, value] of [['format.pretty', 'oneline'], ['log.showRoot', 'false'], ['diff.relative', 'false'], ['i18n.logOutputEncoding', 'latin1'], ['log.diffMerges', 'm'],
    ['core.quotePath', 'true'], ['color.ui', 'always'], ['log.decorate', 'full'], ['diff.orderFile', join(root, 'order')], ['core.worktree', '/'], ['include.path', '~/more'], ['diff.noprefix', 'true']] as const) git(root, 'config', name, value)
  put(root, { order: 'z.ts\na.ts\n' })
  expect(await told(root)).toEqual(plain)
})

describe('a repository that wants its programs run', () => {
  const marks = join(home, 'marks')
  mkdirSync(marks)
  const root = repository('hostile')
  /** A program that leaves a mark when it runs. */
  const program = (name: string, path = join(home, 'programs', name)): string => {
    put('/', { [path]: `#!/bin/sh\n: > "${join(marks, name)}"\nexit 1\n` })
    chmodSync(path, 0o755)
    return path
  }
  const config = (name: string, value: string): void => { git(root, 'config', name, value) }
  commit(root, 'One', { '.gitattributes': '*.ts diff=planted\n', 'a.ts': '1', 'gone/b.ts': '1' })
  commit(root, 'Two', { 'a.ts': '2' })
  sign(root)
  for (const [name, key] of [['pager', 'core.pager'], ['pager', 'pager.log'], ['external', 'diff.external'], ['command', 'diff.planted.command'], ['textconv', 'diff.planted.textconv'], ['fsmonitor', 'core.fsmonitor'],
    ['gpg', 'gpg.program'], ['credential', 'credential.helper'], ['ssh', 'core.sshCommand'], ['askpass', 'core.askPass'], ['alternate', 'core.alternateRefsCommand'], ['editor', 'core.editor']] as const) config(key, program(name))
  for (const [key, value] of [['log.showSignature', 'true'], ['core.hooksPath', join(home, 'hooks')], ['alias.log', `!${program('alias')}`], ['protocol.ssh.allow', 'always'], ['protocol.allow', 'always'], ['protocol.ext.allow', 'always']] as const) config(key, value)
  for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout', 'pre-auto-gc', 'fsmonitor-watchman']) {
    program(`hook-${hook}`, join(home, 'hooks', hook))
    program(`hook-${hook}`, join(root, '.git/hooks', hook))
  }
  program('git-here', join(root, 'git'))
  program('git-bin', join(root, 'node_modules/.bin/git'))
  // A partial clone whose first tree is missing: git would fetch it, by ssh.
  for (const [key, value] of [['core.repositoryFormatVersion', '1'], ['extensions.partialClone', 'origin'], ['remote.origin.promisor', 'true'], ['remote.origin.url', 'ssh://nobody@localhost/x']] as const) config(key, value)
  const tree = git(root, 'rev-parse', 'HEAD~2:gone')
  rmSync(join(root, '.git/objects', tree.slice(0, 2), tree.slice(2)))

  const ran = (): string[] => readdirSync(marks).sort()

  test('gets none of them run', async () => {
    for (const name of readdirSync(marks)) rmSync(join(marks, name))
    vi.stubEnv('PATH', ['.', '', join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter))
    vi.stubEnv('GIT_DIR', join(home, 'plain/.git'))
    vi.stubEnv('GIT_EXTERNAL_DIFF', join(home, 'programs/external'))
    vi.stubEnv('GIT_PAGER', join(home, 'programs/pager'))
    const messages = (await told(root)).map(([message]) => message)
    vi.unstubAllEnvs()
    // The commit before the break may have lost paths with it, so it does not count.
    expect(messages).toEqual(['Signed'])
    expect(ran()).toEqual([])
  })

  test('would get them run by git as it is', () => {
    const plainly = (...args: string[]): void => { spawnSync('git', args, { cwd: root, env: ENV, stdio: 'ignore', timeout: 10_000 }) }
    plainly('log', '-2', '--show-signature')
    plainly('log', '-2', '-p', '--ext-diff')
    plainly('-c', 'diff.planted.command=', '-c', 'diff.external=', 'log', '-2', '-p', '--textconv')
    plainly('status')
    plainly('update-ref', 'refs/heads/other', 'HEAD')
    plainly('cat-file', '-p', tree)
    expect(ran()).toEqual(expect.arrayContaining(['command', 'fsmonitor', 'gpg', 'hook-reference-transaction', 'ssh', 'textconv']))
  })
})

/** Puts a commit with a signature on top. */
function sign(root: string): void {
  const now = `x <x@example.com> ${1_700_000_000 + 60 * minute++} +0000`
  const text = `tree ${git(root, 'rev-parse', 'HEAD^{tree}')}\nparent ${git(root, 'rev-parse', 'HEAD')}\nauthor ${now}\ncommitter ${now}\n` +
    'gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----\n\nSigned\n'
  const id = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], { cwd: root, env: ENV, input: text, encoding: 'utf8' }).trim()
  git(root, 'update-ref', 'refs/heads/main', id)
}

test('links to a repository are not followed', async () => {
  mkdirSync(join(home, 'linked'))
  symlinkSync(join(home, 'plain/.git'), join(home, 'linked/.git'))
  expect(existsSync(join(home, 'linked/.git/HEAD'))).toBe(true)
  expect(await readHistory(join(home, 'linked'))).toBe(undefined)
})

describe('a history that is missing is missed only where there should be one', () => {
  const broken = (name: string, part: string): string => {
    const root = repository(name)
    commit(root, 'one', { 'a.ts': '1' })
    rmSync(join(root, '.git', part), { recursive: true })
    return root
  }

  test.each([
    ['no repository', () => home, undefined], ['no commit yet', () => repository('fresh'), undefined],
    ['no HEAD', () => broken('headless', 'HEAD'), '.git is not a whole repository: it has no HEAD'], ['no refs', () => broken('refless', 'refs'), 'it has no refs'], ['no objects', () => broken('hollow', 'objects'), 'it has no objects'],
  ])('%s', (_, make, message) => {
    const problem = historyProblem(make())
    if (message === undefined) expect(problem).toBe(undefined)
    else expect(problem).toMatchObject({ severity: 'warning', message: expect.stringContaining(message) as string })
  })

  test('commits that git cannot read are a remark, because git may not be there', async () => {
    const root = repository('damaged')
    commit(root, 'one', { 'a.ts': '1' })
    rmSync(join(root, '.git/objects'), { recursive: true })
    mkdirSync(join(root, '.git/objects'))
    expect(await readHistory(root)).toBe(undefined)
    expect(historyProblem(root)).toMatchObject({ severity: 'info', message: expect.stringContaining('the commits could not be read') as string })
  })
})
