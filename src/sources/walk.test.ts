import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { walk } from './walk.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { WalkOptions } from './walk.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-walk-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

let made = 0
function tree(files: Readonly<Record<string, string>>, order: (paths: string[]) => string[] = (paths) => paths): string {
  const root = join(home, String(made++))
  mkdirSync(root)
  for (const path of order(Object.keys(files))) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), files[path] ?? '')
  }
  return root
}

function paths(root: string, options: Partial<WalkOptions> = {}): string[] {
  return [...walk({ root, include: [], exclude: [], useIgnoreFiles: true, useLocalExcludes: true, report: () => {}, ...options })].map((found) => found.path)
}

const ENV = { PATH: process.env['PATH'] ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_TERMINAL_PROMPT: '0' }
const git = (root: string, ...args: string[]): string => execFileSync('git', args, { cwd: root, env: ENV, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
const listed = (root: string): string[] =>
  [...new Set(git(root, 'ls-files', '-coz', '--exclude-standard').split('\0').filter((path) => path !== '').map((path) => path.replace(/\/$/, '')))].sort()

/** A small seeded generator, so that a failure can be repeated. */
function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0
  return (sides) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) % sides
  }
}

const NAMES = ['a', 'b', 'ab', 'foo', 'foobar', 'a.js', 'b.log', '.hid', 'x y', 'A', 'build', 'foo.b', 'a]b', 'q-r', '#c', '!d', 'e ']
const PIECES = ['a', 'b', 'foo', 'build', '*', '**', '?', '*.js', '*.log', 'foo*', '*o*b*', '[ab]', '[!a]', '[a-f]*', 'a.js', 'foo**', '**foo', '[[:upper:]]', '\\#c', '\\!d', 'x y', 'e\\ ', '[]a]*', '***', '[a', '.*']
const ENDS = ['', '', '', '/', '/*', '/**', '  ', '\r', '/**/', '//']

type Roll = ReturnType<typeof dice>
const pick = <T>(roll: Roll, from: readonly T[]): T => from[roll(from.length)] as T

function randomPattern(roll: Roll): string {
  const parts = Array.from({ length: 1 + roll(3) }, () => pick(roll, PIECES))
  return pick(roll, ['', '', '', '!', '#']) + pick(roll, ['', '', '/', '**/']) + parts.join('/') + pick(roll, ENDS)
}

function randomTree(roll: Roll): Record<string, string> {
  const files: Record<string, string> = {}
  const folders = new Set<string>()
  for (let i = 0; i < 24; i++) {
    const path = Array.from({ length: 1 + roll(4) }, () => pick(roll, NAMES)).join('/')
    const above = path.split('/').slice(0, -1).map((_, at, all) => all.slice(0, at + 1).join('/'))
    if (folders.has(path) || above.some((folder) => folder in files)) continue
    above.forEach((folder) => folders.add(folder))
    files[path] = ''
  }
  for (const folder of ['', ...[...folders].filter(() => roll(4) === 0)]) {
    files[`${folder}${folder === '' ? '' : '/'}.gitignore`] = Array.from({ length: roll(5) }, () => randomPattern(roll)).join('\n')
  }
  return files
}

test('lists what git lists, on random trees with random nested ignore files', () => {
  const seen = { kept: 0, dropped: 0 }
  for (let seed = 1; seed <= 120; seed++) {
    const roll = dice(seed)
    const files = randomTree(roll)
    const root = tree(files)
    git(root, 'init', '-q')
    writeFileSync(join(root, '.git/info/exclude'), `${randomPattern(roll)}\n`)
    const ignoreFiles = Object.fromEntries(Object.entries(files).filter(([path]) => path.endsWith('.gitignore')))
    expect(paths(root), `seed ${seed} ${JSON.stringify(ignoreFiles)}`).toEqual(listed(root))
    seen.kept += listed(root).length
    seen.dropped += Object.keys(files).length - listed(root).length
    rmSync(root, { recursive: true })
  }
  // The comparison is only worth something if both sides are well filled.
  expect(Math.min(seen.kept, seen.dropped)).toBeGreaterThan(300)
})

test('gives the order of paths as strings, whatever the order of creation', () => {
  const files = Object.fromEntries(['a/b.ts', 'a.ts', 'a-b/c', 'a b', 'B', 'a0', 'é/x', 'z/\u{1F600}', 'z/\uFF61', '-rf', '--help', 'new\nline', 'end '].map((path) => [path, '']))
  const forward = paths(tree(files))
  expect(forward).toEqual(Object.keys(files).sort())
  expect(paths(tree(files, (all) => all.reverse()))).toEqual(forward)
  expect(paths(tree(files, (all) => all.sort(() => -1)))).toEqual(forward)
})

test('random trees come in sorted order', () => {
  for (let seed = 500; seed < 520; seed++) {
    const found = paths(tree(randomTree(dice(seed))), { useIgnoreFiles: false })
    expect(found).toEqual([...found].sort())
  }
})

test('.ignore overrules .gitignore, .foveaignore overrules both, wherever they stand', () => {
  const root = tree({ '.gitignore': '*.log\n', '.ignore': '!a.log\nb.txt\n', '.foveaignore': '!b.txt\nc.txt\n', 'sub/.gitignore': '!c.txt\nd\n', 'a.log': '', 'z.log': '', 'b.txt': '', 'sub/c.txt': '', 'sub/d': '' })
  expect(paths(root).filter((path) => !path.includes('ignore'))).toEqual(['a.log', 'b.txt'])
  expect(paths(root, { useIgnoreFiles: false }).filter((path) => !path.includes('ignore'))).toEqual(['a.log', 'b.txt', 'sub/c.txt', 'sub/d', 'z.log'])
})

test('a linked ignore file is not obeyed', () => {
  const root = tree({ 'rules': '*\n', 'a': '' })
  symlinkSync('rules', join(root, '.gitignore'))
  expect(paths(root)).toEqual(['.gitignore', 'a', 'rules'])
})

test('ignore files above the root count up to the top of the repository', () => {
  const top = tree({ 'p/.gitignore': 'q/gone.txt\n*.tmp\n', '.gitignore': '/p/q/away\nkeep.tmp\n', 'p/q/gone.txt': '', 'p/q/away': '', 'p/q/here.txt': '', 'p/q/x.tmp': '' })
  const outside = paths(join(top, 'p/q'))
  git(top, 'init', '-q')
  expect(paths(join(top, 'p/q'))).toEqual(['here.txt'])
  expect(outside).toEqual(['away', 'gone.txt', 'here.txt', 'x.tmp'])
})

test('a root that is itself ignored can still be read when asked for', () => {
  const top = tree({ '.gitignore': 'build/\n', 'build/out.js': '' })
  git(top, 'init', '-q')
  expect(paths(join(top, 'build'))).toEqual(['out.js'])
})

test('never enters .git, .fovea, .hg, .svn and node_modules', () => {
  const root = tree({ '.git/x': '', '.fovea/x': '', '.hg/x': '', '.svn/x': '', 'node_modules/x': '', 'a/node_modules/x': '', 'a/b': '', '.foveaignore': '!node_modules\n' })
  expect(paths(root, { include: ['node_modules', 'a'] })).toEqual(['a/b'])
})

test('include narrows, folders bring everything in them, exclude has the last word', () => {
  const root = tree({ '.gitignore': '*.log\n', 'src/a.ts': '', 'src/b.log': '', 'src/deep/c.ts': '', 'docs/a.md': '', 'x.ts': '', 'other/src/d.ts': '' })
  expect(paths(root, { include: ['src/**'] })).toEqual(['src/a.ts', 'src/deep/c.ts'])
  expect(paths(root, { include: ['src'] })).toEqual(['other/src/d.ts', 'src/a.ts', 'src/deep/c.ts'])
  expect(paths(root, { include: ['./docs/', '/x.ts'] })).toEqual(['docs/a.md', 'x.ts'])
  expect(paths(root, { include: ['*.ts', '!a.ts'] })).toEqual(['other/src/d.ts', 'src/deep/c.ts', 'x.ts'])
  expect(paths(root, { include: ['src/**'], exclude: ['deep', '!b.log'] })).toEqual(['src/a.ts', 'src/b.log'])
})

test('a worktree is a tree like any other, a repository inside is one entry', () => {
  const top = tree({ 'a.txt': 'a', '.gitignore': '*.log\n' })
  git(top, 'init', '-q')
  git(top, 'add', '.')
  git(top, '-c', 'user.name=x', '-c', 'user.email=x@example.com', 'commit', '-qm', 'x')
  git(top, 'worktree', 'add', '-q', '../tree-of-top')
  const worktree = join(home, 'tree-of-top')
  writeFileSync(join(worktree, 'b.log'), '')
  writeFileSync(join(top, '.git/info/exclude'), 'c.txt\n')
  writeFileSync(join(worktree, 'c.txt'), '')
  expect(paths(worktree)).toEqual(listed(worktree))
  expect(paths(worktree)).toEqual(['.gitignore', 'a.txt'])
  const inner = join(top, 'inner')
  mkdirSync(inner)
  writeFileSync(join(inner, 'f'), '')
  git(inner, 'init', '-q')
  mkdirSync(join(top, 'half/.git'), { recursive: true })
  writeFileSync(join(top, 'half/f'), '')
  expect(paths(top)).toEqual(listed(top))
  expect([...walk({ root: top, include: [], exclude: [], useIgnoreFiles: true, useLocalExcludes: true, report: () => {} })].filter((found) => found.kind === 'repository')).toEqual([{ path: 'inner', kind: 'repository' }])
})

test('a repository inside sorts as its name, not as a folder', () => {
  const root = tree({ 'sub-a': '', 'sub/.git/HEAD': 'ref: refs/heads/main\n' })
  expect(paths(root)).toEqual(['sub', 'sub-a'])
})

test('a missing root is one error, not an exception', () => {
  const said: Diagnostic[] = []
  expect(paths(join(home, 'nowhere'), { report: (one) => said.push(one) })).toEqual([])
  expect(said).toMatchObject([{ code: 'source/no-root', severity: 'error' }])
  expect(JSON.stringify(said)).not.toContain(home)
})

test('an ignore file of absurd size is cut and reported', () => {
  const said: Diagnostic[] = []
  const root = tree({ '.gitignore': `a\n${'#'.repeat(1 << 18)}\nb\n`, 'a': '', 'b': '' })
  expect(paths(root, { report: (one) => said.push(one) })).toEqual(['.gitignore', 'b'])
  expect(said.map((one) => one.code)).toEqual(['source/ignore-too-large'])
})

test('hostile patterns are matched to their end', () => {
  const root = tree({ '.gitignore': `${'**/a*'.repeat(40)}b\n${'*a'.repeat(100)}\n${'[a'.repeat(500)}\n`, [Array.from({ length: 15 }, () => 'a'.repeat(200)).join('/')]: '' })
  // Trying every way to match would take longer than the universe has: what is asserted is that there is an answer.
  expect(paths(root)).toEqual(['.gitignore'])
})

test('a deep tree does not overflow the stack', () => {
  const root = tree({ [`${'d/'.repeat(1500)}f`]: '' })
  expect(paths(root)).toHaveLength(1)
})
