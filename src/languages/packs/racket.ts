import type { LispRule } from '../lisp.ts'
import { scanLisp } from '../lisp.ts'
import { defineScanner } from '../language.ts'
import type { Sexp } from '../sexp.ts'
import { dialect as scheme, schemeRule } from './scheme.ts'
import { quoted } from '../modules/quoted.ts'

const CLASS: LispRule = { kind: 'class', body: 'kept' }

const RULES: Readonly<Record<string, LispRule>> = {
  'struct': CLASS, 'struct/contract': CLASS, 'define-struct': CLASS,
  'define-type': { kind: 'type', body: 'kept' }, 'define-signature': { kind: 'interface', body: 'kept' },
  // The type of what is defined below it.
  ':': { kind: 'type', body: 'kept' },
}

const ruleOf = (word: string, list: Sexp): LispRule | undefined => (Object.hasOwn(RULES, word) ? RULES[word] : schemeRule(word, list))

const dialect = {
  ...scheme,
  token: /(?<space>\s+)|(?<skip>#;)|(?<string>(?:#(?:rx|px)?#?)?"[^"\\]*(?:\\[^][^"\\]*)*"?|#<<(?<here>[^\n]*)\n(?:[^]{0,8000}?\n)?\k<here>(?![^\n]))|(?<open>(?:#(?:hash(?:eqv?|alw)?|s|fl|fx|\d*))?[([{])|(?<close>[)\]}])|(?<prefix>#?(?:['`]|,@?)|#&)|(?<atom>#(?:lang|reader|!)[^\n]*|#\\(?:[A-Za-z][\w-]*|[^])|(?:[^\s()[\]{}";'`,|\\]|\\[^]|\|[^|]*\|)+)/y,
  ruleOf,
  heads: /^#lang\b/,
}

/** Racket. */
export default defineScanner({
  name: 'racket',
  title: 'Racket',
  family: 'code',
  extensions: ['.rkt', '.rktl', '.rktd'],
  interpreters: ['racket'],
  remark: ['; ', ''],
  quotes: '"',
  ...quoted({ form: /"(?<module>[^"\n]+)"/g }),
  callsBare: true,
  scan: (text) => scanLisp(text, dialect),
})
