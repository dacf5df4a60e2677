import { isWord, Sign, signsOf } from '../signs.ts'
import { escapedAfter, long, remark, type Skip, tripled } from '../skips.ts'
import type { Indented } from '../speech.ts'
import { NAME, named, shape } from '../words.ts'

const SIGIL = /~(?:[a-z]|[A-Z][A-Z0-9]{0,20})("""|'''|[/|"'([{<])/y
const SHUT: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

/** `~r{…}`: nothing in a sigil is code. */
function sigil(text: string, at: number): number {
  SIGIL.lastIndex = at
  const open = SIGIL.exec(text)?.[1]
  return open === undefined ? at + 1 : escapedAfter(text, SHUT[open] ?? open, SIGIL.lastIndex)
}

/** `?"` is a character; a name may end in the same sign. */
const codePoint: Skip = (text, at) => (isWord(text.charCodeAt(at - 1)) ? at + 1 : at + (text[at + 1] === '\\' ? 3 : 2))

const SIGNED = { skips: { '#': remark, '"': tripled(long), "'": tripled(long), '~': sigil, '?': codePoint } }

/** Longer lists of parameters are counted so far. */
const WIDEST = 2000

/** The number of parameters in the brackets that open here. */
function arity(text: string, open: number): number {
  if (text[open] !== '(' || text[open + 1] === ')') return 0
  const { of, skips } = signsOf(SIGNED)
  const end = Math.min(text.length, open + WIDEST)
  let [depth, count] = [0, 1]
  for (let at = open; at < end;) {
    const code = text.charCodeAt(at)
    const sign = of[code]
    if (sign === Sign.open || sign === Sign.brace) depth++
    else if (sign === Sign.close && --depth === 0) break
    else if (sign === Sign.comma && depth === 1) count++
    at = sign === Sign.skip ? (skips[code] as Skip)(text, at) : at + 1
  }
  return count
}

/** Functions of one name that take another number of arguments are others. */
const clause = ({ 0: head, index, input }: RegExpExecArray): string => `${head}/${arity(input, index + head.length)}`

/** Elixir. */
export const elixir: Indented = {
  indents: true, brackets: true, closes: /end\b|[)}\]]|else\b|rescue\b|catch\b|after\b/y,
  ...SIGNED,
  shapes: { top: [
    shape('module', String.raw`def(?:module|protocol|impl)[ \t]+(?<name>${NAME}(?:\.${NAME})*)`, { holds: 'top' }),
    shape('function', String.raw`def(?:macro|n)?p?[ \t(]+(?<name>${NAME}[?!]?)`, { clause }),
    shape('function', String.raw`(?:defguardp?|defdelegate|@(?:macro)?callback)[ \t(]+(?<name>${NAME}[?!]?)`),
    shape('type', String.raw`@(?:typep?|opaque)[ \t(]+${named}`),
    shape('class', String.raw`(?<name>defstruct|defexception|(?:embedded_)?schema|typedstruct)\b(?![ \t]*[=:.,])`),
    shape('function', String.raw`test[ \t(]`, { silent: true }),
  ] },
}
