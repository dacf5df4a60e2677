// The outline of a text: what it defines and where, found by looking at words and brackets. It is cheap enough for every file of a workspace, so ranking may
// ask what a file defines before anything is parsed; what is shown always comes from the parser.
import type { BlockKind } from './block.ts'

/** What kinds of definitions an outline tells apart. */
export type OutlineKind = Extract<BlockKind, 'module' | 'class' | 'interface' | 'enum' | 'type' | 'function' | 'method' | 'field' | 'constant'>

/** One definition. Items stand in reading order, what is defined inside another after it and one deeper. */
export interface OutlineItem {
  readonly kind: OutlineKind
  /** As the parser names it: `closeAll`, `Server.Start`. */
  readonly name: string
  /** The line of its first word, from 1; comments and decorators above it do not count. */
  readonly line: number
  /** The line of its last character. */
  readonly end: number
  /** How many definitions stand around it. */
  readonly depth: number
}

/** One letter for each kind: the stored form. */
const LETTERS: Readonly<Record<OutlineKind, string>> = { module: 'm', class: 'c', interface: 'i', enum: 'e', type: 't', function: 'f', method: 'd', field: 'v', constant: 'k' }
const KINDS = new Map(Object.entries(LETTERS).map(([kind, letter]) => [letter, kind as OutlineKind]))

/** An outline as text, a line for each item: its kind and name, then depth, first line after the one before it, and how many lines follow it. */
export function encodeOutline(items: readonly OutlineItem[]): string {
  let before = 0
  return items.map(({ kind, name, line, end, depth }) => {
    const numbers = [depth, line - before, end - line].map((number) => number.toString(36)).join(' ')
    before = line
    return `${LETTERS[kind]}${name}\t${numbers}`
  }).join('\n')
}

/** An outline from its text; undefined when it is none, so that a damaged store is only a miss. */
export function decodeOutline(text: string): OutlineItem[] | undefined {
  if (text === '') return []
  const items: OutlineItem[] = []
  for (const row of text.split('\n')) {
    const item = decoded(row, items.at(-1)?.line ?? 0)
    if (item === undefined) return undefined
    items.push(item)
  }
  return items
}

const NUMBERS = /^(?:0|[1-9a-z][0-9a-z]{0,7}) (?:0|[1-9a-z][0-9a-z]{0,7}) (?:0|[1-9a-z][0-9a-z]{0,7})$/

function decoded(row: string, before: number): OutlineItem | undefined {
  const tab = row.indexOf('\t')
  const kind = KINDS.get(row[0] ?? '')
  if (kind === undefined || tab < 2 || !NUMBERS.test(row.slice(tab + 1))) return undefined
  const [depth, step, more] = row.slice(tab + 1).split(' ').map((number) => Number.parseInt(number, 36)) as [number, number, number]
  return { kind, name: row.slice(1, tab), line: before + step, end: before + step + more, depth }
}
