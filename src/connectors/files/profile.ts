// What a bounded sample of rows tells of the columns: types where none are declared, how often nothing stands there, and the values where they are few.
import type { Column } from '../../catalog/record.ts'
import { isNothing, joined, typeOfText, typeOfValue, valueOf, valueOfText, type CellType } from './cells.ts'
import { allOf, type Sheet } from './sheet.ts'
import { piiOf } from '../sql/pii.ts'

/** Rows and characters of a sample. */
const MOST_ROWS = 5000
const MOST_CELLS = 2_000_000
const MOST_CHARACTERS = 8 * 1024 * 1024

/** How many values are few, how long one may be, and how often they must repeat on the whole. */
const FEW = 12
const LONGEST_VALUE = 40
const REPEATS = 3

/** Rows that are shown of a file, when samples are asked for. */
const SHOWN = 3
const LONGEST_SHOWN = 300

/** What was found. */
export interface Profile {
  readonly columns: Column[]
  readonly nullRate: Readonly<Record<string, number>>
  readonly samples: readonly string[]
  /** Rows that were looked at, and whether they are all. */
  readonly rows: number
  readonly whole: boolean
  /** Rows that were read, used or not: with the bytes that were taken for them, the rest can be estimated. */
  readonly passed: number
}

class Tally {
  #type: CellType | undefined
  #nothing = 0
  #empty = 0
  readonly #values = new Map<string, number>()
  #seen = 0
  readonly #text: boolean

  constructor(text: boolean) {
    this.#text = text
  }

  add(raw: unknown): void {
    this.#seen++
    if (raw === null || raw === undefined || raw === '' || Number.isNaN(raw)) return void this.#empty++
    if (this.#text && isNothing(raw as string)) this.#nothing++
    else this.#join(this.#text ? typeOfText(raw as string) : typeOfValue(raw))
    if (this.#values.size <= FEW && typeof raw === 'string') this.#values.set(raw, (this.#values.get(raw) ?? 0) + 1)
  }

  #join(type: CellType): void {
    this.#type = this.#type === undefined ? type : joined(this.#type, type, this.#text)
  }

  /** Text unless something else was met: a column of nothing but empty cells could hold anything. */
  get type(): CellType {
    return this.#type ?? (this.#text ? 'string' : 'any')
  }

  get nullRate(): number {
    return this.#seen === 0 ? 0 : (this.#empty + (this.type === 'string' ? 0 : this.#nothing)) / this.#seen
  }

  /** The values of a column of texts, when there are few and they repeat. */
  get values(): string[] | undefined {
    const values = [...this.#values.keys()]
    const few = values.length > 0 && values.length <= FEW && this.#seen - this.#empty >= values.length * REPEATS && values.every((value) => value.length <= LONGEST_VALUE && !/[\p{Cc}]/u.test(value))
    return few ? values.sort() : undefined
  }

  /** Whether most values are addresses of mail. */
  get mail(): boolean {
    const values = [...this.#values.keys()]
    return values.length > 0 && values.every((value) => /^[^\s@]{1,64}@[^\s@]+\.[a-z]{2,}$/i.test(value))
  }
}

/** Looks at the first rows of a sheet. */
export async function profileOf(sheet: Sheet, samples: boolean): Promise<Profile> {
  const tallies = sheet.columns.map(() => new Tally(sheet.text))
  const most = Math.max(1, Math.min(MOST_ROWS, Math.floor(MOST_CELLS / Math.max(1, tallies.length))))
  const kept: (readonly unknown[])[] = []
  const sampled = { rows: 0, characters: 0, passed: 0 }
  for await (const batch of sheet.read({ columns: allOf(sheet), rows: most })) {
    sampled.passed += batch.length
    for (const row of batch) {
      if (sampled.rows === most || sampled.characters > MOST_CHARACTERS) return finish(sheet, tallies, { ...sampled, kept, whole: false })
      row.forEach((cell, at) => tallies[at]?.add(cell))
      if (samples && kept.length < SHOWN) kept.push(row)
      sampled.rows++
      sampled.characters += sizeOf(row)
    }
  }
  return finish(sheet, tallies, { ...sampled, kept, whole: sheet.rows === undefined || sampled.rows === sheet.rows })
}

/** Characters of a row as text would hold it, with a sign after each cell. */
const sizeOf = (row: readonly unknown[]): number => row.reduce<number>((sum, cell) => sum + 1 + (typeof cell === 'string' ? cell.length : 4), 0)

interface Sampled {
  readonly rows: number
  readonly passed: number
  readonly kept: readonly (readonly unknown[])[]
  readonly whole: boolean
}

function finish(sheet: Sheet, tallies: readonly Tally[], { rows, passed, kept, whole }: Sampled): Profile {
  const columns = sheet.columns.map((column, at) => columnOf(column, tallies[at] as Tally, whole && rows > 0))
  const rates = sheet.columns.map(({ name, nullRate }, at): [string, number] => [name, rounded(nullRate ?? (tallies[at] as Tally).nullRate)])
  return { columns, nullRate: Object.fromEntries(rates.filter(([, rate]) => rate > 0)), samples: kept.map((row) => shown(row, columns, sheet.text)), rows, whole, passed }
}

/** Known to have a value always only where the format says so or every row was seen. */
function columnOf({ name, type, nn, description }: Sheet['columns'][number], tally: Tally, whole: boolean): Column {
  const pii = piiOf(name) ?? (tally.mail ? 'email' : undefined)
  const kind = type ?? tally.type
  const values = pii === undefined && /^(?:string|utf8)/.test(kind) ? tally.values : undefined
  return {
    name, type: kind, ...(nn === true || (nn === undefined && whole && tally.nullRate === 0) ? { nn: true } : {}),
    ...(description === undefined ? {} : { description }), ...(values === undefined ? {} : { values }), ...(pii === undefined ? {} : { pii }),
  }
}

const rounded = (rate: number): number => Math.round(rate * 1000) / 1000

/** A row as JSON without columns that look personal, cut to what can be read. */
function shown(row: readonly unknown[], columns: readonly Column[], text: boolean): string {
  const cells = columns.flatMap(({ name, type, pii }, at) => {
    const value = pii === undefined ? (text ? valueOfText(String(row[at] ?? ''), type) : valueOf(row[at], type)) : null
    return value === null ? [] : [[name, typeof value === 'bigint' ? String(value) : value] as const]
  })
  return JSON.stringify(Object.fromEntries(cells)).slice(0, LONGEST_SHOWN)
}
