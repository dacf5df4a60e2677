// Arrow IPC files and streams, Feather version 2 among them.
import type { DataType, Field, Table } from '@uwdata/flechette'
import { guardDictionaries, judgeColumns } from './arrow-judge.ts'
import { messagesOf, whole, type Message } from './arrow-messages.ts'
import type { DataFile } from './bytes.ts'
import { isoFrom } from './cells.ts'
import { BadFile, columnNames, MOST_COLUMNS, tooWide, type Format, type Sheet, type Wanted } from './sheet.ts'

/** Batches of columns with their own schema. */
export const arrow: Format = { name: 'arrow', endings: ['arrow', 'arrows', 'feather', 'ipc'], open: async (file) => [await sheetOf(file)] }

/** Bytes of all dictionaries that are held while rows are read. */
const MOST_DICTIONARY = 256 * 1024 * 1024

async function sheetOf(file: DataFile): Promise<Sheet> {
  const { messages, cut } = await messagesOf(file)
  const schema = messages.find(({ kind }) => kind === 'schema')
  if (schema === undefined) throw new BadFile('is no whole Arrow file: it has no schema')
  const head = await whole(file, schema)
  const { schema: { fields } } = await tableOf([head])
  const names = columnNames(fields.map(({ name }) => name))
  return {
    columns: fields.slice(0, MOST_COLUMNS).map((field, at) => ({ name: names[at] as string, type: arrowType(field.type), nn: !field.nullable })),
    text: false, rows: messages.reduce((sum, { rows }) => sum + rows, 0), projects: false,
    notes: [...tooWide(fields.length), ...(cut ? ['ends in the middle of a batch; the rows before it are read; it may not have been copied to its end'] : [])],
    read: (wanted) => read({ file, messages, schema: head }, wanted),
  }
}

async function tableOf(parts: Uint8Array[]): Promise<Table> {
  const { Column, tableFromIPC } = await import('@uwdata/flechette')
  guardDictionaries(Column)
  return tableFromIPC(parts, { useBigInt: true })
}

interface Opened {
  readonly file: DataFile
  readonly messages: readonly Message[]
  readonly schema: Uint8Array
}

async function* read({ file, messages, schema }: Opened, wanted: Wanted): AsyncIterable<unknown[][]> {
  const dictionaries: Uint8Array[] = []
  let held = 0
  let left = wanted.rows
  for (const message of messages) {
    if (left <= 0) return
    if (message.kind === 'schema') continue
    const bytes = await whole(file, message)
    if (message.kind === 'dictionary') {
      held += bytes.length
      if (held > MOST_DICTIONARY) throw new BadFile(`has dictionaries of more than ${MOST_DICTIONARY / 1024 / 1024} MB`)
      dictionaries.push(bytes)
      continue
    }
    const table = await tableOf([schema, ...dictionaries, bytes])
    judgeColumns(table)
    yield* rowsOf(table, wanted.columns, Math.min(left, message.rows))
    left -= message.rows
  }
}

/** Rows that are made at once. */
const STEP = 1000

function* rowsOf(table: Table, columns: readonly number[], rows: number): Iterable<unknown[][]> {
  const cells = columns.map((at) => {
    const column = table.getChildAt(at)
    const convert = converterOf(table.schema.fields[at] as Field)
    return (row: number): unknown => convert(column.at(row))
  })
  for (let from = 0; from < rows; from += STEP) {
    yield Array.from({ length: Math.min(STEP, rows - from) }, (_, i) => cells.map((cell) => cell(from + i)))
  }
}

// The numbers are those of the Arrow format.
const TYPE = { dictionary: -1, int: 2, float: 3, binary: 4, utf8: 5, bool: 6, decimal: 7, date: 8, time: 9, timestamp: 10, interval: 11, list: 12, struct: 13, union: 14, fixedBinary: 15, fixedList: 16, map: 17, duration: 18 } as const

const NAMES: Readonly<Record<number, string>> = {
  1: 'null', 4: 'binary', 5: 'string', 6: 'boolean', 8: 'date', 9: 'time', 11: 'interval', 13: 'struct', 14: 'union', 15: 'binary', 16: 'list', 17: 'map', 18: 'duration', 19: 'binary', 20: 'string', 21: 'list', 22: 'any', 23: 'binary', 24: 'string', 25: 'list', 26: 'list',
}

/** The type of a column in the words of the catalogue. */
function arrowType(type: DataType): string {
  const told = type as unknown as Readonly<Record<string, unknown>>
  if (type.typeId === TYPE.dictionary) return arrowType(told.dictionary as DataType)
  if (type.typeId === TYPE.int) return `${told.signed === true ? '' : 'u'}int${String(told.bitWidth)}`
  if (type.typeId === TYPE.float) return ['half', 'float', 'double'][told.precision as number] ?? 'double'
  if (type.typeId === TYPE.decimal) return `decimal(${String(told.precision)},${String(told.scale)})`
  if (type.typeId === TYPE.timestamp) return told.timezone === null || told.timezone === undefined ? 'timestamp' : 'timestamptz'
  const [child] = (told.children ?? []) as readonly Field[]
  if (type.typeId === TYPE.list && child !== undefined) return `list<${NAMES[child.type.typeId] ?? arrowType(child.type)}>`
  return NAMES[type.typeId] ?? 'any'
}

function converterOf({ type }: Field): (value: unknown) => unknown {
  const typeId = type.typeId === TYPE.dictionary ? (type as unknown as { dictionary: DataType }).dictionary.typeId : type.typeId
  if (typeId === TYPE.timestamp) return (value) => timeOf(value)
  if (typeId === TYPE.date) return (value) => timeOf(value)?.slice(0, -14) ?? null
  return typeId === TYPE.time ? timeOfDay((type as unknown as { unit: number }).unit) : (value) => value
}

/** Milliseconds since 1970, with what is below them as a fraction. */
const timeOf = (value: unknown): string | null => (typeof value === 'number' && Number.isFinite(value) ? isoFrom(BigInt(Math.round(value * 1000)), 1_000_000n) : null)

const timeOfDay = (unit: number) => (value: unknown): unknown => (typeof value === 'number' || typeof value === 'bigint' ? isoFrom(BigInt(value), 1000n ** BigInt(unit))?.slice(11, -1) : value)
