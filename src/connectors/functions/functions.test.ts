import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { folderOf, recordOf, scanned, sourceAt } from '../../../test/kit/catalog-source.ts'
import { type Limits, type OpenSource, SourceDown, type Table } from '../../catalog/ports.ts'
import type { Resource } from '../../catalog/record.ts'
import { functions } from './index.ts'
import { schemaOf } from './types.ts'

const LIMITS: Limits = { rows: 100, bytes: 100_000, milliseconds: 10_000 }

const MODULE = `
globalThis.ran = true
/**
 * @typedef {object} Row
 * @property {string} city Where
 * @property {number} [gmv] - In euros
 */

/**
 * Revenue by **city**.
 * @param {object} args
 * @param {string} args.city Where it was sold
 * @param {('day'|'week')} [args.by=day]
 * @param {number[]} args.range.days
 * @returns {Promise<Row[]>}
 */
export async function gmv({ city, by = 'day', range }) {
  return [{ city, gmv: range.days.length, more: by }, { city: 'all', gmv: 9007199254740993n }]
}

/** No arguments.
 * @returns {AsyncGenerator<{ n: number }>} */
export const counting = async function* () { for (let n = 0; ; n += 1) yield { n } }

/** By position.
 * @param {number} a */
export function positional(a, b) { return a + b }

/** @writes
 * @returns {string} */
export function remove({ id }) { return id }

/** Hangs.
 * @returns {string} */
export function hang() { for (;;) {} }
/** Fails.
 * @returns {string} */
export function fail() { throw new Error('no access with ' + process.env.TOKEN) }
/** Leaves.
 * @returns {string} */
export function leave() { process.exit(0) }
/** Fills.
 * @returns {string} */
export function fill() { const all = []; for (;;) all.push(new Array(1e5).fill(all.length + 0.5)) }
/** Sees.
 * @returns {string} */
export function sees() { return Object.keys(process.env).join() }
/** Odd.
 * @returns {string} */
export function odd() { const circle = {}; circle.circle = circle; return circle }
function hidden() {}
/** Not exported. */
function inner() {}
`

const root = folderOf({ 'skills/gmv.mjs': MODULE, 'elsewhere.mjs': '/** X */ export function x() { return 1 }' })
const source = (more: Partial<OpenSource> = {}): OpenSource => sourceAt(root, 'skills/gmv.mjs', { credentials: { TOKEN: 'canary-fn-1' }, ...more })
const { descriptors, diagnostics } = await scanned(functions, source())
const resource = (name: string): Resource => recordOf(descriptors.find(({ title }) => title === name) as never)
const run = (name: string, args: Record<string, unknown> = {}, { limits = LIMITS, from = source() } = {}): Promise<Table> => (functions.run as NonNullable<typeof functions.run>)(from, { by: 'call', resource: resource(name), args }, limits)

describe('functions of a module', () => {
  test('are skills by their doc comments, and nothing is run to see that', () => {
    expect(descriptors.map(({ title }) => title)).toEqual(['gmv', 'counting', 'positional', 'remove', 'hang', 'fail', 'leave', 'fill', 'sees', 'odd'])
    expect(descriptors[0]).toEqual({
      kind: 'skill', place: { ns: 'skill', engine: 'js', source: 'main', path: ['gmv'] }, title: 'gmv', description: 'Revenue by city.', tags: [],
      inputs: [
        { name: 'city', in: 'argument', type: 'string', required: true, description: 'Where it was sold' },
        { name: 'by', in: 'argument', type: 'string', values: ['day', 'week'], default: 'day' },
        { name: 'range.days', in: 'argument', type: 'number[]', required: true },
      ],
      columns: [{ name: 'city', type: 'string', nn: true, description: 'Where' }, { name: 'gmv', type: 'number', description: 'In euros' }],
      call: { by: 'function', module: 'skills/gmv.mjs', name: 'gmv' }, cap: ['invoke'],
    })
    expect('ran' in globalThis).toBe(false)
  })

  test('that write or take arguments by position are listed and not invoked', () => {
    expect(resource('remove').overview).toMatchObject({ cap: [], tags: expect.arrayContaining(['writes']) as unknown })
    expect(resource('positional').overview.cap).toEqual([])
    expect(diagnostics).toMatchObject([{ code: 'functions/positional' }])
  })

  test('of TypeScript are read by their types', async () => {
    const text = 'export interface Query { /* c */ city: string; days?: number }\nexport type Row = { readonly at: Date; tags: string[] }\n/** Asks. */\nexport async function ask({ city, days = 30 }: Query): Promise<readonly Row[]> { return [] }\n'
    const { descriptors: [one] } = await scanned(functions, sourceAt(folderOf({ 'a.ts': text }), 'a.ts'))
    expect(one?.inputs).toEqual([{ name: 'city', in: 'argument', type: 'string', required: true }, { name: 'days', in: 'argument', type: 'number', default: '30' }])
    expect(one?.columns).toEqual([{ name: 'at', type: 'date-time', nn: true }, { name: 'tags', type: 'string[]', nn: true }])
  })

  test('are described by a .skill.json beside them first, in a folder by module and name', async () => {
    const files = { 'lib/a/sum.mjs': '/** Doc. */ export function sum() { return 1 }\n/** Other. */ export function other() {}', 'lib/a/sum.skill.json': '{"name":"sum","description":"Adds","inputs":{"a":"int"},"outputs":"number","snippets":[{"engine":"js","code":"sum({ a: 1 })"}]}', 'lib/b.test.js': '/** No. */ export function no() {}' }
    const found = await scanned(functions, sourceAt(folderOf(files), 'lib'))
    expect(found.descriptors.map(({ place, description }) => [place.path.join(' '), description])).toEqual([['a sum sum', 'Adds'], ['a sum other', 'Other.']])
    expect(found.descriptors[0]).toMatchObject({ inputs: [{ name: 'a', type: 'integer' }], columns: [{ name: 'value', type: 'number' }], snippets: [{ code: 'sum({ a: 1 })' }], call: { module: 'lib/a/sum.mjs' } })
    expect((await scanned(functions, sourceAt(folderOf(files), 'lib/a/sum.skill.json'))).descriptors).toHaveLength(2)
  })

  test('without words are told', async () => expect((await scanned(functions, sourceAt(folderOf({ 'a.js': 'export function a() {}' }), 'a.js'))).diagnostics).toMatchObject([{ code: 'functions/none' }]))
})

describe('an invocation', () => {
  test('gives the rows that are returned', async () => {
    expect(await run('gmv', { city: 'Oslo', 'range.days': [1, 2] })).toEqual({ columns: ['city', 'gmv'], rows: [['Oslo', 2], ['all', 9007199254740993n]] })
    expect(await run('counting', {}, { limits: { ...LIMITS, rows: 3 } })).toEqual({ columns: ['n'], rows: [[0], [1], [2]], cut: 'rows' })
  })

  test('sees the references of its source and nothing else of our environment', async () => expect((await run('sees')).rows).toEqual([['TOKEN']]))

  test.each([
    ['hang', /did not end within 700 ms/], ['fail', /^fail of skills\/gmv\.mjs failed: no access with \*\*\*$/], ['leave', /ended without an answer/], ['fill', /needs more than 256 MB|did not end/], ['odd', /failed: Converting circular/],
  ])('of %s ends with the cause', async (name, message) => {
    const error = await run(name, {}, { limits: { ...LIMITS, milliseconds: name === 'hang' ? 700 : 8000 } }).then(() => new Error('it did not fail'), (fault: Error) => fault)
    expect(error.message).toMatch(message)
    expect(error).toBeInstanceOf(SourceDown)
  })

  test('ends when nobody waits for it any more', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 50)
    await expect(run('hang', {}, { limits: { ...LIMITS, signal: stop.signal } })).rejects.toThrow(/was stopped/)
  })

  test('is refused when arguments are missing or the module is not of the source', async () => {
    await expect(run('gmv', {})).rejects.toThrow(new SourceDown('gmv needs city, range.days'))
    const forged = { ...resource('hang'), details: { ...resource('hang').details, call: { by: 'function' as const, module: 'elsewhere.mjs', name: 'x' } } }
    await expect(functions.run?.(source(), { by: 'call', resource: forged, args: {} }, LIMITS)).rejects.toThrow('elsewhere.mjs lies outside of the source and is not run')
    expect(await functions.probe?.(source(), forged)).toMatchObject({ code: 'functions/gone' })
    expect(await functions.probe?.(source(), resource('gmv'))).toBeUndefined()
  })
})

test('random and damaged modules are read, and nothing else happens', async () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom('{', '}', '<', '>', '(', ')', '[', ']', '|', '&', ',', ':', '?', 'a', 'Promise', '"', ' ') , maxLength: 60 }), (text) => { schemaOf(text) }), { numRuns: 500 })
  const { exportsOf, typesOf } = await import('./exports.ts')
  fc.assert(fc.property(fc.nat(MODULE.length), fc.nat(40), fc.string(), (at, length, instead) => {
    const text = MODULE.slice(0, at) + instead + MODULE.slice(at + length)
    expect(exportsOf(text).functions.length).toBeLessThan(30)
    typesOf(text)
  }), { numRuns: 80 })
})
