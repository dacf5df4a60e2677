// What a page has to know of a text that it shows as it was read, so that nobody need look at the text again: kept by content, for one format and one meter.
import { firstCut, firstCutIn, lastCut, lastCutIn } from './cuts.ts'
import type { FileView, Format } from './format.ts'
import { countOf, DIGITS, digitsOf, numberOf, tokensBy, tokensOf } from './known.ts'
import { plainOf } from './plain.ts'
import type { Entry, Memory, Meter } from './ports.ts'

// The part of the platform that is used here; the language's own library does not declare it.
declare class TextDecoder { decode(bytes: Uint8Array): string }

const decoder = new TextDecoder()

/** A text from outside. */
export interface Whole {
  /** Lines as an editor counts them. */
  readonly lines: number
  /** What its frame depends on (`Format.gist`). */
  readonly gist: string
  /** Its beginning up to the first place where it can be cut, and its end from the last one; all of a text without such places is beginning. */
  readonly head: string
  readonly tail: string
  /** Tokens of both: a text can be cut between them, so they count the same side by side and each for itself. */
  readonly ends: number
}

/** How a text is looked at. */
export interface Lookout {
  readonly format: Format
  readonly meter: Meter
  readonly memory?: Memory | undefined
}

/** What was found out of a text while it was read, and for which page. */
export interface Sighted {
  readonly by: Pick<Lookout, 'format' | 'meter'>
  readonly whole: Whole | undefined
}

/** A format that has a gist prints the same text in the same way, whichever file it is in. */
const ANY: FileView = { path: '', language: 'text', level: 'full', priority: 0, originalTokens: 0, tokens: 0, md5: '', sha8: '', body: '', hidden: 0, originalLines: 0 }

/** Longer ends than this are not kept: the text itself is at hand. */
const MOST_KEPT = 2048

/** What is known of the text of an entry; undefined when the format prints it otherwise than it was read, or needs all of it. */
export function wholeOf(entry: Entry, lookout: Lookout): Whole | undefined {
  if (lookout.format.gist === undefined) return undefined
  return lookout.memory === undefined ? lookedAt(entry, lookout) : weighedOf(entry, lookout).whole
}

/** The same for a file that may have been looked at before. A corpus can be printed in another format than the one it was gathered for: what was found out for that one says nothing here. */
export function wholeOfFile({ entry, sighted }: { readonly entry: Entry; readonly sighted?: Sighted }, lookout: Lookout): Whole | undefined {
  const isFitting = sighted?.by.format.name === lookout.format.name && sighted.by.meter.name === lookout.meter.name
  return isFitting ? sighted.whole : wholeOf(entry, lookout)
}

/** The tokens of an entry that has text, and what is known of it from outside. They are kept in one row: two of each text would be looked for and written twice as often. */
export function weighedOf(entry: Entry, { format, meter, memory }: Lookout): { readonly tokens: number; readonly whole: Whole | undefined } {
  // The bytes of a stub may be those of a text under another name, whose row this is.
  if (format.gist === undefined || entry.stub !== undefined) return { tokens: tokensOf(entry, { meter, memory }), whole: undefined }
  if (memory === undefined) return { tokens: countOf(entry, meter), whole: lookedAt(entry, { format, meter }) }
  const kind = tokensBy(meter.name)
  const row = memory.recallText(kind, entry.sha256)
  const isRow = row !== undefined && row.length >= DIGITS
  const tokens = isRow ? numberOf((place) => row.charCodeAt(place)) : countOf(entry, meter)
  const { text: before, end } = isRow ? partIn(row, format.name) : { end: 0 }
  if (before !== undefined) return { tokens, whole: decode(before) }
  const whole = lookedAt(entry, { format, meter })
  memory.keepText(kind, entry.sha256, (isRow ? row.slice(0, end) : String.fromCharCode(...digitsOf(tokens))) + partOf(format.name, whole === undefined ? '' : encode(whole)))
  return { tokens, whole }
}

const lookedAt = (entry: Entry, { format, meter }: Pick<Lookout, 'format' | 'meter'>): Whole | undefined =>
  (format.gist === undefined ? undefined : plainWhole(entry, { format, meter }) ?? wholeIn(entry.text, { format, meter, gist: format.gist }))

/** What a row holds for a format, behind its name and its length. */
const partOf = (format: string, text: string): string => `${format} ${text.length}\n${text}`

/** The part of a format, and where it ends; without one, where it can be put: behind all that can be read. */
function partIn(row: string, format: string): { readonly text?: string; readonly end: number } {
  let at = DIGITS
  while (at < row.length) {
    const [space, line] = [row.indexOf(' ', at), row.indexOf('\n', at)]
    const length = Number(row.slice(space + 1, line))
    const end = line + 1 + length
    if (space < 0 || line < space || !Number.isInteger(length) || length < 0 || end > row.length) return { end: at }
    if (space - at === format.length && row.startsWith(format, at)) return { text: row.slice(line + 1, end), end }
    at = end
  }
  return { end: at }
}

/** The whole of a text that lies in bytes and is tame; undefined when it has to be read. */
function plainWhole(entry: Entry, { format, meter }: { format: Format; meter: Meter }): Whole | undefined {
  const utf8 = format.tame !== undefined && format.tame === format.body ? entry.utf8?.() : undefined
  const plain = utf8 && (entry.plain ?? plainOf(utf8))
  if (utf8 === undefined || !plain?.isTame || plain.closes) return undefined
  const first = firstCutIn(utf8, MOST_KEPT)
  const last = lastCutIn(utf8, MOST_KEPT)
  if (first === undefined || last === undefined) return undefined
  const [head, tail] = [decoder.decode(utf8.subarray(0, first)), decoder.decode(utf8.subarray(Math.max(first, last)))]
  return head.length + tail.length > MOST_KEPT ? undefined : { lines: plain.lineFeeds + 1, gist: '', head, tail, ends: meter.count(head + tail) }
}

function wholeIn(text: string, { format, meter, gist: gistOf }: { format: Format; meter: Meter; gist: (body: string) => string }): Whole | undefined {
  if (format.body(text, ANY) !== text) return undefined
  const first = firstCut(text)
  const [head, tail] = [text.slice(0, first), first === text.length ? '' : text.slice(Math.max(first, lastCut(text)))]
  return head.length + tail.length > MOST_KEPT ? undefined : { lines: linesIn(text), gist: gistOf(text), head, tail, ends: meter.count(head + tail) }
}

const encode = ({ lines, ends, gist, head, tail }: Whole): string => `${lines} ${ends} ${gist.length} ${head.length}\n${gist}${head}${tail}`

function decode(kept: string): Whole | undefined {
  if (kept === '') return undefined
  let at = 0
  // By hand: ten thousand of these are read in a run, and a list for each costs as much as all the rest.
  const next = (): number => {
    let number = 0
    for (let code = kept.charCodeAt(at++); code >= ZERO; code = kept.charCodeAt(at++)) number = number * 10 + code - ZERO
    return number
  }
  const [lines, ends, gist, head] = [next(), next(), next(), next()]
  return { lines, ends, gist: kept.slice(at, at + gist), head: kept.slice(at + gist, at + gist + head), tail: kept.slice(at + gist + head) }
}

const ZERO = 48

/** Lines as an editor counts them. */
export function linesIn(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
