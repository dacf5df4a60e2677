// An index as bytes, so that it can be kept by the state of its catalogue and opened without the resources. A head in JSON, then the arrays of numbers, each at a multiple of four.
import type { CatalogIndex } from './index.ts'
import type { Rows } from './rows.ts'

/** Grows when what is kept changes its meaning; bytes of another version are not opened. */
export const INDEX_VERSION = 1

const HEAD = ['facts', 'terms', 'sources', 'joins', 'feeds'] as const
const WORD = 4
/** The version, the length of the head and those of six arrays. */
const PREFACE = 8

/** The bytes of an index. */
export function encodeIndex(index: CatalogIndex): Uint8Array {
  const head = utf8(JSON.stringify(Object.fromEntries(HEAD.map((key) => [key, index[key]]))))
  const arrays = arraysOf(index)
  const headWords = Math.ceil(head.length / WORD)
  const words = new Uint32Array(PREFACE + headWords + arrays.reduce((sum, { length }) => sum + length, 0))
  words.set([INDEX_VERSION, head.length, ...arrays.map(({ length }) => length)])
  const bytes = new Uint8Array(words.buffer)
  bytes.set(head, PREFACE * WORD)
  let at = PREFACE + headWords
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at * WORD)
    at += array.length
  }
  return bytes
}

const arraysOf = ({ holders, counts, names, sourceOf }: CatalogIndex): (Uint32Array | Float32Array)[] => [holders.starts, holders.items, counts, names.starts, names.items, sourceOf]

/** The index that bytes hold; undefined when they are of another version or damaged. */
export function decodeIndex(bytes: Uint8Array): CatalogIndex | undefined {
  try {
    return opened(bytes.byteOffset % WORD === 0 ? bytes : bytes.slice())
  } catch {
    return undefined
  }
}

function opened(bytes: Uint8Array): CatalogIndex | undefined {
  const [version, headLength, ...lengths] = new Uint32Array(bytes.buffer, bytes.byteOffset, PREFACE)
  if (version !== INDEX_VERSION || headLength === undefined) return undefined
  const head = JSON.parse(text(bytes.subarray(PREFACE * WORD, PREFACE * WORD + headLength))) as Pick<CatalogIndex, (typeof HEAD)[number]>
  if (!HEAD.every((key) => Array.isArray((head as Partial<typeof head> | null)?.[key]))) return undefined
  let at = PREFACE + Math.ceil(headLength / WORD)
  const spans = lengths.map((length) => ({ start: bytes.byteOffset + WORD * ((at += length) - length), length }))
  if (at * WORD !== bytes.byteLength) return undefined
  const [starts, items, counts, nameStarts, nameItems, sourceOf] = spans.map(({ start, length }, place) => (place === COUNTS ? new Float32Array(bytes.buffer, start, length) : new Uint32Array(bytes.buffer, start, length)))
  return { ...head, holders: { starts, items } as Rows, counts: counts as Float32Array, names: { starts: nameStarts, items: nameItems } as Rows, sourceOf: sourceOf as Uint32Array }
}

/** The one array of fractions. */
const COUNTS = 2

const utf8 = (said: string): Uint8Array => new TextEncoder().encode(said)
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

declare class TextEncoder { encode(text: string): Uint8Array }
declare class TextDecoder { decode(bytes: Uint8Array): string }
