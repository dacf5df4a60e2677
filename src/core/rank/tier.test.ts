import { expect, test } from 'vitest'
import { TIER_WORTH, TIERS, tierOf } from './tier.ts'

test.each([
  ['src/a.ts', 'core'], ['lib/deep/b.py', 'core'], ['main.go', 'core'], ['SRC/A.RS', 'core'], ['build.rs', 'core'], ['app/page.vue', 'core'],
  ['package.json', 'config'], ['Cargo.toml', 'config'], ['Dockerfile', 'config'], ['setup.py', 'config'], ['.eslintrc.json', 'config'], ['ci.yml', 'config'], ['docs/package.json', 'config'],
  ['tests/a.py', 'tests'], ['src/a.test.ts', 'tests'], ['pkg/a_test.go', 'tests'], ['src/__tests__/a.js', 'tests'], ['test_a.py', 'tests'], ['examples/a.ts', 'tests'], ['a.spec.tsx', 'tests'], ['conftest.py', 'tests'],
  ['README.md', 'other'], ['docs/a.ts', 'other'], ['scripts/build.js', 'other'], ['LICENSE', 'other'], ['vendor/x/a.go', 'other'], ['.github/workflows/ci.yml', 'other'], ['a.svg', 'other'],
  ['src/contest.ts', 'core'], ['src/latest/a.ts', 'core'],
])('%s is %s', (path, tier) => {
  expect(tierOf(path)).toBe(tier)
})

test('tiers fall in worth', () => {
  const worths = TIERS.map((tier) => TIER_WORTH[tier])
  expect(worths).toEqual(worths.toSorted((a, b) => b - a))
  expect(new Set(worths).size).toBe(4)
})
