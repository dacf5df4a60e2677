import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openCommit } from './commit.ts'
import { gitFacts } from './git.ts'
import { historyProblem, readHistory } from './history.ts'
import { uncommittedIn } from './uncommitted.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'fovea-own-')))
afterAll(() => rmSync(home, { recursive: true }))

const git = (root: string, ...args: string[]): string => execFileSync('git', ['-C', root, '-c', 'user.name=n', '-c', 'user.email=e@example.org', '-c', 'commit.gpgsign=false', '-c', 'protocol.file.allow=always', ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], env: { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' } })
const other = join(home, 'private')

function folder(name: string): string {
  mkdirSync(join(home, name), { recursive: true })
  return join(home, name)
}

beforeAll(() => {
  git(folder('private'), 'init', '-q', '-b', 'main')
  writeFileSync(join(other, 'private.txt'), 'nobody else reads this\n')
  git(other, 'add', '.')
  git(other, 'commit', '-qm', 'private')
})

/** A repository that has the shape of one, and the names of the other. */
function hollow(name: string, links: Readonly<Record<string, string>>): string {
  const root = folder(name)
  for (const inner of ['objects/info', 'refs/heads']) mkdirSync(join(root, '.git', inner), { recursive: true })
  cpSync(join(other, '.git/HEAD'), join(root, '.git/HEAD'))
  writeFileSync(join(root, '.git/objects/info/alternates'), `${other}/.git/objects\n`)
  for (const [path, target] of Object.entries(links)) {
    rmSync(join(root, '.git', path), { recursive: true, force: true })
    symlinkSync(join(other, '.git', target), join(root, '.git', path))
  }
  return root
}

test('a folder cannot have another repository shown as its own', async () => {
  const pointing = folder('pointing')
  writeFileSync(join(pointing, '.git'), `gitdir: ${other}/.git\n`)
  const shared = hollow('shared', {})
  writeFileSync(join(shared, '.git/commondir'), `${other}/.git\n`)
  const linked = [hollow('refs', { refs: 'refs' }), hollow('ref', { 'refs/heads/main': 'refs/heads/main' }), hollow('objects', { refs: 'refs', objects: 'objects' }), hollow('head', { HEAD: 'refs/heads/main' })]
  const through = folder('through')
  symlinkSync(join(other, '.git'), join(through, 'inside'))
  writeFileSync(join(through, '.git'), 'gitdir: inside\n')
  for (const root of [pointing, shared, ...linked, through, hollow('pack', { 'objects/pack': 'objects/pack' })]) {
    await expect(openCommit(root, 'HEAD'), root).rejects.toThrow('--commit reads a repository only in its own folder')
    expect(await readHistory(root), root).toBe(undefined)
    expect(historyProblem(root), root).toMatchObject({ code: 'source/no-history', message: expect.stringMatching(/^the commits are not read: /) as string })
    expect(await uncommittedIn(root, ['any.ts']), root).toEqual([])
  }
  git(other, 'remote', 'add', 'origin', 'https://example.org/private.git')
  for (const root of [pointing, shared, through]) expect(gitFacts(root), root).toEqual({})
  expect(gitFacts(join(home, 'refs'))).toEqual({ branch: 'main' })
})

test('worktrees, submodules and a repository beside its .git are its own', async () => {
  git(other, 'worktree', 'add', '-q', join(home, 'worktree'))
  git(folder('above'), 'init', '-q', '-b', 'main')
  git(join(home, 'above'), 'submodule', '--quiet', 'add', other, 'below')
  const beside = folder('beside')
  git(beside, 'clone', '-q', '--bare', other, '.bare')
  writeFileSync(join(beside, '.git'), 'gitdir: ./.bare\n')
  for (const root of [other, join(home, 'worktree'), join(home, 'above/below'), beside, join(beside, '.bare')]) expect((await openCommit(root, 'HEAD')).rows.map(({ path }) => path), root).toEqual(['private.txt'])
})

test('a folder that was set apart from its repository says where it belongs', async () => {
  const apart = folder('apart')
  git(home, 'clone', '-q', '--separate-git-dir', join(home, 'apart.git'), other, apart)
  await expect(openCommit(apart, 'HEAD')).rejects.toThrow('git config core.worktree')
  git(apart, 'config', 'core.worktree', apart)
  expect((await openCommit(apart, 'HEAD')).rows).toHaveLength(1)
})

test('objects of another repository and settings from elsewhere are read when who starts Fovea says so', async () => {
  const clone = join(home, 'clone')
  git(home, 'clone', '-q', '--shared', other, clone)
  await expect(openCommit(clone, 'HEAD')).rejects.toThrow('it borrows objects of another repository (objects/info/alternates); if you trust that, name the folder of the other one in the environment variable FOVEA_GIT_FOLDERS')
  vi.stubEnv('FOVEA_GIT_FOLDERS', other)
  expect((await openCommit(clone, 'HEAD')).rows).toHaveLength(1)
  const root = folder('including')
  git(root, 'clone', '-q', other, '.')
  writeFileSync(join(folder('settings'), 'more'), '[user]\n\tname = n\n')
  git(root, 'config', 'include.path', join(home, 'settings/more'))
  await expect(openCommit(root, 'HEAD')).rejects.toThrow('its configuration includes a file outside of its folder')
  expect(gitFacts(root)).toEqual({})
  vi.stubEnv('FOVEA_GIT_FOLDERS', [other, join(home, 'settings')].join(':'))
  expect((await openCommit(root, 'HEAD')).rows).toHaveLength(1)
  vi.unstubAllEnvs()
})

test.each([
  ['a file of the tree', '../settings.ini', true], ['a file that is not there', '../nothing', true], ['one below a home, which git is not given', '~/more', true],
  ['one of a user', '~root/more', false], ['one of the installation of git', '%(prefix)/etc/gitconfig', false], ['another machine', '//example.org/share/x', false], ['a device', '/dev/null', false], ['a link that leads out', '../out', false], ['a pipe', '../pipe', false], ['itself', 'config', false],
])('settings that include %s', async (name, path, read) => {
  const root = folder(`include ${name}`)
  git(root, 'clone', '-q', other, '.')
  writeFileSync(join(root, 'settings.ini'), '[user]\n\tname = n\n')
  symlinkSync('/etc/hostname', join(root, 'out'))
  execFileSync('mkfifo', [join(root, 'pipe')])
  git(root, 'config', 'include.path', path)
  expect(typeof (await readHistory(root))).toBe(read ? 'object' : 'undefined')
})
