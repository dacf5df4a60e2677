// The elements of an XML text. One pass over its tags with a stack of our own: nesting of any depth costs no more than its length,
// and a tag that is never closed closes with the one around it.
import type { Span } from './span.ts'

/** One element. Below a depth only the number of elements inside is known. */
export interface Element extends Span {
  readonly tag: string
  /** Where the start tag begins: a remark above belongs to the element. */
  readonly open: number
  readonly openEnd: number
  /** Where the end tag begins; the same as `end` when there is none. */
  close: number
  end: number
  readonly children: Element[]
  /** Elements directly inside. */
  count: number
  readonly depth: number
}

const DEEPEST = 8
/** An end tag looks this far up for its start tag. */
const REACH = 32

const TAG = /<!--|<!\[CDATA\[|<\?|<!|<\/([^\s>/]+)[^>]*>?|<([^\s>/!?<]+)((?:[^>"'<]|"[^"]*"|'[^']*')*)>?/g

/** The outermost elements of a text. */
export function elementsOf(text: string): Element[] {
  const reading: Reading = { text, roots: [], open: [], remark: undefined }
  const pattern = new RegExp(TAG)
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) pattern.lastIndex = Math.max(take(reading, match), match.index + 1)
  while (reading.open.length > 0) close(reading, text.length, text.length)
  return reading.roots
}

interface Reading {
  readonly text: string
  readonly roots: Element[]
  readonly open: Element[]
  /** The remark that was read last. */
  remark: Span | undefined
}

/** Takes one tag; gives where to go on. */
function take(reading: Reading, match: RegExpExecArray): number {
  const { text } = reading
  const [piece, closing, opening] = match
  const start = match.index
  const end = start + piece.length
  if (closing !== undefined) return closed(reading, closing, { start, end })
  if (opening !== undefined) return opened(reading, { tag: opening, start, end, empty: piece.endsWith('/>') })
  const stop = piece === '<!--' ? after(text, '-->', end) : piece === '<![CDATA[' ? after(text, ']]>', end) : piece === '<?' ? after(text, '?>', end) : declarationEnd(text, end)
  if (piece === '<!--') reading.remark = { start, end: stop }
  return stop
}

const after = (text: string, piece: string, from: number): number => {
  const at = text.indexOf(piece, from)
  return at < 0 ? text.length : at + piece.length
}

/** A DOCTYPE may hold declarations of its own in square brackets. */
function declarationEnd(text: string, from: number): number {
  const end = text.indexOf('>', from)
  const inner = text.indexOf('[', from)
  if (end < 0) return text.length
  return inner >= 0 && inner < end ? after(text, '>', after(text, ']', inner)) : end + 1
}

function opened(reading: Reading, { tag, start, end, empty }: Span & { tag: string; empty: boolean }): number {
  const parent = reading.open.at(-1)
  const { remark, text } = reading
  const above = remark !== undefined && text.slice(remark.end, start).trim() === '' && remark.start >= (parent?.openEnd ?? 0) ? remark.start : start
  reading.remark = undefined
  const element: Element = { tag, start: above, open: start, openEnd: end, close: end, end, children: [], count: 0, depth: reading.open.length }
  if (parent === undefined) reading.roots.push(element)
  else {
    parent.count++
    if (element.depth <= DEEPEST) parent.children.push(element)
  }
  if (!empty) reading.open.push(element)
  return end
}

function closed(reading: Reading, tag: string, { start, end }: Span): number {
  const { open } = reading
  const floor = Math.max(0, open.length - REACH)
  let at = open.length - 1
  while (at >= floor && open[at]?.tag !== tag) at--
  if (at < floor) return end
  while (open.length > at + 1) close(reading, start, start)
  close(reading, start, end)
  return end
}

function close({ open }: Reading, at: number, end: number): void {
  const element = open.pop()
  if (element === undefined) return
  element.close = at
  element.end = end
}
