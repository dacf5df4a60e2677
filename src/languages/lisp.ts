// Lisps: a definition is a list whose first word says so. What belongs to its signature stands before its body, and a dialect says how much.
import type { Form, Tile } from '../core/block.ts'
import type { Parsed } from '../core/ports.ts'
import { without } from './cuts.ts'
import { firstStringLine } from './doc.ts'
import type { Place } from './leaf.ts'
import { form, holder, leaf } from './leaf.ts'
import { scanLines } from './lines.ts'
import type { Sexp, Syntax } from './sexp.ts'
import { readSexps } from './sexp.ts'
import type { Cut, Span } from './span.ts'
import { asLines, fromLineStart, hasBlankLine, indentAt, inOrder, isBlank, lineEnd, lineStart, render, toLineEnd } from './span.ts'

/** How a definition is cut. */
export interface LispRule {
  readonly kind: Tile['kind']
  /**
   * What follows the name: `code` after its parameters, a `value`, `members` that are shown one by one, or something that is `kept` as it stands.
   */
  readonly body: 'code' | 'value' | 'members' | 'kept'
  /** Items after the name that belong to the signature; up to the first vector when absent. */
  readonly takes?: number
  /** It has no name of its own. */
  readonly nameless?: true
}

/** What a Lisp calls things. */
export interface Dialect extends Syntax {
  /** The rule of a list by its first word. */
  readonly ruleOf: (word: string, list: Sexp, text: string) => LispRule | undefined
  /** What stands for a body. */
  readonly elision: { readonly detail: string; readonly shape: string }
  /** Comments above a definition that document it. */
  readonly doc: RegExp
  /** The comment at the head of a file that says what it is. */
  readonly fileDoc?: RegExp
  /** Forms that are never entered. */
  readonly ignores: RegExp
  /** A word that chooses the language of the file: `#lang`. */
  readonly heads?: RegExp
}

interface Hand {
  readonly text: string
  readonly dialect: Dialect
  /** Every comment, in order. */
  readonly comments: readonly Span[]
}

/** Cuts a text of a dialect into its definitions. */
export function scanLisp(text: string, dialect: Dialect): Parsed {
  const { forms, comments } = readSexps(text, dialect)
  const hand = { text, dialect, comments }
  const tiles = tilesOf(hand, forms, { depth: 0, after: 0 })
  const broken = forms.filter((one) => one.broken).length
  if (tiles.length === 0) return { ...scanLines(text), ...(broken === 0 ? {} : { problem: 'a bracket is missing; shown as plain text' }) }
  const titled = [...titleOf(hand, tiles[0] as Tile), ...tiles]
  return broken === 0 ? { tiles: titled } : { tiles: titled, problem: 'a bracket is missing; what follows it is cut line by line' }
}

/** The comment that says what the file is. */
function titleOf({ text, dialect, comments }: Hand, first: Tile): Tile[] {
  const found = comments.find((span) => span.start < first.start && dialect.fileDoc?.test(text.slice(span.start, span.end)) === true)
  if (found === undefined) return []
  const end = Math.min(toLineEnd(text, found.end), first.start)
  return [leaf(text, { kind: 'doc', name: '', start: found.start, end }, { detail: asLines(text.slice(found.start, end)), shape: '' })]
}

/** Lists deeper than this are no place for definitions. */
const DEEPEST = 8

function tilesOf(hand: Hand, items: readonly Sexp[], { depth, after }: { depth: number; after: number }): Tile[] {
  const tiles: Tile[] = []
  let about: Sexp | undefined
  let run = false
  for (const item of items) {
    if (item.about) about ??= item
    else {
      const last = tiles.at(-1)
      const tile = tileOf(hand, item, { depth, from: about?.start ?? item.start, after: last?.end ?? after })
      if (run && tile?.kind === 'import' && last !== undefined) tiles[tiles.length - 1] = joined(last, tile)
      else if (tile !== undefined) tiles.push(tile)
      run = tile?.kind === 'import'
      about = undefined
    }
  }
  return tiles
}

const joined = (last: Tile, tile: Tile): Tile =>
  ({ ...last, end: tile.end, detail: form(last.detail.head + tile.detail.head), shape: form(last.shape.head + tile.shape.head) })

interface At {
  readonly depth: number
  /** Where the form begins, what is said about it included. */
  readonly from: number
  /** Where the tile before it ends. */
  readonly after: number
}

/** What an item is, read once. */
interface Draft extends At {
  readonly list: Sexp
  readonly rule: LispRule
  readonly items: readonly Sexp[]
  readonly place: Place
  readonly lead: string
  readonly indent: string
}

function tileOf(hand: Hand, item: Sexp, at: At): Tile | undefined {
  const { text, dialect } = hand
  if (item.open === '') return dialect.heads?.test(text.slice(item.start, item.end)) === true ? heading(hand, item) : undefined
  const items = item.items.filter((one) => !one.about)
  const word = textOf(hand, items[0])
  const rule = /['`]/.test(item.prefix) ? undefined : dialect.ruleOf(word, item, text)
  if (rule === undefined) return dialect.ignores.test(word) || at.depth >= DEEPEST ? undefined : wrapper(hand, item, at)
  const draft = draftOf(hand, item, { rule, items, at })
  if (item.broken) return firstLine(hand, draft)
  return rule.body === 'members' && spansLines(text, item) ? members(hand, draft) : leaf(text, draft.place, formsOf(hand, draft))
}

function heading({ text }: Hand, item: Sexp): Tile {
  const line = asLines(text.slice(item.start, item.end))
  return leaf(text, { kind: 'import', name: '', start: item.start, end: toLineEnd(text, item.end) }, { detail: line, shape: line })
}

const textOf = ({ text }: Pick<Hand, 'text'>, item: Sexp | undefined): string => (item === undefined || item.open !== '' ? '' : text.slice(item.start, item.end))

const spansLines = (text: string, { start, end }: Span): boolean => text.slice(start, end).includes('\n')

function draftOf(hand: Hand, list: Sexp, { rule, items, at }: { rule: LispRule; items: readonly Sexp[]; at: At }): Draft {
  const { text } = hand
  const above = commentAbove(hand, at)
  const start = Math.max(at.after, fromLineStart(text, above?.start ?? at.from))
  const name = rule.nameless === true ? '' : nameOf(hand, items[1])
  const indent = indentAt(text, at.from)
  const lead = above === undefined ? '' : asLines(indent + firstOf(text.slice(above.start, above.end)))
  return { ...at, list, rule, items, place: { kind: rule.kind, name, start, end: endOf(text, list) }, lead, indent }
}

/** The end of a form, with the remark behind it on its line. */
function endOf(text: string, { end }: Span): number {
  const stop = lineEnd(text, end)
  return /^[ \t]*(?:;|$)/.test(text.slice(end, stop).trimEnd()) ? stop : end
}

/** `f` in `(define ((f a) b) …)`, `size` in `(defun (setf size) …)`. */
function nameOf(hand: Hand, item: Sexp | undefined): string {
  let inner = item
  for (let depth = 0; depth < DEEPEST && inner !== undefined && inner.open !== ''; depth++) inner = inner.items.find((one) => !one.about && textOf(hand, one) !== 'setf')
  return textOf(hand, inner).replace(/^#?['":]+|"$/g, '').slice(0, 80)
}

/** The comment lines that stand right above a form, when they document it. */
function commentAbove({ text, dialect, comments }: Hand, { from, after }: At): Span | undefined {
  const near = comments.slice(lowerBound(comments, after), lowerBound(comments, from))
  let above: Span | undefined
  for (const span of near.reverse()) {
    const below = above?.start ?? from
    if (!isBlank(text, span.end, below) || hasBlankLine(text, span.end, below) || !dialect.doc.test(text.slice(span.start, span.end))) break
    above = { start: span.start, end: above?.end ?? span.end }
  }
  return above !== undefined && isBlank(text, lineStart(text, above.start), above.start) ? above : undefined
}

/** The index of the first span that begins at or after a position. */
function lowerBound(spans: readonly Span[], at: number): number {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle] as Span).start < at) low = middle + 1
    else high = middle
  }
  return low
}

const firstOf = (comment: string): string => comment.split('\n').map((line) => line.trim()).find((line) => /[\p{L}\p{N}]/u.test(line)) ?? ''

function firstLine({ text }: Hand, { list, place, lead }: Draft): Tile {
  const line = asLines((text.slice(list.start, list.end).split('\n', 1)[0] ?? '').slice(0, 200))
  return leaf(text, place, { detail: lead + line, shape: line })
}

/** The two texts of a definition: with cuts in its source at `detail`, its items on one line at `shape`. */
function formsOf(hand: Hand, draft: Draft): { detail: string; shape: string } {
  const { text } = hand
  const { list, lead, from } = draft
  const own = (level: 'detail' | 'shape'): string => render(text, { from, to: list.end, cuts: cutsOf(hand, draft, level) })
  const start = fromLineStart(text, from)
  const before = text.slice(start, from)
  const line = onOneLine(hand, { start: from, end: list.end }, cutsOf(hand, draft, 'shape'))
  return { detail: lead + asLines(before + own('detail')), shape: asLines(before + (line ?? own('shape'))) }
}

const WIDEST = 240

/** A stretch with its cuts on one line, without comments; undefined when the line gets too long or a string has lines of its own. */
function onOneLine({ text, dialect }: Hand, { start, end }: Span, cuts: readonly Cut[]): string | undefined {
  const source = render(text, { from: start, to: end, cuts })
  const { forms, comments } = readSexps(source, dialect)
  const line = forms.map((one) => flat({ text: source, dialect, comments }, one)).join(' ')
  return line.length > WIDEST || line.includes('\n') ? undefined : line
}

/** A form with one space between its items. */
function flat(hand: Hand, item: Sexp): string {
  const { text } = hand
  if (item.open === '' || item.broken || !spansLines(text, item)) return text.slice(item.start, item.end)
  const inside = item.items.map((one) => flat(hand, one)).join(' ')
  return `${item.prefix}${item.open}${inside}${text[item.end - 1]}`
}

const cutsOf = (hand: Hand, draft: Draft, level: 'detail' | 'shape'): readonly Cut[] =>
  merged([...remarkCuts(hand, draft.list), ...aboutCuts(hand, draft, level), ...bodyCuts(hand, draft, level)])

/** A remark that stayed would swallow what is written behind it. */
const remarkCuts = ({ text, comments }: Hand, { start, end }: Span): Cut[] =>
  comments.slice(lowerBound(comments, start), lowerBound(comments, end)).map((remark) => without(text, remark.start, remark.end))

/** Cuts that overlap as one. */
function merged(cuts: readonly Cut[]): readonly Cut[] {
  const apart: Cut[] = []
  for (const cut of inOrder(cuts)) {
    const last = apart.at(-1)
    if (last === undefined || cut.start >= last.end) apart.push(cut)
    else if (cut.end > last.end) apart[apart.length - 1] = { ...last, end: cut.end, with: last.with + cut.with }
  }
  return apart
}

/** Maps of what is said about a name go at `shape`; the strings in them keep their first line at `detail`. */
function aboutCuts(hand: Hand, { list }: Draft, level: 'detail' | 'shape'): Cut[] {
  const maps = list.items.filter((item) => item.about && item.open === '{')
  if (level === 'shape') return maps.map(({ start, end }) => ({ start: backOverSpace(hand.text, start), end, with: '' }))
  return maps.flatMap((map) => map.items.filter((item) => isString(hand, item)).map((doc) => docCut(hand, doc, level)))
}

function bodyCuts(hand: Hand, draft: Draft, level: 'detail' | 'shape'): Cut[] {
  const { rule } = draft
  if (rule.body === 'code') return codeCuts(hand, draft, level)
  if (rule.body === 'value') return valueCuts(hand, draft, level)
  if (rule.kind === 'import') return []
  const own = draft.list.items.slice(2).filter((item) => isString(hand, item)).map((doc) => docCut(hand, doc, level))
  return [...own, ...stringsIn(hand, draft.list.items.filter((item) => item.open !== '')).map((doc) => docCut(hand, doc, 'detail'))]
}

const isString = ({ text }: Hand, item: Sexp | undefined): boolean => item !== undefined && item.open === '' && text[item.start] === '"'

/** The strings of several lines in some lists, at any depth. */
function stringsIn(hand: Hand, lists: readonly Sexp[]): Sexp[] {
  const found: Sexp[] = []
  const ahead = [...lists]
  for (let list = ahead.pop(); list !== undefined; list = ahead.pop()) {
    for (const item of list.items) {
      if (item.open !== '') ahead.push(item)
      else if (isString(hand, item) && spansLines(hand.text, item)) found.push(item)
    }
  }
  return found
}

/** Documentation keeps its first line at `detail` and goes at `shape`. */
function docCut({ text }: Hand, doc: Sexp, level: 'detail' | 'shape'): Cut {
  if (level === 'detail') return { start: doc.start, end: doc.end, with: firstStringLine(text.slice(doc.start, doc.end)) }
  return { start: backOverSpace(text, doc.start), end: doc.end, with: '' }
}

/** Everything after the parameters goes; where there are several lists of parameters, what follows each of them. */
function codeCuts(hand: Hand, { list, items, rule }: Pick<Draft, 'list' | 'items' | 'rule'>, level: 'detail' | 'shape'): Cut[] {
  const cuts: Cut[] = []
  let at = 2
  const doc = (): void => {
    const item = items[at]
    if (item === undefined || !isString(hand, item) || at === items.length - 1) return
    cuts.push(docCut(hand, item, level))
    at++
  }
  doc()
  if (rule.takes === undefined) at = vectorAfter(hand, items, { at, cuts, level })
  else at += rule.takes
  if (isArity(items[at])) return [...cuts, ...items.slice(at).filter(isArity).flatMap((arity) => bodyCut(hand, arity, { items: arity.items.filter((one) => !one.about), at: 1, level }))]
  doc()
  return [...cuts, ...bodyCut(hand, list, { items, at, level })]
}

const isArity = (item: Sexp | undefined): boolean => item?.open === '(' && item.items.find((one) => !one.about)?.open === '['

/** The position after the vector of parameters; what is said about the function before it stays at `detail`. */
function vectorAfter({ text }: Hand, items: readonly Sexp[], { at, cuts, level }: { at: number; cuts: Cut[]; level: 'detail' | 'shape' }): number {
  const vector = items.findIndex((item, index) => index >= at && item.open === '[')
  const arity = items.findIndex((item, index) => index >= at && isArity(item))
  const stop = vector >= 0 && (arity < 0 || vector < arity) ? vector + 1 : arity >= 0 ? arity : at
  if (level === 'detail') return stop
  for (const item of items.slice(at, stop)) if (item.open === '{') cuts.push({ start: backOverSpace(text, item.start), end: item.end, with: '' })
  return stop
}

function backOverSpace(text: string, at: number): number {
  let start = at
  while (start > 0 && isBlank(text, start - 1, start)) start--
  return start
}

/** From the end of the last item that is kept to the closing bracket. */
function bodyCut({ text, dialect }: Hand, list: Sexp, { items, at, level }: { items: readonly Sexp[]; at: number; level: 'detail' | 'shape' }): Cut[] {
  const start = items[Math.min(at, items.length) - 1]?.end
  const end = list.end - 1
  if (start === undefined || items.length <= at) return start === undefined || isBlank(text, start, end) ? [] : [{ start, end, with: '' }]
  return [{ start, end, with: dialect.elision[level] }]
}

const SHORT = 60
const FUNCTION = /^(?:lambda\*?|λ|fn|named-lambda|opt-lambda)$/

/** A value is kept while it is short; a function keeps its parameters. */
function valueCuts(hand: Hand, { list, items }: Draft, level: 'detail' | 'shape'): Cut[] {
  const { text, dialect } = hand
  const above = isString(hand, items[2]) && items.length > 3
  const value = items[above ? 3 : 2]
  const after = items[above ? 4 : 3]
  const docs = [above ? items[2] : undefined, isString(hand, after) ? after : undefined].filter((doc) => doc !== undefined).map((doc) => docCut(hand, doc, level))
  if (value === undefined) return docs
  if (FUNCTION.test(textOf(hand, value.items[0]))) return [...docs, ...functionCuts(hand, value, level), ...restCut(list, value, after)]
  const short = level === 'detail' && value.end - value.start <= SHORT && !spansLines(text, value)
  const rest = restCut(list, isString(hand, after) ? after as Sexp : value, isString(hand, after) ? items[above ? 5 : 4] : after)
  if (short) return [...docs, ...rest]
  const start = items[above ? 2 : 1]?.end ?? value.start
  return [...docs, { start, end: value.end, with: dialect.elision[level] }, ...rest]
}

/** A function as a value: `(fn name? [a] …)`, `(lambda (a) …)`. */
function functionCuts(hand: Hand, list: Sexp, level: 'detail' | 'shape'): Cut[] {
  const items = list.items.filter((one) => !one.about)
  const [word] = items
  const named = items[1]?.open === ''
  const takes = textOf(hand, word) === 'fn' ? {} : { takes: 1 }
  return codeCuts(hand, { list, items: named || word === undefined ? items : [word, ...items], rule: { kind: 'function', body: 'code', ...takes } }, level)
}

/** What stands behind a value and its documentation says how to use it, not what it is. */
const restCut = (list: Sexp, last: Sexp, next: Sexp | undefined): Cut[] => (next === undefined ? [] : [{ start: last.end, end: list.end - 1, with: '' }])

/** A definition whose members are shown one by one. */
function members(hand: Hand, draft: Draft): Tile {
  const first = draft.items.slice(2).find((item) => isMember(hand, item))
  return first === undefined ? leaf(hand.text, draft.place, formsOf(hand, draft)) : frame(hand, draft, first)
}

/** Members are lists; a name among them on a line of its own says whose they are. */
const isMember = ({ text }: Hand, item: Sexp): boolean => item.open === '(' ? item.items.length > 0 && spansBefore(text, item) : false

const spansBefore = (text: string, item: Sexp): boolean => fromLineStart(text, item.start) !== item.start || text[item.start - 1] === '\n'

function frame(hand: Hand, draft: Draft, first: Sexp): Tile {
  const { text } = hand
  const { list, items, indent, lead, from } = draft
  const names = items.slice(2).filter((item) => item.end <= first.start && item.open === '' && !isString(hand, item) && spansBefore(text, item))
  const open = (names[0] ?? first).start
  const cuts = (level: 'detail' | 'shape'): Cut[] => items.slice(2).filter((item) => item.end <= open && isString(hand, item)).map((doc) => docCut(hand, doc, level))
  const head = (level: 'detail' | 'shape'): string => render(text, { from, to: open, cuts: inOrder(cuts(level)) })
  const start = Math.max(draft.place.start, fromLineStart(text, open))
  const end = Math.max(start, fromLineStart(text, list.end - 1))
  const tiles = memberTiles(hand, items.filter((item) => item.start >= open), { indent, after: start, declared: draft.rule.kind === 'interface' }).filter((tile) => tile.end <= list.end - 1)
  const tail = asLines(`${indent})`)
  const shape = head('shape').replace(/\s*\n\s*/g, ' ')
  return holder(draft.place, { start, end: Math.max(end, tiles.at(-1)?.end ?? start), tiles }, { detail: form(lead + asLines(indent + head('detail')), tail), shape: form(asLines(indent + shape), tail) })
}

function memberTiles(hand: Hand, items: readonly Sexp[], { indent, after, declared }: { indent: string; after: number; declared: boolean }): Tile[] {
  const { text } = hand
  const tiles: Tile[] = []
  for (const item of items) {
    if (item.about || isString(hand, item)) continue
    const start = Math.max(tiles.at(-1)?.end ?? after, fromLineStart(text, item.start))
    const end = endOf(text, item)
    const kind = item.open === '' ? 'type' : 'method'
    const own = item.items.filter((one) => !one.about)
    const name = item.open === '' ? '' : nameOf(hand, own[0])
    const place: Place = { kind, name, start, end }
    const draft = { depth: 1, from: item.start, after: start, list: item, rule: declared ? { kind, body: 'kept' } as const : METHOD, items: [own[0], ...own].filter((one) => one !== undefined), place, lead: '', indent: `${indent}  ` }
    tiles.push(leaf(text, place, formsOf(hand, draft)))
  }
  return tiles
}

const METHOD: LispRule = { kind: 'method', body: 'code' }

/** A form around definitions: `(let […] (defn …))`. */
function wrapper(hand: Hand, list: Sexp, at: At): Tile | undefined {
  const { text } = hand
  const start = Math.max(at.after, fromLineStart(text, at.from))
  const tiles = list.broken ? [] : tilesOf(hand, list.items, { depth: at.depth + 1, after: start })
  const [first] = tiles
  if (first === undefined) return undefined
  const place = { kind: first.kind, name: first.name, start, end: toLineEnd(text, list.end) }
  if (!spansLines(text, list)) return leaf(text, place, { detail: asLines(text.slice(start, list.end)), shape: asLines(text.slice(start, list.end)) })
  const indent = indentAt(text, at.from)
  const open = `${text.slice(at.from, list.start)}${list.prefix}${list.open}`
  const before = list.items.filter((item) => item.end <= first.start).map((item) => brief(hand, item))
  const frames = form(asLines(`${indent}${open}${before.join(' ')}`), asLines(indent + (text[list.end - 1] ?? ')')))
  const body = { start: first.start, end: Math.max(fromLineStart(text, list.end - 1), tiles.at(-1)?.end ?? 0), tiles: choices(hand, list, tiles) }
  return holder({ ...place, kind: 'module', name: '' }, body, { detail: frames, shape: frames })
}

/** Among the branches of `#?(:clj … :cljs …)` the keyword before a definition belongs to it. */
function choices({ text }: Hand, list: Sexp, tiles: readonly Tile[]): readonly Tile[] {
  if (!list.prefix.startsWith('#?')) return tiles
  return tiles.map((tile, index) => {
    const key = index === 0 ? undefined : list.items.findLast((item) => item.open === '' && item.end <= tile.start && isBlank(text, item.end, tile.start))
    if (key === undefined || key.start < (tiles[index - 1]?.end ?? 0)) return tile
    const start = Math.max(tiles[index - 1]?.end ?? 0, fromLineStart(text, key.start))
    const line = `${text.slice(start, key.end)} `
    const head = (one: Form): Form => ({ ...one, head: line + one.head.trimStart() })
    return { ...tile, start, detail: head(tile.detail), shape: head(tile.shape) }
  })
}

/** What stands before the definitions inside a form: as it is while short, else its brackets. */
function brief(hand: Hand, item: Sexp): string {
  const text = hand.text.slice(item.start, item.end)
  return text.length <= SHORT && !text.includes('\n') ? text : item.open === '' ? '...' : `${item.prefix}${item.open}${hand.text[item.end - 1]}`
}
