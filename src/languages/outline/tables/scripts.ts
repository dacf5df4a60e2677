// Languages whose definitions begin a line, each with a few words that announce them.
import { after, character, lineEnd, nestedSlashes, short, tripledRaw } from '../skips.ts'
import type { Indented, Shape } from '../speech.ts'
import { any, NAME, named, shape } from '../words.ts'

/** Any other statement; what stands deeper is its own matter. */
const OTHER = shape('module', String.raw`(?!//|/\*|--)\S`, { silent: true })

const SCALA_LEAD = String.raw`(?:@\w+(?:\([^()\n]*\))?[ \t]+){0,4}${any(String.raw`(?:private|protected)(?:\[\w+\])? override final sealed abstract case implicit lazy inline transparent open infix opaque erased`)}`
const SCALA: readonly Shape[] = [
  shape('class', String.raw`${SCALA_LEAD}(?:package\s+)?(?:class|object)\s+${named}`, { holds: 'top' }),
  shape('interface', String.raw`${SCALA_LEAD}trait\s+${named}`, { holds: 'top' }),
  shape('enum', String.raw`${SCALA_LEAD}enum\s+${named}`, { holds: 'enum' }),
  shape('function', String.raw`${SCALA_LEAD}def\s+(?<name>${NAME}(?:(?<=_)[-+!~])?|[-+*/=<>!&|^~%?:]{1,6})`),
  shape('constant', String.raw`${SCALA_LEAD}(?:val|var)\s+${named}`),
  shape('type', String.raw`${SCALA_LEAD}type\s+${named}`),
  shape('module', String.raw`(?:package|extension|${SCALA_LEAD}given)\b`, { holds: 'top', silent: true }),
  OTHER,
]

/** Scala, with braces or without. */
export const scala: Indented = {
  indents: true, closes: /[)}\]{]|(?:end|extends|with)\b/y,
  shapes: { top: SCALA, enum: [shape('field', String.raw`case\s+(?!class\b|object\b)${named}`), ...SCALA] },
  skips: { '"': tripledRaw(short), "'": character, '/': nestedSlashes },
}

/** A `#` begins a comment only where a word could begin. */
const hash = (text: string, at: number): number => (at === 0 || /[\s;&|(]/.test(text[at - 1] as string) ? lineEnd(text, at) : at + 1)

const SHELL: readonly Shape[] = [
  shape('function', String.raw`(?:function[ \t]+)?(?<name>[\w.:-]+)[ \t]*\([ \t]*\)`),
  shape('function', String.raw`function[ \t]+(?<name>[\w.:-]+)`),
  shape('constant', String.raw`(?:export|readonly|declare|typeset)[ \t]+(?:-\w+[ \t]+){0,3}(?<name>[A-Za-z_]\w*)`),
]
/** Before a command on the same line a variable is set for that alone. */
const KEPT = String.raw`(?!(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|[^\s"'()${'`'};&|#]){0,300}[ \t]+[^\s;&|#])`
const INNER = shape('module', String.raw`[^\s#]`, { holds: 'inner', silent: true })

/** Scripts of a shell. */
export const shell: Indented = {
  indents: true, closes: /[)}{]|fi\b|done\b|esac\b|else\b|elif\b|then\b|do\b/y,
  heredoc: /(?:^|[^<])<<-?[ \t]*['"\\]?(\w+)/g,
  skips: { '#': hash, '"': short, "'": short },
  shapes: {
    top: [...SHELL, shape('constant', String.raw`(?<name>[A-Za-z_]\w*)\+?=${KEPT}`), INNER],
    // In a condition or a loop a name in small letters is a step of the work.
    inner: [...SHELL, shape('constant', String.raw`(?<name>[A-Z_][A-Z0-9_]*)\+?=${KEPT}`), INNER],
  },
}

const dashes = (text: string, at: number): number => (text[at + 1] !== '-' ? at + 1 : text.startsWith('[[', at + 2) ? after(text, ']]', at) : lineEnd(text, at))
const squares = (text: string, at: number): number => (text[at + 1] === '[' ? after(text, ']]', at) : at + 1)

const LUA_NAME = String.raw`(?<name>${NAME}(?:\.${NAME})*)`
const LUA_FUNCTIONS: readonly Shape[] = [
  shape('function', String.raw`(?:local[ \t]+)?function[ \t]+(?<name>${NAME}(?:[.:]${NAME})*)`, { named: ({ groups }) => (groups?.['name'] ?? '').replaceAll(':', '.') }),
  shape('function', String.raw`(?:local[ \t]+)?${LUA_NAME}[ \t]*=[ \t]*function\b`),
]
const LUA_BLOCKS: readonly Shape[] = [
  shape('module', String.raw`(?:if|do|else|elseif)\b`, { holds: 'inner', silent: true }),
  OTHER,
]
const LUA_TABLE: readonly Shape[] = [
  shape('method', String.raw`(?:${LUA_NAME}|\[["'](?<key>[^"'\n]+)["']\])[ \t]*=[ \t]*function\b`, { named: ({ groups }) => groups?.['name'] ?? groups?.['key'] ?? '' }),
  shape('module', String.raw`[^\n=]{1,80}=[ \t]*\{`, { holds: 'table', silent: true }),
  OTHER,
]

/** Lua: what a table holds is told as far as it is functions. */
export const lua: Indented = {
  indents: true, closes: /end\b|[)}\]]|until\b/y,
  skips: { '-': dashes, '[': squares, '"': short, "'": short },
  shapes: {
    top: [
      shape('constant', String.raw`(?:local[ \t]+)?${LUA_NAME}[ \t]*=[ \t]*(?:(?!require\b)[\w.:]+(?:[ \t]*\()?[ \t]*)?\{`, { holds: 'table' }),
      shape('function', String.raw`(?<name>return)[ \t]+function\b`),
      shape('module', String.raw`return\b[^\n({]{0,100}\(?\{`, { holds: 'table', silent: true }),
      ...LUA_FUNCTIONS,
      shape('constant', String.raw`(?:local[ \t]+)?${LUA_NAME}[ \t]*(?:<\w+>[ \t]*)?(?:,[ \t]*${NAME}[ \t]*){0,20}=(?!=)(?![ \t]*(?:pcall[ \t(]+)?require\b)`),
      ...LUA_BLOCKS,
    ],
    inner: [...LUA_FUNCTIONS, ...LUA_BLOCKS],
    table: LUA_TABLE,
  },
}
