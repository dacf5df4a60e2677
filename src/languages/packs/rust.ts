import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import { imports, resolve } from '../modules/rust.ts'
import type { Cut } from '../span.ts'

/** Rust. */
export default defineLanguage({
  name: 'rust',
  title: 'Rust',
  family: 'code',
  extensions: ['.rs'],
  grammar: 'rust',
  remark: ['// ', ''],
  quotes: '"',
  imports,
  resolve,
  blocks: {
    use_declaration: { kind: 'import', run: true },
    extern_crate_declaration: { kind: 'import', run: true },
    function_item: { kind: 'function', body: 'body' },
    function_signature_item: { kind: 'function' },
    struct_item: { kind: 'class' },
    union_item: { kind: 'class' },
    enum_item: { kind: 'enum' },
    type_item: { kind: 'type' },
    associated_type: { kind: 'type' },
    const_item: { kind: 'constant', values: initialValue },
    static_item: { kind: 'constant', values: initialValue },
    trait_item: { kind: 'interface', holds: 'body' },
    impl_item: { kind: 'class', name: implemented, holds: 'body' },
    mod_item: { kind: 'module', holds: 'body' },
    foreign_mod_item: { kind: 'module', name: () => 'extern', holds: 'body' },
    macro_definition: { kind: 'function', omits: macroRules },
    macro_invocation: itemMacro,
    expression_statement: { kind: 'constant', wraps: (node) => node.firstNamedChild },
  },
  elision: {
    detail: [' { /* ... */ }', ' {/*...*/}'],
    shape: [';'],
    inner: [' {}'],
  },
  bodies: { closure_expression: 'body' },
  comments: ['line_comment', 'block_comment'],
  marks: ['attribute_item'],
  doc: /^\/\/\/(?!\/)|^\/\*\*(?![*/])/,
  docApart: true,
  innerDoc: /^\/\/!|^\/\*!/,
  loose: /^(?:pub(?:\([^)\n]*\))?[ \t]+)?(?:(?:async|unsafe|const|default)[ \t]+|extern[ \t]+"[^"\n]*"[ \t]+)*(?:fn|struct|enum|trait|union|mod|type|macro_rules!)[ \t]+(?<name>[\p{L}_][\p{L}\p{N}_]*)/gmu,
  looseInside: {
    words: /(?<=^[ \t]*|[{};][ \t]*)(?:pub(?:\([^)\n]*\))?[ \t]+)?(?:(?:async|unsafe|default)[ \t]+|const[ \t]+(?=fn|unsafe|async)|extern[ \t]+"[^"\n]*"[ \t]+)*(?:fn|struct|enum|trait|union|mod|type|const|static(?:[ \t]+(?:ref|mut))?|macro_rules!)[ \t]+(?<name>[\p{L}_][\p{L}\p{N}_]*)/gmu,
    above: /^[ \t]*(?:\/\/|#!?\[)/,
  },
  bearsDepth: true,
  step: '    ',
})

function initialValue(node: Node): Node[] {
  const value = node.childForFieldName('value')
  return value === null ? [] : [value]
}

/** `impl Runner for Server<T>` is found under `Server`. */
function implemented(node: Node): string {
  const type = node.childForFieldName('type')?.text ?? ''
  return /[\p{L}_][\p{L}\p{N}_]*(?=$|<|\s|\()/u.exec(type.replace(/^(?:&(?:'\w+\s*)?|mut\s+|dyn\s+|\*\w+\s+)+/, '').replace(/<.*$/s, ''))?.[0] ?? type
}

/** A macro needs its braces to be one. What it can be called with is its signature: at `detail` the patterns stay, those that it keeps for itself aside. */
function macroRules(node: Node, level: 'shape' | 'detail'): Cut {
  const start = node.childForFieldName('name')?.endIndex ?? node.startIndex
  const cut = { start, end: node.endIndex }
  if (level === 'shape') return { ...cut, with: ' {}' }
  const rules = node.namedChildren.filter((child) => child.type === 'macro_rule')
  const patterns = rules.map((rule) => rule.childForFieldName('left')?.text ?? '').filter(isCalled)
  if (patterns.length === 0) return { ...cut, with: ' { /* ... */ }' }
  const rest = patterns.length < rules.length || patterns.length > MOST_PATTERNS ? ' /* ... */' : ''
  return { ...cut, with: ` { ${patterns.slice(0, MOST_PATTERNS).map((pattern) => `${pattern} => {}`).join('; ')};${rest} }` }
}

const MOST_PATTERNS = 4

/** Patterns that begin with `@` are for the macro's own use by custom. */
const isCalled = (pattern: string): boolean => pattern !== '' && pattern.length <= 80 && !pattern.includes('\n') && !/^.\s*@/.test(pattern)

/** What no macro that defines something can do without. */
const ITEM = /\b(?:fn|struct|enum|trait|union|mod|type|impl|use|const|static|extern|macro_rules)\b/

/** The length up to which the tokens of a call are kept. */
const SHORT = 60

/** A macro that stands among items defines something, though only the compiler knows what. */
function itemMacro(node: Node): Rule | undefined {
  const tree = node.namedChildren.find((child) => child.type === 'token_tree')
  if (tree === undefined) return undefined
  const [open = '{', close = '}'] = [tree.text[0], tree.text.at(-1)]
  const inside = open === '{' ? ' /* ... */ ' : '/* ... */'
  const short = tree.endIndex - tree.startIndex <= SHORT && !tree.text.includes('\n') ? tree.text : open + inside + close
  const omits = (_: Node, level: 'shape' | 'detail'): Cut => ({ start: tree.startIndex, end: tree.endIndex, with: level === 'shape' ? open + close : short })
  return { kind: 'constant', name: 'macro', omits, ...(ITEM.test(tree.text) ? { seals: () => tree } : {}) }
}
