// The outline of a text that no grammar reads: groups in braces with the words before them, and lines that begin like a definition.
import type { Form, Tile } from '../core/block.ts'
import type { Source } from './cuts.ts'
import { looseKind } from './rescue.ts'
import type { Seal } from './seal.ts'
import type { Span } from './span.ts'
import { asLines, closing, fromLineStart, indentAt, lineEnd, toLineEnd } from './span.ts'

/** Makes a container of a group; undefined when it defines nothing. */
type Fill = (bare: Tile, group: Seal) => Tile | undefined

/** Words that begin something: `top` is where the lines above that belong to it begin. */
interface Words {
  readonly top: number
  readonly start: number
  readonly name: string
  readonly word: string
}

/** The tiles of a sealed part, by its groups. */
export function outlined(source: Source, { seal, groups }: { seal: Seal; groups: readonly Span[] }, fill: Fill): Tile[] {
  const tiles: Tile[] = []
  let at = seal.inside.start
  for (const group of groups) {
    const words = wordsIn(source, { start: at, end: group.start })
    const head = leading(source, { at, words, group })
    tiles.push(...lines(source, { words: words.filter(({ start }) => start < head.start), end: head.top, indent: seal.place.indent }))
    const bare = grouped(source, { head, group, indent: seal.place.indent })
    const tile = fill(bare, within(source, { seal, bare, group, head })) ?? (head.name === '' ? undefined : bare)
    if (tile !== undefined) tiles.push(tile)
    at = bare.end
  }
  const rest = { start: at, end: seal.inside.end }
  return [...tiles, ...lines(source, { words: wordsIn(source, rest), end: rest.end, indent: seal.place.indent })]
}

function wordsIn(source: Source, { start, end }: Span): Words[] {
  const { text, table } = source
  let floor = start
  const found = table.looseInside === undefined ? [] : text.slice(start, end).matchAll(table.looseInside.words)
  return [...found].map((match) => {
    const own = Math.max(start, fromLineStart(text, start + match.index))
    const words = { top: topOf(source, own, floor), start: own, name: match.groups?.['name'] ?? '', word: match[0] }
    floor = Math.min(end, lineEnd(text, own))
    return words
  })
}

/** Where the comments and attributes directly above a line begin. */
function topOf({ text, table }: Source, start: number, floor: number): number {
  let top = start
  while (top > floor && text[top - 1] === '\n') {
    const above = Math.max(floor, text.lastIndexOf('\n', top - 2) + 1)
    if (table.looseInside?.above.test(text.slice(above, top)) !== true) break
    top = above
  }
  return top
}

/** The words that lead to a group: the last definition before it unless that has ended, else whatever follows. */
function leading(source: Source, { at, words, group }: { at: number; words: readonly Words[]; group: Span }): Words {
  const { text, table } = source
  const last = words.at(-1)
  if (last !== undefined && !/;[ \t\r]*\n/.test(text.slice(last.start, group.start))) return last
  const from = last === undefined ? at : toLineEnd(text, text.indexOf(';', last.start) + 1)
  const top = firstWord(text, from, group.start)
  let start = top
  while (table.looseInside?.above.test(text.slice(start, group.start)) === true && lineEnd(text, start) <= group.start) start = firstWord(text, lineEnd(text, start), group.start)
  return { top, start, name: '', word: '' }
}

/** The first word of a stretch, with its line when nothing else stands before it. */
function firstWord(text: string, from: number, to: number): number {
  const blank = /^\s*/.exec(text.slice(from, to))?.[0].length ?? 0
  return Math.max(from, fromLineStart(text, from + blank))
}

const WIDEST = 200

/** Each definition as the rest of its line. */
function lines(source: Source, { words, end, indent }: { words: readonly Words[]; end: number; indent: string }): Tile[] {
  return words.map((one, index) => {
    const limit = Math.min(lineEnd(source.text, one.start), words[index + 1]?.top ?? end)
    const line = marginOf(source, one, indent) + source.text.slice(one.start, limit).slice(0, WIDEST)
    return { kind: looseKind(one), name: one.name, start: one.top, end: limit, ...formsOf(source, one, { shape: line, detail: line }) }
  })
}

/** The indentation that words in the middle of a line lack. */
const marginOf = ({ text }: Source, { start }: Words, indent: string): string => (text[start - 1] === '\n' ? '' : indent)

const formsOf = (source: Source, words: Words, { shape, detail }: { shape: string; detail: string }): Pick<Tile, 'shape' | 'detail'> => ({
  shape: { head: asLines(shape), tail: '' }, detail: { head: asLines(aboveOf(source, words) + detail), tail: '' },
})

/** What stands above a definition at `detail`: attributes, and the first line of documentation. */
function aboveOf({ text, table }: Source, { top, start }: Words): string {
  const rows = text.slice(top, start).split('\n').filter((row) => row.trim() !== '')
  const documents = (row: string | undefined): boolean => row !== undefined && table.doc.test(row.trim())
  const kept = rows.filter((row, index) => (documents(row) ? !documents(rows[index - 1]) : !/^\s*\/\//.test(row)))
  return kept.map((row) => `${row}\n`).join('')
}

/** A definition whose group is left out. */
function grouped(source: Source, { head, group, indent }: { head: Words; group: Span; indent: string }): Tile {
  const { text, table: { elision } } = source
  const kind = head.name === '' ? 'module' : looseKind(head)
  const stop = closing(text, group.end)
  const before = marginOf(source, head, indent) + text.slice(head.start, group.start).trimEnd()
  const write = (markers: readonly string[]): string => {
    const marker = markers.find(({ length }) => length <= group.end - group.start)
    return marker === undefined ? marginOf(source, head, indent) + text.slice(head.start, stop) : before + marker
  }
  const forms = { detail: write(elision.detail), shape: write(kind === 'function' ? elision.shape : elision.inner ?? elision.shape) }
  return { kind, name: head.name, start: head.top, end: toLineEnd(text, stop), ...formsOf(source, head, forms) }
}

/** A group as a sealed part of its own. */
function within(source: Source, { seal, bare, group, head }: { seal: Seal; bare: Tile; group: Span; head: Words }): Seal {
  const { text, table } = source
  const indent = text[head.start - 1] === '\n' ? indentAt(text, head.start) : seal.place.indent
  const open = marginOf(source, head, indent) + text.slice(head.start, group.start + 1)
  const tail = asLines(indent + text.slice(group.end - 1, bare.end))
  const forms = formsOf(source, head, { shape: open, detail: open })
  const close = (form: Form): Form => ({ ...form, tail })
  const bodyStart = toLineEnd(text, group.start + 1)
  return {
    call: seal.call, inside: { start: group.start + 1, end: group.end - 1 },
    place: { ...seal.place, indent: indent + table.step, depth: seal.place.depth + 1 },
    frame: { bodyStart, bodyEnd: Math.max(bodyStart, fromLineStart(text, group.end - 1)), shape: close(forms.shape), detail: close(forms.detail) },
  }
}
