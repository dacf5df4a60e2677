import type { Dialect, LispRule } from '../lisp.ts'
import { scanLisp } from '../lisp.ts'
import { defineScanner } from '../language.ts'
import type { Sexp } from '../sexp.ts'
import { quoted } from '../modules/quoted.ts'

const CODE: LispRule = { kind: 'function', body: 'code', takes: 1 }
const VALUE: LispRule = { kind: 'constant', body: 'value' }
const CLASS: LispRule = { kind: 'class', body: 'kept' }
const IMPORT: LispRule = { kind: 'import', body: 'kept', nameless: true }

const RULES: Readonly<Record<string, LispRule>> = {
  'defpackage': { kind: 'module', body: 'kept' }, 'define-package': { kind: 'module', body: 'kept' }, 'defsystem': { kind: 'module', body: 'kept' },
  'in-package': IMPORT, 'use-package': IMPORT, 'require': IMPORT, 'load': IMPORT,
  'defun': CODE, 'defmacro': CODE, 'defgeneric': CODE, 'deftype': CODE, 'define-compiler-macro': CODE, 'define-setf-expander': CODE,
  'defsetf': CODE, 'define-modify-macro': CODE,
  'defvar': VALUE, 'defparameter': VALUE, 'defconstant': VALUE, 'define-symbol-macro': VALUE, 'defglobal': VALUE,
  'defclass': CLASS, 'defstruct': CLASS, 'define-condition': CLASS,
}

/** Words may carry their package: `cl:defun`. Qualifiers of a method stand before its parameters. */
function ruleOf(word: string, list: Sexp): LispRule | undefined {
  const bare = word.toLowerCase().replace(/^[^:]*::?(?=.)/, '')
  if (bare === 'defmethod') return { ...CODE, takes: Math.max(1, list.items.slice(2).findIndex((item) => item.open === '(') + 1) }
  const known = Object.hasOwn(RULES, bare) ? RULES[bare] : undefined
  return known ?? (/^def(?!ault$)/.test(bare) ? { kind: 'function', body: 'code', takes: list.items[2]?.open === '(' ? 1 : 0 } : undefined)
}

const dialect: Dialect = {
  token: /(?<space>\s+|#!(?=[ \t]*\/)[^\n]*)|(?<about>#[+-])|(?<string>"[^"\\]*(?:\\[^][^"\\]*)*"?)|(?<open>(?:#(?:[A-Za-z]|\d+[Aa]?)?)?\()|(?<close>\))|(?<prefix>#?(?:['`]|,[@.]?)|#[.:PpSsCc](?=[("])|#\d+=)|(?<atom>#\\(?:[^\s()"';]+|[^])|(?:[^\s()"';`,|\\]|\\[^]|\|[^|]*\|)+)/y,
  blocks: true,
  ruleOf,
  elision: { detail: ' #|...|#', shape: '' },
  doc: /^;;/,
  ignores: /^(?:quote|declaim)$/i,
}

/** Common Lisp. */
export default defineScanner({
  name: 'commonlisp',
  title: 'Common Lisp',
  family: 'code',
  extensions: ['.lisp', '.lsp', '.cl', '.asd'],
  interpreters: ['sbcl', 'clisp', 'ecl'],
  remark: ['; ', ''],
  quotes: '"',
  ...quoted({ form: /\(load\s+"(?<module>[^"\n]+)"/g, endings: ['.lisp', '.cl'] }),
  callsBare: true,
  scan: (text) => scanLisp(text, dialect),
})
