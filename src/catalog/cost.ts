// What reading something costs, roughly, from what is known of it.
import { shortType } from './types.ts'

const BYTES: Readonly<Record<string, number>> = { int: 6, num: 8, bool: 1, ts: 8, date: 4, time: 8, uuid: 16, str: 24, json: 200, bytes: 200, list: 60, any: 24 }
const ROW_BYTES = 24
const BYTES_A_MS = 1e6
const PAGE_ROWS = 10_000

/** Reading rows of these types once at a gigabyte a second, and what ten thousand of them weigh. */
export function costOf(columns: readonly { readonly type: string }[], rows: number): { latency_ms_p50: number; egress_mb: number } {
  const width = columns.reduce((sum, { type }) => sum + (BYTES[shortType(type)] ?? ROW_BYTES), ROW_BYTES)
  return { latency_ms_p50: Math.round(1 + (rows * width) / BYTES_A_MS), egress_mb: Math.round((Math.min(rows, PAGE_ROWS) * width) / 1e4) / 100 }
}
