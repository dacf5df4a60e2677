// The inside of a block as bytes: a summary, then the fields in the order of their numbers.
import { valuesOf } from '../record.ts'
import { ENTRY_KINDS, type FieldSpec, langCode, specOf, type Words } from '../schema.ts'
import { bytesOf } from '../text.ts'
import type { Hunk, TreeEntry, TypedBlock } from '../typed.ts'
import type { Allowance } from './body.ts'
import { joined, varint } from './bytes.ts'
import { CodecError } from './error.ts'
import { LIMITS } from './limits.ts'

type Part = Uint8Array | readonly number[]

/** The number of a block's type and its body, with the summary in front. */
export function bodyOf(block: TypedBlock, allowance: Allowance): { code: number; body: Uint8Array } {
  allowance.part()
  const summary = block.summary === undefined ? [] : sized(bytesOf(block.summary))
  if (block.type === 'unknown') return { code: block.code, body: joined([...summary, block.body]) }
  const spec = specOf(block.type)
  if (spec === undefined) throw new TypeError(`${String((block as { type: unknown }).type)} is no type of block`)
  const values = valuesOf(block)
  return { code: spec.code, body: joined([...summary, ...spec.fields.flatMap((field) => fieldParts(field, values[field.key], allowance))]) }
}

const sized = (bytes: Uint8Array): Part[] => [varint(bytes.length), bytes]
const number = (id: number, value: number): Part[] => [varint(id), [0], varint(value)]
const bytes = (id: number, value: Uint8Array): Part[] => [varint(id), [1], ...sized(value)]
const nested = (id: number, parts: readonly Part[]): Part[] => [varint(id), [2], ...sized(joined(parts))]

function fieldParts({ id, kind }: FieldSpec, value: unknown, allowance: Allowance): Part[] {
  if (value === undefined) return []
  switch (kind) {
    case 'text': return bytes(id, bytesOf(value as string))
    case 'bytes': return bytes(id, value as Uint8Array)
    case 'count': return number(id, value as number)
    case 'lang': return number(id, langCode(value as string))
    case 'entries': return (value as readonly TreeEntry[]).flatMap((entry) => nested(id, entryParts(entry, { allowance, depth: 1 })))
    case 'hunks': return (value as readonly Hunk[]).flatMap((hunk) => nested(id, hunkParts(hunk, allowance)))
    default: return number(id, numberOf(kind, value as string))
  }
}

const numberOf = ({ words, from }: Words, word: string): number => words.indexOf(word) + from

function entryParts({ name, kind, size, children }: TreeEntry, { allowance, depth }: { allowance: Allowance; depth: number }): Part[] {
  allowance.part()
  if (depth > LIMITS.depth) throw new CodecError('limit', `the tree is deeper than ${LIMITS.depth} folders`)
  const own = [...bytes(1, bytesOf(name)), ...number(2, numberOf(ENTRY_KINDS, kind)), ...number(3, size)]
  return [...own, ...children.flatMap((child) => nested(4, entryParts(child, { allowance, depth: depth + 1 })))]
}

function hunkParts({ oldStart, newStart, lines }: Hunk, allowance: Allowance): Part[] {
  allowance.part()
  return [...number(1, oldStart), ...number(2, newStart), ...bytes(3, lines)]
}
