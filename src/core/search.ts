// Finding by name and by words: definitions first, then files, then lines of text. Each match is something that can be asked for next.
import type { OutlineItem, OutlineKind } from './outline.ts'
import { partsOf, stemOf } from './rank/terms.ts'
import { tierOf } from './rank/tier.ts'

/** One thing that was found. */
export interface Match {
  readonly kind: OutlineKind | 'file' | 'text'
  readonly path: string
  /** `Sessions.closeAll`; empty for files and lines. */
  readonly name: string
  readonly line: number
  /** What zoom takes: `src/a.ts#Sessions.closeAll`, `file=src/a.ts`, `src/a.ts:12`. */
  readonly target: string
  /** The line itself, for text. */
  readonly text: string
  readonly score: number
}

/** What is looked for. */
export interface Query {
  readonly whole: string
  readonly lower: string
  readonly words: readonly string[]
  /** Stems of all parts: `closeAll` asks for close and all. */
  readonly stems: readonly string[]
}

/** Reads a query as it was typed. */
export function queryFrom(text: string): Query {
  const whole = text.trim().replaceAll('::', '.').replace(/\(\)$/, '')
  const words = whole.match(/[\p{L}\p{N}_$]+/gu) ?? []
  return { whole, lower: whole.toLowerCase(), words, stems: [...new Set(words.flatMap((word) => partsOf(word)).map((part) => stemOf(part.toLowerCase())))] }
}

/** Lines of text that one file may bring, so that it does not fill the answer. */
const MOST_LINES = 3

/** Longest line that is shown. */
const MOST_CHARACTERS = 160

/** What a file has for a query. */
export function matchesIn(query: Query, { path, text, outline }: { path: string; text: string; outline: () => readonly OutlineItem[] }): Match[] {
  const definitions = definitionMatches(query, path, outline())
  // The line of a definition that was found says nothing new.
  const told = new Set(definitions.map(({ line }) => line))
  const found = [...fileMatch(query, path), ...definitions, ...lineMatches(query, path, text).filter(({ line }) => !told.has(line))]
  // A test rarely is what was meant.
  return tierOf(path) === 'tests' ? found.map((match) => ({ ...match, score: match.score * 0.8 })) : found
}

/** Whether a text could have anything for a query: only then is it worth an outline. */
export function couldMatch(query: Query): (text: string) => boolean {
  const parts = query.words.flatMap((word) => partsOf(word)).map((part) => stemOf(part.toLowerCase())).filter((part) => part.length > 1)
  if (parts.length === 0) return () => true
  const any = new RegExp(parts.map((part) => part.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&')).join('|'), 'i')
  return (text) => any.test(text)
}

/** Best first; what is equally good goes by path and line. */
export const byScore = (a: Match, b: Match): number => b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line)

/** Two letters stand in nearly every name; one sign of a script without letters is a word. */
const saysEnough = (text: string): boolean => text.length > 2 || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)

function fileMatch(query: Query, path: string): Match[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const lower = path.toLowerCase()
  const stem = name.replace(/\.[^.]+$/, '').toLowerCase()
  const score = lower === query.lower || name.toLowerCase() === query.lower ? 95 : stem === query.lower ? 72 : saysEnough(query.lower) && lower.includes(query.lower) ? 45 : 0
  return score === 0 ? [] : [{ kind: 'file', path, name: '', line: 1, target: `file=${path}`, text: '', score }]
}

function definitionMatches(query: Query, path: string, outline: readonly OutlineItem[]): Match[] {
  const found: Match[] = []
  const around: OutlineItem[] = []
  for (const item of outline) {
    const { name, line, depth } = item
    around.length = depth
    const qualified = [...around, item].map((each) => each.name).join('.')
    const kind = kindInside(item, around.at(-1)?.kind)
    around.push(item)
    const score = nameScore(query, name, qualified)
    if (score > 0) found.push({ kind, path, name: qualified, line, target: `${path.replaceAll('%', '%25').replaceAll('#', '%23')}#${qualified}`, text: '', score })
  }
  return found
}

const TYPES: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'type'])

/** The kind that a parser gives, where an outline looks at one word only: what stands in a type is its method or its field. */
function kindInside({ kind, name }: OutlineItem, around: OutlineKind | undefined): OutlineKind {
  if (kind === 'function' && (name.includes('.') || TYPES.has(around ?? ''))) return 'method'
  return kind === 'constant' && around === 'class' ? 'field' : kind
}

/** 100 for the very name, less for what only holds it, least for what shares some of its words. */
function nameScore(query: Query, name: string, qualified: string): number {
  if (name === query.whole || qualified === query.whole || qualified.endsWith(`.${query.whole}`)) return 100
  const lower = name.toLowerCase()
  if (lower === query.lower || qualified.toLowerCase().endsWith(`.${query.lower}`)) return 90
  if (saysEnough(query.lower) && lower.startsWith(query.lower)) return 75
  if (saysEnough(query.lower) && lower.includes(query.lower)) return 60
  const stems = new Set(partsOf(name).map((part) => stemOf(part.toLowerCase())))
  const shared = query.stems.filter((stem) => stems.has(stem)).length
  if (shared === 0) return 0
  // All words in one name is nearly the name; one of many says little.
  const share = shared / query.stems.length
  return share === 1 ? 50 + 10 * (shared / stems.size) : shared > 1 ? 25 * share : 12 * share
}

function lineMatches(query: Query, path: string, text: string): Match[] {
  if (query.lower.length < 2 && !saysEnough(query.lower)) return []
  const whole = linesWith(text, [query.lower])
  const lines = whole.length > 0 || query.words.length < 2 ? whole : linesWith(text, query.words.map((word) => word.toLowerCase()))
  const score = whole.length > 0 ? 40 : 22
  return lines.map(({ line, text: shown }, i) => ({ kind: 'text' as const, path, name: '', line, target: `${path}:${line}`, text: shown, score: score - i * 6 }))
}

/** The first lines that hold all of some words, in whatever case. */
function linesWith(text: string, words: readonly string[]): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = []
  const first = new RegExp((words.reduce((a, b) => (b.length > a.length ? b : a))).replace(/[$.*+?^{}()|[\]\\]/g, '\\$&'), 'gi')
  for (const match of text.matchAll(first)) {
    const start = text.lastIndexOf('\n', match.index - 1) + 1
    const end = text.indexOf('\n', match.index)
    const line = text.slice(start, end < 0 ? text.length : end)
    const lower = line.toLowerCase()
    if (!words.every((word) => lower.includes(word))) continue
    const number = text.slice(0, start).split('\n').length
    if (found.at(-1)?.line !== number) found.push({ line: number, text: line.trim().slice(0, MOST_CHARACTERS) })
    if (found.length === MOST_LINES) break
  }
  return found
}
