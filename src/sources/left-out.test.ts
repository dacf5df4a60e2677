import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Looking, leftOut, onDisk } from './left-out.ts'
import { walk } from './walk.ts'

const root = mkdtempSync(join(tmpdir(), 'fovea-left-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const FILES: Readonly<Record<string, string>> = {
  '.gitignore': '# what is built\nbuild/\n*.log\n!keep.log\n', '.foveaignore': 'secret.txt\n', '.git/HEAD': 'ref: refs/heads/main\n', '.git/info/exclude': 'mine.txt\n', 'build/deep/out.js': '', 'a.log': '', 'keep.log': '', 'secret.txt': '', 'mine.txt': '',
  'src/a.ts': '', 'src/.gitignore': '/gen.ts\n', 'src/gen.ts': '', 'docs/a.md': '', 'node_modules/x/i.js': '', 'inner/.git/HEAD': 'ref: refs/heads/main\n', 'inner/f.ts': '',
}
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
symlinkSync('src', join(root, 'way'))
execFileSync('mkfifo', [join(root, 'pipe')])

const looking = (more: Partial<Looking> = {}): Looking => ({ root, include: [], exclude: [], useLocalExcludes: true, ...more })

test.each([
  ['build/deep/out.js', { at: 'build', reason: 'ignored', cause: { file: '.gitignore', line: 2, pattern: 'build/' } }],
  ['a.log', { at: 'a.log', reason: 'ignored', cause: { file: '.gitignore', line: 3, pattern: '*.log' } }],
  ['src/gen.ts', { at: 'src/gen.ts', reason: 'ignored', cause: { file: 'src/.gitignore', line: 1, pattern: '/gen.ts' } }],
  ['secret.txt', { at: 'secret.txt', reason: 'ignored', cause: { file: '.foveaignore', line: 1, pattern: 'secret.txt' } }],
  ['mine.txt', { at: 'mine.txt', reason: 'ignored', cause: { file: '.git/info/exclude', line: 1, pattern: 'mine.txt' } }],
  ['node_modules/x/i.js', { at: 'node_modules', reason: 'never' }],
  ['.git/HEAD', { at: '.git', reason: 'never' }],
  ['way/a.ts', { at: 'way', reason: 'link' }],
  ['inner/f.ts', { at: 'inner', reason: 'repository' }],
  ['pipe', { at: 'pipe', reason: 'special' }],
  ['build/none.js', { at: 'build/none.js', reason: 'gone' }],
  ['src/none.ts', { at: 'src/none.ts', reason: 'gone' }],
  ['../outside', { at: '../outside', reason: 'gone' }],
  ['', { at: '', reason: 'gone' }],
  ['a\0b', { at: 'a\0b', reason: 'gone' }],
])('%j is left out for its own reason', (path, reason) => {
  expect(leftOut(looking(), path)).toEqual(reason)
})

test('options: excludes name their pattern, includes what they do not name', () => {
  expect(leftOut(looking({ exclude: ['x', './src/**'] }), 'src/a.ts')).toEqual({ at: 'src/a.ts', reason: 'excluded', cause: { line: 2, pattern: 'src/**' } })
  expect(leftOut(looking({ include: ['src'] }), 'docs/a.md')).toEqual({ at: 'docs/a.md', reason: 'not included' })
  expect(leftOut(looking({ include: ['src'] }), 'src/a.ts')).toBe(undefined)
  expect(leftOut(looking({ useLocalExcludes: false }), 'mine.txt')).toBe(undefined)
})

test('nothing stops the way to any file that the walk finds', () => {
  const found = [...walk({ ...looking(), useIgnoreFiles: true, report: () => {} })].map(({ path }) => path)
  expect(found).toContain('keep.log')
  expect(found.map((path) => leftOut(looking(), path))).toEqual(found.map(() => undefined))
})

test('the disk is searched with what is ignored, and not without an end', () => {
  expect(onDisk(root, (path) => path.includes('out') || path.endsWith('.log'), 9)).toEqual({ paths: ['a.log', 'build/deep/out.js', 'keep.log'], more: false })
  expect(onDisk(root, () => true, 2)).toMatchObject({ more: true })
})
