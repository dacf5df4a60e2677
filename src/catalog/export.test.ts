import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Descriptor } from './descriptor.ts'
import { type ExportFile, exportFiles, exportLines, fileNameOf } from './export.ts'
import { importFiles, importLines } from './import.ts'
import { publish } from './publish.ts'
import type { Resource } from './record.ts'
import { resourceOf } from './resource.ts'

const NOW = '2026-02-01T00:00:00Z'
const table = (path: string[], over: Partial<Descriptor> = {}): Resource => resourceOf({ kind: 'tabular', place: { ns: 'db', engine: 'pg', source: 'main', path }, columns: [{ name: 'id', type: 'int' }], cap: ['scan'], ...over }, NOW)

function split(files: Iterable<ExportFile>): [ExportFile, ExportFile[]] {
  const all = [...files]
  return [all.at(-1) as ExportFile, all.slice(0, -1)]
}
const back = (resources: readonly Resource[]): readonly Resource[] => importFiles(...split(exportFiles(resources)))

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })

describe('export and import', () => {
  test('the records of the seed, word for word', () => {
    const [overviews, [details]] = split(exportFiles([table(['public', 'orders'])]))
    expect(overviews).toEqual({ path: 'overview.jsonl', text: `${JSON.stringify(table(['public', 'orders']).overview)}\n` })
    expect(details?.path).toBe('details/db.pg.main.public.orders.json')
    expect(Object.keys(JSON.parse(details?.text ?? ''))).toEqual(['id', 'uri', 'columns', 'constraints', 'pushdown', 'usage', 'access', 'quality'])
  })

  test('what goes out comes back, whatever the names', () => {
    fc.assert(fc.property(fc.uniqueArray(fc.tuple(name, name), { selector: (path) => path.join('\n'), maxLength: 6 }), fc.nat(9), (paths, rev) => {
      const resources = paths.map((path) => table(path)).map((one) => ({ ...one, overview: { ...one.overview, rev: rev + 1, what_changed: ['+a:str'] } })).sort((a, b) => (a.overview.id < b.overview.id ? -1 : 1))
      expect(back(resources)).toEqual(resources)
      expect(importLines({ path: 'x.jsonl', text: [...exportLines(resources)].join('') })).toEqual(resources)
      expect(publish([], back(resources), NOW).resources).toEqual(resources)
    }), { numRuns: 60 })
  })

  test('files of different resources differ on every disk', () => {
    const ids = ['res:a.b', 'res:a.B', 'res:a.%2E', 'res:con', `res:${'x'.repeat(300)}`, `res:${'x'.repeat(301)}`, 'res:ä.b', 'res:../..']
    expect(new Set(ids.map((id) => fileNameOf(id).toLowerCase())).size).toBe(ids.length)
    for (const id of ids) expect(fileNameOf(id)).toMatch(/^[a-z0-9._-]{1,140}$/)
  })

  test('a record by hand needs no hashes: they follow from the details', () => {
    const one = table(['public', 'orders'])
    const { schema_hash: _s, cap_hash: _c, rev: _r, what_changed: _w, ...overview } = one.overview
    expect(importLines({ path: 'x', text: JSON.stringify({ overview, details: one.details }) })).toEqual([one])
  })
})

describe('what cannot be read is told with its place', () => {
  const one = table(['public', 'orders'])
  const line = (over: object): string => JSON.stringify({ ...one.overview, ...over })
  const details: ExportFile = { path: 'details/a.json', text: JSON.stringify(one.details) }
  const read = (text: string, cards = [details]) => () => importFiles({ path: 'overview.jsonl', text }, cards)

  test.each<[string, () => unknown, string]>([
    ['no JSON', read(`${line({})}\n{`), 'overview.jsonl:2: this is not JSON'],
    ['a wrong kind', read(line({ kind: 'table' })), 'overview.jsonl:1, kind: '],
    ['a wrong field inside', read(line({ shape: { cols: -1 } })), 'overview.jsonl:1, shape.cols: '],
    ['an unknown field', read(line({ secret: 1 })), 'overview.jsonl:1: Unrecognized key: "secret"'],
    ['twice', read(`${line({})}\n${line({})}`), 'overview.jsonl:2: there are no details of res:db.pg.main.public.orders'],
    ['no details', read(line({}), []), 'overview.jsonl:1: there are no details'],
    ['details alone', read(''), 'overview.jsonl has no line for res:db.pg.main.public.orders'],
    ['wrong details', read(line({}), [{ path: 'details/a.json', text: JSON.stringify({ ...one.details, columns: [{ name: 1 }] }) }]), 'details/a.json, columns.0.name: '],
    ['details twice', read(line({}), [details, { ...details, path: 'details/b.json' }]), 'details/b.json: another file'],
    ['a URI without a source', read(line({ uri: 'ada://x' })), 'overview and details are of different resources'],
    ['a list', read('[]'), 'overview.jsonl:1, id: '],
    ['an overview where a resource is asked for', () => importLines({ path: 'a.jsonl', text: line({}) }), 'a.jsonl:1: a line holds a resource'],
    ['a resource twice', () => importLines({ path: 'a.jsonl', text: [one, one].map((each) => JSON.stringify(each)).join('\n') }), 'a.jsonl:2: res:db.pg.main.public.orders was given already at a.jsonl:1'],
  ])('%s', (_, run, words) => expect(run).toThrow(words))
})
