import type { Dialect, LispRule } from '../lisp.ts'
import { scanLisp } from '../lisp.ts'
import { defineScanner } from '../language.ts'
import type { Sexp } from '../sexp.ts'
import { quoted } from '../modules/quoted.ts'

const IMPORT: LispRule = { kind: 'import', body: 'kept', nameless: true }
const CLASS: LispRule = { kind: 'class', body: 'kept' }
const MACRO: LispRule = { kind: 'function', body: 'value' }

const RULES: Readonly<Record<string, LispRule>> = {
  'import': IMPORT, 'export': IMPORT, 'require': IMPORT, 'provide': IMPORT, 'use-modules': IMPORT, 'load': IMPORT, 'include': IMPORT,
  'define-module': { kind: 'module', body: 'kept' },
  'define-record-type': CLASS, 'define-structure': CLASS, 'define-class': CLASS, 'define-condition-type': CLASS,
  'define-syntax': MACRO, 'define-syntax-parameter': MACRO,
}

/** `define` with a list defines a function, with a name a value; so does every other word that begins with it. */
export function schemeRule(word: string, list: Sexp): LispRule | undefined {
  const known = Object.hasOwn(RULES, word) ? RULES[word] : undefined
  if (known !== undefined || !/^(?:define(?!-library$)|def(?:macro|method|un)?$)/.test(word)) return known
  return list.items[1]?.open === '' ? { kind: 'constant', body: 'value' } : { kind: 'function', body: 'code', takes: 0 }
}

/** Scheme as most of its implementations read it. */
export const dialect: Dialect = {
  token: /(?<space>\s+|#!(?=[ \t]*\/)[^\n]*)|(?<skip>#;)|(?<string>"[^"\\]*(?:\\[^][^"\\]*)*"?)|(?<open>(?:#(?:vu8|u8|f32|f64|\d*))?[([{])|(?<close>[)\]}])|(?<prefix>#?(?:['`]|,@?))|(?<atom>#\\(?:[A-Za-z][\w-]*|[^])|(?:[^\s()[\]{}";'`,|\\]|\\[^]|\|[^|]*\|)+)/y,
  blocks: true,
  ruleOf: schemeRule,
  elision: { detail: ' ...', shape: ' ...' },
  doc: /^;;/,
  // What is defined inside these is known only there.
  ignores: /^(?:quote|quasiquote|let[a-z*/-]*|lambda|λ|parameterize|for[*/]?.*|test-.*|check-.*)$/,
}

/** Scheme. */
export default defineScanner({
  name: 'scheme',
  title: 'Scheme',
  family: 'code',
  extensions: ['.scm', '.ss', '.sld', '.sls', '.sps', '.sch'],
  interpreters: ['guile', 'gosh', 'csi', 'chibi-scheme', 'scheme'],
  remark: ['; ', ''],
  quotes: '"',
  ...quoted({ form: /"(?<module>[^"\n]+)"/g }),
  callsBare: true,
  scan: (text) => scanLisp(text, dialect),
})
