import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Meter } from '../../core/ports.ts'
import type { Descriptor } from '../descriptor.ts'
import { indexOf } from '../find/index.ts'
import { search } from '../find/search.ts'
import type { Resource } from '../record.ts'
import { resourceOf } from '../resource.ts'
import { budgetedContext, type Context, type ContextAsk } from './budgeted.ts'
import { BATCH, cardData, cardOf, cardText, cardWith, handleOf, placesIn, rangesOf } from './card.ts'
import { fitBudget, splitWindow } from './fit.ts'
import { flat, lineOf } from './line.ts'
import { picksIn } from './pick.ts'
import { shortOverview } from './short.ts'
import { tellingOf } from './telling.ts'
import { grouped, OVERVIEW_FORMATS, type OverviewFormat, writingOf } from './writing.ts'

const NOW = '2026-01-02T03:04:05Z'
const table = (name: string, columns: Descriptor['columns'], more: Partial<Descriptor> = {}): Resource =>
  resourceOf({ kind: 'tabular', place: { ns: 'db', engine: 'pg', source: 'main', path: ['public', name] }, columns, cap: ['scan', 'filter', 'project', 'aggregate'], ...more }, NOW)
const wide = table('events', Array.from({ length: 37 }, (_, i) => ({ name: i === 30 ? 'event_id' : i === 20 ? 'city' : `c${i}`, type: i % 2 === 0 ? 'text' : 'int', ...(i === 30 ? { pk: true } : {}), ...(i === 25 ? { description: 'what was paid' } : {}) })), {
  snippets: [{ engine: 'sql', code: 'SELECT 1' }, { engine: 'ir', code: 'scan' }, { engine: 'sql', code: 'SELECT 3' }], antiPatterns: ['select *', 'no limit'], rows: 10_000_000, owner: 'team.a',
})
/** A meter for tests: words and signs. */
const words: Meter = { name: 'words', exact: true, count: (text) => (text.match(/\w+|[^\w\s]|\n/g) ?? []).length }

const many = Array.from({ length: 120 }, (_, i) => resourceOf({
  kind: 'tabular', place: { ns: 'db', engine: 'pg', source: `s${i % 7}`, path: ['public', `orders_${i}`] }, cap: ['scan'], columns: Array.from({ length: 1 + (i % 23) }, (_, c) => ({ name: `col_${c}_of_${i}`, type: 'text' })),
  snippets: [{ engine: 'sql', code: `SELECT ${'x '.repeat(i % 50)}` }], antiPatterns: i % 3 === 0 ? ['select *'] : [],
}, NOW))
const index = indexOf(many)
const askOf = (budget: number, format: OverviewFormat = 'lines', more: Partial<ContextAsk> = {}): ContextAsk => {
  const telling = tellingOf(index, 'orders')
  const byId = new Map(many.map((resource) => [resource.overview.id, resource]))
  return { task: 'all orders', budget, meter: words, candidates: search(index, { text: 'orders' }).hits.map(({ id }) => byId.get(id) as Resource), telling, writing: writingOf(format, telling), ...more }
}
const seen = ({ cards, lines }: Context): Set<string> => new Set([...cards.map(({ id }) => id), ...lines])

describe('the line of a resource', () => {
  const telling = tellingOf(indexOf([wide]), 'city')

  it('names the key, what the task names and how many more', () => {
    expect(lineOf(wide, telling)).toMatch(/^events ~1e7: .*\bcity\b.*\bevent_id\b.* \+32\n$/)
    expect(grouped([wide], writingOf('lines', telling))).toMatch(/^res:db\.pg\.main\.public\.\*\nevents /)
  })

  it('is one line whatever an owner writes', () => {
    const odd = table('a', [{ name: 'x\ny\u202e', type: 'text' }], { description: 'one\n# two\u0007\u2028three' })
    expect(lineOf(odd, telling).match(/\n/g)).toHaveLength(1)
    // eslint-disable-next-line no-control-regex
    expect(lineOf(odd, telling)).not.toMatch(/[\u0007\u202e\u2028]/)
    expect(flat('a b c '.repeat(100), 20).length).toBeLessThanOrEqual(23)
  })

  it('has the short keys of the seed for programs', () => {
    expect(Object.keys(shortOverview({ ...wide.overview, cost_hint: { latency_ms_p50: 3 } }))).toEqual(['id', 'u', 'k', 't', 'g', 'sh', 'sd', 'cap', 'cost', 'ex', 'own', 'ts'])
    expect(JSON.parse(writingOf('jsonl', telling).line(wide))).toMatchObject({ id: 'res:db.pg.main.public.events', k: 'tabular', own: 'team.a' })
  })
})

describe('the card of a resource', () => {
  const telling = tellingOf(indexOf([wide]), 'city')

  it('shows a batch with keys, the task\'s columns and described ones, two snippets and all that is to be avoided', () => {
    const card = cardOf(wide, telling, 'full')
    const names = card.columns.map((at) => wide.details.columns[at]?.name)
    expect(names).toHaveLength(BATCH)
    expect(names).toEqual(expect.arrayContaining(['event_id', 'city', 'c25']))
    expect(cardText(card).match(/^(?:sql|ir): /gm)).toHaveLength(2)
    for (const form of ['full', 'small'] as const) expect(cardText(cardOf(wide, telling, form))).toMatch(/avoid: select \*\navoid: no limit/)
    expect(cardData(card)).toMatchObject({ columns_total: 37, usage: { anti_patterns: ['select *', 'no limit'] } })
  })

  it('reaches every column by handles', () => {
    const shown = new Set<number>()
    let card = cardOf(wide, telling, 'full')
    for (const at of card.columns) shown.add(at)
    for (let turn = 0; turn < 10; turn++) {
      const ranges = / --columns (\S+)$/.exec(handleOf({ ...card, columns: [...shown] }) ?? '')?.[1]
      if (ranges === undefined) break
      card = cardWith(wide, telling, placesIn(ranges))
      expect(card.columns.length).toBeLessThanOrEqual(BATCH)
      for (const at of card.columns) shown.add(at)
    }
    expect(shown.size).toBe(37)
  })

  it('reads ranges as it writes them, and refuses others', () => {
    fc.assert(fc.property(fc.uniqueArray(fc.nat(200), { minLength: 1 }), (places) => { expect(placesIn(rangesOf(places.toSorted((a, b) => a - b)))).toEqual(places.toSorted((a, b) => a - b)) }))
    for (const wrong of ['', 'a', '0-3', '5-2', '1-', '1-999999']) expect(() => placesIn(wrong)).toThrow('columns look like 11-20')
  })
})

describe('a window', () => {
  it('is split, and k and m fit their mean costs', () => {
    expect(splitWindow(1000, 50, 50)).toEqual({ head: 50, task: 50, overview: 315, details: 585 })
    fc.assert(fc.property(fc.nat(5000), fc.nat(20_000), fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2000 }), (overview, details, line, card) => {
      const { k, m } = fitBudget({ overview, details }, line, card)
      return m <= k && k * line + m * card <= overview + details
    }))
  })
})

describe('a budgeted context', () => {
  it.each(OVERVIEW_FORMATS)('is never over the budget and always the same: %s', (format) => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 6000 }), (budget) => {
      const made = budgetedContext(askOf(budget, format))
      expect(budgetedContext(askOf(budget, format))).toEqual(made)
      if (made !== undefined) expect(words.count(made.text)).toBeLessThanOrEqual(budget)
      if (made !== undefined) expect(made.tokens).toBe(words.count(made.text))
      if (made !== undefined) expect(made.hidden + seen(made).size).toBe(many.length)
    }), { numRuns: 20 })
  })

  it('shows no fewer resources with twice the budget', () => {
    fc.assert(fc.property(fc.integer({ min: 60, max: 3000 }), (budget) => {
      const [small, large] = [budgetedContext(askOf(budget)), budgetedContext(askOf(2 * budget))]
      expect(large === undefined ? 0 : seen(large).size).toBeGreaterThanOrEqual(small === undefined ? 0 : seen(small).size)
    }), { numRuns: 20 })
  })

  it('goes on without repeating until everything was shown', () => {
    const given = new Set<string>()
    for (let round = 0; given.size < many.length && round < 60; round++) {
      const ask = askOf(900)
      const made = budgetedContext({ ...ask, candidates: ask.candidates.filter(({ overview }) => !given.has(overview.id)) }) as Context
      for (const id of seen(made)) expect(given.has(id)).toBe(false)
      for (const id of seen(made)) given.add(id)
    }
    expect(given.size).toBe(many.length)
  })

  it('gives what was picked its details first, and a line where a card does not fit', () => {
    const pick = many[100] as Resource
    expect(budgetedContext(askOf(800, 'lines', { picked: [pick] }))?.cards.map(({ id }) => id)).toEqual([pick.overview.id])
    const tight = budgetedContext(askOf(75, 'lines', { picked: [pick] }))
    expect([tight?.cards, tight?.lines[0]]).toEqual([[], pick.overview.id])
    expect(budgetedContext(askOf(10))).toBe(undefined)
    expect(budgetedContext(askOf(3000, 'lines', { worthy: 2 }))?.cards).toHaveLength(2)
  })
})

describe('the picks of a model', () => {
  const shown = new Set(['res:a', 'res:b', 'res:c'])

  it('are taken when they are on the list and have a reason', () => {
    expect(picksIn('Sure:\n```json\n[{"id":"res:a","why":"has city"},{"id":"res:b","why":"joins"}]\n```', shown, 3)).toEqual({ picks: [{ id: 'res:a', why: 'has city' }, { id: 'res:b', why: 'joins' }], faults: [] })
  })

  it('are refused when they are not, in words', () => {
    expect(picksIn('[{"id":"res:x","why":"y"},{"id":"res:a"},"res:b",7]', shown, 3)).toEqual({ picks: [], faults: ['"res:x" is not an id of the list', 'res:a has no reason', 'res:b has no reason', 'an entry has no id'] })
    expect(picksIn('I cannot', shown, 3).faults).toEqual(['there is no JSON array in it'])
    expect(picksIn('[', shown, 3).faults).toHaveLength(1)
    expect(picksIn('[]', shown, 3).faults).toEqual(['it is empty'])
    expect(picksIn(JSON.stringify([...shown].map((id) => ({ id, why: 'w' }))), shown, 2)).toMatchObject({ picks: [{ id: 'res:a' }, { id: 'res:b' }], faults: ['it holds 3 ids, at most 2 were asked for'] })
  })
})
