// A pack: what a model sees of a project. Links with hashes, or links with their cards; it asks for the rest through get_alias (S3.15, S3.16, S3.27).
// Links come first, then the cards line by line, so that a small cap costs the last lines of all cards rather than the cards of some.
import { written } from './layout.ts'
import { shortened, type TermUse, type Vocabulary } from './vocab.ts'

/** One alias in a pack. */
export interface PackItem {
  /** The word before it: `ADR`. */
  readonly label: string
  /** `A.ADR1@d00dad42`. */
  readonly handle: string
  readonly note?: string
  /** What stands below it: the lines of its card, or of its text. */
  readonly lines: readonly string[]
}

/** What a pack is made from. */
export interface PackAsk {
  readonly name: string
  /** A, B and C of its version. */
  readonly version: readonly [number, number, number]
  readonly layout: 'links' | 'cards'
  readonly items: readonly PackItem[]
  /** What the model is to do. */
  readonly task?: string
  /** What changed since the base, as bullets; absent when there is no base. */
  readonly delta?: readonly string[]
  readonly caps: Readonly<Record<string, number>>
  /** The most tokens of the whole. */
  readonly budget: number
  readonly vocabulary: Vocabulary
  readonly count: (text: string) => number
}

/** A section of a pack as it was printed. */
export interface PackSection {
  readonly label: string
  readonly aliases: number
  readonly tokens: number
  /** Infinity when there is none. */
  readonly cap: number
  /** Lines of cards, and aliases, for which there was no room. */
  readonly cut: number
  readonly left: number
}

/** A pack with its figures. */
export interface CtxPack {
  readonly text: string
  readonly tokens: number
  readonly sections: readonly PackSection[]
  readonly vocabulary: readonly TermUse[]
}

/** A budget that cannot hold a pack at all. */
export class PackError extends Error {
  override readonly name = 'PackError'
}

/** The order of sections; others follow by name. */
const ORDER = ['ADR', 'OPTS', 'SCORE', 'PREP', 'SCHEMA', 'PROFILE', 'HANDLER', 'TEST', 'DOC']

const placeOf = (label: string): number => (ORDER.includes(label) ? ORDER.indexOf(label) : ORDER.length)

/** Makes a pack within its caps and its budget. */
export function packFrom(ask: PackAsk): CtxPack {
  const items = ask.items.toSorted((a, b) => placeOf(a.label) - placeOf(b.label) || (a.label < b.label ? -1 : a.label > b.label ? 1 : 0))
  const shelves = shelvesOf(items, ask)
  const frame = ask.count(written(ask, [], ''))
  if (frame > ask.budget) throw new PackError(`a budget of ${ask.budget} tokens is too small: the frame of a pack alone needs ${frame}`)
  fill(shelves, ask, ask.budget - frame)
  settle(shelves, ask)
  const lines = linesOf(shelves)
  const short = shortened({ lines, write: (now, legend) => written(ask, now, legend), holds: (now) => holds(shelves, now, ask) }, ask.vocabulary, ask.count)
  const text = written(ask, short.lines, short.legend)
  return { text, tokens: ask.count(text), sections: sectionsOf(shelves, short.lines, ask), vocabulary: short.table }
}

/** What is printed of one section. */
interface Shelf {
  readonly label: string
  readonly cap: number
  readonly items: readonly PackItem[]
  /** Lines printed of each item, its link included; 0 when it is left out. */
  shown: number[]
  /** Not even the line that counts what was left out fits. */
  silent: boolean
  /** What its lines cost, where that had to be known. */
  tokens: number
}

function shelvesOf(items: readonly PackItem[], { caps }: PackAsk): Shelf[] {
  const groups = new Map<string, PackItem[]>()
  for (const item of items) groups.set(item.label, [...(groups.get(item.label) ?? []), item])
  return [...groups].map(([label, group]) => ({ label, cap: Object.hasOwn(caps, label) ? caps[label] as number : Infinity, items: group, shown: group.map(() => 0), silent: false, tokens: 0 }))
}

const linkOf = ({ label, handle, note }: PackItem): string => `${label}: ${handle}${note === undefined || note === '' ? '' : ` (${note})`}`

const allLines = (item: PackItem, { layout }: Pick<PackAsk, 'layout'>): readonly string[] => [linkOf(item), ...(layout === 'cards' ? item.lines : [])]

/** The lines of a section, and one that counts what was left out. */
function shelfLines({ label, items, shown, silent }: Shelf): string[] {
  if (silent) return []
  const left = shown.filter((count) => count === 0).length
  const lines = items.flatMap((item, i) => [linkOf(item), ...item.lines].slice(0, shown[i]))
  return left === 0 ? lines : [...lines, `${label}: and ${left} more`]
}

const linesOf = (shelves: readonly Shelf[]): string[] => shelves.flatMap(shelfLines)

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

/** Gives every item its link, then each its next line in turn, as long as cap and budget hold them. */
function fill(shelves: readonly Shelf[], ask: PackAsk, budget: number): void {
  const left = { budget }
  for (const shelf of shelves) if (!showAll(shelf, ask, left)) for (const i of shelf.items.keys()) showNext(shelf, i, { ask, left })
  for (let line = 1, more = true; more; line++) {
    more = false
    for (const shelf of shelves) for (const [i, item] of shelf.items.entries()) if (shelf.shown[i] === line && allLines(item, ask).length > line) more = showNext(shelf, i, { ask, left }) || more
  }
}

/** Shows the links of all items when they fit together. */
function showAll(shelf: Shelf, ask: PackAsk, left: { budget: number }): boolean {
  const tokens = ask.count(textOf(shelf.items.map(linkOf)))
  if (tokens > Math.min(shelf.cap, left.budget)) return false
  shelf.shown = shelf.items.map(() => 1)
  shelf.tokens = tokens
  left.budget -= tokens
  return true
}

/** Shows one line more of an item when that fits. Without a cap lines are priced apart, which is quick; the whole is counted at the end. */
function showNext(shelf: Shelf, i: number, { ask, left }: { ask: PackAsk; left: { budget: number } }): boolean {
  const line = shelf.shown[i] as number
  shelf.shown[i] = line + 1
  const tokens = shelf.cap === Infinity ? shelf.tokens + ask.count(`${allLines(shelf.items[i] as PackItem, ask)[line]}\n`) : ask.count(textOf(shelfLines(shelf)))
  const fits = tokens <= shelf.cap && tokens - shelf.tokens <= left.budget
  if (!fits) shelf.shown[i] = line
  else {
    left.budget -= tokens - shelf.tokens
    shelf.tokens = tokens
  }
  return fits
}

/** Parts may cost more together than apart: what was added last goes until everything holds. */
function settle(shelves: readonly Shelf[], ask: PackAsk): void {
  for (const shelf of shelves) while (ask.count(textOf(shelfLines(shelf))) > shelf.cap && takeBack([shelf]));
  while (ask.count(written(ask, linesOf(shelves), '')) > ask.budget && takeBack(shelves));
}

/** Takes back the line that came last, then the lines that count what is left out; false when nothing is left. */
function takeBack(shelves: readonly Shelf[]): boolean {
  const most = Math.max(0, ...shelves.flatMap(({ shown }) => shown))
  const shelf = shelves.findLast(({ shown, silent }) => (most === 0 ? !silent : shown.includes(most)))
  if (shelf === undefined) return false
  if (most === 0) shelf.silent = true
  else shelf.shown[shelf.shown.lastIndexOf(most)] = most - 1
  return true
}

/** Whether the lines of every section keep its cap. */
const holds = (shelves: readonly Shelf[], lines: readonly string[], ask: PackAsk): boolean => split(shelves, lines).every((part, i) => ask.count(textOf(part)) <= (shelves[i]?.cap ?? Infinity))

function split(shelves: readonly Shelf[], lines: readonly string[]): string[][] {
  let at = 0
  return shelves.map((shelf) => lines.slice(at, at += shelfLines(shelf).length))
}

function sectionsOf(shelves: readonly Shelf[], lines: readonly string[], ask: PackAsk): PackSection[] {
  return split(shelves, lines).map((part, i) => {
    const { label, cap, items, shown } = shelves[i] as Shelf
    const left = shown.filter((count) => count === 0).length
    const cut = items.reduce((sum, item, j) => sum + (shown[j] === 0 ? 0 : allLines(item, ask).length - (shown[j] as number)), 0)
    return { label, aliases: items.length, tokens: ask.count(textOf(part)), cap, cut, left }
  })
}
