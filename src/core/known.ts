// What is known of a text without its text: worked out once, kept by the hash of the bytes, and asked for by everything that chooses.
import { keptJson } from './kept-json.ts'
import { remembered } from './once.ts'
import { decodeOutline, encodeOutline, type OutlineItem } from './outline.ts'
import type { Entry, Language, Legible, Memory, Meter, Parsed, Parser } from './ports.ts'
import type { Cost, Priced } from './rank/rank.ts'
import { hashOf } from './spans.ts'
import { Tally } from './tally.ts'
import { decodeWords, type Words, wordRow, wordsIn } from './words.ts'

/** What working things out needs. */
export interface Knower extends Reader {
  readonly meter: Meter
}

/** What reading needs. */
export interface Reader {
  readonly parser: Parser
  /** What was worked out before; without one everything is worked out anew. */
  readonly memory?: Memory | undefined
}

const PLAIN: Pick<Priced, 'language' | 'remark'> = { language: 'text', remark: ['', ''] }

/** What an entry costs and how it is written; with its words when a task will look for some. */
export function knownOf(entry: Entry, by: Knower, withWords: boolean): Priced {
  const tokens = tokensOf(entry, by)
  const { language, remark } = writtenIn(entry, by)
  return withWords ? { entry, language, remark, tokens, words: wordsOf(entry, by) } : { entry, language, remark, tokens }
}

/** How an entry is written: the name of its language, and what stands around a remark in it. */
export function writtenIn(entry: Entry, by: Reader): Pick<Priced, 'language' | 'remark'> {
  const language = languageOf(entry, by)
  return language === undefined ? PLAIN : { language: language.name, remark: language.remark ?? PLAIN.remark }
}

/** What is known of an entry whose tokens nobody has asked for. */
export type Learnt = Omit<Priced, 'tokens' | 'late'>

/** What a task asks of every entry: its language and its words. Most of them are never asked what they cost. */
export function wordedOf(entry: Entry, by: Reader): Learnt {
  return { entry, ...writtenIn(entry, by), words: wordsOf(entry, by) }
}

/** The same with its tokens, which are counted when somebody asks, and with about as many, which nobody has to count. */
export const pricedLate = (learnt: Learnt, by: Knower, about: number): Priced => new LatePriced(learnt, { cost: new Counted(learnt.entry, by), about })

class LatePriced implements Priced {
  readonly entry: Entry
  readonly language: string
  readonly remark: readonly [string, string]
  readonly words: Words

  constructor({ entry, language, remark, words }: Learnt, readonly late: NonNullable<Priced['late']>) {
    this.entry = entry
    this.language = language
    this.remark = remark
    this.words = words as Words
  }

  get tokens(): number {
    return this.late.cost.tokens
  }
}

/** It holds no words: those of ten thousand files weigh more than what is shown of them. */
class Counted implements Cost {
  private counted: number | undefined = undefined

  constructor(private readonly entry: Entry, private readonly by: Knower) {}

  get tokens(): number {
    return this.counted ??= tokensOf(this.entry, this.by)
  }
}

/** The language of an entry; undefined when nobody knows it. */
export function languageOf(entry: Entry, { parser, memory }: Reader): Language | undefined {
  const named = parser.languageOfName?.(entry.path)
  if (named !== undefined) return named
  if (memory === undefined || entry.stub !== undefined) return parser.languageOf(entry.path, entry.text)
  // The name has a say too: what was found is kept for each name that the same text has.
  const name = entry.path.slice(entry.path.lastIndexOf('/') + 1)
  const before = memory.recallText('language', entry.sha256) ?? ''
  const known = namedIn(before, name)
  if (known !== undefined) return parser.languageNamed(known)
  const language = parser.languageOf(entry.path, entry.text)
  if (language !== undefined) memory.keepText('language', entry.sha256, `${before.length > MOST_NAMES ? '' : before}${name}\0${language.name}\0`)
  return language
}

/** After so many characters the names that are kept for one text begin anew. */
const MOST_NAMES = 1000

/** Names and languages take turns, and a file may be called like a language. */
function namedIn(names: string, name: string): string | undefined {
  const words = names.split('\0')
  const at = words.findIndex((word, place) => place % 2 === 0 && word === name)
  return at < 0 || name === '' ? undefined : words[at + 1]
}

/** Where the tokens of texts are kept. A row begins with them; what is known of a text from outside may follow (whole.ts). A name that is asked for ten thousand times is put together once. */
export const tokensBy: (meter: string) => string = remembered((meter) => `tokens-${meter}`)

export function tokensOf(entry: Entry, { meter, memory }: Pick<Knower, 'meter' | 'memory'>): number {
  if (entry.stub !== undefined) return 0
  const kind = tokensBy(meter.name)
  const before = memory?.recall(kind, entry.sha256)
  if (before !== undefined && before.length >= DIGITS) return numberOf((place) => before[place] as number)
  const tokens = countOf(entry, meter)
  memory?.keep(kind, entry.sha256, Uint8Array.of(...digitsOf(tokens)))
  return tokens
}

/** How a number stands at the beginning of a row: digits of seven bits, which are a byte each in bytes and a sign each in a text, the lowest first. */
export const DIGITS = 5

/** The digits of a number. */
export const digitsOf = (number: number): readonly number[] => [number & 127, (number >>> 7) & 127, (number >>> 14) & 127, (number >>> 21) & 127, number >>> 28]

/** The number whose digits these are. */
export const numberOf = (digit: (place: number) => number): number => (digit(0) | (digit(1) << 7) | (digit(2) << 14) | (digit(3) << 21) | (digit(4) << 28)) >>> 0

/** The tokens of a text, from its bytes where it lies in such. */
export function countOf(legible: Legible, meter: Meter): number {
  const utf8 = meter.countBytes === undefined ? undefined : legible.utf8?.()
  return utf8 === undefined ? meter.count(legible.text) : meter.countBytes?.(utf8) as number
}

/** The tokens of an entry line by line, where its meter adds up exactly. */
export function tallyOf(entry: Entry, { meter, memory }: Knower): Tally | undefined {
  if (meter.tally === undefined || entry.stub !== undefined) return undefined
  const kind = `tally-${meter.name}`
  const before = memory?.recall(kind, entry.sha256)
  if (before !== undefined && before.length >= 4) return Tally.decode(before)
  const tally = meter.tally(entry.text)
  memory?.keep(kind, entry.sha256, tally.encode())
  return tally
}

export function wordsOf(entry: Entry, { memory }: Reader): Words {
  if (entry.stub !== undefined) return wordsIn('')
  const before = memory?.recall('words', entry.sha256)
  const known = before === undefined ? undefined : decodeWords(before)
  if (known !== undefined) return known
  const row = wordRow(entry)
  memory?.keep('words', entry.sha256, row)
  return decodeWords(row) as Words
}

/** Whether an entry may hold a word of letters: its words tell where they are known, so that it need not be read; else its text does. */
export function mayHold(entry: Entry, word: string, { memory }: Pick<Reader, 'memory'>): boolean {
  const bytes = entry.stub === undefined && /^[A-Za-z_$][\w$]{0,60}$/.test(word) ? memory?.recall('words', entry.sha256) : undefined
  const words = bytes === undefined ? undefined : decodeWords(bytes)
  return words === undefined ? entry.text.includes(word) : words.hashes.includes(hashOf(word), words.stems)
}

/** The definitions of an entry. What is one line on every page has none, and nothing is kept of it: whoever asks for that one file reads a text under the same hash. */
export async function parsedOf(entry: Entry, language: Language, { parser, memory }: Reader): Promise<Parsed> {
  if (entry.stub !== undefined) return { tiles: [] }
  const kind = `tiles-${language.name}`
  const known = keptJson<Parsed>(memory?.recallText(kind, entry.sha256))
  if (Array.isArray(known?.tiles)) return known
  await parser.prepare(language, entry.text)
  const parsed = parser.parse(language, entry.text)
  if (!parsed.passing) memory?.keepText(kind, entry.sha256, JSON.stringify(parsed))
  return parsed
}

/** What an entry defines, at a glance. */
export function outlineOf(entry: Entry, by: Reader): readonly OutlineItem[] {
  const language = entry.stub === undefined ? languageOf(entry, by) : undefined
  if (language === undefined) return []
  const kind = `outline-${language.name}`
  const before = by.memory?.recallText(kind, entry.sha256)
  const known = before === undefined ? undefined : decodeOutline(before)
  if (known !== undefined) return known
  const items = by.parser.outline(language, entry.text)
  by.memory?.keepText(kind, entry.sha256, encodeOutline(items))
  return items
}
