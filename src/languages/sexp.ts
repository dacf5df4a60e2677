// Reads the brackets, strings and comments that all Lisps share. Definitions are told apart by their first word alone, so a reader of a hundred
// lines serves every dialect, and what it cannot close ends where the next form begins in the first column.
import type { Span } from './span.ts'

/** A list with what stands in it, or an atom. */
export interface Sexp extends Span {
  /** The bracket it opens with; empty for an atom. */
  readonly open: string
  /** What stands before the bracket or atom: `'`, `#?`. It is part of the span. */
  readonly prefix: string
  readonly items: readonly Sexp[]
  /** Says something about the next item and is none by itself: `^:private`, `#+sbcl`. */
  readonly about: boolean
  /** Its closing bracket is missing. */
  readonly broken: boolean
}

/** What differs from one dialect to the next. */
export interface Syntax {
  /** One token, sticky, with the groups `space`, `skip`, `about`, `prefix`, `string`, `open`, `close` and `atom`. */
  readonly token: RegExp
  /** Whether `#|` begins a comment. */
  readonly blocks: boolean
}

/** Every form at the top of a text, and every comment in it. */
export interface Reading {
  readonly forms: readonly Sexp[]
  readonly comments: readonly Span[]
}

interface Open extends Omit<Sexp, 'end' | 'items'> {
  end: number
  readonly items: Sexp[]
  /** It is commented out as a whole. */
  readonly skipped: boolean
}

interface State {
  readonly text: string
  readonly syntax: Syntax
  readonly limit: number
  readonly comments: Span[]
  /** The lists around the position, outermost first. */
  readonly stack: Open[]
  readonly forms: Sexp[]
  at: number
  /** The prefix of the next item: where it begins, and what it makes of it. */
  from: number
  mode: 'item' | 'about' | 'skip'
}

/** Reads a text. A form that is never closed ends before the next bracket in the first column, and so does every later one that is still open there. */
export function readSexps(text: string, syntax: Syntax): Reading {
  const forms: Sexp[] = []
  const comments: Span[] = []
  let careful = false
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length;) {
    const limit = careful ? nextForm(text, at) : text.length
    const state = run({ text, syntax, limit, comments: [], stack: [], forms: [], at, from: -1, mode: 'item' })
    const open = state.stack[0]
    if (open !== undefined && !careful) {
      careful = true
      forms.push(...state.forms)
      comments.push(...state.comments.filter(({ start }) => start < open.start))
      at = open.start
      continue
    }
    forms.push(...state.forms)
    comments.push(...state.comments)
    if (open !== undefined) forms.push({ ...open, end: limit, broken: true })
    at = limit
  }
  return { forms, comments }
}

/** Where the next line begins that opens a form in the first column. */
function nextForm(text: string, from: number): number {
  const next = /\n(?=[([])/g
  next.lastIndex = from
  const found = next.exec(text)
  return found === null ? text.length : found.index + 1
}

function run(state: State): State {
  while (state.at < state.limit) step(state)
  return state
}

function step(state: State): void {
  const { text, syntax, at } = state
  if (text[at] === ';') return comment(state, lineStop(text, at))
  if (syntax.blocks && text.startsWith('#|', at)) return comment(state, blockStop(text, at, state.limit))
  syntax.token.lastIndex = at
  const found = syntax.token.exec(text)
  const groups = found?.groups ?? {}
  state.at = Math.min(at + Math.max(1, found?.[0].length ?? 1), state.limit)
  if (groups['space'] !== undefined) return
  if (groups['close'] !== undefined) return close(state)
  if (state.from < 0) state.from = at
  if (groups['skip'] !== undefined) state.mode = 'skip'
  else if (groups['about'] !== undefined) state.mode = 'about'
  else if (groups['prefix'] !== undefined) return
  else if (groups['open'] !== undefined) open(state)
  else add(state, { start: state.from, end: state.at, open: '', prefix: text.slice(state.from, at), items: [], about: false, broken: false })
}

const lineStop = (text: string, at: number): number => {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** The end of a comment that may hold others of its kind. */
function blockStop(text: string, at: number, limit: number): number {
  const marks = /#\||\|#/g
  marks.lastIndex = at
  let depth = 0
  for (let mark = marks.exec(text); mark !== null && mark.index < limit; mark = marks.exec(text)) {
    depth += mark[0] === '#|' ? 1 : -1
    if (depth === 0) return marks.lastIndex
  }
  return limit
}

function comment(state: State, end: number): void {
  state.comments.push({ start: state.at, end: Math.min(end, state.limit) })
  state.at = end
}

function open(state: State): void {
  const { text, from, mode, stack } = state
  const bracket = text[state.at - 1] ?? '('
  stack.push({ start: from, end: from, open: bracket, prefix: text.slice(from, state.at - 1), items: [], about: mode === 'about', broken: false, skipped: mode === 'skip' })
  reset(state)
}

/** A bracket closes the innermost list, whatever its kind; one too many is passed over. */
function close(state: State): void {
  const list = state.stack.pop()
  reset(state)
  if (list === undefined) return
  list.end = state.at
  if (!list.skipped) place(state, list)
}

function add(state: State, item: Sexp): void {
  const { mode } = state
  reset(state)
  if (mode !== 'skip') place(state, mode === 'about' ? { ...item, about: true } : item)
}

const place = ({ stack, forms }: State, item: Sexp): void => void (stack.at(-1)?.items ?? forms).push(item)

function reset(state: State): void {
  state.from = -1
  state.mode = 'item'
}
