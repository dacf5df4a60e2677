// A call of a plan, made for real. It only reads unless the source says which other methods are harmless.
import { type Limits, type OpenSource, type Piece, SourceDown, type Table } from '../../catalog/ports.ts'
import type { Resource } from '../../catalog/record.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { shownAddress } from '../../drivers/address.ts'
import { received } from '../calls/http.ts'
import { tableOf } from '../calls/table.ts'
import { parseJson } from '../files/json-text.ts'
import { allowed, READS } from './operations.ts'
import { requestOf } from './request.ts'

/** Calls an operation and gives the rows of its answer. */
export async function runCall(source: OpenSource, piece: Piece, limits: Limits): Promise<Table> {
  if (piece.by !== 'call') throw new TypeError(`an API is called; it cannot run ${piece.by}`)
  const { overview, details } = piece.resource
  const ask = requestOf(source, piece.resource, piece.args)
  if (!READS.has(ask.method) && !allowed(source, ask.method)) throw new SourceDown(`${overview.title} can change data, and plans only read; if it does not, add the source again with the option allow=${ask.method}`)
  const shown = `${ask.method} ${shownAddress(ask.url.href)}`
  const text = await received(ask, { ...limits, bytes: wireBytes(limits) })
  const path = details.call?.by === 'http' ? details.call.rows : []
  return text.trim() === '' ? { columns: details.columns.map(({ name }) => name), rows: [] } : tableOf(dataFrom(text, shown), { path, columns: details.columns, shown }, limits)
}

/** An answer holds more than the columns that are asked of it: so much of it is read. */
const wireBytes = ({ bytes }: Limits): number => Math.max(bytes * 4, 1_000_000)

function dataFrom(text: string, shown: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new SourceDown(`${shown} answered something that is no JSON`)
  }
}

const PROBE_MS = 10_000
/** How long what a server said is believed. */
const FRESH_MS = 30_000
const asked = new Map<string, Promise<string | undefined>>()

/** Whether the server of an operation answers at all. What it answers does not matter: nothing is asked for. The operations of one server share the question. */
export async function probeServer(source: OpenSource, { overview, details: { call } }: Resource): Promise<Diagnostic | undefined> {
  const server = source.options['server'] ?? (call?.by === 'http' ? call.server : '')
  if (!/^https?:/i.test(server) || !URL.canParse(server)) return { code: 'api/no-server', severity: 'warning', path: overview.id, message: `${overview.id} cannot be reached: its document does not say where the API is`, hint: 'Add the source again with the option server=https://…' }
  const { origin } = new URL(server)
  const fault = await (asked.get(origin) ?? ask(origin))
  return fault === undefined ? undefined : { code: 'api/unreachable', severity: 'error', path: overview.id, message: `${overview.id} cannot be reached: ${fault}` }
}

function ask(origin: string): Promise<string | undefined> {
  const answer = silent(origin)
  asked.set(origin, answer)
  setTimeout(() => asked.delete(origin), FRESH_MS).unref()
  return answer
}

async function silent(origin: string): Promise<string | undefined> {
  try {
    const response = await fetch(origin, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(PROBE_MS) })
    return response.status >= 500 && response.status !== 501 ? `${shownAddress(origin)} answers ${response.status}` : undefined
  } catch {
    return `${shownAddress(origin)} does not answer`
  }
}
