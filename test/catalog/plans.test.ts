// Random plans: the interpreter, SQLite and PostgreSQL give the same rows, wherever a plan is cut into a part for the source and a part for here.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EngineUnderTest, compared, meaning, postgresEngine, sqliteEngine } from '../kit/plan-engines.ts'
import { checkedFor, expression, type Pick, randomPlan, type RandomTable, randomTables, resourcesFor, sameRows, type Written } from '../kit/plans.ts'
import { type Postgres, startPostgres } from '../kit/services/index.ts'

let server: Postgres
let engines: EngineUnderTest[]

beforeAll(async () => {
  server = await startPostgres()
  engines = [await postgresEngine(await server.database('plans')), sqliteEngine()]
}, 60_000)

afterAll(async () => {
  await Promise.all((engines ?? []).map((engine) => engine.close()))
  await server?.stop()
})

const picker = (g: fc.GeneratorValue): Pick => (below) => g(fc.nat, { max: below - 1 })

describe('a plan', () => {
  test('gives the same rows here, in SQLite and in PostgreSQL, at every split', async () => {
    const outcomes: string[] = []
    await fc.assert(fc.asyncProperty(fc.gen(), async (g) => {
      const pick = picker(g)
      const tables = randomTables(pick)
      for (const engine of engines) await engine.load(tables)
      for (let count = 0; count < 10; count++) {
        const written = randomPlan(pick, tables)
        for (const engine of engines) {
          const { outcome, detail } = await compared(written, tables, engine)
          if (outcome === 'different') throw new Error(`${engine.engine}: ${detail}`)
          outcomes.push(outcome)
        }
      }
    }), { numRuns: 30, seed: 8, endOnFailure: true })
    // Most plans must really have been compared.
    expect(outcomes.filter((outcome) => outcome === 'same').length / outcomes.length).toBeGreaterThan(0.7)
  }, 120_000)

  test('is the sum of its parts: where p holds, where it does not, and where it is unknown', () => {
    fc.assert(fc.property(fc.gen(), (g) => {
      const pick = picker(g)
      const tables = randomTables(pick)
      const whole = randomPlan(pick, tables)
      const resources = resourcesFor(tables, 'pg')
      const columns = checkedFor(whole, resources).steps.find(({ id }) => id === whole.output)?.columns ?? []
      const p = expression(pick, 'bool', columns, 3)
      const parts = [p, ['not', p], ['is_null', p]].map((where) => rowsFor({ steps: [...whole.steps, { id: 'part', op: 'filter', input: whole.output, where }], output: 'part' }, tables))
      const all = rowsFor(whole, tables)
      if (all === undefined || parts.includes(undefined)) return
      expect(sameRows(all, { columns: all.columns, rows: parts.flatMap((part) => part?.rows ?? []) }, false)).toBe(true)
    }), { numRuns: 300, seed: 8 })
  })
})

const rowsFor = (written: Written, tables: readonly RandomTable[]) => meaning(checkedFor(written, resourcesFor(tables, 'pg')), tables)
