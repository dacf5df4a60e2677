// Repositories that are not what a program expects of one.
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { group } from './class.mjs'
import { put } from './write.mjs'

const NOBODY = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b', GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z', GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z', GIT_ALLOW_PROTOCOL: 'file' }

const git = (folder, ...args) => execFileSync('git', ['-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always', '-c', 'core.hooksPath=/dev/null', ...args], { cwd: folder, env: { PATH: process.env.PATH, HOME: '/nonexistent', ...NOBODY }, stdio: ['ignore', 'pipe', 'pipe'] })

/** Files that were committed, in a repository that is made for them. */
function committed(folder, files, ...init) {
  mkdirSync(folder, { recursive: true })
  git(folder, 'init', '-q', ...init)
  put(folder, files)
  git(folder, 'add', '-A')
  git(folder, 'commit', '-qm', 'first')
}

const A = 'export const a = 1\n'
const B = 'export const b = 2\n'

export const REPOSITORIES = group('Repositories', 'test/hostile/surfaces.test.ts', [
  {
    id: 'worktree', what: 'A worktree, whose `.git` is a file that leads elsewhere', does: 'Read like a repository; its history is that of the repository it belongs to.', apart: true, held: false,
    plant: (folder) => {
      const main = `${folder}.main`
      committed(main, { 'a.ts': A })
      git(main, 'worktree', 'add', '-q', '--detach', folder, 'HEAD')
      put(folder, { 'b.ts': B })
    },
    expects: { 'a.ts': { shown: A }, 'b.ts': { shown: B } },
  },
  {
    id: 'sparse-checkout', what: 'A sparse checkout: the index names files that are not there', does: 'What is on the disk is shown; what is not there is no mistake.', apart: true, held: false,
    plant: (folder) => {
      committed(folder, { 'in/a.ts': A, 'out/b.ts': B })
      git(folder, 'sparse-checkout', 'set', 'in')
    },
    expects: { 'in/a.ts': { shown: A }, 'out/b.ts': { gone: true } },
  },
  {
    id: 'shallow', what: 'A clone with one commit, on no branch', does: 'Packed like any other; the history is as long as it is.', apart: true, held: false,
    plant: (folder) => {
      const from = `${folder}.from`
      committed(from, { 'a.ts': A })
      put(from, { 'b.ts': B })
      git(from, 'add', '-A')
      git(from, 'commit', '-qm', 'second')
      git(from, 'clone', '-q', '--depth', '1', `file://${from}`, folder)
      git(folder, 'checkout', '-q', '--detach')
    },
    expects: { 'a.ts': { shown: A }, 'b.ts': { shown: B } },
  },
  {
    id: 'no-commits', what: 'A repository without a commit', does: 'The files on the disk are shown; there is no history to tell of.', apart: true, held: false,
    plant: (folder) => {
      git(folder, 'init', '-q')
      put(folder, { 'a.ts': A })
    },
    expects: { 'a.ts': { shown: A } },
  },
  {
    id: 'sha256-repository', what: 'A repository whose objects are named by SHA-256', does: 'Read like any other, its commits too.', apart: true, held: false,
    plant: (folder) => committed(folder, { 'a.ts': A }, '--object-format=sha256'),
    expects: { 'a.ts': { shown: A } },
  },
  {
    id: 'embedded-repositories', what: 'A repository, a bare repository and a broken one inside the tree', does: 'A repository inside is one line; a bare one is files like any other, and git is never started in it.', held: false,
    plant: (folder) => {
      committed(`${folder}/inner`, { 'a.ts': A })
      mkdirSync(`${folder}/bare.git`)
      git(`${folder}/bare.git`, 'init', '-q', '--bare')
      put(folder, { 'broken/.git/HEAD': 'not a reference\n', 'broken/b.ts': B, 'lying/.git': 'gitdir: /etc\n', 'lying/c.ts': B, 'ok.ts': A })
    },
    expects: { inner: { line: 'repository of its own' }, 'ok.ts': { shown: A } }, never: ['root:x:0:0'],
  },
  {
    id: 'submodules', what: 'Submodules, checked out and not, with addresses that would run a program', does: 'Each is one line; nothing is fetched and no address is used.', apart: true, held: false,
    plant: (folder) => {
      const from = `${folder}.from`
      committed(from, { 'a.ts': A })
      committed(folder, { 'b.ts': B })
      git(folder, 'submodule', '--quiet', 'add', `file://${from}`, 'sub')
      git(folder, 'submodule', '--quiet', 'add', `file://${from}`, 'absent')
      git(folder, 'submodule', '--quiet', 'deinit', '-f', 'absent')
      writeFileSync(`${folder}/.gitmodules`, '[submodule "sub"]\n\tpath = sub\n\turl = ext::sh -c touch% /tmp/pwned\n[submodule "x"]\n\tpath = ../../etc\n\turl = -u./payload\n')
      git(folder, 'add', '-A')
      git(folder, 'commit', '-qm', 'with modules')
    },
    expects: { 'b.ts': { shown: B }, sub: { line: 'repository of its own' } },
  },
  {
    id: 'damaged-repository', what: 'A repository without its objects, with an index of garbage and a HEAD that leads to itself', does: 'The files on the disk are shown; a remark says that the history could not be read.', apart: true, held: false,
    plant: (folder) => {
      committed(folder, { 'a.ts': A, 'b.ts': B })
      rmSync(`${folder}/.git/objects`, { recursive: true })
      writeFileSync(`${folder}/.git/index`, Buffer.alloc(5000, 'DIRC\0\0\0\u0002'))
      writeFileSync(`${folder}/.git/HEAD`, `ref: refs/heads/${'x/'.repeat(2000)}\n`)
      renameSync(`${folder}/.git/refs`, `${folder}/.git/gone`)
    },
    expects: { 'a.ts': { shown: A }, 'b.ts': { shown: B } },
  },
  {
    id: 'shipped-stores', what: 'A repository that brings a `.fovea` with a memory of its own, to push files up or down', does: 'A memory that the repository tracks does not count, and one warning says so; only your own configuration can trust it.', held: false, tested: 'src/workspace/workspace.test.ts',
  },
])
