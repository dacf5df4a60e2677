// Blocks as people and programs write them: JSON `{ "blocks": [...] }`, a list, or one block a line.
import { isRecord, jsonFrom } from '../core/json.ts'
import { suggestion } from '../core/nearest.ts'
import { blockFrom, emptyLists } from './record.ts'
import { ENTRY_KINDS, type FieldSpec, PRIORITY_WORDS, specOf, TYPES, type TypeSpec, type Words } from './schema.ts'
import { bytesOf, fromBase64 } from './text.ts'
import type { Hunk, TreeEntry, TypedBlock } from './typed.ts'

/** What is wrong with a manifest, and where. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError'
}

/** Brings the bytes of a `content_file`; throws when it may not or cannot. */
export type Bring = (path: string) => Uint8Array

const noFiles: Bring = () => {
  throw new ManifestError('content_file cannot be read here: put the text into content')
}

/** Trees deeper than this are refused, as the codec does. */
export const DEEPEST_TREE = 128

/** Reads a manifest. A block with a priority is followed by the annotation that says so. */
export function blocksFrom(text: string, bring: Bring = noFiles): TypedBlock[] {
  const blocks: TypedBlock[] = []
  for (const { value, place } of valuesIn(text)) {
    const reading = new Reading(value, place, bring)
    blocks.push(reading.block())
    const priority = reading.priority()
    if (priority !== undefined) blocks.push({ type: 'annotation', target: blocks.length - 1, kind: 'priority', value: Uint8Array.of(priority) })
  }
  return blocks
}

interface Placed { readonly value: unknown; readonly place: string }

/** The blocks of a text, each with words for where it stands. */
function valuesIn(text: string): Placed[] {
  const lines = text.split('\n').map((line, at) => ({ line: line.trim(), at: at + 1 })).filter(({ line }) => line !== '')
  const whole = wholeOf(text, isByLine(lines.map(({ line }) => line)))
  if (whole === undefined) return lines.map(({ line, at }) => ({ value: jsonFrom(line, (why) => new ManifestError(`line ${at}: ${why}`)), place: `line ${at}` }))
  const list = isRecord(whole) && 'blocks' in whole ? whole['blocks'] : isRecord(whole) ? [whole] : whole
  if (!Array.isArray(list)) throw new ManifestError('a manifest is { "blocks": [...] }, a list of blocks, or one block a line')
  return list.map((value: unknown, at) => ({ value, place: `block ${at}` }))
}

/** Whether lines are blocks of their own; one that is garbage does not change what the others are. */
const isByLine = (lines: readonly string[]): boolean => lines.length > 1 && (lines.every((line) => line.startsWith('{') && line.endsWith('}')) || isObject(lines[0] as string))

function isObject(line: string): boolean {
  try {
    return isRecord(JSON.parse(line))
  } catch {
    return false
  }
}

/** The text as one JSON value; undefined when it is one block a line. */
const wholeOf = (text: string, byLine: boolean): unknown => (byLine ? undefined : jsonFrom(text, (why) => new ManifestError(`the manifest cannot be read: ${why}`)))

/** One block of a manifest while it is read. */
class Reading {
  private readonly given: Record<string, unknown>
  private readonly spec: TypeSpec | undefined

  constructor(value: unknown, private readonly place: string, private readonly bring: Bring) {
    if (!isRecord(value)) throw this.wrong('a block is an object with a type')
    this.given = value
    const type = value['type']
    this.spec = typeof type === 'string' ? specOf(type) : undefined
    if (this.spec === undefined && type !== 'unknown') throw this.wrong(`${JSON.stringify(type)} is no type of block; ${suggestion(String(type), TYPES.map((spec) => spec.type))}`)
    this.refuseStrangers()
  }

  block(): TypedBlock {
    const summary = this.text('summary')
    const told = summary === undefined ? {} : { summary }
    if (this.spec === undefined) return { type: 'unknown', code: this.code(), body: this.bytes('body') ?? new Uint8Array(0), ...told }
    const values = this.spec.fields.flatMap((field): [string, unknown][] => {
      const value = this.value(field)
      if (value === undefined && field.required) throw this.wrong(`${field.name} is missing`)
      return value === undefined ? [] : [[field.key, value]]
    })
    return { ...blockFrom(this.spec.type, { ...emptyLists(this.spec), ...Object.fromEntries(values) }), ...told }
  }

  /** The number of its priority, when it has one. */
  priority(): number | undefined {
    const priority = this.text('priority')
    return priority === undefined ? undefined : PRIORITY_WORDS.from + PRIORITY_WORDS.words.indexOf(this.word(PRIORITY_WORDS, priority))
  }

  private value({ name, kind }: FieldSpec): unknown {
    if (kind === 'bytes') return name === 'value' && this.given['kind'] === 'priority' ? this.priorityValue() : this.bytes(name)
    if (kind === 'count') return this.count(name, this.given[name])
    if (kind === 'entries') return this.entries(this.given[name], 1)
    if (kind === 'hunks') return this.list(name)?.map((hunk) => this.hunk(hunk))
    const text = this.text(name)
    return text === undefined || typeof kind === 'string' ? text : this.word(kind, text)
  }

  /** `critical` rather than the byte 1. */
  private priorityValue(): Uint8Array | undefined {
    const at = PRIORITY_WORDS.words.indexOf(String(this.given['value']))
    return at < 0 ? this.bytes('value') : Uint8Array.of(PRIORITY_WORDS.from + at)
  }

  /** Bytes are given as text, as base64 or, for content, in a file. */
  private bytes(name: string): Uint8Array | undefined {
    const ways = [name, `${name}_base64`, `${name}_file`].filter((way) => this.given[way] !== undefined)
    if (ways.length > 1) throw this.wrong(`give ${ways.join(' or ')}, not both`)
    const [way = name] = ways
    const text = this.text(way)
    if (text === undefined || way === name) return text === undefined ? undefined : bytesOf(text)
    if (way === `${name}_file`) return this.bring(text)
    const bytes = fromBase64(text)
    if (bytes === undefined) throw this.wrong(`${way} is not base64`)
    return bytes
  }

  private text(name: string): string | undefined {
    const value = this.given[name]
    if (value === undefined || value === null || typeof value === 'string') return value ?? undefined
    throw this.wrong(`${name} is a text, not ${JSON.stringify(value)}`)
  }

  private word({ words }: Words, text: string): string {
    if (!words.includes(text)) throw this.wrong(`${JSON.stringify(text)} is not known; ${suggestion(text, words)}`)
    return text
  }

  private count(name: string, value: unknown): number | undefined {
    if (value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0)) return value as number | undefined
    throw this.wrong(`${name} is a whole number from 0, not ${JSON.stringify(value)}`)
  }

  private list(name: string): readonly unknown[] | undefined {
    const value = this.given[name]
    if (value === undefined || Array.isArray(value)) return value
    throw this.wrong(`${name} is a list`)
  }

  private entries(value: unknown, depth: number): TreeEntry[] {
    if (depth > DEEPEST_TREE) throw this.wrong(`the tree is deeper than ${DEEPEST_TREE} folders`)
    if (value === undefined) return []
    if (!Array.isArray(value)) throw this.wrong('entries and children are lists')
    return value.map((entry: unknown) => {
      if (!isRecord(entry) || typeof entry['name'] !== 'string') throw this.wrong('an entry of a tree is an object with a name')
      const kind = this.word(ENTRY_KINDS, String(entry['kind'] ?? (entry['children'] === undefined ? 'file' : 'dir'))) as TreeEntry['kind']
      return { name: entry['name'], kind, size: this.count('size', entry['size']) ?? 0, children: this.entries(entry['children'], depth + 1) }
    })
  }

  private hunk(hunk: unknown): Hunk {
    const lines = isRecord(hunk) ? linesOf(hunk) : undefined
    if (!isRecord(hunk) || lines === undefined) throw this.wrong('a hunk is an object with old_start, new_start and lines')
    return { oldStart: this.count('old_start', hunk['old_start']) ?? 0, newStart: this.count('new_start', hunk['new_start']) ?? 0, lines }
  }

  private code(): number {
    const code = this.count('code', this.given['code'])
    if (code === undefined || code > 0xfe || TYPES.some((spec) => spec.code === code)) throw this.wrong('a block of an unknown type has a code from 0 to 254 that no known type has')
    return code
  }

  /** What is not understood would be lost. */
  private refuseStrangers(): void {
    const known = ['type', 'summary', ...(this.spec === undefined ? ['code', 'body', 'body_base64'] : this.spec.fields.flatMap(({ name, kind }) => (kind === 'bytes' ? [name, `${name}_base64`] : [name])))]
    known.push('priority', ...(known.includes('content') ? ['content_file'] : []))
    const stranger = Object.keys(this.given).find((name) => !known.includes(name))
    if (stranger !== undefined) throw this.wrong(`there is no field ${JSON.stringify(stranger)}; ${suggestion(stranger, known)}`)
  }

  private wrong(what: string): ManifestError {
    const type = isRecord(this.given) && typeof this.given['type'] === 'string' ? ` (${this.given['type']})` : ''
    return new ManifestError(`${this.place}${type}: ${what}`)
  }
}

/** The lines of a hunk as bytes. */
function linesOf({ lines, lines_base64: coded }: Record<string, unknown>): Uint8Array | undefined {
  if (typeof lines === 'string') return bytesOf(lines)
  return typeof coded === 'string' ? fromBase64(coded) : undefined
}
