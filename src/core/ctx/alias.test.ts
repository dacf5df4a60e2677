import { expect, test } from 'vitest'
import { faultIn, labelOf, prefixOf, PREFIXES, proposed } from './alias.ts'
import { ctxSettings } from './settings.ts'

test('S3.3: the prefixes of the protocol', () => {
  expect(Object.keys(PREFIXES).sort()).toEqual(['A', 'D', 'H', 'P', 'PR', 'S', 'T'])
  for (const alias of ['S.entities', 'H.main', 'P.options', 'A.ADR1', 'PR.default', 'T.contract', 'D.readme']) expect(faultIn(alias, PREFIXES)).toBe(undefined)
})

test('what is no alias is refused with the reason', () => {
  expect(faultIn('ADR1', PREFIXES)).toContain('an alias looks like A.ADR1')
  expect(faultIn('A./etc', PREFIXES)).toContain('an alias looks like A.ADR1')
  expect(faultIn('A...x', PREFIXES)).toContain('an alias looks like A.ADR1')
  expect(faultIn('X.one', PREFIXES)).toContain('not X; add your own as ctx.prefixes')
  expect(faultIn(`A.${'x'.repeat(70)}`, PREFIXES)).toContain('longer than 64')
  expect(prefixOf('PR.default')).toBe('PR')
})

test('prefixes are extended and renamed by the configuration', () => {
  const { prefixes, caps } = ctxSettings([{ ctx: { prefixes: { X: { label: 'RUNBOOK', match: ['ops/**'] } }, caps: { ADR: 120 } } }, { ctx: { caps: { ADR: 900, RUNBOOK: 50 } } }])
  expect(faultIn('X.one', prefixes)).toBe(undefined)
  expect(labelOf('X.one', prefixes)).toBe('RUNBOOK')
  expect(proposed('ops/restart.md', prefixes, new Set())).toBe('X.restart')
  expect(caps).toEqual({ ADR: 120, OPTS: 200, RUNBOOK: 50 })
})

test.each([
  ['prep/ADR-0001-decision.md', 'A.ADR1'], ['docs/adr/0041-aliases.md', 'A.ADR41'], ['docs/decisions/use-x.md', 'A.use-x'], ['schemas/summarize_entities.json', 'S.summarize_entities'],
  ['handlers/main.py', 'H.main'], ['prep/options.json', 'P.options'], ['profiles/default.yaml', 'PR.default'], ['tests/test_contract.py', 'T.contract'],
  ['src/a.test.ts', 'T.a'], ['README.md', 'D.readme'], ['src/.env', 'H.env'], ['src/ü ö.ts', 'H.file'],
])('a name for %s is %s', (path, alias) => expect(proposed(path, PREFIXES, new Set())).toBe(alias))

test('a name that is taken, in any capitals, gets a number', () => {
  expect(proposed('README.md', PREFIXES, new Set(['D.README', 'D.readme-2']))).toBe('D.readme-3')
})
