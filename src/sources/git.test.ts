import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { gitFacts, originOf } from './git.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-git-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const ENV = { PATH: process.env['PATH'] ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }
const git = (root: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], { cwd: root, env: ENV, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

function repository(name: string): string {
  const root = join(home, name)
  mkdirSync(join(root, 'sub'), { recursive: true })
  git(root, 'init', '-q', '-b', 'trunk/one')
  writeFileSync(join(root, 'sub/a'), 'a')
  return root
}

test('says what git says: no commit, a commit, packed, a folder inside, a worktree, detached', () => {
  const root = repository('a')
  expect(gitFacts(root)).toEqual({ branch: 'trunk/one' })
  git(root, 'remote', 'add', 'upstream', 'https://example.org/up.git')
  git(root, 'remote', 'add', 'origin', 'git@example.com:org/x.git')
  git(root, 'add', '.')
  git(root, 'commit', '-qm', 'x')
  const facts = { remote: 'git@example.com:org/x.git', branch: 'trunk/one', head: git(root, 'rev-parse', 'HEAD') }
  expect(gitFacts(root)).toEqual(facts)
  git(root, 'pack-refs', '--all')
  expect(gitFacts(join(root, 'sub'))).toEqual(facts)
  git(root, 'worktree', 'add', '-q', '-b', 'side', '../side')
  expect(gitFacts(join(home, 'side'))).toEqual({ ...facts, branch: 'side' })
  git(root, 'checkout', '-q', '--detach')
  expect(gitFacts(root)).toEqual({ remote: facts.remote, head: facts.head })
})

test('nothing to find is nothing said', () => {
  expect(gitFacts(join(home, 'nowhere'))).toEqual({})
})

test('a hostile repository leads nowhere: climbing refs, pointers, pipes', () => {
  const root = repository('hostile')
  writeFileSync(join(home, 'secret'), 'a'.repeat(40))
  for (const head of ['ref: refs/../../../secret', 'ref: refs/heads/../../../secret', 'ref: /etc/passwd', 'ref: refs/heads/a b', 'nonsense', '']) {
    writeFileSync(join(root, '.git/HEAD'), head)
    expect(gitFacts(root)).toEqual({})
  }
  rmSync(join(root, '.git/config'))
  execFileSync('mkfifo', [join(root, '.git/config')])
  expect(gitFacts(root)).toEqual({})
  rmSync(join(root, '.git'), { recursive: true })
  writeFileSync(join(root, '.git'), 'gitdir: /dev')
  expect(gitFacts(root)).toEqual({})
})

test.each([
  ['[remote "origin"]\n\turl = https://example.com/x.git\n', 'https://example.com/x.git'],
  ['[remote "origin"] url = a\n', 'a'],
  ['[REMOTE "origin"]\r\n  URL="a b" ; why\r\n', 'a b'],
  ['[remote "origin"]\n pushurl = no\n fetch = x\n url = yes # remark\n url = second\n', 'yes'],
  ['[remote "other"]\nurl = no\n', undefined],
  ['[remote "Origin"]\nurl = no\n', undefined],
  ['[remote "origin"]\n[core]\nurl = no\n', undefined],
  ['[remote "origin"]\nurl = long\\\ner\n', 'longer'],
  ['[include]\npath = /etc/passwd\n', undefined],
  ['[remote.origin]\nurl = old\n', 'old'],
  ['[core]\n x = a\\\\\n[remote "origin"]\nurl = after a backslash\n', 'after a backslash'],
  ['# not \\\n[remote "origin"] url = "a\\tb\\\\c"#no\n', 'a\tb\\c'],
  ['\uFEFF[core] bare\n[remote "ori\\gin"]\n url =\n', ''],
  ['[core]\n x = \\q\n[remote "origin"]\nurl = git gave up before\n', undefined],
])('origin of %j', (config, expected) => {
  expect(originOf(config)).toBe(expected)
})
