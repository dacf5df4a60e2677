import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import type { Descriptor } from './descriptor.ts'
import { CHECKS, type Finding, findingLine, inOrder, tallyOf } from './findings.ts'
import type { Resource } from './record.ts'
import { junitOf, sarifOf } from './reports.ts'
import { resourceOf } from './resource.ts'
import { visibleTo } from './rights.ts'
import { roleOf } from './roles.ts'
import { recordFindings, staleFindings } from './verify.ts'

const NOW = '2026-02-01T00:00:00Z'
const ORDERS: Descriptor = { kind: 'tabular', place: { ns: 'db', engine: 'pg', source: 'main', path: ['public', 'orders'] }, columns: [{ name: 'id', type: 'int' }, { name: 'city', type: 'text' }], cap: ['scan', 'filter'] }
const at = (over: Partial<Descriptor> = {}): Resource => resourceOf({ ...ORDERS, ...over }, NOW)
const said = (resource: Resource): string[] => recordFindings(resource).map(({ check, message }) => `${check}: ${message}`)

describe('records by themselves', () => {
  test('as published, nothing is wrong; nor in what a role sees', () => {
    expect(said(at())).toEqual([])
    expect(said(at({ columns: [], inputs: [{ name: 'a', in: 'query', type: 'int' }] }))).toEqual([])
    for (const policy of [{ columns: { deny: ['city'] } }, { details: false }]) for (const resource of visibleTo([at()], roleOf('r', policy))) expect(said(resource)).toEqual([])
  })

  test.each<[string, Resource, string]>([
    ['form', { ...at(), overview: { ...at().overview, kind: 'table' as 'tabular' } }, 'record/invalid: overview.kind: '],
    ['digest', { ...at(), overview: { ...at().overview, schema_digest: ['id:int'] } }, 'record/digest: schema_digest says id:int; the columns give id:int, city:str'],
    ['hash', { ...at(), overview: { ...at().overview, schema_hash: '0'.repeat(16) } }, 'record/digest: schema_hash is not that of the columns'],
    ['capabilities', { ...at(), overview: { ...at().overview, cap: ['scan'] } }, 'record/digest: cap_hash is not that of the capabilities'],
    ['secret', at({ access: { secrets: ['hunter2'] } }), 'record/secret: access.secrets holds something that is not a reference'],
    ['value', at({ inputs: [{ name: 'sort', in: 'query', type: 'string', values: ['asc', 'desc'], default: 'up' }] }), 'example/value: the default of sort is up, which is not one of asc, desc'],
    ['type', at({ inputs: [{ name: 'page', in: 'query', type: 'integer', default: 'one' }] }), 'example/value: the default of page is one, which is no integer'],
    ['habit', at({ snippets: [{ engine: 'sql', code: 'SELECT  * FROM orders' }], antiPatterns: ['select * (30 columns)'] }), 'snippet/anti-pattern: a snippet selects *'],
  ])('%s', (_, resource, words) => expect(said(resource)[0]).toContain(words))

  test('a secret that stands in a record is not repeated', () => expect(said(at({ access: { secrets: ['hunter2'] } })).join()).not.toContain('hunter2'))
})

test('what a new scan finds', () => {
  const other = (name: string): Resource => at({ place: { ...ORDERS.place, path: ['public', name] } })
  const findings = staleFindings([at(), other('gone'), other('less')], [at({ columns: [{ name: 'id', type: 'bigint' }] }), other('new'), { ...at({ place: { ...ORDERS.place, path: ['public', 'less'] }, cap: ['scan'] }) }])
  expect(inOrder(findings).map(findingLine)).toEqual([
    'error   res:db.pg.main.public.gone  resource/gone: a new scan does not find it; run fovea catalog scan',
    'error   res:db.pg.main.public.less  capability/stale: -cap filter; run fovea catalog scan',
    'error   res:db.pg.main.public.orders  schema/stale: -city, id: int -> bigint; run fovea catalog scan',
    'warning res:db.pg.main.public.new  resource/new: a new scan finds it; run fovea catalog scan',
  ])
  expect(tallyOf(findings)).toBe('3 errors, 1 warning')
  expect(tallyOf([])).toBe('nothing wrong')
})

describe('reports', () => {
  const HOSTILE: Finding = { check: 'snippet/syntax', severity: 'error', subject: 'res:a."<b>&\u0001', message: 'near "</failure>" \u0000\ud800' }
  const NOTE: Finding = { check: 'snippet/unchecked', severity: 'note', subject: 'res:b', message: 'no grammar' }

  test('SARIF has what its schema asks for', () => {
    const log = JSON.parse(JSON.stringify(sarifOf([HOSTILE, NOTE], '1.2.3')))
    expect(log).toMatchObject({ version: '2.1.0', $schema: expect.stringMatching(/sarif-schema-2\.1\.0\.json$/), runs: [{ tool: { driver: { name: 'fovea catalog verify', version: '1.2.3' } } }] })
    const [run] = log.runs
    expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(Object.keys(CHECKS))
    for (const result of run.results) {
      expect(['none', 'note', 'warning', 'error']).toContain(result.level)
      expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId)
      expect(typeof result.message.text).toBe('string')
      expect(result.locations[0].logicalLocations[0].fullyQualifiedName).toMatch(/^res:/)
    }
  })

  test('JUnit is well-formed whatever names hold, and counts what it tells', () => {
    const text = junitOf([HOSTILE, NOTE], ['res:b', 'res:c'])
    const tags: { name: string; attributes: Record<string, string> }[] = []
    const parser = new SaxesParser()
    parser.on('error', (error) => { throw error })
    parser.on('opentag', ({ name, attributes }) => tags.push({ name, attributes: attributes as Record<string, string> }))
    parser.write(text).close()
    expect(tags.map(({ name }) => name)).toEqual(['testsuites', 'testsuite', 'testcase', 'failure', 'testcase', 'system-out', 'testcase'])
    expect(tags[1]?.attributes).toEqual({ name: 'catalog', tests: '3', failures: '1', errors: '0', skipped: '0' })
  })
})
