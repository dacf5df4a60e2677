// What the protocol says of each type, as a table: the number of the type, and of each field its number, its name in a manifest and what it holds. The codec and the manifest both read it.
import { type BlockType, PRIORITIES } from './typed.ts'

/** What a field holds: text, bytes, a whole number, the name of a language, files of a tree, hunks of a diff, or one of a few words, which are numbered. */
export type FieldKind = 'text' | 'bytes' | 'count' | 'lang' | 'entries' | 'hunks' | Words

/** A few words and the number of each. */
export interface Words {
  readonly name: string
  readonly words: readonly string[]
  /** The number of the first word. */
  readonly from: number
}

/** One field of a type. */
export interface FieldSpec {
  readonly id: number
  /** Its name in a manifest. */
  readonly name: string
  /** Its name in a TypedBlock. */
  readonly key: string
  readonly kind: FieldKind
  readonly required: boolean
}

/** One type of the protocol. */
export interface TypeSpec {
  readonly type: BlockType
  readonly code: number
  readonly fields: readonly FieldSpec[]
}

const words = (name: string, list: readonly string[], from = 1): Words => ({ name, words: list, from })

/** Who speaks. */
export const ROLES = words('role', ['system', 'user', 'assistant', 'tool'])
/** How a tool ended. */
export const STATUSES = words('status', ['ok', 'error', 'timeout'])
/** How prose is marked up. */
export const FORMAT_HINTS = words('format hint', ['markdown', 'plain', 'html'])
/** How data is written. */
export const DATA_FORMATS = words('data format', ['json', 'yaml', 'toml', 'csv'])
/** What an annotation says. */
export const ANNOTATION_KINDS = words('annotation kind', ['priority', 'summary', 'tag'])
/** What a picture is. */
export const MEDIA_TYPES = words('media type', ['png', 'jpeg', 'gif', 'svg', 'webp'])
/** What an entry of a tree is. */
export const ENTRY_KINDS = words('entry kind', ['file', 'dir'], 0)
/** How much a block matters. */
export const PRIORITY_WORDS = words('priority', PRIORITIES)

/** Languages that have a number; others are written as `unknown`, and numbers that are not known here as `0x42`. */
export const LANGS: readonly string[] = [
  'rust', 'typescript', 'javascript', 'python', 'go', 'java', 'c', 'cpp', 'ruby', 'shell', 'sql', 'html', 'css', 'json', 'yaml', 'toml', 'markdown',
]
const UNKNOWN_LANG = 0xff

/** The number of a language. */
export function langCode(lang: string): number {
  const at = LANGS.indexOf(lang)
  if (at >= 0) return at + 1
  return /^0x[0-9a-f]{2}$/.test(lang) ? Number(lang) : UNKNOWN_LANG
}

/** The language of a number; undefined for what is no byte. */
export function langOf(code: number): string | undefined {
  if (code === UNKNOWN_LANG) return 'unknown'
  return LANGS[code - 1] ?? (code >= 0 && code < UNKNOWN_LANG ? `0x${code.toString(16).padStart(2, '0')}` : undefined)
}

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Fields numbered from 1 in their order; a question mark marks those that may be absent. */
const fields = (...list: readonly (readonly [name: string, kind: FieldKind, key?: string])[]): FieldSpec[] => list.map(([marked, kind, key], at) => {
  const name = marked.replace('?', '')
  return { id: at + 1, name, key: key ?? camel(name), kind, required: !marked.endsWith('?') }
})

/** Every type that has fields. */
export const TYPES: readonly TypeSpec[] = [
  { type: 'code', code: 0x01, fields: fields(['lang', 'lang'], ['path', 'text'], ['content', 'bytes'], ['line_start?', 'count'], ['line_end?', 'count']) },
  { type: 'conversation', code: 0x02, fields: fields(['role', ROLES], ['content', 'bytes'], ['tool_call_id?', 'text']) },
  { type: 'file_tree', code: 0x03, fields: fields(['root', 'text'], ['entries?', 'entries']) },
  { type: 'tool_result', code: 0x04, fields: fields(['tool_name', 'text'], ['status', STATUSES], ['content', 'bytes'], ['schema_hint?', 'text']) },
  { type: 'document', code: 0x05, fields: fields(['title', 'text'], ['content', 'bytes'], ['format_hint', FORMAT_HINTS, 'format']) },
  { type: 'structured_data', code: 0x06, fields: fields(['format', DATA_FORMATS], ['schema?', 'text'], ['content', 'bytes']) },
  { type: 'diff', code: 0x07, fields: fields(['path', 'text'], ['hunks?', 'hunks']) },
  { type: 'annotation', code: 0x08, fields: fields(['target_block_id', 'count', 'target'], ['kind', ANNOTATION_KINDS], ['value', 'bytes']) },
  { type: 'embedding_ref', code: 0x09, fields: fields(['vector_id', 'text'], ['source_hash', 'bytes'], ['model', 'text']) },
  { type: 'image', code: 0x0a, fields: fields(['media_type', MEDIA_TYPES], ['alt_text', 'text'], ['content', 'bytes']) },
  { type: 'extension', code: 0xfe, fields: fields(['namespace', 'text'], ['type_name', 'text'], ['content', 'bytes']) },
]

/** The number that ends a stream. */
export const END_CODE = 0xff

const byType = new Map(TYPES.map((spec) => [spec.type, spec]))
const byCode = new Map(TYPES.map((spec) => [spec.code, spec]))

/** The table of a type by its name; undefined for `unknown`. */
export const specOf = (type: string): TypeSpec | undefined => byType.get(type as BlockType)

/** The table of a type by its number; undefined for a number that is not known here. */
export const specNumbered = (code: number): TypeSpec | undefined => byCode.get(code)
