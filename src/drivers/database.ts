// What every database looks like from outside: a question with bound parameters, and a table that ends at the limits. Whatever is asked only reads.
import type { Limits, Table, Value } from '../core/table.ts'

export type { Limits, Table, Value }

/** A database that was opened for reading. */
export interface Database {
  /** Runs one SELECT. Throws a DatabaseError whose message shows no credentials. */
  query(sql: string, parameters: readonly Value[], limits: Limits): Promise<Table>
  /** Whether it can no longer be asked: it was given up at a limit, or the other side is gone. */
  lost(): boolean
  close(): Promise<void>
}

/** Why a database did not answer: it cannot be used at all, or only this question failed. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'

  constructor(message: string, readonly reason: 'down' | 'slow' | 'question') {
    super(message)
  }
}

/** For questions of our own about a catalogue: large, because a catalogue may be. */
export const CATALOGUE_LIMITS: Limits = { rows: 10_000_000, bytes: 2 ** 30, milliseconds: 120_000 }

const READS = /^(?:select|with|values|explain)\b|^\(/i

/** Throws unless a text begins as a question does. The session is read-only too: this says so in words that help. */
export function mustRead(sql: string): void {
  const start = sql.replace(/^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)+/, '')
  if (!READS.test(start)) throw new DatabaseError(`a source is only read: a query begins with SELECT or WITH, not with "${start.slice(0, 20)}"`, 'question')
}

/** Counts what was gathered, and says when it is enough. */
export class Gathering {
  private readonly rows: (readonly Value[])[] = []
  private bytes = 0
  private cut: Table['cut'] | undefined

  constructor(private readonly limits: Limits) {}

  /** Takes a row; false when the limits leave no room for it. */
  add(row: readonly Value[]): boolean {
    if (this.cut === undefined && this.rows.length >= this.limits.rows) this.cut = 'rows'
    if (this.cut !== undefined) return false
    this.bytes += row.reduce<number>((sum, value) => sum + weightOf(value), 0)
    if (this.bytes > this.limits.bytes) this.cut = 'bytes'
    else this.rows.push(row)
    return this.cut === undefined
  }

  /** How many more rows are worth asking for: few while their size is not known, and never more than a few megabytes of them. */
  next(): number {
    const usual = this.rows.length === 0 ? 50 : Math.ceil(BATCH_BYTES / (this.bytes / this.rows.length + 1))
    return Math.max(1, Math.min(usual, MOST_AT_ONCE, this.limits.rows + 1 - this.rows.length))
  }

  table(columns: readonly string[]): Table {
    return { columns, rows: this.rows, ...(this.cut === undefined ? {} : { cut: this.cut }) }
  }
}

const BATCH_BYTES = 4_000_000
const MOST_AT_ONCE = 20_000

const weightOf = (value: Value): number => (typeof value === 'string' ? value.length + 2 : 8)

/** A whole number as it is, or as a bigint where a number would lose digits. */
export function wholeOf(text: string): number | bigint {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

/** A decimal of any length: whole ones keep all digits, fractions are the nearest number, as in JSON. */
export const decimalOf = (text: string): number | bigint => (/^-?\d+$/.test(text) ? wholeOf(text) : Number(text))

/** `2024-01-31 10:00:00.5+00` as `2024-01-31T10:00:00.500000Z`: always six digits, so that texts sort as times do. The session's time zone is UTC; what is no such time stays as it is. */
export function timeOf(text: string): string {
  const [, day, time, fraction = ''] = /^(\d{4,}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:Z|\+00(?::?00)?)?$/.exec(text) ?? []
  return day === undefined || time === undefined ? text : `${day}T${time}.${fraction.padEnd(6, '0')}Z`
}

/** A message without the secrets of an address, in whatever form they stand in it. */
export function withoutSecrets(message: string, address: string): string {
  return secretsOf(address).reduce((text, secret) => text.replaceAll(secret, '***'), message)
}

function secretsOf(address: string): string[] {
  try {
    const { password, searchParams } = new URL(address)
    const parts = [password, decodeURIComponent(password), searchParams.get('password') ?? '', address]
    return parts.filter((part) => part.length > 0).sort((a, b) => b.length - a.length)
  } catch {
    return [address]
  }
}
