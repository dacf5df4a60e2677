// Languages whose definitions begin a line, each with a few words that announce them.
import { after, character, lineEnd, nestedSlashes, remark, short, tripled } from '../skips.ts'
import type { Indented, Shape } from '../speech.ts'
import { any, NAME, named, shape } from '../words.ts'

const SCALA_LEAD = any('private protected override final sealed abstract case implicit lazy inline transparent open infix opaque erased')
const SCALA: readonly Shape[] = [
  shape('class', String.raw`${SCALA_LEAD}(?:package\s+)?(?:class|object)\s+${named}`, { holds: 'top' }),
  shape('interface', String.raw`${SCALA_LEAD}trait\s+${named}`, { holds: 'top' }),
  shape('enum', String.raw`${SCALA_LEAD}enum\s+${named}`, { holds: 'top' }),
  shape('function', String.raw`${SCALA_LEAD}def\s+(?<name>${NAME}|[-+*/=<>!&|^~%?:]{1,6})`),
  shape('constant', String.raw`${SCALA_LEAD}(?:val|var)\s+${named}`),
  shape('type', String.raw`${SCALA_LEAD}type\s+${named}`),
  shape('field', String.raw`case\s+(?!class\b|object\b)${named}`),
]

/** Scala, with braces or without. */
export const scala: Indented = {
  indents: true, shapes: { top: SCALA }, closes: /[)}\]]|end\b/y,
  skips: { '"': tripled(short), "'": character, '/': nestedSlashes },
}

/** A `#` begins a comment only where a word could begin. */
const hash = (text: string, at: number): number => (at === 0 || /[\s;&|(]/.test(text[at - 1] as string) ? lineEnd(text, at) : at + 1)

/** Scripts of a shell. */
export const shell: Indented = {
  indents: true, closes: /[)}]|fi\b|done\b|esac\b|else\b|elif\b|then\b|do\b/y,
  heredoc: /(?:^|[^<])<<-?[ \t]*['"\\]?(\w+)/g,
  skips: { '#': hash, '"': short, "'": short },
  shapes: { top: [
    shape('function', String.raw`(?:function[ \t]+)?(?<name>[\w.:-]+)[ \t]*\([ \t]*\)`),
    shape('function', String.raw`function[ \t]+(?<name>[\w.:-]+)`),
    shape('constant', String.raw`(?:(?:export|readonly|declare|typeset)[ \t]+(?:-\w+[ \t]+){0,3})?(?<name>[A-Za-z_]\w*)\+?=`),
  ] },
}

const dashes = (text: string, at: number): number => (text[at + 1] !== '-' ? at + 1 : text.startsWith('[[', at + 2) ? after(text, ']]', at) : lineEnd(text, at))
const squares = (text: string, at: number): number => (text[at + 1] === '[' ? after(text, ']]', at) : at + 1)

/** Lua. */
export const lua: Indented = {
  indents: true, closes: /end\b|[)}\]]|else\b|elseif\b|until\b/y,
  skips: { '-': dashes, '[': squares, '"': short, "'": short },
  shapes: { top: [
    shape('function', String.raw`(?:local[ \t]+)?function[ \t]+(?<name>${NAME}(?:[.:]${NAME})*)`, { named: ({ groups }) => (groups?.['name'] ?? '').replaceAll(':', '.') }),
    shape('function', String.raw`(?:local[ \t]+)?(?<name>${NAME}(?:\.${NAME})*)[ \t]*=[ \t]*function\b`),
    shape('constant', String.raw`(?:local[ \t]+)(?<name>${NAME})[ \t]*(?:<\w+>[ \t]*)?=(?!=)(?![ \t]*require\b)`),
  ] },
}

/** Elixir. */
export const elixir: Indented = {
  indents: true, brackets: true, closes: /end\b|[)}\]]|else\b|rescue\b|catch\b|after\b/y,
  skips: { '#': remark, '"': tripled(short), "'": tripled(short) },
  shapes: { top: [
    shape('module', String.raw`def(?:module|protocol|impl)[ \t]+(?<name>${NAME}(?:\.${NAME})*)`, { holds: 'top' }),
    shape('function', String.raw`def(?:macro|guard|delegate)?p?[ \t(]+(?<name>${NAME}[?!]?)`),
  ] },
}

