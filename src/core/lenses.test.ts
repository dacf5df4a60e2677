import { expect, test } from 'vitest'
import { LENSES, plain } from './lenses.ts'
import { lensFilter } from './rank/rank.ts'
import { judge, type Lens } from './rule.ts'

const lens = (name: string): Lens => LENSES.find((candidate) => candidate.name === name) as Lens
const priority = (name: string, path: string): number | undefined => judge(lens(name).rules)(path).priority

test('lenses are found by name, and each says what it is for', () => {
  expect(LENSES.map(({ name }) => name)).toEqual(['default', 'architecture', 'debug', 'security', 'onboarding', 'minimal'])
  for (const { doc, rules } of LENSES) {
    expect(doc).toMatch(/^[A-Z].{20,}$/)
    for (const { why } of rules) expect(why).not.toBe('')
  }
})

test('the default bends nothing', () => {
  expect(plain.rules).toEqual([])
  expect(judge(plain.rules)('a.ts').priority).toBe(undefined)
})

test.each([
  ['architecture', 'app/main.py', 100], ['architecture', 'src/lib.rs', 100], ['architecture', 'build.rs', 95], ['architecture', 'pyproject.toml', 90], ['architecture', 'other.toml', 85],
  ['architecture', 'src/a.ts', 95], ['architecture', 'src/a.js', 90], ['architecture', 'Makefile', 75], ['architecture', 'unknown.bin', 50],
  ['debug', 'src/a.ts', 100], ['debug', 'src/a.test.ts', 85], ['debug', 'run.log', 90], ['debug', 'a.md', 40],
  ['security', 'src/authGuard.ts', 100], ['security', 'src/auth/a.ts', 95], ['security', 'package.json', 90], ['security', 'src/a.ts', 55], ['security', 'tests/a.ts', 30], ['security', 'a.md', 20],
  ['onboarding', 'README.md', 100], ['onboarding', 'src/index.ts', 85], ['onboarding', 'docs/guide.md', 70], ['onboarding', 'CONTRIBUTING.md', 90], ['onboarding', 'src/a.ts', 50],
])('in %s, %s has priority %d', (name, path, expected) => {
  expect(priority(name, path)).toBe(expected)
})

test('architecture leaves tests and words about the code out', () => {
  const looksAt = lensFilter(lens('architecture'))
  expect(['src/a.py', 'package.json'].map(looksAt)).toEqual([true, true])
  expect(['tests/a.py', 'src/a.test.ts', 'pkg/a_test.go', 'docs/a.py', 'README.md', '.github/workflows/ci.yml', 'x/scripts/a.py'].map(looksAt)).toEqual([false, false, false, false, false, false, false])
})

test('minimal never shows more than a shape', () => {
  expect(judge(lens('minimal').rules)('src/deep/a.ts').ceiling).toBe('shape')
})
