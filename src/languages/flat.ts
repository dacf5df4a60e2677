// A signature on one line. Only gaps between tokens are joined, so line ends inside strings stay what they are.
import type { Node, TreeCursor } from 'web-tree-sitter'
import type { Table } from './language.ts'
import type { Cut } from './span.ts'
import { render } from './span.ts'

interface Token {
  readonly start: number
  readonly end: number
  readonly text: string
  /** It begins a member of a type, where a line end may do what a semicolon does. */
  readonly firstOfMember: boolean
  /** A comma that is part of the value, as in a tuple of one. */
  readonly firm: boolean
}

/**
 * The stretch [from, to) of a node with its cuts applied, on one line and without comments. Undefined when line ends are part of the syntax there,
 * as between the members of a type without semicolons, or when the syntax is broken: such a signature reads better as it was written.
 */
export function onOneLine(source: { text: string; table: Table; node: Node }, from: number, to: number, cuts: readonly Cut[]): string | undefined {
  const { text } = source
  const simple = render(text, from, to, cuts)
  if (!simple.includes('\n') && !mayHoldComment(simple)) return simple.trim()
  if (source.node.hasError) return undefined
  const tokens = tokensIn(source, { from, to, cuts })
  if (tokens.some((token, i) => token.firstOfMember && needsLineEnd(text, tokens[i - 1], token))) return undefined
  let out = ''
  for (let i = 0; i < tokens.length; i++) out = joined(out, { text, last: tokens[i - 1], token: tokens[i] as Token })
  // A closing semicolon may stand after the node itself.
  return (out + text.slice(Math.max(source.node.endIndex, tokens.at(-1)?.end ?? 0), to)).trim()
}

const mayHoldComment = (text: string): boolean => /\/[/*]|#/.test(text)

const needsLineEnd = (text: string, last: Token | undefined, token: Token): boolean =>
  last !== undefined && !/[{[(;,]$/.test(last.text) && text.slice(last.end, token.start).includes('\n')

const CLOSES = new Set([')', ']', '>'])
const TIGHT_AFTER = new Set(['(', '[', '<', '.'])
const TIGHT_BEFORE = new Set([')', ']', '>', ',', ';', '.', '?.'])

function joined(out: string, { text, last, token }: { text: string; last: Token | undefined; token: Token }): string {
  if (last === undefined) return token.text
  const gap = text.slice(last.end, token.start)
  if (/^[ \t]*$/.test(gap)) return out + gap + token.text
  if (last.text === ',' && !last.firm && CLOSES.has(token.text)) return out.slice(0, -1) + token.text
  if (last.text === ',' && token.text === '}') return `${out.slice(0, -1)} }`
  const tight = TIGHT_AFTER.has(last.text) || TIGHT_BEFORE.has(token.text)
  return `${out}${tight ? '' : ' '}${token.text}`
}

interface Range {
  readonly from: number
  readonly to: number
  readonly cuts: readonly Cut[]
}

const ATOMIC = /string|char|regex|template|number|literal_content|lifetime/

function tokensIn(source: { table: Table; node: Node; text: string }, range: Range): Token[] {
  const tokens: Token[] = []
  const members = new Set<number>()
  const cursor = source.node.walk()
  const types: string[] = []
  let cut = 0
  try {
    for (let going = true; going;) {
      const start = cursor.startIndex
      const end = cursor.endIndex
      while (cut < range.cuts.length && (range.cuts[cut] as Cut).start < range.from) cut++
      const next = range.cuts[cut]
      if (next !== undefined && start >= next.start && !(start < range.from)) {
        pushCut(tokens, next)
        cut++
        going = skipTo(cursor, types, next.end)
        continue
      }
      const type = cursor.nodeType
      note(members, source.table, { cursor, parent: types.at(-1), start })
      const outside = start >= range.to || end <= range.from
      const dropped = source.table.comments.includes(type) || type === 'line_continuation'
      const atomic = ATOMIC.test(type) || dropped || outside
      if (!atomic && cursor.gotoFirstChild()) {
        types.push(type)
        continue
      }
      if (!outside && !dropped && end > start) {
        tokens.push({ start, end, text: source.text.slice(start, end), firstOfMember: members.has(start), firm: /tuple/.test(types.at(-1) ?? '') })
      }
      going = onward(cursor, types)
    }
  } finally {
    cursor.delete()
  }
  for (; cut < range.cuts.length; cut++) pushCut(tokens, range.cuts[cut] as Cut)
  return tokens
}

function pushCut(tokens: Token[], { start, end, with: text }: Cut): void {
  const last = tokens.at(-1)
  // A comma that would be left dangling before the replacement goes.
  if (text === ';' && last?.text === ',') tokens.pop()
  tokens.push({ start: tokens.at(-1)?.end ?? start, end, text, firstOfMember: false, firm: false })
}

function note(members: Set<number>, table: Table, at: { cursor: TreeCursor; parent: string | undefined; start: number }): void {
  if (at.parent !== undefined && table.separated?.includes(at.parent) === true && at.cursor.nodeIsNamed) members.add(at.start)
}

/** To the next node in reading order that is not below this one. */
function onward(cursor: TreeCursor, types: string[]): boolean {
  for (;;) {
    if (cursor.gotoNextSibling()) return true
    if (!cursor.gotoParent()) return false
    types.pop()
  }
}

function skipTo(cursor: TreeCursor, types: string[], end: number): boolean {
  while (cursor.startIndex < end) if (!onward(cursor, types)) return false
  return true
}
