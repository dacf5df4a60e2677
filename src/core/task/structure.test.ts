import fc from 'fast-check'
import { expect, test } from 'vitest'
import { structureOf, treeText } from './structure.ts'

const PATHS = ['README.md', 'src/auth/sessions.ts', 'src/auth/deep/er/a.ts', 'src/auth/deep/er/b.ts', 'src/index.ts', 'test/a.test.ts']

test('folders first, files after, as deep as asked', () => {
  expect(treeText(structureOf(PATHS))).toBe('src/\n  auth/\n    deep/ (2 files)\n    sessions.ts\n  index.ts\ntest/\n  a.test.ts\nREADME.md\n')
  expect(treeText(structureOf(PATHS, { depth: 1 }))).toBe('src/ (4 files)\ntest/ (1 file)\nREADME.md\n')
  expect(treeText(structureOf(PATHS, { depth: 9 }))).toContain('      er/\n        a.ts\n')
})

test('gets shorter until it fits, and is empty when nothing does', () => {
  const many = Array.from({ length: 300 }, (_, i) => `src/part${i % 3}/file${i}.ts`)
  expect(treeText(structureOf(many, { fits: (text) => text.length < 900 }))).toBe(treeText(structureOf(many, { fits: (text) => text.split('\n').length < 50 })))
  expect(treeText(structureOf(many, { fits: (text) => text.length < 100 }))).toBe('src/\n  part0/\n    (100 files)\n  part1/\n    (100 files)\n  part2/\n    (100 files)\n')
  expect(treeText(structureOf(many, { fits: (text) => text.length < 30 }))).toBe('src/ (300 files)\n')
  expect(structureOf(many, { fits: (text) => text === '' })).toEqual([])
})

test('a name cannot forge a line', () => expect(treeText(structureOf(['a\nb/c']))).toBe('a?b/\n  c\n'))

test('every file is named or counted once', () => {
  const path = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/') + '.x')
  fc.assert(fc.property(fc.uniqueArray(path, { maxLength: 30 }), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 20, max: 400 }), (paths, depth, most) => {
    const lines = structureOf(paths, { depth, fits: (text) => text.length < most })
    const counted = lines.reduce((sum, { text }) => sum + Number(/\((\d+) (?:files?|more)\)$/.exec(text)?.[1] ?? (text.endsWith('/') ? 0 : 1)), 0)
    expect(lines.length === 0 || counted === paths.length).toBe(true)
    expect(Math.max(0, ...lines.map((line) => line.depth))).toBeLessThan(Math.max(depth, 1))
  }), { seed: 42, numRuns: 300 })
})
