import type { LispRule } from '../lisp.ts'
import { scanLisp } from '../lisp.ts'
import { defineScanner } from '../language.ts'
import type { Sexp } from '../sexp.ts'
import { opened } from '../modules/opened.ts'

const CODE: LispRule = { kind: 'function', body: 'code' }
const VALUE: LispRule = { kind: 'constant', body: 'value' }
const IMPORT: LispRule = { kind: 'import', body: 'kept', nameless: true }

const RULES: Readonly<Record<string, LispRule>> = {
  'ns': { kind: 'module', body: 'kept' },
  'in-ns': IMPORT, 'require': IMPORT, 'import': IMPORT, 'use': IMPORT,
  'def': VALUE, 'defonce': VALUE,
  'defmulti': { kind: 'function', body: 'value' },
  'deftest': { kind: 'function', body: 'code', takes: 0 },
  'defprotocol': { kind: 'interface', body: 'members' },
  'definterface': { kind: 'interface', body: 'members' },
  'defrecord': { kind: 'class', body: 'members' },
  'deftype': { kind: 'class', body: 'members' },
  'extend-type': { kind: 'class', body: 'members' },
  'extend-protocol': { kind: 'class', body: 'members' },
  'extend': { kind: 'class', body: 'code', takes: 1 },
  'fdef': { kind: 'function', body: 'code', takes: 0 },
}

/** A word that begins with `def` defines something: a function when it has parameters. */
function ruleOf(word: string, list: Sexp): LispRule | undefined {
  const bare = word.replace(/^[^/]+\/(?=.)/, '')
  const known = Object.hasOwn(RULES, bare) ? RULES[bare] : undefined
  if (known !== undefined || !/^def(?!ault$)/.test(bare)) return known
  return list.items.slice(2, 6).some(hasParameters) ? CODE : { kind: 'constant', body: 'code', takes: 0 }
}

const hasParameters = (item: Sexp): boolean => item.open === '[' || (item.open === '(' && item.items[0]?.open === '[')

const dialect = {
  token: /(?<space>[\s,]+)|(?<skip>#_)|(?<about>#?\^)|(?<string>#?"[^"\\]*(?:\\[^][^"\\]*)*"?)|(?<open>(?:#\?@?|#:{1,2}[\w./-]*|#)?[([{])|(?<close>[)\]}])|(?<prefix>#'|#=|~@|['`~@]|#[A-Za-z][\w./-]*(?=[\s{[("]))|(?<atom>\\(?:[A-Za-z]\w*|[^])|[^\s,()[\]{}";]+)/y,
  blocks: false,
  ruleOf,
  elision: { detail: ' ...', shape: '' },
  doc: /(?!)/,
  ignores: /^(?:comment|quote|declare)$/,
}

/** Clojure and ClojureScript. */
export default defineScanner({
  name: 'clojure',
  title: 'Clojure',
  family: 'code',
  extensions: ['.clj', '.cljs', '.cljc', '.cljd', '.bb'],
  interpreters: ['bb', 'clojure', 'clj', 'lumo', 'planck'],
  remark: ['; ', ''],
  quotes: '"',
  ...opened({ form: /(?:\[|\(:?(?:require|use)\s+'?(?!\[))(?<module>\p{L}[\p{L}\p{N}.*+!?_-]*)(?:(?=[^[\]()]{0,400}(?:\[[^\]]{0,400}\])?[^[\]()]{0,400}:as\s+(?<as>[^\s\])]+))|)(?:[^[\]():]{0,400}(?::as\s+[^\s\])]+\s+)?:refer\s+(?:(?<all>:all)|\[(?<names>[^\]]*)\]))?/gu, endings: ['.clj', '.cljc', '.cljs', '.bb'], known: true, path: (module) => module.replaceAll('.', '/').replaceAll('-', '_') }),
  callsBare: true,
  scan: (text) => scanLisp(text, dialect),
})
