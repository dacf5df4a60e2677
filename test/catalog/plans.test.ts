// Random plans: the interpreter, SQLite and PostgreSQL give the same rows, wherever a plan is cut into a part for the source and a part for here.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Piece, Value } from '../../src/catalog/ports.ts'
import { resourceOf } from '../../src/catalog/resource.ts'
import { checked } from '../../src/ir/check.ts'
import { compile } from '../../src/ir/compile.ts'
import { execute as run } from '../../src/ir/execute.ts'
import { planOf } from '../../src/ir/read.ts'
import { type EngineUnderTest, compared, mariadbEngine, meaning, postgresEngine, sqliteEngine } from '../kit/plan-engines.ts'
import { checkedFor, EVERY_VALUE, expression, type Pick, randomPlan, type RandomTable, randomTables, resourcesFor, sameRows, type Written } from '../kit/plans.ts'
import { shop } from '../kit/shop.ts'
import { execute, type Postgres, type Service, startMariadb, startPostgres } from '../kit/services/index.ts'

let server: Postgres
let plans: string
let maria: Service
let engines: EngineUnderTest[]
let mysql: EngineUnderTest

beforeAll(async () => {
  server = await startPostgres()
  maria = await startMariadb()
  mysql = await mariadbEngine(maria.url)
  plans = await server.database('plans')
  engines = [await postgresEngine(plans), sqliteEngine()]
}, 60_000)

afterAll(async () => {
  await Promise.all([...(engines ?? []), mysql].map((engine) => engine.close()))
  await server?.stop()
  await maria?.stop()
})

/** Without a bias towards small numbers: every kind of column and step is as likely as the others. */
const below = (most: number): fc.Arbitrary<number> => fc.noBias(fc.nat({ max: most - 1 }))
const picker = (g: fc.GeneratorValue): Pick => (most) => g(below, most)

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

  test('compares, orders and groups every value of every type alike', async () => {
    for (const engine of engines) await engine.load(EVERY_VALUE)
    const columns = EVERY_VALUE[0]?.columns.map(({ name, type }) => ({ name, type })) ?? []
    const scans = [{ id: 'a', op: 'scan', resource: 'res:db.pg.x.public.t0' }, { id: 'b', op: 'scan', resource: 'res:db.pg.x.public.t1' }]
    const pairs = [...scans, { id: 'a1', op: 'derive', input: 'a', columns: { one: 1 } }, { id: 'b1', op: 'derive', input: 'b', columns: { one: 1 } }, { id: 'ab', op: 'join', left: 'a1', right: 'b1', on: ['one'], prefix: 'r_' }]
    for (const { name, type } of columns) {
      const [left, right, low] = [{ col: name }, { col: `r_${name}` }, type === 'str' ? ['concat', { col: name }, ''] : ['coalesce', { col: name }, ['cast', null, type]]]
      const key = (nulls: string) => [{ col: name, dir: 'desc', nulls }]
      const plans: Written[] = [
        { steps: [...pairs, { id: 'd', op: 'derive', columns: { lt: ['<', left, right], eq: ['=', left, right], le: ['<=', low, right], same: ['=', low, right] } }, { id: 'p', op: 'project', columns: [name, `r_${name}`, 'lt', 'eq', 'le', 'same'] }], output: 'p' },
        { steps: [...scans.slice(0, 1), { id: 's', op: 'sort', keys: key('first') }, { id: 'l', op: 'limit', rows: 7, offset: 1 }], output: 'l' },
        { steps: [...scans.slice(0, 1), { id: 'g', op: 'aggregate', by: [name], measures: { n: ['count'] } }, { id: 'w', op: 'window', order: key('last'), columns: { r: ['rank'], before: ['lag', left] } }], output: 'w' },
        { steps: [...scans, { id: 'j', op: 'join', left: 'a', right: 'b', kind: 'left', on: [name], prefix: 'r_' }], output: 'j' },
        ...(type === 'bool' ? [] : [{ steps: [...scans, { id: 'm', op: 'aggregate', input: 'a', measures: { least: ['min', left], most: ['max', left], kinds: ['count_distinct', left] } }, { id: 'n', op: 'join', left: 'm', right: 'b', on: [['least', name]], prefix: 'r_' }], output: 'n' }]),
      ]
      for (const written of plans) for (const engine of engines) expect(await compared(written, EVERY_VALUE, engine)).toMatchObject({ outcome: 'same' })
    }
  }, 60_000)

  test('takes values of SQLite that are not of their type as null, wherever it runs', async () => {
    const odd = (value: Value, at: number, type: string): Value => (at % 3 === 0 && type === 'int' ? ['12x', 1.5, ''][at % 9 / 3] as Value : at % 4 === 0 && type === 'num' ? 'many' : value)
    const tables = EVERY_VALUE.map((table) => ({ ...table, rows: table.rows.map((row, at) => row.map((value, column) => odd(value, at, table.columns[column]?.type ?? ''))) }))
    const sqlite = engines[1] as EngineUnderTest
    await sqlite.load(tables)
    const scan = { id: 'a', op: 'scan', resource: 'res:db.pg.x.public.t0' }
    for (const step of [{ op: 'filter', where: ['>', { col: 'k0' }, 5] }, { op: 'filter', where: ['not', ['>', { col: 'k2' }, { num: 0.5 }]] }, { op: 'aggregate', by: ['k0'], measures: { n: ['count', { col: 'k0' }], s: ['sum', { col: 'k2' }], m: ['max', { col: 'k0' }] } }]) {
      expect(await compared({ steps: [scan, { id: 'b', ...step }], output: 'b' }, tables, sqlite)).toMatchObject({ outcome: 'same' })
    }
    await fc.assert(fc.asyncProperty(fc.gen(), async (g) => {
      const { outcome, detail } = await compared(randomPlan(picker(g), tables), tables, sqlite)
      if (outcome === 'different') throw new Error(detail)
    }), { numRuns: 100, seed: 8, endOnFailure: true })
  }, 60_000)

  test('lets the indexes of SQLite serve filters and joins of numbers', async () => {
    const columns = [{ name: 'i', type: 'int' as const, postgres: 'integer', sqlite: 'INT UNIQUE', mysql: 'int' }]
    const tables: RandomTable[] = ['t0', 't1'].map((name) => ({ name, columns, rows: [[1], [2]] }))
    const sqlite = engines[1] as EngineUnderTest
    await sqlite.load(tables)
    const plan = checkedFor({ steps: [{ id: 'a', op: 'scan', resource: 'res:db.sqlite.x.main.t0' }, { id: 'f', op: 'filter', where: ['=', { col: 'i' }, 1] }, { id: 'b', op: 'scan', resource: 'res:db.sqlite.x.main.t1' }, { id: 'j', op: 'join', left: 'f', right: 'b', on: ['i'], prefix: 'r_' }], output: 'j' }, resourcesFor(tables, 'sqlite'))
    const piece = compile(plan).pieces[0]?.piece as Extract<Piece, { by: 'sql' }>
    const { rows } = await sqlite.query({ ...piece, sql: `explain query plan ${piece.sql}` })
    expect(rows.join('\n').match(/SEARCH main.t[01] USING .*INDEX/g)).toHaveLength(2)
  })

  test('tells of times of PostgreSQL that are none of a plan', async () => {
    await execute(plans, "drop schema public cascade; create schema public; create table odd (m timestamptz, d date); insert into odd values ('0044-03-15 BC', '0044-03-15 BC'), ('infinity', '-infinity'), ('2024-01-31', '2024-01-31'), (null, null)")
    const odd = resourceOf({ kind: 'tabular', place: { ns: 'db', engine: 'pg', source: 'x', path: ['public', 'odd'] }, cap: ['scan'], columns: [{ name: 'm', type: 'timestamptz' }, { name: 'd', type: 'date' }] }, '2024-01-01T00:00:00Z')
    const compiled = compile(checked(planOf({ steps: [{ id: 'a', op: 'scan', resource: odd.overview.id }, { id: 's', op: 'sort', keys: [{ col: 'd', nulls: 'last' }] }] }), [odd]))
    const { table, notes } = await run(compiled, { most: { result: 9, held: 9 }, piece: ({ piece }) => (engines[0] as EngineUnderTest).query(piece as Extract<Piece, { by: 'sql' }>), call: () => { throw new Error('no calls here') } })
    expect(table.rows.filter(([, day]) => day !== null)).toEqual([[expect.stringMatching(/^2024-01-3/), '2024-01-31']])
    expect(notes).toEqual(['m', 'd'].map((name) => `2 of the values in ${name} (step a) are not of type ${name === 'm' ? 'ts' : 'date'}: they count as null`))
  })

  test('counts bytes that are null as null', async () => {
    const tables: RandomTable[] = [{ name: 't0', columns: [{ name: 'b', type: 'any', postgres: 'bytea', sqlite: 'BLOB', mysql: 'blob' }], rows: [['ab'], [null], ['']] }]
    const scan = { id: 'a', op: 'scan', resource: 'res:db.pg.x.public.t0' }
    for (const engine of [...engines, mysql]) {
      await engine.load(tables)
      for (const step of [{ id: 'n', op: 'aggregate', measures: { n: ['count', { col: 'b' }] } }, { id: 'n', op: 'derive', columns: { none: ['is_null', { col: 'b' }] } }]) {
        expect(await compared({ steps: [scan, step, { id: 'p', op: 'project', columns: [step.op === 'derive' ? 'none' : 'n'] }], output: 'p' }, tables, engine)).toMatchObject({ outcome: 'same' })
      }
    }
  })

  test('gives the same rows in MariaDB, which gets what is certain', async () => {
    await mysql.load(EVERY_VALUE)
    await fc.assert(fc.asyncProperty(fc.gen(), async (g) => {
      const { outcome, detail } = await compared(randomPlan(picker(g), EVERY_VALUE), EVERY_VALUE, mysql)
      if (outcome === 'different') throw new Error(detail)
    }), { numRuns: 60, seed: 8, endOnFailure: true })
  }, 60_000)

  test('lets the indexes of PostgreSQL serve its filters and joins', async () => {
    await execute(plans, `drop schema public cascade; create schema public; create table customers (id int primary key, city text, email text); create table orders (id int primary key, customer_id int, created_at timestamptz, amount numeric(12,2), status text);
      insert into customers select i, 'c', 'x' from generate_series(1, 5000) i; insert into orders select i, i % 5000 + 1, now() - i * interval '1 minute', i % 1000, 's' || i from generate_series(1, 20000) i;
      create index on orders (created_at); create index on orders (amount); create index on orders (status); analyze`)
    const [orders, customers] = shop().map(({ overview }) => overview.id)
    const scan = { id: 'o', op: 'scan', resource: orders }
    const join = [{ id: 'c', op: 'scan', resource: customers }, { id: 'j', op: 'join', left: 'f', right: 'c', on: [['customer_id', 'id']], prefix: 'c_' }]
    for (const [where, more] of [[['=', { col: 'id' }, 5], join], [['>', { col: 'created_at' }, '2099-01-01'], []], [['=', { col: 'amount' }, 5.5], []], [['=', { col: 'status' }, 's7'], []]] as const) {
      const piece = compile(checked(planOf({ steps: [scan, { id: 'f', op: 'filter', where }, ...more] }), shop())).pieces[0]?.piece as Extract<Piece, { by: 'sql' }>
      const { rows } = await (engines[0] as EngineUnderTest).query({ ...piece, sql: `explain ${piece.sql}` })
      expect(rows.join('\n')).toContain('Index')
      expect(rows.join('\n')).not.toContain('Seq Scan')
    }
  })

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
    }), { numRuns: 150, seed: 8 })
  })
})

const rowsFor = (written: Written, tables: readonly RandomTable[]) => meaning(checkedFor(written, resourcesFor(tables, 'pg')), tables)
