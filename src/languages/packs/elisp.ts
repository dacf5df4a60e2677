import type { Dialect, LispRule } from '../lisp.ts'
import { scanLisp } from '../lisp.ts'
import { defineScanner } from '../language.ts'
import { quoted } from '../modules/quoted.ts'

const CODE: LispRule = { kind: 'function', body: 'code', takes: 1 }
const MODE: LispRule = { kind: 'function', body: 'code', takes: 0 }
const VALUE: LispRule = { kind: 'constant', body: 'value' }
const IMPORT: LispRule = { kind: 'import', body: 'kept', nameless: true }

const RULES: Readonly<Record<string, LispRule>> = {
  'require': IMPORT, 'provide': IMPORT,
  'defun': CODE, 'defmacro': CODE, 'defsubst': CODE, 'define-inline': CODE,
  'cl-defun': CODE, 'cl-defmacro': CODE, 'cl-defsubst': CODE, 'cl-defgeneric': CODE, 'cl-iter-defun': CODE, 'iter-defun': CODE,
  'defalias': { kind: 'function', body: 'value' }, 'defvaralias': VALUE,
  'define-minor-mode': MODE, 'define-globalized-minor-mode': MODE,
  'define-derived-mode': { kind: 'function', body: 'code', takes: 2 },
  'defvar': VALUE, 'defvar-local': VALUE, 'defconst': VALUE, 'defcustom': VALUE, 'defgroup': VALUE, 'defface': VALUE,
  'cl-defstruct': { kind: 'class', body: 'kept' }, 'defclass': { kind: 'class', body: 'kept' },
  'use-package': { kind: 'entry', body: 'code', takes: 0 },
}

/** Qualifiers of a method stand before its parameters. */
const ruleOf: Dialect['ruleOf'] = (word, list) => {
  if (word === 'cl-defmethod' || word === 'defmethod') return { ...CODE, takes: Math.max(1, list.items.slice(2).findIndex((item) => item.open === '(') + 1) }
  const known = Object.hasOwn(RULES, word) ? RULES[word] : undefined
  return known ?? (/^(?:cl-|ert-)?def/.test(word) ? { kind: 'function', body: 'code', takes: list.items[2]?.open === '(' ? 1 : 0 } : undefined)
}

const dialect: Dialect = {
  token: /(?<space>\s+|#!(?=[ \t]*\/)[^\n]*)|(?<string>"[^"\\]*(?:\\[^][^"\\]*)*"?)|(?<open>#?[([])|(?<close>[)\]])|(?<prefix>#'|['`]|,@?|#s(?=\())|(?<atom>\?(?:\\(?:[ACHMSs]-\\?)*[^]|[^])|(?:[^\s()[\]"';`,\\]|\\[^])+)/y,
  blocks: false,
  ruleOf,
  elision: { detail: ' ...', shape: '' },
  doc: /(?!)/,
  fileDoc: /^;;;? \S+ --- \S/,
  ignores: /^(?:quote|function|declare-function|eval-when-compile)$/,
}

/** Emacs Lisp. */
export default defineScanner({
  name: 'elisp',
  title: 'Emacs Lisp',
  family: 'code',
  extensions: ['.el'],
  filenames: ['.emacs', '_emacs', 'Cask', 'Eask'],
  interpreters: ['emacs'],
  remark: ['; ', ''],
  quotes: '"',
  ...quoted({ form: /\((?:require\s+'|load\s+")(?<module>[^\s()"']+)/g, endings: ['.el'], roots: ['lisp'] }),
  callsBare: true,
  scan: (text) => scanLisp(text, dialect),
})
