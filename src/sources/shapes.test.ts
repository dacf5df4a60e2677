// Every shape a repository can have, and what is known of its folder: the list, what git says of itself, the history, what is not committed, and the tree of a commit.
import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Diagnostic } from '../core/diagnostic.ts'
import { openCommit } from './commit.ts'
import { gitFacts } from './git.ts'
import { historyProblem, readHistory } from './history.ts'
import { list } from './listing.ts'
import { ownOf } from './own.ts'
import { repositoryOf } from './repository.ts'
import { uncommittedIn } from './uncommitted.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'fovea-shapes-')))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const git = (root: string, ...args: readonly string[]): string => execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e@example.org', '-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always', ...args], {
  cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], env: { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z', GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z' },
}).trim()

function put(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** Two commits, one file that is tracked although it is ignored, one that is ignored, one that is new. */
function repository(root: string, ...init: readonly string[]): string {
  mkdirSync(root)
  git(root, 'init', '-q', ...init)
  put(root, { 'src/a.ts': 'export const a = 1\n', '.gitignore': 'build/\n*.gen.ts\n', 'src/b.gen.ts': 'export const b = 2\n' })
  git(root, 'add', '-A', '-f')
  git(root, 'commit', '-qm', 'First')
  put(root, { 'src/a.ts': 'export const a = 2\n' })
  git(root, 'commit', '-qam', 'Second')
  put(root, { 'src/new.ts': 'export const n = 3\n', 'build/out.ts': 'export const o = 4\n' })
  return root
}

let plain: string
let other: string
let copies = 0
beforeAll(() => {
  plain = repository(join(home, 'plain'))
  git(plain, 'config', 'uploadpack.allowFilter', 'true')
  other = copy()
  git(other, 'pack-refs', '--all', '--no-prune')
})

/** The plain repository once more, to be changed. */
function copy(): string {
  const root = join(home, `copy-${copies++}`)
  cpSync(plain, root, { recursive: true })
  return root
}

const FILES = ['.gitignore', 'src/a.ts', 'src/b.gen.ts', 'src/new.ts']

interface Known {
  readonly files: readonly string[]
  readonly branch?: string | undefined
  readonly history: readonly string[] | undefined
  readonly uncommitted: readonly string[]
  /** The tree of HEAD, or why there is none. */
  readonly tree: readonly string[] | string
  readonly told: readonly string[]
}

async function known(root: string): Promise<Known> {
  const diagnostics: Diagnostic[] = []
  const files = [...(await list({ root, include: [], exclude: [], useIgnoreFiles: true, useLocalExcludes: true, report: (one) => void diagnostics.push(one) })).found].filter(({ path, kind }) => kind !== 'file' || existing(root, path)).map(({ path }) => path)
  const history = (await readHistory(root))?.commits.map(({ message }) => message)
  const problem = history === undefined ? historyProblem(root) : undefined
  const tree = await openCommit(root, 'HEAD').then(({ rows }) => rows.map(({ path }) => path), (error: Error) => error.message)
  const { branch } = gitFacts(root)
  return { files, branch, history, uncommitted: await uncommittedIn(root, FILES.filter((path) => existing(root, path))), tree, told: [...diagnostics, ...(problem === undefined ? [] : [problem])].map(({ message }) => message) }
}

function existing(root: string, path: string): boolean {
  try {
    readFileSync(join(root, path))
    return true
  } catch {
    return false
  }
}

const TREE = ['.gitignore', 'src/a.ts', 'src/b.gen.ts']
const USUAL: Known = { files: FILES, branch: 'main', history: ['Second', 'First'], uncommitted: ['src/new.ts'], tree: TREE, told: [] }

describe('shapes of every day', () => {
  test('a repository', async () => { expect(await known(plain)).toEqual(USUAL) })

  test('objects named by SHA-256', async () => { expect(await known(repository(join(home, 'sha256'), '--object-format=sha256'))).toEqual(USUAL) })

  test('a worktree', async () => {
    git(copy(), 'worktree', 'add', '-q', '-b', 'side', join(home, 'worktree'), 'HEAD~1')
    expect(await known(join(home, 'worktree'))).toEqual({ ...USUAL, files: TREE, branch: 'side', history: ['First'], uncommitted: [] })
  })

  test('a worktree with settings of its own, as sparse checkouts make them', async () => {
    git(copy(), 'worktree', 'add', '-q', '-b', 'side', join(home, 'sparse-worktree'))
    git(join(home, 'sparse-worktree'), 'sparse-checkout', 'set', '--cone', 'docs')
    expect(await known(join(home, 'sparse-worktree'))).toEqual({ ...USUAL, files: ['.gitignore'], branch: 'side', uncommitted: [] })
  })

  test.each([['with a full index', '--no-sparse-index'], ['with a sparse index', '--sparse-index']])('a sparse checkout %s: what is not there is no mistake', async (_, index) => {
    const root = copy()
    put(root, { 'docs/d.md': '# D\n' })
    git(root, 'add', 'docs')
    git(root, 'commit', '-qm', 'Third')
    rmSync(join(root, 'src/new.ts'))
    git(root, 'sparse-checkout', 'set', '--cone', index, 'docs')
    expect(await known(root)).toEqual({ ...USUAL, files: ['.gitignore', 'docs/d.md'], history: ['Third', 'Second', 'First'], uncommitted: [], tree: ['.gitignore', 'docs/d.md', ...TREE.slice(1)] })
  })

  test('a shallow clone', async () => {
    git(home, 'clone', '-q', '--depth', '1', `file://${plain}`, 'shallow')
    expect(await known(join(home, 'shallow'))).toEqual({ ...USUAL, files: TREE, history: ['Second'], uncommitted: [] })
    await expect(openCommit(join(home, 'shallow'), 'HEAD~1')).rejects.toThrow('this clone is shallow')
  })

  test('a partial clone: what is missing is not fetched', async () => {
    git(home, 'clone', '-q', '--filter=tree:0', '--no-checkout', `file://${plain}`, 'partial')
    const { history, tree } = await known(join(home, 'partial'))
    expect([history, tree]).toEqual([undefined, expect.stringContaining('this clone is partial and nothing is fetched')])
  })

  test('no branch', async () => {
    const root = copy()
    git(root, 'checkout', '-q', '--detach')
    expect(await known(root)).toEqual({ ...USUAL, branch: undefined })
  })

  test('no commit', async () => {
    const root = join(home, 'empty')
    mkdirSync(root)
    git(root, 'init', '-q')
    put(root, { 'src/a.ts': 'a\n' })
    expect(await known(root)).toEqual({ files: ['src/a.ts'], branch: 'main', history: undefined, uncommitted: [], tree: expect.stringContaining('there is no commit "HEAD" here') as string, told: [] })
  })

  test('packed, with indexes beside the objects', async () => {
    const root = copy()
    git(root, 'gc', '-q')
    git(root, 'commit-graph', 'write')
    git(root, 'multi-pack-index', 'write')
    expect(await known(root)).toEqual(USUAL)
  })

  test('a split index', async () => {
    const root = copy()
    git(root, 'update-index', '--split-index')
    expect(await known(root)).toEqual(USUAL)
  })

  test('a submodule, from inside and from outside', async () => {
    const root = copy()
    git(root, 'submodule', '--quiet', 'add', plain, 'below')
    git(root, 'commit', '-qm', 'With another')
    expect(await known(root)).toEqual({ ...USUAL, files: ['.gitignore', '.gitmodules', 'below', ...FILES.slice(1)], history: ['With another', 'Second', 'First'], tree: ['.gitignore', '.gitmodules', 'below', ...TREE.slice(1)] })
    expect(await known(join(root, 'below'))).toEqual({ ...USUAL, files: TREE, uncommitted: [] })
  })

  test.each([['core.bare', 'true'], ['core.worktree', '/'], ['core.bare', 'false']])('a working tree whose settings say %s=%s', async (key, value) => {
    const root = copy()
    git(root, 'config', key, value)
    expect(await known(root)).toEqual(USUAL)
  })

  test('a repository without a working tree is files like any other, but for its commits', async () => {
    git(home, 'clone', '-q', '--bare', plain, 'bare.git')
    const { history, tree, files } = await known(join(home, 'bare.git'))
    expect([history, tree]).toEqual([undefined, TREE])
    expect(files).toContain('HEAD')
  })
})

/** What makes git wait, or read what is not of this repository. None of it is asked. */
const REFUSED: readonly (readonly [name: string, change: (root: string) => void])[] = [
  ...['HEAD', 'config', 'index', 'packed-refs', 'shallow', 'info/exclude', 'commondir', 'objects/info/alternates', 'refs/heads/main', 'logs/HEAD', 'config.worktree'].map((path) => [`a pipe in place of ${path}`, (root: string) => {
    rmSync(join(root, '.git', path), { force: true })
    execFileSync('mkfifo', [join(root, '.git', path)])
  }] as const),
  ...['HEAD', 'config', 'index', 'refs', 'refs/heads', 'refs/heads/main', 'packed-refs', 'logs', 'objects', 'objects/pack', 'info', 'info/exclude'].map((path) => [`a link in place of ${path}`, (root: string) => {
    rmSync(join(root, '.git', path), { recursive: true, force: true })
    symlinkSync(join(other, '.git', path), join(root, '.git', path))
  }] as const),
  ['a loose object that is a link', (root) => {
    const id = git(root, 'rev-parse', 'HEAD')
    rmSync(join(root, '.git/objects', id.slice(0, 2), id.slice(2)), { force: true })
    symlinkSync(join(plain, '.git/objects', id.slice(0, 2), id.slice(2)), join(root, '.git/objects', id.slice(0, 2), id.slice(2)))
  }],
  ['a folder of loose objects that is a link', (root) => {
    const id = git(root, 'rev-parse', 'HEAD').slice(0, 2)
    rmSync(join(root, '.git/objects', id), { recursive: true })
    symlinkSync(join(plain, '.git/objects', id), join(root, '.git/objects', id))
  }],
  ['objects of another repository', (root) => put(root, { '.git/objects/info/alternates': `# a remark\n${plain}/.git/objects\n` })],
  ['objects of another repository, far down', (root) => put(root, { '.git/objects/info/alternates': `${'#\n'.repeat(40_000)}${plain}/.git/objects\n` })],
  ['objects elsewhere in the tree', (root) => put(root, { '.git/objects/info/alternates': '../../src\n' })],
  ['a gitdir that leads elsewhere', (root) => {
    rmSync(join(root, '.git'), { recursive: true })
    put(root, { '.git': `gitdir: ${plain}/.git\n` })
  }],
  ['a gitdir on another machine', (root) => {
    rmSync(join(root, '.git'), { recursive: true })
    put(root, { '.git': 'gitdir: //example.org/share/.git\n' })
  }],
  ['a .git that is a link', (root) => {
    renameSync(join(root, '.git'), join(root, 'git-here'))
    symlinkSync('git-here', join(root, '.git'))
  }],
  ['a commondir that leads elsewhere', (root) => put(root, { '.git/commondir': `${plain}/.git\n` })],
  ['settings of more than 256 KB', (root) => appendFileSync(join(root, '.git/config'), '# x\n'.repeat(70_000))],
  ['settings that include a pipe', (root) => {
    execFileSync('mkfifo', [join(root, 'pipe')])
    appendFileSync(join(root, '.git/config'), '[include]path=../pipe\n')
  }],
  ['settings for some folders that include those of another', (root) => appendFileSync(join(root, '.git/config'), `[core] x = a\\\\\n[includeIf "gitdir:**"]\n\tPATH = "${plain}/.git/conf\\\nig"\n`)],
]

test.each(REFUSED)('git is not asked about commits: %s', async (_, change) => {
  const root = copy()
  change(root)
  const found = repositoryOf(root)
  expect(found === undefined || found.top !== root || typeof ownOf(found, 'commits') === 'string').toBe(true)
  const { files, history, tree, uncommitted } = await known(root)
  // The walk does not know that something ignored is tracked; everything else is as with git.
  expect(files.filter((path) => path.startsWith('src/') && !path.includes('.gen.'))).toEqual(['src/a.ts', 'src/new.ts'])
  expect([history, typeof tree, uncommitted]).toEqual([undefined, 'string', []])
})

describe('what is broken or made up', () => {
  test.each<readonly [string, (root: string) => void, Partial<Known>]>([
    ['an index of garbage', (root) => put(root, { '.git/index': 'DIRC\0\0\0\u0002\u00ff\u00ff\u00ff\u00ff garbage' }), { files: ['.gitignore', 'src/a.ts', 'src/new.ts'] }],
    ['an index that is gone', (root) => rmSync(join(root, '.git/index')), { files: ['.gitignore', 'src/a.ts', 'src/new.ts'] }],
    ['packed refs of garbage', (root) => put(root, { '.git/packed-refs': 'x'.repeat(100_000) }), { history: undefined, uncommitted: [], tree: expect.stringContaining('cannot be looked up') as never, told: [expect.stringContaining('could not be read') as never] }],
    ['a graph of commits that lies', (root) => put(root, { '.git/objects/info/commit-graph': 'CGPH\u0001\u0001\u0003\0 garbage' }), {}],
    ['an index over packs that lies', (root) => put(root, { '.git/objects/pack/multi-pack-index': 'MIDX\u0001\u0001 garbage' }), {}],
    ['a replaced commit', (root) => { git(root, 'replace', 'HEAD', 'HEAD~1') }, {}],
    ['a graft', (root) => put(root, { '.git/info/grafts': `${git(root, 'rev-parse', 'HEAD')}\n` }), {}],
    ['attributes that turn everything around', (root) => put(root, { '.git/info/attributes': '* text eol=crlf ident working-tree-encoding=UTF-16 export-subst\n' }), {}],
    ['a HEAD that leads to itself', (root) => put(root, { '.git/HEAD': 'ref: HEAD\n' }), { branch: undefined, history: undefined, uncommitted: [], files: ['.gitignore', 'src/a.ts', 'src/new.ts'], tree: expect.any(String) as never, told: expect.any(Array) as never }],
    ['a branch that leads to itself', (root) => put(root, { '.git/refs/heads/main': 'ref: refs/heads/main\n' }), { history: undefined, uncommitted: [], tree: expect.any(String) as never, told: expect.any(Array) as never }],
    ['a format that nobody knows', (root) => { git(root, 'config', 'core.repositoryFormatVersion', '99') }, { files: ['.gitignore', 'src/a.ts', 'src/new.ts'], history: undefined, uncommitted: [], tree: expect.any(String) as never, told: [expect.stringContaining('could not be read') as never] }],
    ['settings that git refuses', (root) => appendFileSync(join(root, '.git/config'), '[core\n'), { files: ['.gitignore', 'src/a.ts', 'src/new.ts'], history: undefined, uncommitted: [], tree: expect.any(String) as never, told: [expect.stringContaining('could not be read') as never] }],
  ])('%s', async (_, change, differs) => {
    const root = copy()
    change(root)
    expect(await known(root)).toEqual({ ...USUAL, ...differs })
  })
})
