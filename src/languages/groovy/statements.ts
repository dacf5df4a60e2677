// The statements of a Groovy text: where each begins, where its first block stands, where it ends. Strings and comments are masked first, so that
// brackets mean what they say; a statement ends with its line unless something is still open or the next line carries on.
import type { Span } from '../span.ts'

/** A text with every character in its place: `bare` without comments, `mask` without what strings hold either. */
export interface Masked {
  readonly text: string
  readonly bare: string
  readonly mask: string
  /** The closing bracket of each opening one. */
  readonly pairs: ReadonlyMap<number, number>
}

/** One statement. Annotations stand before `own`; `block` is its first group in braces. */
export interface Statement extends Span {
  readonly own: number
  readonly block?: Span
}

const COMMENT = String.raw`^#![^\n]*|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)`
const STRING = String.raw`'''(?:[^\\]|\\[^])*?(?:'''|$)|"""(?:[^\\]|\\[^])*?(?:"""|$)|'(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n$]|\\.|\$\{(?:[^{}"\n]|"[^"\n]*")*\}|\$)*"?|(?<=[=(,:~]|[=(,:~] )\/(?:[^/\\\n]|\\.)+\/`
const TOKEN = new RegExp(`(?<comment>${COMMENT})|${STRING}`, 'g')

/** Masks a text. */
export function masked(text: string): Masked {
  const blank = (found: string): string => found.replace(/[^\r\n]/g, ' ')
  const bare = text.replace(TOKEN, (found, comment: string | undefined) => (comment === undefined ? found : blank(found)))
  const mask = bare.replace(TOKEN, (found) => found[0] + '_'.repeat(Math.max(0, found.length - 2)) + (found.length > 1 ? found[0] : ''))
  return { text, bare, mask, pairs: pairsIn(mask) }
}

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

function pairsIn(mask: string): Map<number, number> {
  const pairs = new Map<number, number>()
  const open: number[] = []
  for (const { 0: mark, index } of mask.matchAll(/[()[\]{}]/g)) {
    if (CLOSERS[mark] !== undefined) open.push(index)
    else {
      // A bracket that was never closed counts for nothing. Only near ones are looked for, so that damage stays cheap.
      const near = open.slice(-8)
      const fits = near.findLastIndex((at) => CLOSERS[mask[at] as string] === mark)
      if (fits >= 0) pairs.set(open.splice(fits - near.length)[0] as number, index)
    }
  }
  return pairs
}

/** The statements in a stretch. */
export function* statementsIn(source: Masked, { start, end }: Span): Iterable<Statement> {
  for (let at = skipped(source.mask, start, end); at < end;) {
    const statement = statementAt(source, at, end)
    yield statement
    at = skipped(source.mask, Math.max(statement.end, at + 1), end)
  }
}

/** The next place where something may begin. */
function skipped(mask: string, from: number, end: number): number {
  let at = from
  while (at < end && /[\s;,)\]}\uFEFF]/.test(mask[at] as string)) at++
  return at
}

function statementAt(source: Masked, start: number, end: number): Statement {
  const { mask, pairs } = source
  const own = afterMarks(source, start, end)
  let block: Span | undefined
  let at = own
  for (; at < end; at++) {
    const mark = mask[at] as string
    if (mark === ';') break
    if (mark === '\n' && !carriesOn(mask, { from: own, at, end }, block !== undefined)) break
    const close = CLOSERS[mark] === undefined ? undefined : pairs.get(at)
    if (close === undefined || close >= end) continue
    if (mark === '{' && block === undefined) block = { start: at, end: close + 1 }
    at = close
  }
  return { start, own, end: Math.min(at, end), ...(block === undefined ? {} : { block }) }
}

/** Where annotations end. */
function afterMarks({ mask, pairs }: Masked, start: number, end: number): number {
  let at = start
  while (mask[at] === '@' && !mask.startsWith('@interface', at)) {
    at++
    while (at < end && /[\w.$]/.test(mask[at] as string)) at++
    if (mask[at] === '(') at = (pairs.get(at) ?? at) + 1
    while (at < end && /\s/.test(mask[at] as string)) at++
  }
  return Math.min(at, end)
}

/** Whether a statement goes on below the end of a line. */
function carriesOn(mask: string, { from, at, end }: { from: number; at: number; end: number }, hasBlock: boolean): boolean {
  let before = at - 1
  while (before >= from && /[ \t\r]/.test(mask[before] as string)) before--
  if (before < from || /[,=+*.&|?:<\\-]/.test(mask[before] as string)) return true
  let next = at + 1
  while (next < end && /\s/.test(mask[next] as string)) next++
  if (mask[next] === '{') return !hasBlock && mask[before] !== '}'
  return /^(?:\??\.[\p{L}_]|&&|\|\||(?:extends|implements|throws)\b)/u.test(mask.slice(next, next + 12))
}
