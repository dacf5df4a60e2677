// The rows of a file as a table, within limits.
import { SourceDown, type Limits, type OpenSource, type Piece, type Table, type Value } from '../../catalog/ports.ts'
import type { Resource } from '../../catalog/record.ts'
import { valueOf, valueOfText } from './cells.ts'
import { withSheet } from './locate.ts'
import type { Sheet } from './sheet.ts'

/** Reads rows until there are no more, or a limit is reached. */
export async function rowsOf(source: OpenSource, piece: Piece, limits: Limits): Promise<Table> {
  if (piece.by !== 'rows') throw new SourceDown(`a file gives rows and cannot run a piece by "${piece.by}".`)
  const { resource } = piece
  return withSheet(source, resource, (sheet) => collect(sheet, columnsOf(sheet, resource, piece.columns), limits))
}

interface Chosen {
  readonly name: string
  readonly type: string
  readonly at: number
}

function columnsOf(sheet: Sheet, { overview, details }: Resource, asked: readonly string[] | undefined): Chosen[] {
  const types = new Map(details.columns.map(({ name, type }) => [name, type]))
  return (asked ?? details.columns.map(({ name }) => name)).map((name) => {
    const at = sheet.columns.findIndex((column) => column.name === name)
    if (at < 0) throw new SourceDown(`${overview.id} has no column ${JSON.stringify(name)}. Scan the source again.`)
    return { name, type: types.get(name) ?? 'string', at }
  })
}

async function collect(sheet: Sheet, chosen: readonly Chosen[], limits: Limits): Promise<Table> {
  const rows: Value[][] = []
  const until = performance.now() + limits.milliseconds
  const columns = chosen.map(({ name }) => name)
  const convert = sheet.text ? (raw: unknown, type: string) => valueOfText(raw as string, type) : valueOf
  let bytes = 0
  for await (const batch of sheet.read({ columns: chosen.map(({ at }) => at), rows: limits.rows + 1 })) {
    stopWhenAsked(limits, until)
    for (const raw of batch) {
      if (rows.length >= limits.rows) return { columns, rows, cut: 'rows' }
      const row = chosen.map(({ type }, at) => convert(raw[at], type))
      bytes += sizeOf(row)
      if (bytes > limits.bytes) return { columns, rows, cut: 'bytes' }
      rows.push(row)
    }
  }
  return { columns, rows }
}

function stopWhenAsked({ signal, milliseconds }: Limits, until: number): void {
  if (signal?.aborted === true) throw new SourceDown('the reading was stopped.')
  if (performance.now() > until) throw new SourceDown(`the reading took more than ${milliseconds} ms. Give a smaller limit.`)
}

const sizeOf = (row: readonly Value[]): number => row.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? Buffer.byteLength(cell) : 8), 0)
