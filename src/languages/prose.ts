// What documents have in common, however they mark it up: headings nest, and the first sentence below a heading stands for its text.
import type { Tile } from '../core/block.ts'
import { form, leaf, type Line } from './leaf.ts'
import type { Span } from './span.ts'
import { asLines, lineEnd, lineStart } from './span.ts'

/** One heading. */
export interface Heading {
  readonly level: number
  readonly name: string
  readonly start: number
  /** Where its own text begins. */
  readonly own: number
}

/** A document that was looked through. */
export interface Outline {
  readonly text: string
  /** How many lines at the top are about the document and not part of it. */
  readonly matter: number
  readonly lines: readonly Line[]
  readonly headings: readonly Heading[]
  readonly markup: Markup
  /** Code that stands in the text and defines something, in the order of the text. */
  readonly codes?: readonly Tile[]
}

/** What is no prose in a kind of document. */
export interface Markup {
  /** Opens and closes a block that is not read: the group is what closes it. */
  readonly fence?: RegExp
  /** Lines that are no text: tables, pictures, rules, instructions. */
  readonly aside: RegExp
  /** Lines of an indented block below such a line are no text either. */
  readonly hides?: RegExp
}

/** The tiles of a document: what is said about it, what stands before its first heading, its sections. */
export function documentTiles({ text, matter, lines, headings, markup, codes = [] }: Outline): Tile[] {
  const first = headings[0]?.start ?? text.length
  const from = lines[matter]?.start ?? text.length
  const about = matter === 0 ? [] : [matterTile(text, lines[matter - 1]?.end ?? 0)]
  const preface = from < first && text.slice(from, first).trim() !== '' ? [opening(text, { start: from, end: first, markup, alone: headings.length === 0 && matter === 0 })] : []
  return [...about, ...(preface.length > 0 ? preface : codesIn(codes, { start: from, end: first })), ...sections(text, { headings, markup, codes })]
}

/** Sections as tiles, each holding the deeper ones that follow it. Levels are few, so nesting is shallow. */
function sections(text: string, { headings, markup, codes }: Required<Pick<Outline, 'headings' | 'markup' | 'codes'>>): Tile[] {
  const open: { heading: Heading; tiles: Tile[] }[] = [{ heading: { level: 0, name: '', start: 0, own: 0 }, tiles: [] }]
  const close = (end: number): void => {
    const { heading, tiles } = open.pop() as { heading: Heading; tiles: Tile[] }
    open.at(-1)?.tiles.push(section(text, heading, { tiles: [...codesIn(codes, { start: heading.own, end: tiles[0]?.start ?? end }), ...tiles], end, markup }))
  }
  for (const heading of headings) {
    while ((open.at(-1)?.heading.level ?? 0) >= heading.level) close(heading.start)
    open.push({ heading, tiles: [] })
  }
  while (open.length > 1) close(text.length)
  return open[0]?.tiles ?? []
}

const codesIn = (codes: readonly Tile[], { start, end }: Span): Tile[] => codes.filter((code) => code.start >= start && code.end <= end)

function section(text: string, { name, start, own }: Heading, { tiles, end, markup }: { tiles: readonly Tile[]; end: number; markup: Markup }): Tile {
  const title = asLines(text.slice(start, own))
  const first = tiles[0]?.start ?? end
  const detail = asLines(title + firstWords(text.slice(own, first), markup))
  const whole = asLines(text.slice(start, first))
  const stop = own + contentEnd(text.slice(own, end))
  const forms = { shape: form(title), detail: form(detail.length <= whole.length ? detail : whole) }
  return { kind: 'heading', name: unmarked(name), start, end: stop, ...forms, ...(tiles.length === 0 ? {} : { body: { start: first, end: stop, tiles } }) }
}

/** A name without the marks around its words; an underline inside a word belongs to it. */
const unmarked = (name: string): string => name.replaceAll(/[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')

/** The end of the last line that is not empty. */
const contentEnd = (text: string): number => lineEnd(text, Math.max(0, text.trimEnd().length - 1)) * Number(text.trim() !== '')

/** Without any heading the first words are all there is at `shape`. */
function opening(text: string, { start, end, markup, alone }: { start: number; end: number; markup: Markup; alone: boolean }): Tile {
  const words = asLines(firstWords(text.slice(start, end), markup) || (alone ? text.slice(start, end).trim().split('\n')[0] ?? '' : ''))
  return leaf(text, { kind: 'doc', name: '', start, end }, { detail: words, shape: alone ? words : '' })
}

const LONGEST_MATTER = 300

function matterTile(text: string, end: number): Tile {
  const start = lineStart(text, Math.min(1, text.length))
  const matter = asLines(text.slice(start, end))
  return leaf(text, { kind: 'doc', name: '', start, end }, { detail: matter.length <= LONGEST_MATTER ? matter : '', shape: '' })
}

const LONGEST_SENTENCE = 240

/** The first sentence of a text; code, tables, pictures and rules do not count. */
export function firstWords(text: string, { fence, aside, hides }: Markup): string {
  const paragraph: string[] = []
  let open = ''
  let hidden = false
  for (const line of text.split('\n')) {
    const mark = fence?.exec(line)?.[1]
    if (mark !== undefined) open = open === '' ? mark : line.trim().startsWith(open) ? '' : open
    if (hidden && /^\S/.test(line)) hidden = false
    const plain = open === '' && mark === undefined && !hidden && !aside.test(line) ? line.trim() : ''
    if (hides?.test(line) === true) hidden = true
    if (plain !== '') paragraph.push(plain)
    else if (paragraph.length > 0) break
    if (paragraph.length === 1 && /^(?:[-*+.]|\d+[.)])\s/.test(plain)) break
  }
  const words = paragraph.join(' ')
  const sentence = /^.*?[.!?](?=\s)/.exec(words)?.[0] ?? words
  return sentence.slice(0, LONGEST_SENTENCE)
}
