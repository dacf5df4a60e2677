// Databases for random plans: the same tables in PostgreSQL and SQLite, and one function that runs a compiled plan in either.
import { createRequire } from 'node:module'
import pg from 'pg'
import type { Piece, Table, Value } from '../../src/catalog/ports.ts'
import { compile } from '../../src/ir/compile.ts'
import { execute } from '../../src/ir/execute.ts'
import { interpret } from '../../src/ir/interpret.ts'
import type { Plan } from '../../src/ir/step.ts'
import { Overflow } from '../../src/ir/value.ts'
import { openMysql } from '../../src/drivers/mysql.ts'
import { checkedFor, type Engine, forEngine, type RandomTable, resourcesFor, sameRows, type Written } from './plans.ts'
import { executeMaria } from './services/mariadb.ts'

const { Database } = createRequire(import.meta.url)('node-sqlite3-wasm') as { Database: new (path: string) => Sqlite }
interface Sqlite {
  exec(sql: string): void
  run(sql: string, values: readonly Value[]): unknown
  prepare(sql: string): { all(values: readonly Value[], options: { expand: boolean }): Record<string, Value>[]; finalize(): void }
  close(): void
}

type SqlPiece = Extract<Piece, { by: 'sql' }>

/** One database with the random tables in it. */
export interface EngineUnderTest {
  readonly engine: Engine
  load(tables: readonly RandomTable[]): Promise<void>
  query(piece: SqlPiece): Promise<Table>
  /** Whether an error says that a number did not fit. */
  overflowed(error: unknown): boolean
  close(): Promise<void>
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const ddl = ({ name, columns }: RandomTable, engine: Engine): string => `create table ${quoted(name)} (${columns.map((column) => `${quoted(column.name)} ${engine === 'pg' ? `${column.postgres}${column.type === 'str' ? ' collate "en-x-icu"' : ''}` : column.sqlite}`).join(', ')})`

export async function postgresEngine(url: string): Promise<EngineUnderTest> {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser: (oid: number) => (oid === 16 ? (text: string) => text === 't' : (text: string) => text) } as never })
  await client.connect()
  await client.query("set timezone = 'Asia/Tokyo'; set datestyle = 'SQL, DMY'")
  return {
    engine: 'pg',
    async load(tables) {
      await client.query('drop schema public cascade; create schema public')
      for (const table of tables) {
        await client.query(ddl(table, 'pg'))
        for (const row of table.rows) await client.query(`insert into ${quoted(table.name)} values (${row.map((_, at) => `$${at + 1}`).join(', ')})`, row.map((value, at) => (typeof value === 'string' && table.columns[at]?.postgres === 'timestamp' ? value.replace('Z', '') : typeof value === 'bigint' || Object.is(value, -0) ? (value === 0 ? '-0' : String(value)) : value)))
      }
    },
    async query({ sql, parameters }) {
      const { fields, rows } = await client.query<Value[]>({ text: sql, values: parameters.map((value) => (typeof value === 'bigint' ? String(value) : value)), rowMode: 'array' })
      return { columns: fields.map(({ name }) => name), rows }
    },
    overflowed: (error) => (error as { code?: string }).code === '22003',
    close: () => client.end(),
  }
}

export function sqliteEngine(): EngineUnderTest {
  let db = new Database(':memory:')
  return {
    engine: 'sqlite',
    async load(tables) {
      db.close()
      db = new Database(':memory:')
      for (const table of tables) {
        db.exec(ddl(table, 'sqlite'))
        for (const row of table.rows) db.run(`insert into ${quoted(table.name)} values (${row.map(() => '?').join(', ')})`, row.map((value, at) => (typeof value === 'boolean' ? Number(value) : typeof value === 'string' && table.columns[at]?.type === 'ts' && at % 2 === 0 ? value.replace('T', ' ').replace(/000Z$/, '') : value)))
      }
    },
    async query({ sql, parameters }) {
      const statement = db.prepare(sql)
      try {
        const rows = statement.all(parameters, { expand: false })
        return { columns: Object.keys(rows[0] ?? {}), rows: rows.map((row) => Object.values(row)) }
      } finally {
        statement.finalize()
      }
    },
    overflowed: (error) => /integer overflow/.test((error as Error).message),
    close: async () => db.close(),
  }
}

/** MariaDB, asked through our own driver. */
export async function mariadbEngine(url: string): Promise<EngineUnderTest> {
  const database = await openMysql(url)
  const ticked = (name: string): string => `\`${name.replaceAll('`', '``')}\``
  const literal = (value: Value): string => (typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''").replace(/^(\d{4}-\d\d-\d\d)T(.*)Z$/, '$1 $2')}'` : String(value))
  return {
    engine: 'mysql',
    load: (tables) => executeMaria(url, tables.map(({ name, columns, rows }) => [
      `drop table if exists ${ticked(name)}`, `create table ${ticked(name)} (${columns.map((column) => `${ticked(column.name)} ${column.mysql}`).join(', ')}) character set utf8mb4`,
      ...(rows.length === 0 ? [] : [`insert into ${ticked(name)} values ${rows.map((row) => `(${row.map(literal).join(', ')})`).join(', ')}`]),
    ].join(';\n')).join(';\n')),
    query: ({ sql, parameters }) => database.query(sql, parameters, { rows: 1e6, bytes: 1e9, milliseconds: 60_000 }),
    overflowed: () => false,
    close: () => database.close(),
  }
}

/** What a comparison found: how it ended, and for a difference what to look at. */
export interface Verdict {
  readonly outcome: 'same' | 'overflow' | 'overflow at the source' | 'different'
  readonly queries: number
  readonly detail?: string
}

/** Compares a plan in a database with the interpreter, with pushdown of nothing but scans, of everything, and of every prefix in between. */
export async function compared(written: Written, tables: readonly RandomTable[], engine: EngineUnderTest): Promise<Verdict> {
  const plan = checkedFor(forEngine(written, engine.engine), resourcesFor(tables, engine.engine))
  const wanted = meaning(plan, tables)
  if (wanted === undefined) return { outcome: 'overflow', queries: 0 }
  let [queries, overflows] = [0, 0]
  for (let reach = 1; reach <= plan.steps.length; reach++) {
    const allowed = new Set(plan.steps.filter((step, at) => step.op === 'scan' || at < reach).map(({ id }) => id))
    const compiled = compile(plan, { allow: ({ id }) => allowed.has(id) })
    const sqls = compiled.pieces.map(({ piece }) => (piece as SqlPiece).sql).join('\n---\n')
    try {
      const { table } = await execute(compiled, { most: { result: 1e6, held: 1e6 }, piece: ({ piece }) => (queries++, engine.query(piece as SqlPiece)), call: () => { throw new Error('no calls here') } })
      if (!sameRows(wanted, table, isOrdered(plan))) return { outcome: 'different', queries, detail: `${JSON.stringify(written)}\n${sqls}\nparameters ${show(compiled.pieces.map(({ piece }) => (piece as SqlPiece).parameters))}\ntables ${show(tables)}\nwanted ${show(wanted)}\ngot ${show(table)}` }
    } catch (error) {
      if (!engine.overflowed(error) && !(error instanceof Overflow)) return { outcome: 'different', queries, detail: `${(error as Error).message}\n${JSON.stringify(written)}\n${sqls}\nparameters ${show(compiled.pieces.map(({ piece }) => (piece as SqlPiece).parameters))}\ntables ${show(tables)}` }
      overflows++
    }
  }
  return { outcome: overflows === 0 ? 'same' : 'overflow at the source', queries }
}

const show = (value: unknown): string => JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : Object.is(inner, -0) ? '-0' : inner))

/** What the interpreter gives; undefined when a number does not fit. */
export function meaning(plan: Plan, tables: readonly RandomTable[]): Table | undefined {
  try {
    return interpret(plan, { scan: ({ overview }, columns) => {
      const table = tables.find(({ name }) => overview.id.endsWith(`.${name}`)) as RandomTable
      const places = columns.map((name) => table.columns.findIndex((column) => column.name === name))
      return { columns, rows: table.rows.map((row) => places.map((place) => row[place] as Value)) }
    } })
  } catch (error) {
    if (error instanceof Overflow) return undefined
    throw error
  }
}

/** Whether the result has one order only: a sort, and nothing behind it that drops a column of its order. */
function isOrdered(plan: Plan): boolean {
  let step = plan.steps.find(({ id }) => id === plan.output)
  while (step !== undefined && ['filter', 'derive', 'limit'].includes(step.op)) step = plan.steps.find(({ id }) => id === step?.inputs[0])
  return step?.op === 'sort'
}
