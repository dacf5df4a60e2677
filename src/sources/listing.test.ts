import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { filesSource } from './files.ts'
import { list } from './listing.ts'
import { walk, type WalkOptions } from './walk.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-listing-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const ENV = { PATH: process.env['PATH'] ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }
const git = (root: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, env: ENV, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

function repository(files: Readonly<Record<string, string>>, tracked: readonly string[] = []): string {
  const root = mkdtempSync(join(home, 'r-'))
  git(root, 'init', '-q')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  if (tracked.length > 0) git(root, 'add', '-f', '--', ...tracked)
  return root
}

const options = (root: string, more: Partial<WalkOptions> = {}): WalkOptions => ({ root, include: [], exclude: [], useIgnoreFiles: true, useLocalExcludes: true, report: () => {}, ...more })
const listed = async (root: string, more: Partial<WalkOptions> = {}): Promise<string[]> => [...(await list(options(root, more))).found].map(({ path, kind }) => `${kind} ${path}`)
const walked = (root: string, tracked: readonly string[], more: Partial<WalkOptions> = {}): string[] =>
  [...walk(options(root, { ...more, tracked: new Set(tracked) }))].map(({ path, kind }) => `${kind} ${path}`)

const name = fc.constantFrom('a', 'b', 'foo', 'build', 'x.js', 'y.log', 'node_modules', '.hid', 'A', 'x y')
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'))
const pattern = fc.constantFrom('a', 'build/', '*.log', '/foo', '!x.js', 'a/*', '**/b', 'x y', 'foo/build', '*', '!a/')

/** Paths that can stand beside each other: none is a folder of another. */
const tree = fc.uniqueArray(path, { maxLength: 14 }).map((paths) => paths.filter((one) => !paths.some((other) => other.startsWith(`${one}/`))))

test('git and the walk list the same, tracked or not, ignored or not, with includes and excludes', async () => {
  await fc.assert(fc.asyncProperty(tree, fc.array(pattern, { maxLength: 3 }), fc.nat(), fc.array(fc.constantFrom('a', 'build/', '*.js', 'foo/**'), { maxLength: 2 }), fc.array(fc.constantFrom('b', '*.log', 'a/', './foo'), { maxLength: 2 }),
    async (paths, ignored, some, include, exclude) => {
      const tracked = paths.filter((_, i) => (some >> i) % 2 === 1)
      const root = repository({ ...Object.fromEntries(paths.map((one) => [one, ''])), '.gitignore': ignored.join('\n') }, tracked)
      expect(await listed(root, { include, exclude })).toEqual(walked(root, tracked, { include, exclude }))
      rmSync(root, { recursive: true })
    }), { seed: 42, numRuns: 80 })
})

test('what git tracks is part of the code although it is ignored; our own ignore files and exclusions have the last word', async () => {
  const files = { '.gitignore': 'cmd\n*.gen\n', 'cmd/root.go': '', 'cmd/loose.go': '', 'a.gen': '', 'b.gen': '' }
  const root = repository(files, ['cmd/root.go', 'a.gen'])
  expect(await listed(root)).toEqual(['file .gitignore', 'file a.gen', 'file cmd/root.go'])
  expect(await listed(root, { exclude: ['a.gen'] })).toEqual(['file .gitignore', 'file cmd/root.go'])
  expect(await listed(root, { exclude: ['!b.gen'] })).toEqual(['file .gitignore', 'file a.gen', 'file b.gen', 'file cmd/root.go'])
  writeFileSync(join(root, '.foveaignore'), 'cmd\n')
  expect(await listed(root)).toEqual(['file .foveaignore', 'file .gitignore', 'file a.gen'])
  expect(await listed(root, { useIgnoreFiles: false })).toContain('file cmd/loose.go')
})

test('a tracked file that was removed is silently gone; one that became a link or a folder is what it is now', async () => {
  const root = repository({ gone: 'x', link: 'x', folder: 'x', stays: 'x' }, ['gone', 'link', 'folder', 'stays'])
  for (const one of ['gone', 'link', 'folder']) rmSync(join(root, one))
  symlinkSync('stays', join(root, 'link'))
  mkdirSync(join(root, 'folder'))
  writeFileSync(join(root, 'folder/new'), 'y')
  const source = filesSource(root)
  const entries: string[] = []
  for await (const { path: one, stub, text } of source.entries()) entries.push(`${one} ${stub ?? text}`)
  expect(entries).toEqual(['folder/new y', 'link link to stays', 'stays x'])
  expect(source.diagnostics).toEqual([])
})

test('nothing is read behind a folder that became a link', async () => {
  const outside = mkdtempSync(join(home, 'outside-'))
  writeFileSync(join(outside, 'secret.txt'), 'not yours')
  const root = repository({ 'sub/secret.txt': 'ours', 'a.txt': '' }, ['sub/secret.txt', 'a.txt'])
  renameSync(join(root, 'sub'), join(root, 'was'))
  symlinkSync(outside, join(root, 'sub'))
  const texts: string[] = []
  for await (const { path: one, text, stub } of filesSource(root).entries()) texts.push(`${one} ${stub ?? text}`)
  expect(texts).toEqual(['a.txt ', 'sub link outside the root', 'was/secret.txt ours'])
})

test('an index that names a path outside the folder is not believed', async () => {
  const root = repository({ 'a.txt': 'ours', 'zzzzz.txt': 'x' }, ['a.txt', 'zzzzz.txt'])
  writeFileSync(join(root, '../zz.txt'), 'not yours')
  const index = join(root, '.git/index')
  const bytes = readFileSync(index)
  bytes.write('../zz.txt', bytes.indexOf('zzzzz.txt'))
  writeFileSync(index, Buffer.concat([bytes.subarray(0, -20), createHash('sha1').update(bytes.subarray(0, -20)).digest()]))
  const texts: string[] = []
  for await (const { path: one, text } of filesSource(root).entries()) texts.push(`${one} ${text}`)
  expect(texts).toEqual(['a.txt ours', 'zzzzz.txt x'])
})

test('our ignore files count wherever they stand: above the root, and where git ignores them', async () => {
  const root = repository({ '.foveaignore': 'private.txt\n', 'app/private.txt': '', 'app/a.ts': '' }, ['app/private.txt', 'app/a.ts'])
  expect(await listed(join(root, 'app'))).toEqual(['file a.ts'])
  writeFileSync(join(root, '.git/info/exclude'), '.foveaignore\n')
  expect(await listed(root)).toEqual(['file .foveaignore', 'file app/a.ts'].filter((line) => !line.includes('.fovea')))
})

test('a repository that is inside and tracked from outside is a repository, whoever lists', async () => {
  const root = repository({ 'in/a.ts': '', 'b.ts': '' }, ['in/a.ts', 'b.ts'])
  git(join(root, 'in'), 'init', '-q')
  expect(await listed(root)).toEqual(['file b.ts', 'repository in'])
})

test('nothing waits at a pipe that is named like an ignore file', async () => {
  const root = repository({ 'a.ts': '' })
  execFileSync('mkfifo', [join(root, '.gitignore')])
  expect(await listed(root)).toEqual(['file a.ts'])
}, 60_000)

test('a list of ignored files that only this clone names counts for nobody', async () => {
  const root = repository({ 'a.ts': '', 'b.ts': '', '../ignored': 'a.ts\n' })
  git(root, 'config', 'core.excludesFile', join(root, '../ignored'))
  expect(await listed(root)).toEqual(['file a.ts', 'file b.ts'])
})

test('repositories inside this one are named, below a folder of a repository too', async () => {
  const root = repository({ 'sub/a.ts': '', 'sub/deep/b.ts': '' }, ['sub/a.ts'])
  mkdirSync(join(root, 'sub/inner'))
  git(join(root, 'sub/inner'), 'init', '-q')
  git(join(root, 'sub/inner'), 'commit', '-q', '--allow-empty', '-m', 'x')
  expect(await listed(join(root, 'sub'))).toEqual(['file a.ts', 'file deep/b.ts', 'repository inner'])
})

test('a folder that git was told to ignore as a whole is listed by the walk, and so is everything where there is no git', async () => {
  const root = repository({ '.gitignore': 'out/\n', 'out/a.js': '', 'b.js': '' })
  expect(await listed(join(root, 'out'))).toEqual(['file a.js'])
  vi.stubEnv('PATH', '')
  expect(await listed(root)).toEqual(['file .gitignore', 'file b.js'])
  vi.unstubAllEnvs()
})
