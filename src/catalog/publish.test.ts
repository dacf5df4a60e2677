import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differencesOf } from './changes.ts'
import type { Descriptor } from './descriptor.ts'
import { publish } from './publish.ts'
import type { Column, Input, Resource } from './record.ts'
import { resourceOf } from './resource.ts'

const THEN = '2026-01-01T00:00:00Z'
const NOW = '2026-02-01T00:00:00Z'

const ORDERS: Descriptor = {
  kind: 'tabular', place: { ns: 'db', engine: 'pg', source: 'main', path: ['public', 'orders'] },
  columns: [{ name: 'id', type: 'int', nn: true, pk: true }, { name: 'city', type: 'text' }, { name: 'amount', type: 'int', unit: 'USD' }, { name: 'status', type: 'text', nn: true, values: ['paid', 'open'] }],
  cap: ['scan', 'filter', 'aggregate'], constraints: { primary_key: ['id'] },
}

const at = (over: Partial<Descriptor>, time = NOW): Resource => resourceOf({ ...ORDERS, ...over }, time)
const columns = (change: (columns: Column[]) => Column[]): Partial<Descriptor> => ({ columns: change([...ORDERS.columns]) })
const said = (over: Partial<Descriptor>, before: Partial<Descriptor> = {}): string[] => differencesOf(at(before, THEN), at(over)).map(({ text, breaking }) => `${breaking ? '! ' : ''}${text}`)
const set = (name: string, to: Partial<Column>) => columns((all) => all.map((column) => (column.name === name ? { ...column, ...to } : column)))

describe('what changed in a table', () => {
  test.each<[string, Partial<Descriptor>, string[]]>([
    ['a new column', columns((all) => [...all, { name: 'email', type: 'varchar(80)' }]), ['+email:str']],
    ['a required new column does not hurt readers', columns((all) => [...all, { name: 'email', type: 'text', nn: true }]), ['+email:str']],
    ['a column that went', columns((all) => all.filter(({ name }) => name !== 'status')), ['! -status']],
    ['a wider type', set('amount', { type: 'numeric' }), ['amount: int -> num']],
    ['another type', set('amount', { type: 'text' }), ['! amount: int -> str']],
    ['less room', set('city', { type: 'varchar(20)' }), ['! city: text -> varchar(20)']],
    ['empty values', set('status', { nn: false }), ['! status: nullable']],
    ['no empty values', set('city', { nn: true }), ['city: not null']],
    ['another key', { constraints: { primary_key: ['id', 'day'] } }, ['! key (id) -> (id, day)']],
    ['a value more', set('status', { values: ['paid', 'open', 'void'] }), ['enum status +void']],
    ['a value less', set('status', { values: ['paid'] }), ['! enum status -open']],
    ['another unit', set('amount', { unit: 'EUR' }), ['! amount: unit USD -> EUR']],
    ['a guess at a rename', columns((all) => all.map((column) => (column.name === 'city' ? { ...column, name: 'town' } : column))), ['! city -> town?']],
    ['no rename between types', columns((all) => all.map((column) => (column.name === 'city' ? { name: 'town', type: 'int' } : column))), ['! -city', '+town:int']],
    ['order', columns((all) => [...all].reverse()), ['columns reordered']],
    ['less that can be done', { cap: ['scan', 'filter'] }, ['! -cap aggregate']],
    ['more that can be done', { cap: ['scan', 'filter', 'aggregate', 'window'] }, ['+cap window']],
    ['words', { description: 'All orders', tags: ['sales'], owner: 'team.a', lifecycle: 'stable', examples: [{ task: 'revenue', ops: ['agg'] }] }, ['lifecycle: evolving -> stable', '+tag sales', 'owner: none -> team.a', 'description', 'examples']],
    ['keys and checks', { constraints: { primary_key: ['id'], unique: [['city']], foreign_keys: [{ columns: ['city'], to: 'public.cities', to_columns: ['name'] }], checks: ['amount > 0'] } },
      ['+unique (city)', '+fk (city) to public.cities(name)', '+check amount > 0']],
  ])('%s', (_, over, words) => expect(said(over)).toEqual(words))

  test('a unique key that went can make joins multiply rows', () => expect(said({}, { constraints: { primary_key: ['id'], unique: [['city']] } })).toEqual(['! -unique (city)']))
  test('rows, samples and costs are measured, not changed', () => expect(said({ rows: 5, quality: { samples: ['x'] }, cost: { latency_ms_p50: 3 } })).toEqual([]))
})

describe('what changed in an API and in messages', () => {
  const CALL = { by: 'http', method: 'GET', server: 'https://api.example', path: '/orders', rows: [] } as const
  const api = (inputs: Input[], over: Partial<Descriptor> = {}): Partial<Descriptor> => ({ kind: 'api', inputs, call: { ...CALL, rows: [] }, ...over })
  const PAGE: Input = { name: 'page', in: 'query', type: 'integer' }

  test.each<[string, Partial<Descriptor>, Partial<Descriptor>, string[]]>([
    ['an input that went', api([PAGE]), api([]), ['! -param page']],
    ['an optional input', api([]), api([PAGE]), ['+param page:int']],
    ['a required input', api([]), api([{ ...PAGE, required: true }]), ['! +param page:int required']],
    ['now required', api([PAGE]), api([{ ...PAGE, required: true }]), ['! param page: required']],
    ['no longer required', api([{ ...PAGE, required: true }]), api([PAGE]), ['param page: optional']],
    ['a wider input', api([PAGE]), api([{ ...PAGE, type: 'number' }]), ['param page: int -> num']],
    ['a narrower input', api([{ ...PAGE, type: 'number' }]), api([PAGE]), ['! param page: num -> int']],
    ['elsewhere', api([PAGE]), api([{ ...PAGE, in: 'header' }]), ['! param page: in query -> header']],
    ['a wider answer', api([]), api([], set('amount', { type: 'number' })), ['! amount: int -> num']],
    ['another path', api([]), api([], { call: { ...CALL, rows: [], path: '/v2/orders' } }), ['! call GET /orders -> GET /v2/orders']],
    ['a login', api([]), api([], { call: { ...CALL, rows: [], auth: 'bearer' } }), ['! auth none -> bearer']],
    ['a message that must hold more', { kind: 'bus' }, { kind: 'bus', ...columns((all) => [...all, { name: 'email', type: 'text', nn: true }]) }, ['! +email:str required']],
  ])('%s', (_, before, after, words) => expect(said(after, before)).toEqual(words))
})

describe('publishing', () => {
  const first = publish([], [at({}, THEN)], THEN)

  test('the first time everything is new', () => {
    expect(first.changes).toEqual([{ id: 'res:db.pg.main.public.orders', what: 'added', rev: 1, at: THEN, changes: [], breaking: false }])
  })

  test('nothing new: revision, time and words stay, figures are fresh', () => {
    const { resources, changes } = publish(first.resources, [at({ rows: 700 })], NOW)
    expect(changes).toEqual([])
    expect(resources[0]?.overview).toMatchObject({ rev: 1, updated_at: THEN, shape: { rows_est: '7e2' } })
  })

  test('a time that the source gave is kept', () => {
    const { resources } = publish(first.resources, [at({ updated: '2026-01-15T00:00:00Z' })], NOW)
    expect(resources[0]?.overview).toMatchObject({ rev: 1, updated_at: '2026-01-15T00:00:00Z' })
  })

  test('a change bumps the revision and is told, what breaks first', () => {
    const { resources, changes } = publish(first.resources, [at(columns((all) => [...all.filter(({ name }) => name !== 'amount'), { name: 'email', type: 'text' }]))], NOW)
    expect(resources[0]?.overview).toMatchObject({ rev: 2, updated_at: NOW, what_changed: ['-amount', '+email:str'] })
    expect(changes).toEqual([{ id: 'res:db.pg.main.public.orders', what: 'changed', rev: 2, at: NOW, changes: ['-amount', '+email:str'], breaking: true }])
  })

  test('what went is a change that breaks', () => expect(publish(first.resources, [], NOW)).toEqual({ resources: [], changes: [{ id: 'res:db.pg.main.public.orders', what: 'removed', rev: 1, at: NOW, changes: [], breaking: true }] }))

  test('a list of many changes is cut, and says so', () => {
    const many = publish(first.resources, [at(columns((all) => [...all, ...Array.from({ length: 500 }, (_, at) => ({ name: `c${at}`, type: 'int' }))]))], NOW)
    expect(many.resources[0]?.overview.what_changed).toHaveLength(6)
    expect(many.resources[0]?.overview.what_changed.at(-1)).toBe('and 495 more')
  })
})

const column = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), type: fc.constantFrom('int', 'text', 'numeric(5,2)', 'varchar(10)'), nn: fc.boolean(), values: fc.subarray(['x', 'y']) })
const table = fc.uniqueArray(column, { selector: ({ name }) => name })

describe('properties', () => {
  test('published again, nothing changes; published back, the hash is that of the first', () => {
    fc.assert(fc.property(table, table, (one, two) => {
      const [first, second] = [publish([], [at({ columns: one }, THEN)], THEN), [at({ columns: two })]]
      const next = publish(first.resources, second, NOW)
      expect(publish(next.resources, second, NOW)).toEqual({ resources: next.resources, changes: [] })
      expect(next.changes.length > 0).toBe(first.resources[0]?.overview.schema_hash !== next.resources[0]?.overview.schema_hash)
    }))
  })
})
