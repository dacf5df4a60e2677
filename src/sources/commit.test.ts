import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCommit } from './commit.ts'
import { historyProblem, readHistory } from './history.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'fovea-commit-')))
afterAll(() => rmSync(home, { recursive: true }))

const git = (root: string, args: readonly string[], input = ''): string => execFileSync('git', ['-C', root, '-c', 'user.name=n', '-c', 'user.email=e@example.org', '-c', 'init.defaultBranch=main', ...args], { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'], env: { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' } }).trim()

function repository(name: string): string {
  const root = join(home, name)
  mkdirSync(root)
  git(root, ['init', '-q'])
  writeFileSync(join(root, 'a.ts'), 'export const a = 1\n')
  git(root, ['add', '-A'])
  git(root, ['commit', '-qm', 'First'])
  return root
}

let root: string
beforeAll(() => { root = repository('plain') })

test.each(['--output=planted', '-rf', '--all', '', 'HEAD^{/(a+)+$}', ':/First', ':a.ts', 'x'.repeat(1001), 'HEAD\n', 'HEAD\0', 'HEAD\u0007'])('a revision that is none is refused before git sees it: %#', async (rev) => {
  await expect(openCommit(root, rev)).rejects.toThrow('--commit is a name that git knows')
  expect(existsSync(join(root, 'planted'))).toBe(false)
})

test.each([
  '@{upstream}', 'stash@{0}', 'HEAD@{999}', 'HEAD~99999999999999999999', 'HEAD..HEAD', '^HEAD', 'HEAD:a.ts', 'x'.repeat(1000), 'refs/heads/../../../etc/passwd', '$(touch planted)', 'HEAD;touch planted', 'HEAD --output=planted', '*', 'main\\',
])('a revision that leads nowhere does nothing else: %#', async (rev) => {
  await expect(openCommit(root, rev)).rejects.toThrow('there is no commit ')
  expect(existsSync(join(root, 'planted'))).toBe(false)
})

test.each(['HEAD', '@', 'main', 'main@{0}', 'refs/heads/main', 'HEAD^0', 'HEAD^{commit}', 'main~0'])('a revision by any name of git: %s', async (rev) => {
  expect((await openCommit(root, rev)).id).toBe(git(root, ['rev-parse', 'HEAD']))
})

test('a tree that stands in itself without end is told as what it is', async () => {
  const bomb = repository('bomb')
  const made = (row: (i: number) => string): string => git(bomb, ['mktree'], Array.from({ length: 10 }, (_, i) => row(i)).join('\n'))
  let tree = made((i) => `100644 blob ${git(bomb, ['rev-parse', 'HEAD:a.ts'])}\tf${i}`)
  for (let depth = 0; depth < 9; depth++) tree = made((i) => `040000 tree ${tree}\td${i}`)
  git(bomb, ['update-ref', 'HEAD', git(bomb, ['commit-tree', '-m', 'Ten thousand million files', tree])])
  await expect(openCommit(bomb, 'HEAD')).rejects.toThrow('the tree of this commit cannot be read: its list of files is longer than 128 MB')
  expect(await readHistory(bomb)).toBe(undefined)
  expect(historyProblem(bomb)?.message).toContain('touches more files than can be listed')
})

test('a blob without end is looked at as far as it is shown, and one under many names is read once', async () => {
  const large = repository('large')
  writeFileSync(join(large, 'zeros.bin'), Buffer.alloc(40 << 20))
  writeFileSync(join(large, 'last.ts'), 'export const last = 1\n')
  git(large, ['add', '-A'])
  const blob = git(large, ['rev-parse', ':zeros.bin'])
  git(large, ['update-index', '--index-info'], Array.from({ length: 50 }, (_, i) => `100644 ${blob}\tz/${i}.bin\n`).join(''))
  git(large, ['commit', '-qm', 'Large'])
  const tree = await openCommit(large, 'HEAD')
  const seen: string[] = []
  await tree.blobs(tree.rows, 1000, ({ path }, found) => seen.push(`${path} ${found?.bytes.length} of ${found?.size}`) > 0)
  expect(seen).toHaveLength(53)
  expect(seen).toEqual(expect.arrayContaining(['a.ts 19 of 19', 'last.ts 22 of 22', 'z/49.bin 1000 of 41943040', 'zeros.bin 1000 of 41943040']))
})
