import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import type { Cut } from '../span.ts'
import { opened } from '../modules/opened.ts'

/** Haskell. */
export default defineLanguage({
  name: 'haskell',
  title: 'Haskell',
  family: 'code',
  extensions: ['.hs', '.hs-boot', '.hsc', '.hsig'],
  interpreters: ['runghc', 'runhaskell', 'stack', 'cabal'],
  grammar: 'haskell',
  remark: ['-- ', ''],
  quotes: '"',
  ...opened({ form: /^[ \t]*import\b(?:(?<closed>(?=[^\n(]*\bqualified\b))|)[ \t]+(?:safe[ \t]+)?(?:qualified[ \t]+)?(?:"[^"\n]*"[ \t]+)?(?<module>\p{Lu}[\p{L}\p{N}_.']*)(?:[ \t]+qualified)?(?:\s+as\s+(?<as>\p{Lu}[\p{L}\p{N}_.']*))?(?:\s*\((?<names>(?:[^()]|\([^()]*\))*)\))?/gmu, endings: ['.hs', '.lhs', '.hsc'], open: true, known: true }),
  callsBare: true,
  reads: withoutDirectives,
  blocks: {
    imports: { kind: 'import', spreads: true },
    declarations: { kind: 'module', spreads: true },
    pragma: { kind: 'doc', name: () => '' },
    header: { kind: 'module', name: moduleName, omits: longExports },
    import: { kind: 'import', name: () => '', run: true },
    signature: { kind: 'function', name: boundName, clause: true, layout: 'joined' },
    function: { kind: 'function', name: boundName, clause: true, omits: matches },
    bind: bound,
    data_type: data,
    newtype: { kind: 'class', name: boundName, layout: 'joined' },
    data_family: { kind: 'type', name: boundName, layout: 'joined' },
    data_instance: { kind: 'class', wraps: (node) => node.firstNamedChild },
    type_synomym: { kind: 'type', name: boundName, layout: 'joined' },
    kind_signature: { kind: 'type', name: boundName, layout: 'joined' },
    type_family: { kind: 'type', name: boundName },
    type_instance: { kind: 'type', name: boundName, layout: 'joined' },
    class: { kind: 'interface', name: boundName, holds: 'declarations' },
    instance: { kind: 'class', name: instanceName, holds: 'declarations' },
    deriving_instance: { kind: 'class', name: instanceName, layout: 'joined' },
    default_signature: { kind: 'function', name: (node) => boundName(node.childForFieldName('signature')), layout: 'joined' },
    pattern_synonym: { kind: 'function', name: synonymName, clause: true, layout: 'joined' },
    foreign_import: { kind: 'function', name: (node) => boundName(node.childForFieldName('signature')), layout: 'joined' },
    foreign_export: { kind: 'function', name: () => '', layout: 'joined' },
    top_splice: spliced,
  },
  elision: { detail: [' _'], shape: [' _'], value: '_' },
  comments: ['comment', 'haddock', 'cpp'],
  marks: ['fixity'],
  doc: /^--+ *\||^\{- *\|/,
  indented: true,
  loose: /^(?:(?:data|newtype|type|class|instance|pattern)[ \t]+(?:instance[ \t]+|family[ \t]+)?(?:[^\n=]{0,200}=>[ \t]*)?)?(?<name>(?!(?:data|newtype|type|class|instance|pattern|import|module|where|deriving|infix[lr]?|foreign|default)\b)[\p{L}_][\p{L}\p{N}_']*|\([^\s\p{L}\p{N}()]+\))(?=[ \t]*::|[ \t]+[^\n]*=|[ \t]*$)/gmu,
  step: '  ',
})

/** What the compiler reads before or beside the language: directives of the preprocessor, and pragmas except those that choose the language. */
function withoutDirectives(text: string): string {
  return text
    .replace(/^#(?:!|[ \t]*(?:if|ifdef|ifndef|elif|else|endif|define|undef|include|error|warning|line|let|def|enum)\b)(?:[^\n\\]|\\\r?\n|\\)*/gm, blank)
    .replace(/\{-#[ \t\r\n]*(?!LANGUAGE|OPTIONS)[A-Z_]+[^]{0,2000}?#-\}/gi, blank)
}

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ')

function moduleName(node: Node): string {
  return node.childForFieldName('module')?.text ?? ''
}

const LONGEST_EXPORTS = 160

/** A long list of exports repeats the names below it: `shape` can do without. */
function longExports(node: Node, level: 'shape' | 'detail'): readonly Cut[] {
  const exports = node.childForFieldName('exports')
  if (level === 'detail' || exports === null || exports.text.replace(/\s+/g, ' ').length <= LONGEST_EXPORTS) return []
  return [{ start: node.childForFieldName('module')?.endIndex ?? exports.startIndex, end: exports.endIndex, with: '' }]
}

/** The name a declaration gives: `foo`, `<+>` for `(<+>)`, the first of several. */
function boundName(node: Node | null): string {
  const name = node?.childForFieldName('name') ?? node?.childForFieldName('names')?.firstNamedChild ?? operatorIn(node) ?? null
  return name?.text.replace(/^[(`]\s*|\s*[)`]$/g, '') ?? ''
}

/** `x <+> y = …` names its operator, also where brackets hold it: `(f . g) x = …`. */
function operatorIn(node: Node | null): Node | undefined {
  let inner = node?.firstNamedChild ?? null
  while (inner?.type === 'function_head_parens') inner = inner.firstNamedChild
  return inner?.type === 'infix' ? inner.childForFieldName('operator') ?? undefined : inner?.childForFieldName('name') ?? undefined
}

/** `instance Show (Tree a)` is found under `Tree`. */
function instanceName(node: Node): string {
  const patterns = node.childForFieldName('patterns')?.text ?? ''
  return /\p{Lu}[\p{L}\p{N}_']*/u.exec(patterns)?.[0] ?? node.childForFieldName('name')?.text ?? ''
}

function synonymName(node: Node): string {
  return /^pattern\s+(?:\S+\s+(?=:))?(:[^\s\w]*|[\p{L}\p{N}_']+)/u.exec(node.text)?.[1] ?? ''
}

/** Everything from the `=` or the first guard on, local definitions included. */
function matches(node: Node): Cut {
  const match = node.childForFieldName('match')
  const start = match?.previousSibling?.endIndex ?? node.startIndex
  return { start, end: node.endIndex, with: ' = _' }
}

const VALUES = new Set(['literal', 'negation', 'list', 'constructor', 'tuple', 'variable', 'unit'])
const SHORT = 60

/** A name without arguments is a constant when its value is short and plain, else a function that takes none. */
function bound(node: Node): Rule {
  const match = node.childForFieldName('match')
  const value = match?.childForFieldName('expression') ?? null
  const plain = value !== null && VALUES.has(value.type) && value.endIndex === node.endIndex && value.endIndex - value.startIndex <= SHORT
  const name = (): string => boundName(node) || node.childForFieldName('pattern')?.text.slice(0, SHORT) || ''
  return plain ? { kind: 'constant', name, clause: true, values: () => [value] } : { kind: 'function', name, clause: true, omits: matches }
}

/** Constructors below `where` are set apart by their indentation. */
function data(node: Node): Rule {
  return node.childForFieldName('constructors')?.type === 'gadt_constructors' ? { kind: 'class', name: boundName } : { kind: 'class', name: boundName, layout: 'joined' }
}

/** A splice declares what its template says: kept while short, or when what is quoted in it is a declaration of its own. */
function spliced(node: Node): Rule | undefined {
  const text = node.text
  return text.split('\n').length <= 3 || /\[\w+\|/.test(text) ? { kind: 'constant', name: () => '' } : undefined
}
