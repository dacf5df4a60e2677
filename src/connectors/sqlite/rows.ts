// How many rows the tables of a SQLite have: what ANALYZE counted; without it a count of small tables, and of large ones the highest rowid, which costs nothing to find.
import { quoted } from '../sql/names.ts'
import type { asker } from '../sql/source.ts'
import { COUNTED, MOST_COUNTED, type TableRow, WAS_COUNTED } from './queries.ts'

type Ask = ReturnType<typeof asker>

const AT_ONCE = 100
/** A table without rowids is counted up to here. */
const MOST_READ = 1_000_000

/** Rows by the names of tables; an estimate. */
export async function rowsOf(ask: Ask, tables: readonly TableRow[]): Promise<ReadonlyMap<string, number>> {
  const counted = (await ask(WAS_COUNTED)).length > 0 ? await ask<{ table: string; rows: number }>(COUNTED) : []
  const known = new Map(counted.map(({ table, rows }) => [table, rows]))
  const rest = tables.filter(({ name, type }) => type === 'table' && !known.has(name))
  for (let at = 0; at < rest.length; at += AT_ONCE) await count(ask, rest.slice(at, at + AT_ONCE), known)
  return known
}

async function count(ask: Ask, tables: readonly TableRow[], into: Map<string, number>): Promise<void> {
  const rows = await ask<{ at: number; few: number; most: number | null }>(tables.map(counting).join(' union all '))
  for (const { at, few, most } of rows) into.set(tables[at]?.name ?? '', few <= MOST_COUNTED || !Number.isFinite(Number(most)) ? few : Math.max(few, Number(most)))
}

function counting({ name, without }: TableRow, at: number): string {
  const table = quoted(name, { quote: '"' })
  return `select ${at} as at, (select count(*) from (select 1 from ${table} limit ${MOST_COUNTED + 1})) as few, ${without === 1 ? `(select count(*) from (select 1 from ${table} limit ${MOST_READ}))` : `(select max(rowid) from ${table})`} as most`
}
