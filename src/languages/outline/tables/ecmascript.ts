import { short, slashesOrPattern } from '../skips.ts'
import type { Bracketed, Shape } from '../speech.ts'
import { any, NAME, named, reading, shape, TYPES } from '../words.ts'

const LEAD = any('export default declare abstract async')

/** A function that is given to a call or called on the spot, up to its brace. */
const CALLBACK = String.raw`(?:async\s+)?(?:function\b[^(){}]{0,60}\([^(){}]{0,300}\)|(?:\([^(){}]{0,300}\)|${NAME})\s*=>)\s*\{`

/** A group of tests: what it sets up for itself is no definition, but its functions and classes are. */
const TEST = shape('module', String.raw`[fx]?(?:describe|context|suite|group)(?:\.\w+){0,2}\s*\([^{}]{0,300}?${CALLBACK}`, { holds: 'test', silent: true, called: true })

const TOP: readonly Shape[] = [
  shape('class', String.raw`${LEAD}class\s+(?!extends\b)${named}`, { holds: 'class' }),
  shape('class', String.raw`export\s+default\s+(?:abstract\s+)?(?<name>)class\b`, { holds: 'class', named: () => 'default' }),
  shape('function', String.raw`${LEAD}function\b\s*\*?\s*${named}`),
  shape('function', String.raw`export\s+default\s+(?:async\s+)?function\b`, { named: () => 'default' }),
  shape('interface', String.raw`${LEAD}interface\s+${named}`),
  shape('enum', String.raw`${LEAD}(?:const\s+)?enum\s+${named}`),
  shape('module', String.raw`${LEAD}(?:namespace|module)\s+(?<name>${NAME}(?:\.${NAME})*|'[^'\n]*'|"[^"\n]*")`, { holds: 'top' }),
  shape('module', String.raw`declare\s+global\b`, { holds: 'top', named: () => 'global' }),
  shape('type', String.raw`${LEAD}type\s+${named}\s*[<=]`, { plain: true }),
  shape('constant', String.raw`${LEAD}(?:const|let|var)\s+${named}`, { plain: true, named: required }),
  shape('constant', String.raw`export\s+default\s*(?=\{)`, { holds: 'object', named: () => 'default' }),
  shape('constant', String.raw`export\s+default\b(?!\s*(?:class|function|abstract|async\s+function)\b)`, { plain: true, named: () => 'default' }),
  shape('method', String.raw`(?:${NAME}\.){0,5}prototype\.${named}\s*=\s*(?:async\s+)?(?:function\b|\()`, { plain: true }),
  shape('constant', String.raw`(?:module\.)?exports\.${named}\s*=(?!=)`, { plain: true, named: required }),
  shape('constant', String.raw`module\.(?<name>exports)\s*=(?!=)`, { plain: true, named: required }),
  shape('function', String.raw`(?:${NAME}\.){1,5}${named}\s*=\s*(?:(?:${NAME}\.){1,5}${NAME}\s*=\s*){0,3}(?:async\s+)?(?:function\b|\([^()]*\)\s*=>|${NAME}\s*=>)`, { plain: true }),
  shape('constant', String.raw`(?:${NAME}\.){1,5}${named}\s*=\s*(?=class\b)`, { plain: true }),
  shape('module', String.raw`(?:${NAME}\.){1,5}${NAME}\s*=\s*(?:(?:${NAME}\.){1,5}${NAME}\s*=\s*){0,3}(?=\{)`, { holds: 'object', silent: true }),
  shape('module', String.raw`;?[!(+~]{1,3}\s*${CALLBACK}`, { holds: 'top', silent: true, called: true }),
  shape('module', String.raw`(?:define\s*\([^{}]{0,300}?|(?:\$|jQuery)(?:\(document\)\.ready)?\s*\(\s*)${CALLBACK}`, { holds: 'top', silent: true, called: true }),
  TEST,
  shape('module', String.raw`(?:if\s*\(|else\b|try\b|\{)`, { holds: 'top', silent: true }),
]

const IN_TESTS: readonly Shape[] = [
  ...TOP.filter(({ kind }) => kind !== 'constant' && kind !== 'module'),
  shape('function', String.raw`(?:const|let|var)\s+${named}\s*(?::[^=\n]{0,200})?=\s*(?:async\s*)?(?:function\b|\([^()]{0,300}\)\s*(?::[^=]{0,100})?=>|${NAME}\s*=>)`, { plain: true }),
  TEST,
]

const MEMBER = any('public private protected static readonly abstract override declare async accessor get set export')

const CLASS: readonly Shape[] = [
  shape('method', String.raw`${MEMBER}(?:\*\s*)?(?<name>#?${NAME}|'[^'\n]*'|"[^"\n]*"|\[[^\]\n]*\])\s*[?!]?\s*(?:${TYPES}\s*)?\(`),
  shape('field', String.raw`${MEMBER}(?!static\s*\{)(?<name>#?${NAME}|'[^'\n]*'|"[^"\n]*"|\[[^\]\n:]*\])\s*[?!]?\s*(?=[:=;\n}]|$)`, { plain: true }),
]

const KEY = String.raw`(?<name>${NAME}|'[^'\n]*'|"[^"\n]*"|\[[^\]\n]*\])`

const OBJECT: readonly Shape[] = [
  shape('method', String.raw`${any('async get set')}(?:\*\s*)?${KEY}\s*(?:${TYPES}\s*)?\(`),
  shape('method', String.raw`${KEY}\s*:\s*(?:async\s+)?(?:function\b|\([^()]{0,300}\)\s*(?::[^=]{0,100})?=>|${NAME}\s*=>)`, { plain: true }),
  shape('constant', String.raw`${KEY}\s*:\s*(?=\{)`, { holds: 'object' }),
  shape('field', String.raw`${KEY}\s*(?:[:},]|$)`, { plain: true }),
]

/** A constant that only brings a module in defines nothing. */
function required(words: RegExpExecArray): string {
  REQUIRED.lastIndex = words.index
  return REQUIRED.test(words.input) ? '' : words.groups?.['name'] ?? ''
}

const REQUIRED = /(?:export\s+)?(?:(?:const|let|var)\s+[\w$]+\s*=\s*|(?:module\.)?exports\.\w+\s*=\s*)(?:await\s+import|\w*\(?require)\s*\(/y

/** JavaScript and TypeScript, with and without JSX. */
export const ecmascript: Bracketed = {
  skips: { '"': short, "'": short, '/': slashesOrPattern },
  templates: true,
  typesInBraces: true,
  lines: true,
  bodied: reading(String.raw`${LEAD}(?:class|interface|enum|namespace)\b`),
  marks: ['@'],
  commas: { object: 'object' },
  shapes: { top: TOP, test: IN_TESTS, class: CLASS, object: OBJECT },
}
