// Where statements of SQL begin and end. A semicolon ends one, but not inside the body of a routine; batches and DELIMITER have their own ends.
import type { Span } from '../span.ts'
import { lineEnd } from '../span.ts'
import { type Token, tokensIn } from './tokens.ts'

/** One statement, and its first words in capitals. Remarks before it are not part of it. */
export interface Statement extends Span {
  readonly words: readonly string[]
}

/** What the whole text tells about its dialect. */
export interface Dialect {
  readonly mysql: boolean
  /** Routines end where the batch ends. */
  readonly batches: boolean
}

/** The dialect of a text, as far as it matters. */
export const dialectOf = (text: string): Dialect => ({ mysql: /`|^[ \t]*DELIMITER\s/im.test(text), batches: /^(?:GO|\/)[ \t]*\r?$/im.test(text) })

/** How many words of a statement are kept: enough to tell what it is. */
const WORDS = 12

const ROUTINE = new Set(['FUNCTION', 'PROCEDURE', 'PROC', 'TRIGGER', 'EVENT', 'PACKAGE'])
const OBJECT = new Set([...ROUTINE, ...(
  'TABLE VIEW INDEX TYPE DOMAIN SEQUENCE SCHEMA DATABASE EXTENSION POLICY RULE ROLE USER AGGREGATE OPERATOR CAST COLLATION SERVER LANGUAGE PUBLICATION ' +
  'SUBSCRIPTION SYNONYM STATISTICS MACRO STREAM TASK STAGE'
).split(' ')])

/** What a CREATE or ALTER is about: `TABLE`. Empty for other statements. */
export const objectOf = (words: readonly string[]): string =>
  /^(?:CREATE|ALTER)$/.test(words[0] ?? '') ? words.slice(1).find((word) => OBJECT.has(word)) ?? '' : ''

/** Whether an object has a body of statements. */
export const isRoutine = (words: readonly string[]): boolean => ROUTINE.has(objectOf(words))

/** What has been read of the statement at hand. */
interface Draft {
  start: number
  end: number
  readonly words: string[]
  /** Open brackets, and open blocks such as BEGIN and CASE. */
  brackets: number
  blocks: number
  last: string
}

const fresh = (): Draft => ({ start: -1, end: -1, words: [], brackets: 0, blocks: 0, last: '' })

/** The statements of a text, in order. */
export function statementsOf(text: string, dialect: Dialect): Statement[] {
  const statements: Statement[] = []
  let at = 0
  while (at < text.length) {
    const { found, next } = nextStep(text, at, dialect)
    statements.push(...found)
    at = Math.max(next, at + 1)
  }
  return statements
}

/** What was found, and where to go on. */
interface Step {
  readonly found: readonly Statement[]
  readonly next: number
}

function nextStep(text: string, from: number, dialect: Dialect): Step {
  const draft = fresh()
  const done = (end: number, next: number): Step => ({ found: draft.start < 0 ? [] : [{ start: draft.start, end, words: draft.words }], next })
  for (const token of tokensIn(text, { start: from, end: text.length }, dialect.mysql)) {
    if (token.kind === 'remark') continue
    if (token.kind === 'break') return done(trimmedEnd(text, draft, token.start), token.end)
    if (token.word === ';' && endsHere(draft, dialect)) return done(token.end, afterData(text, token.end, draft))
    if (draft.start < 0 && token.word === 'DELIMITER') return delimited(text, token, dialect)
    if (token.word === 'CREATE' && beginsAnother(text, token, draft)) return done(trimmedEnd(text, draft, Math.min(lineEnd(text, draft.end), token.start)), token.start)
    if (token.word !== ';' || draft.start >= 0) take(draft, token)
  }
  return done(trimmedEnd(text, draft, text.length), text.length)
}

/** Numbers and signs are no tokens, so a statement without a semicolon may go on after its last one. */
const trimmedEnd = (text: string, draft: Draft, end: number): number => Math.max(draft.end, draft.start + text.slice(draft.start, end).trimEnd().length)

function endsHere(draft: Draft, { batches }: Dialect): boolean {
  if (!isRoutine(draft.words)) return true
  return draft.blocks <= 0 && !batches
}

function take(draft: Draft, token: Token): void {
  if (draft.start < 0) draft.start = token.start
  draft.end = token.end
  if (token.kind === 'word' && draft.words.length < WORDS) draft.words.push(token.word)
  if (token.word === '(') draft.brackets++
  if (token.word === ')') draft.brackets--
  draft.blocks += blockStep(draft.last, token.word)
  draft.last = token.word
}

/** `BEGIN` and `CASE` open a block that `END` closes; the other ends name what they close. */
function blockStep(last: string, word: string): number {
  if (last === 'BEGIN' && /^TRAN(?:SACTION)?$/.test(word)) return -1
  if (last === 'END' && /^(?:IF|LOOP|WHILE|REPEAT|FOR)$/.test(word)) return 1
  if (word === 'BEGIN' || (word === 'CASE' && last !== 'END')) return 1
  return word === 'END' ? -1 : 0
}

/** A line that begins with CREATE is a statement of its own, whatever was forgotten before it; in a routine only what cannot stand inside one. */
function beginsAnother(text: string, { start }: Token, draft: Draft): boolean {
  if (draft.start < 0 || (start > 0 && text[start - 1] !== '\n')) return false
  const ahead = text.slice(start, start + 80)
  if (!isRoutine(draft.words)) return draft.brackets <= 0 || /^CREATE\s+(?:\w+\s+){0,3}(?:TABLE|VIEW|INDEX|FUNCTION|PROCEDURE|TRIGGER|TYPE)\s/i.test(ahead)
  return draft.words.length > 2 && /^CREATE\s+(?:OR\s+(?:REPLACE|ALTER)\s+)?(?:FUNCTION|PROCEDURE|PROC|TRIGGER|VIEW)\s/i.test(ahead)
}

/** The rows that follow `COPY … FROM stdin;`. */
function afterData(text: string, end: number, draft: Draft): number {
  if (draft.words[0] !== 'COPY' || !draft.words.includes('STDIN')) return end
  const close = text.indexOf('\n\\.', end)
  return close < 0 ? text.length : lineEnd(text, close + 1)
}

const DELIMITER = /DELIMITER[ \t]+(\S+)/iy
const NEXT_DELIMITER = /^[ \t]*DELIMITER[ \t]/gim

/** `DELIMITER //`: up to the next such line, statements end with that sign. */
function delimited(text: string, word: Token, dialect: Dialect): Step {
  DELIMITER.lastIndex = word.start
  const sign = DELIMITER.exec(text)?.[1] ?? ';'
  const start = lineEnd(text, word.start)
  if (sign === ';') return { found: [], next: start }
  NEXT_DELIMITER.lastIndex = start
  const end = NEXT_DELIMITER.exec(text)?.index ?? text.length
  return { found: signed(text, { start, end }, { sign, dialect }), next: end }
}

function signed(text: string, { start, end }: Span, { sign, dialect }: { sign: string; dialect: Dialect }): Statement[] {
  const found: Statement[] = []
  for (let at = start; at < end;) {
    const close = text.indexOf(sign, at)
    const stop = close < 0 || close > end ? end : close
    const draft = fresh()
    for (const token of tokensIn(text, { start: at, end: stop }, dialect.mysql)) if (token.kind !== 'remark') take(draft, token)
    if (draft.start >= 0) found.push({ start: draft.start, end: trimmedEnd(text, draft, stop), words: draft.words })
    at = stop + sign.length
  }
  return found
}
