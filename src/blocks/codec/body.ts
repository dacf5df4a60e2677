// The inside of a block: a summary, then fields. Fields that are not known are skipped; a type that is not known keeps its bytes.
import { blockFrom, emptyLists, type Values } from '../record.ts'
import { ENTRY_KINDS, type FieldSpec, langOf, specNumbered, type TypeSpec, type Words } from '../schema.ts'
import { textOf } from '../text.ts'
import type { Hunk, TreeEntry, TypedBlock } from '../typed.ts'
import { Cursor } from './bytes.ts'
import { CodecError } from './error.ts'
import { LIMITS } from './limits.ts'

/** What a stream may still make: every object counts. */
export class Allowance {
  private parts = 0

  part(): void {
    if (++this.parts > LIMITS.parts) throw new CodecError('limit', `there are more than ${LIMITS.parts} blocks, files and hunks`, { advice: 'write several containers' })
  }
}

/** Reads a body that is neither packed nor a reference. */
export function readBody(code: number, hasSummary: boolean, { body, allowance }: { body: Uint8Array; allowance: Allowance }): TypedBlock {
  allowance.part()
  const cursor = new Cursor(body)
  const summary = hasSummary ? { summary: textOf(cursor.take(cursor.count())) } : {}
  const spec = specNumbered(code)
  if (spec === undefined) return { type: 'unknown', code, body: body.subarray(cursor.at), ...summary }
  return { ...blockFrom(spec.type, valuesFrom(spec, cursor, allowance)), ...summary }
}

/** The fields of a block; the last of several wins, lists grow. */
function valuesFrom(spec: TypeSpec, cursor: Cursor, allowance: Allowance): Values {
  const values: Record<string, unknown> = { ...emptyLists(spec) }
  for (const raw of fieldsIn(cursor)) {
    const field = spec.fields.find(({ id }) => id === raw.id)
    if (field === undefined) continue
    const value = valueOf(field, raw, allowance)
    if (field.kind === 'entries' || field.kind === 'hunks') (values[field.key] as unknown[]).push(value)
    else values[field.key] = value
  }
  const missing = spec.fields.find(({ key, required }) => required && values[key] === undefined)
  if (missing !== undefined) throw new CodecError('missing', `the field ${missing.name} is missing`, { advice: 'whoever wrote it left out what the protocol asks for' })
  return values
}

/** One field as it came. */
interface Raw {
  readonly id: number
  /** Where its value begins. */
  readonly at: number
  /** A number for wire type 0, bytes for 1 and 2. */
  readonly value: number | Uint8Array
}

const NUMBER = 0
const NESTED = 2

function* fieldsIn(cursor: Cursor): Iterable<Raw> {
  while (cursor.left > 0) {
    const start = cursor.at
    const id = cursor.count()
    const wire = cursor.count()
    if (wire > NESTED) throw new CodecError('wire', `wire type ${wire} of field ${id} is not known`, { offset: start, advice: 'only 0, 1 and 2 are' })
    const at = cursor.at
    // A number may be as large as the protocol allows: whoever does not use it must not stumble over it.
    yield { id, at, value: wire === NUMBER ? cursor.number() : cursor.take(cursor.count()) }
  }
}

function valueOf({ name, kind }: FieldSpec, raw: Raw, allowance: Allowance): unknown {
  switch (kind) {
    case 'text': return textOf(bytesIn(raw, name))
    case 'bytes': return bytesIn(raw, name)
    case 'count': return countIn(raw, name)
    case 'lang': return langIn(raw)
    case 'entries': return entryFrom(bytesIn(raw, name), { allowance, depth: 1 })
    case 'hunks': return hunkFrom(bytesIn(raw, name), allowance)
    default: return wordIn(raw, kind)
  }
}

function bytesIn({ value, at }: Raw, name: string): Uint8Array {
  if (typeof value === 'number') throw new CodecError('wire', `the field ${name} holds a number where bytes belong`, { offset: at })
  return value
}

function countIn({ value, at }: Raw, name: string): number {
  if (typeof value !== 'number') throw new CodecError('wire', `the field ${name} holds bytes where a number belongs`, { offset: at })
  if (!Number.isSafeInteger(value)) throw new CodecError('limit', `the field ${name} is larger than 2^53`, { offset: at })
  return value
}

function langIn(raw: Raw): string {
  const lang = langOf(countIn(raw, 'lang'))
  if (lang === undefined) throw new CodecError('word', `${String(raw.value)} is no number of a language`, { offset: raw.at, advice: 'it is one byte' })
  return lang
}

function wordIn(raw: Raw, { name, words, from }: Words): string {
  const word = words[countIn(raw, name) - from]
  if (word === undefined) throw new CodecError('word', `${String(raw.value)} is no ${name}`, { offset: raw.at, advice: `${from} to ${from + words.length - 1} are (${words.join(', ')})` })
  return word
}

/** Most entries are files: they share one list. */
const NO_ENTRIES: TreeEntry[] = []

function entryFrom(bytes: Uint8Array, { allowance, depth }: { allowance: Allowance; depth: number }): TreeEntry {
  allowance.part()
  if (depth > LIMITS.depth) throw new CodecError('limit', `the tree is deeper than ${LIMITS.depth} folders`)
  let children = NO_ENTRIES
  let [name, kind, size]: [string | undefined, TreeEntry['kind'], number] = [undefined, 'file', 0]
  for (const raw of fieldsIn(new Cursor(bytes))) {
    if (raw.id === 1) name = textOf(bytesIn(raw, 'name'))
    else if (raw.id === 2) kind = wordIn(raw, ENTRY_KINDS) as TreeEntry['kind']
    else if (raw.id === 3) size = countIn(raw, 'size')
    else if (raw.id === 4) (children === NO_ENTRIES ? (children = []) : children).push(entryFrom(bytesIn(raw, 'children'), { allowance, depth: depth + 1 }))
  }
  if (name === undefined) throw new CodecError('missing', 'an entry of a tree has no name')
  return { name, kind, size, children }
}

function hunkFrom(bytes: Uint8Array, allowance: Allowance): Hunk {
  allowance.part()
  let [oldStart, newStart, lines]: [number, number, Uint8Array] = [0, 0, new Uint8Array(0)]
  for (const raw of fieldsIn(new Cursor(bytes))) {
    if (raw.id === 1) oldStart = countIn(raw, 'old_start')
    else if (raw.id === 2) newStart = countIn(raw, 'new_start')
    else if (raw.id === 3) lines = bytesIn(raw, 'lines')
  }
  return { oldStart, newStart, lines }
}
