// One line of YAML, where it can be told for certain what it is: dashes, a key, and a value that ends on the line or is known to go on.

/** A line that was understood. */
export interface Line {
  /** Without the comment at its end. */
  readonly text: string
  /** What may go on in the next line: a plain text, a block (`|`, `>`), or the quote that is open. */
  readonly opens: 'plain' | 'block' | '"' | "'" | undefined
  /** Lines of a text that goes on stand further in than this column. */
  readonly column: number
}

const KEY = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[\p{L}\p{N}_$./<~+=^(][^\s:#]*(?: [^\s:#]+)*)(?=:(?:\s|$))/u
const NAMES = /^(?:[&!]\S*(?:\s+|$))*/
const AFTER = String.raw`\s*(?:\s#.*)?$`
const WORD = String.raw`[\p{L}\p{N}_./+$*-]+(?: [\p{L}\p{N}_./+$*-]+)*`
const ITEM = String.raw`(?:(?:${WORD}|"[^"\\]*"): +)?(?:${WORD}|"[^"\\]*"|'[^']*')`
const FLOW = new RegExp(String.raw`^(?:\[ *(?:${ITEM}(?:, *${ITEM})*)? *\]|\{ *(?:${ITEM}(?:, *${ITEM})*)? *\})(?=${AFTER})`, 'u')
const BLOCK = new RegExp(`^[|>][0-9+-]{0,2}(?=${AFTER})`)
const ALIAS = new RegExp(String.raw`^\*[^\s,[\]{}]+(?=${AFTER})`)

/** Longer lines are not looked at. */
const LONGEST = 10_000

/** What a line is; undefined when that is not certain. */
export function lineOf(line: string): Line | undefined {
  if (line.length > LONGEST || /^[ ]*\t/.test(line)) return undefined
  if (/^(?:---|\.\.\.)\s*$/.test(line)) return { text: line, opens: undefined, column: -1 }
  if (/^(?:---|\.\.\.|%)/.test(line)) return undefined
  const { at, column } = valueStart(line)
  const value = line.slice(at)
  if (value === '' || value.startsWith('#')) return { text: line.slice(0, at).trimEnd(), opens: undefined, column }
  if (BLOCK.test(value)) return column < 0 ? undefined : { text: line, opens: 'block', column }
  const quote = value[0]
  if (quote === '"' || quote === "'") return quotedLine(line, { at, column }, quote)
  const whole = FLOW.exec(value)?.[0] ?? ALIAS.exec(value)?.[0]
  return whole === undefined ? plainLine(line, { at, column }) : { text: line.slice(0, at + whole.length), opens: undefined, column }
}

interface Start { readonly at: number; readonly column: number }

/** Where the value of a line begins, and the column of the key or dash that it belongs to; -1 without one. */
function valueStart(line: string): Start {
  let at = line.length - line.trimStart().length
  let column = -1
  while (line[at] === '-' && /^(?:\s|$)/.test(line.slice(at + 1, at + 2))) {
    column = at
    at += /^-\s*/.exec(line.slice(at))?.[0].length ?? 1
  }
  const key = KEY.exec(line.slice(at))?.[0]
  if (key !== undefined) {
    column = at
    at += key.length + 1
    at += line.slice(at).length - line.slice(at).trimStart().length
  }
  return { at: at + (NAMES.exec(line.slice(at))?.[0].length ?? 0), column }
}

function quotedLine(line: string, { at, column }: Start, quote: '"' | "'"): Line | undefined {
  const end = quoteEnd(line, at + 1, quote)
  if (end < 0) return { text: line, opens: quote, column }
  return /^\s*(?:\s#.*)?$/.test(line.slice(end)) ? { text: line.slice(0, end), opens: undefined, column } : undefined
}

/** A text without quotes, which a comment ends. */
function plainLine(line: string, { at, column }: Start): Line | undefined {
  const value = line.slice(at)
  const comment = /\s#/.exec(value)?.index ?? -1
  const text = comment < 0 ? value : value.slice(0, comment)
  if (column < 0 || /^(?:[,[\]{}#&*!|>'"%@`]|[-?:](?:\s|$))/.test(value) || /:(?:\s|$)/.test(text)) return undefined
  return { text: line.slice(0, at) + text.trimEnd(), opens: comment < 0 ? 'plain' : undefined, column }
}

/** The place after the quote that closes; -1 when none does. In double quotes a backslash hides the next sign, in single quotes two are one. */
export function quoteEnd(line: string, from: number, quote: '"' | "'"): number {
  for (let i = from; i < line.length; i++) {
    if (quote === '"' && line[i] === '\\') i++
    else if (quote === "'" && line[i] === "'" && line[i + 1] === "'") i++
    else if (line[i] === quote) return i + 1
  }
  return -1
}
