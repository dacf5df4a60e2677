// A signature on one line. Only gaps between tokens are joined, so line ends inside strings stay what they are.
import { remembered } from '../core/once.ts'
import type { Cursor, Node } from './node.ts'
import type { Source } from './cuts.ts'
import type { Cut, Stretch } from './span.ts'
import { isBlank, render } from './span.ts'

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
export function onOneLine(source: Source & { node: Node }, stretch: Stretch): string | undefined {
  const { text } = source
  const simple = render(text, stretch)
  if (!simple.includes('\n') && !mayHoldComment(simple)) return simple.trim()
  if (source.node.hasError) return undefined
  const tokens = tokensIn(source, stretch)
  if (tokens.some((token, i) => (token.firstOfMember && needsLineEnd(text, tokens[i - 1], token)) || isDirective(token))) return undefined
  let out = ''
  for (let i = 0; i < tokens.length; i++) out = joined(out, { text, last: tokens[i - 1], token: tokens[i] as Token })
  // A closing semicolon may stand after the node itself.
  return (out + text.slice(Math.max(source.node.endIndex, tokens.at(-1)?.end ?? 0), stretch.to)).trim()
}

const mayHoldComment = (text: string): boolean => /\/[/*]|#|--|\{-|\(\*|%/.test(text)

const needsLineEnd = (text: string, last: Token | undefined, token: Token): boolean =>
  last !== undefined && !/[{[(;,]$/.test(last.text) && text.slice(last.end, token.start).includes('\n')

/** `#if` needs a line of its own. */
const isDirective = ({ text }: Token): boolean => text.charCodeAt(0) === HASH && /^#[a-z]/.test(text)

const HASH = 35

const CLOSES = new Set([')', ']', '>'])
const TIGHT_AFTER = new Set(['(', '[', '<', '.'])
const TIGHT_BEFORE = new Set([')', ']', '>', ',', ';', '.', '?.'])

function joined(out: string, { text, last, token }: { text: string; last: Token | undefined; token: Token }): string {
  if (last === undefined) return token.text
  if (isSpace(text, last.end, token.start)) return out + text.slice(last.end, token.start) + token.text
  if (last.text === ',' && !last.firm && CLOSES.has(token.text)) return out.slice(0, -1) + token.text
  if (last.text === ',' && token.text === '}') return `${out.slice(0, -1)} }`
  const tight = TIGHT_AFTER.has(last.text) || TIGHT_BEFORE.has(token.text)
  return `${out}${tight ? '' : ' '}${token.text}`
}

/** Whether nothing but spaces and tabs stands in a stretch. */
function isSpace(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code !== 32 && code !== 9) return false
  }
  return true
}

const ATOMIC = /polyvar|quoted_argument|string|char|regex|template_(?:string|literal)|number|literal_content|lifetime/

// A grammar has some hundred types, and every token has one.
const isAtomic = remembered((type) => ATOMIC.test(type))
const isTuple = remembered((type) => type.includes('tuple'))

interface Walk {
  readonly source: Source & { node: Node }
  readonly stretch: Stretch
  readonly cursor: Cursor
  readonly tokens: Token[]
  /** Types of the nodes around the cursor. */
  readonly types: string[]
  /** Where members of types begin. */
  readonly members: Set<number>
  /** The next cut. */
  cut: number
  /** Up to where the text has been seen. */
  at: number
}

function tokensIn(source: Source & { node: Node }, stretch: Stretch): Token[] {
  const walk: Walk = { source, stretch, cursor: source.node.walk(), tokens: [], types: [], members: new Set(), cut: 0, at: stretch.from }
  while (walk.cut < stretch.cuts.length && (stretch.cuts[walk.cut] as Cut).start < stretch.from) walk.cut++
  for (let going = true; going;) going = step(walk)
  for (let cut = stretch.cuts[walk.cut]; cut !== undefined && cut.start < stretch.to; cut = stretch.cuts[++walk.cut]) pushCut(walk.tokens, cut)
  return walk.tokens
}

/** One node: over a cut, down into it, or past it as a token. */
function step(walk: Walk): boolean {
  const { cursor, types, stretch, source } = walk
  const start = cursor.startIndex
  if (start >= stretch.to) return false
  const next = stretch.cuts[walk.cut]
  // The node may reach beyond the stretch, as one of several definitions that it joins.
  if (next !== undefined && start >= next.start && next.start < stretch.to) {
    if (source.read !== undefined) unread(walk, next.start)
    pushCut(walk.tokens, next)
    walk.cut++
    walk.at = next.end
    return skipTo(walk, next)
  }
  const type = cursor.nodeType
  const parent = types.at(-1) ?? ''
  if (source.table.separated?.includes(parent) === true && cursor.nodeIsNamed) walk.members.add(start)
  const comment = source.table.comments.includes(type) || type === 'line_continuation' || type === source.table.continuation
  const skipped = comment || (start < stretch.from && cursor.endIndex <= stretch.from)
  const atomic = isAtomic(type) && cursor.endIndex <= stretch.to
  if (!skipped && !atomic && cursor.gotoFirstChild()) {
    types.push(type)
    return true
  }
  const end = cursor.endIndex
  if (source.read !== undefined) unread(walk, start)
  // What only the grammar was given to read, such as a semicolon in place of a space, is no token of the text.
  if (!skipped && end > start && !isBlank(source.text, start, end)) {
    walk.tokens.push({ start, end, text: source.text.slice(start, end), firstOfMember: walk.members.has(start), firm: isTuple(parent) })
  }
  walk.at = Math.max(walk.at, end)
  return onward(cursor, types)
}

/** Words that were kept from the grammar are tokens of the text all the same. */
function unread({ tokens, source, at }: Walk, until: number): void {
  const text = source.plain ?? source.text
  if (isBlank(text, at, until)) return
  for (const word of text.slice(at, until).matchAll(/[^\s\\]+/g)) {
    const start = at + word.index
    tokens.push({ start, end: start + word[0].length, text: word[0], firstOfMember: false, firm: false })
  }
}

function pushCut(tokens: Token[], { start, end, with: text }: Cut): void {
  // What leaves nothing behind is part of the gap between its neighbours.
  if (text === '') return
  const last = tokens.at(-1)
  // A comma that would be left dangling before the replacement goes.
  if (text === ';' && last?.text === ',') tokens.pop()
  // A replacement that brings no space of its own keeps the one before what it replaces.
  tokens.push({ start: /^[\w%{[(`'"]/.test(text) ? start : tokens.at(-1)?.end ?? start, end, text, firstOfMember: false, firm: false })
}

/** To the next node in reading order that is not below this one. */
function onward(cursor: Cursor, types: string[]): boolean {
  for (;;) {
    if (cursor.gotoNextSibling()) return true
    if (!cursor.gotoParent()) return false
    types.pop()
  }
}

/** To the first node that is not cut. A node that only begins with something that goes without a trace is entered. */
function skipTo({ cursor, types }: Walk, { end, with: replacement }: Cut): boolean {
  while (cursor.startIndex < end) {
    const type = cursor.nodeType
    if (replacement === '' && cursor.endIndex > end && cursor.gotoFirstChild()) types.push(type)
    else if (!onward(cursor, types)) return false
  }
  return true
}
