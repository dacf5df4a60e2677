import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Descriptor } from '../descriptor.ts'
import type { Column, Input } from '../record.ts'
import { resourceOf } from '../resource.ts'
import { decodeIndex, encodeIndex } from './codec.ts'
import { indexOf } from './index.ts'
import { costPenalty, fusedRanks, summed } from './relevance.ts'
import { type Page, pageOf, search } from './search.ts'
import { WORDS_ALONE } from './tuning.ts'

const NOW = '2026-01-02T03:04:05Z'
const table = (source: string, name: string, columns: readonly (string | Column)[], more: Partial<Descriptor> = {}) => resourceOf({
  kind: 'tabular', place: { ns: 'db', engine: 'pg', source, path: ['public', name] }, cap: ['scan', 'filter', 'aggregate'],
  columns: columns.map((column) => (typeof column === 'string' ? { name: column, type: 'text' } : column)), ...more,
}, NOW)
const operation = (method: string, path: string, inputs: readonly Input[], answers: readonly string[], description = '') => resourceOf({
  kind: 'api', place: { ns: 'api', engine: '', source: 'films', path: [`${method} ${path}`] }, title: `${method} ${path}`, description, cap: ['call'],
  columns: answers.map((name) => ({ name, type: 'string' })), inputs, call: { by: 'http', method, server: '', path, rows: [] },
}, NOW)

const SHOP = [
  table('shop', 'orders', [{ name: 'id', type: 'int', pk: true }, { name: 'custid', type: 'int', fk: 'public.customers.id' }, 'amount', 'created_at']),
  table('shop', 'customers', [{ name: 'id', type: 'int', pk: true }, 'cust_name', 'city']),
  table('shop', 'order_lines', [{ name: 'order_id', type: 'int', fk: 'orders.id' }, 'qty']),
  table('school', 'students', ['stuid', 'name', 'age', 'dept'], { owner: 'team.school', tags: ['people'], lifecycle: 'stable' }),
  table('school', 'pets', ['pet_id', 'pet_type']),
]
const FILMS = [
  operation('GET', '/search/person', [{ name: 'query', in: 'query', type: 'string', required: true }], ['id', 'name'], 'Search for people'),
  operation('GET', '/person/{person_id}/credits', [{ name: 'person_id', in: 'path', type: 'int', required: true }], ['cast'], 'The films of a person'),
  operation('GET', '/movie/popular', [], ['results.title'], 'What many people watch now'),
]
const found = (text: string, resources = SHOP, more = {}) => search(indexOf(resources), { text, ...more }).hits.map(({ id }) => id.split('.').at(-1))

describe('searching a catalogue', () => {
  it('finds by plural, by parts of joined words and by shortenings', () => {
    expect(found('which cities', SHOP)[0]).toBe('customers')
    expect(found('all pet types')[0]).toBe('pets')
    expect(found('department')[0]).toBe('students')
    expect(found('department', SHOP, { tuning: WORDS_ALONE })).toEqual([])
    expect(found('clients')[0]).toBe('customers')
    expect(found('clients', SHOP, { tuning: WORDS_ALONE })).toEqual([])
    expect(found('cust', SHOP, { tuning: WORDS_ALONE })).toContain('orders')
  })

  it('lets the tables of one source speak for each other, and a large source not by its size', () => {
    const both = [...SHOP, table('zoo', 'name', ['x']), table('zoo', 'cages', ['y'])]
    const order = found('name and age of students with pets', both)
    expect(order.indexOf('pets')).toBeLessThan(order.indexOf('name'))
    const large = Array.from({ length: 200 }, (_, i) => table('big', `t${i}`, [`age${i}`, 'name', 'type']))
    expect(found('age of students and type of their pets', [...SHOP, ...large]).slice(0, 2).sort()).toEqual(['pets', 'students'])
  })

  it('brings join partners and those who give what is needed', () => {
    expect(found('amount by city').slice(0, 2).sort()).toEqual(['customers', 'orders'])
    expect(found('amount')).toContain('customers')
    expect(found('amount', SHOP, { tuning: WORDS_ALONE })).not.toContain('customers')
    const films = (tuning = {}) => search(indexOf(FILMS), { text: 'credits of Sofia Coppola', ...tuning }).hits.map(({ id }) => decodeURIComponent(id))
    expect(films()).toEqual(['res:api.films.GET /person/{person_id}/credits', 'res:api.films.GET /search/person'])
    expect(films({ tuning: WORDS_ALONE })).toHaveLength(1)
  })

  it('filters by facets and counts what each value would leave', () => {
    const index = indexOf(SHOP)
    const { hits, facets } = search(index, { text: '', filter: { lifecycle: ['stable'] } })
    expect(hits.map(({ id }) => id)).toEqual(['res:db.pg.school.public.students'])
    expect(facets().lifecycle).toEqual([['evolving', 4], ['stable', 1]])
    expect(facets().source).toEqual([['school', 1]])
    expect(search(index, { text: '', filter: { owner: ['nobody'] } }).hits).toEqual([])
    expect(search(index, { text: '', filter: { tag: ['people'], cap: ['aggregate'], kind: ['tabular'], source: ['school'] } }).hits).toHaveLength(1)
  })

  it('unites words with vectors', () => {
    const vectors = { question: Float32Array.of(1, 0), of: (id: string) => (id.endsWith('students') ? Float32Array.of(1, 0) : id.endsWith('orders') ? Float32Array.of(0.1, 1) : undefined) }
    const parts = new Map(search(indexOf(SHOP), { text: 'academy amount', vectors }).hits.map((hit) => [hit.id.split('.').at(-1), hit.parts]))
    expect(parts.get('students')).toMatchObject({ text: 0, vector: 1 })
    expect(parts.get('orders')).toMatchObject({ text: 1 })
    expect(search(indexOf(SHOP), { text: 'zzzz', vectors }).hits.map(({ id }) => id)).toEqual(['res:db.pg.school.public.students'])
  })

  it('keeps the parts of the relevance between 0 and 1 and the cost at 0.3 at the most', () => {
    fc.assert(fc.property(fc.nat(1e9), fc.nat(1e9), (latency, egress) => costPenalty({ latency, egress }) >= 0 && costPenalty({ latency, egress }) <= 0.3))
    for (const { parts } of search(indexOf(SHOP), { text: 'average amount of orders per city' }).hits) for (const part of Object.values(parts)) expect(part).toBeGreaterThanOrEqual(0)
    expect(summed({ text: 1, vector: 0, recency: 1, cap_match: 1, cost_penalty: 0.1 }, false)).toBeCloseTo(1.4)
    expect(summed({ text: 1, vector: 1, recency: 0, cap_match: 0, cost_penalty: 0 }, true)).toBeCloseTo(1)
    expect([...fusedRanks(Float64Array.of(3, 1, 0), Float64Array.of(0, 2, 1))]).toEqual([0.5, 0.5 * 61 / 62 + 0.5, 0.5 * 61 / 62])
  })

  it('gives the same order whatever the order of a scan, and the same from kept bytes', () => {
    const all = [...SHOP, ...FILMS]
    const index = indexOf(all)
    const answer = (one = index) => search(one, { text: 'names of people in a city' }).hits
    expect(search(indexOf(all.toReversed()), { text: 'names of people in a city' }).hits).toEqual(answer())
    const kept = decodeIndex(encodeIndex(index))
    expect(kept === undefined ? [] : answer(kept)).toEqual(answer())
  })

  it('opens no damaged bytes', () => {
    const bytes = encodeIndex(indexOf(SHOP))
    expect(decodeIndex(bytes.slice(0, 20))).toBe(undefined)
    // A head that is JSON and no head of an index.
    expect(decodeIndex(new Uint8Array(Uint32Array.of(1, 4, 0, 0, 0, 0, 0, 0, 0x6c6c756e).buffer))).toBe(undefined)
    expect(decodeIndex(bytes.slice(0, -4))).toBe(undefined)
    expect(decodeIndex(new Uint8Array(64))).toBe(undefined)
  })

  it('survives hostile names and endless questions', () => {
    const odd = table('x', 'a'.repeat(10_000), ['\u0000\u202e', '__proto__', 'constructor', '{}'.repeat(5000)])
    expect(() => search(indexOf([odd]), { text: 'constructor __proto__ '.repeat(10_000) })).not.toThrow()
    expect(search(indexOf([]), { text: 'anything' }).hits).toEqual([])
  })
})

describe('pages', () => {
  const list = Array.from({ length: 25 }, (_, i) => ({ id: `r${i}` }))

  it('reach every item once, by number and by cursor', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 30 }), (size) => {
      const seen: string[] = []
      for (let next: string | undefined = '1'; next !== undefined;) {
        const page: Page<{ id: string }> = pageOf(list, next, size)
        seen.push(...page.items.map(({ id }) => id))
        next = page.next
      }
      expect(seen).toEqual(list.map(({ id }) => id))
      expect(pageOf(list, '2', size).items).toEqual(list.slice(size, 2 * size))
    }))
  })

  it('are refused when the list is another, and when they are no page', () => {
    const { next } = pageOf(list, '1', 10)
    expect(() => pageOf(list.slice(1), next as string, 10)).toThrow('has changed since that page')
    for (const wrong of ['0', '-1', 'two', '1e9', '99999999999']) expect(() => pageOf(list, wrong, 10)).toThrow('a page is a number from 1')
    expect(pageOf(list, '9', 10)).toEqual({ items: [], total: 25, first: 0 })
  })
})
