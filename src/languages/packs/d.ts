import type { Node } from 'web-tree-sitter'
import type { Branch, Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'

/** What has no type of its own is nothing without a value. */
const INFERRED = { value: 'null /* ... */', keepsShort: true }

/** D. Its tests are left out: they define nothing. */
export default defineLanguage({
  name: 'd',
  title: 'D',
  family: 'code',
  extensions: ['.d', '.di'],
  interpreters: ['rdmd', 'dub'],
  grammar: 'd',
  remark: ['// ', ''],
  // Compilers of C write lists of dependencies with the same ending.
  owns: (head) => !/^[^\s:#/]+\.l?o[ \t]*:|\\\r?$/m.test(head.slice(0, 400)) || /^\s*(?:module|import)\s/m.test(head),
  blocks: {
    module_def: { kind: 'module', spreads: true },
    module_declaration: { kind: 'import', name: () => '', run: true },
    import_declaration: { kind: 'import', name: () => '', run: true },
    template_mixin: { kind: 'import', name: () => '', run: true },
    attribute_declaration: { kind: 'import', name: () => '' },
    alias_declaration: { kind: 'type', name: aliasName },
    enum_declaration: { kind: 'enum', name: ownName },
    anonymous_enum_declaration: { kind: 'enum', name: () => '' },
    struct_declaration: aggregate,
    union_declaration: aggregate,
    class_declaration: aggregate,
    interface_declaration: aggregate,
    template_declaration: templated,
    mixin_template_declaration: templated,
    function_declaration: callable,
    constructor: callable,
    destructor: callable,
    postblit: callable,
    shared_static_constructor: callable,
    static_constructor: callable,
    manifest_constant: { kind: 'constant', name: declaredName, values: initialValues, elision: INFERRED },
    variable_declaration: { kind: 'constant', name: declaredName, values: initialValues },
    auto_declaration: { kind: 'constant', name: 'variable', values: (node) => [node.childForFieldName('value')].filter((value) => value !== null), elision: INFERRED },
    conditional_declaration: (node) => (node.children.some(({ type }) => type === '{') ? { kind: 'module', branches } : { kind: 'module', spreads: true }),
  },
  elision: {
    detail: [' { /* ... */ }', ' {/*...*/}'],
    shape: [';'],
    inner: [' {}'],
  },
  comments: ['comment', 'nesting_block_comment'],
  doc: /^\/\/\/(?!\/)|^\/\*\*(?![*/])|^\/\+\+(?![+/])/,
  loose: /^(?:(?:public|private|package|protected|static|final|abstract|export|extern[ \t]*\([^)\n]*\))[ \t]+)*(?:class|struct|interface|union|enum|template|alias)[ \t]+(?<name>[\p{L}_][\p{L}\p{N}_]*)/gmu,
  step: '    ',
})

function ownName(node: Node): string {
  return node.namedChildren.find(({ type }) => type === 'identifier')?.text ?? ''
}

function aliasName(node: Node): string {
  const [first] = node.namedChildren.filter(({ type }) => type === 'alias_initializer')
  return ownName(first ?? node)
}

const declarators = (node: Node): Node[] => node.namedChildren.filter(({ type }) => type.endsWith('declarator'))

function declaredName(node: Node): string {
  return ownName(declarators(node)[0] ?? node)
}

function initialValues(node: Node): Node[] {
  return declarators(node).flatMap((declarator) => declarator.children.find(({ type }) => type === '=')?.nextSibling ?? [])
}

const KINDS: Readonly<Record<string, Rule['kind']>> = { interface_declaration: 'interface' }

function aggregate(node: Node): Rule {
  const body = node.namedChildren.find(({ type }) => type === 'aggregate_body')
  const rule: Rule = { kind: KINDS[node.type] ?? 'class', name: ownName }
  return body === undefined ? rule : { ...rule, holds: () => body }
}

/** A template stands around its declarations without a node for its body. */
function templated(node: Node): Rule {
  const template = node.namedChildren.find(({ type }) => type === 'template_declaration') ?? node
  const open = template.children.find(({ type }) => type === '{')
  const close = template.children.findLast(({ type }) => type === '}')
  const name = (): string => ownName(template)
  return open === undefined || close === undefined ? { kind: 'module', name } : { kind: 'module', name, holds: () => template, opens: open.endIndex, closes: close.startIndex }
}

/** A function; one without a body ends in a semicolon, which counts as its body. */
function callable(node: Node): Rule {
  const body = node.namedChildren.find(({ type }) => type === 'function_body')
  const name = (): string => ownName(node) || (node.children.some(({ type }) => type === '~') ? '~this' : 'this')
  return body === undefined || body.text === ';' ? { kind: 'function', name, layout: 'joined' } : { kind: 'function', name, body: () => body }
}

/** The braces of `version (…)`, `static if (…)` and their `else`. */
function branches(node: Node): Branch[] {
  const found: Branch[] = []
  let start = node.startIndex
  let open: Node | undefined
  for (const child of node.children) {
    if (child.type === '{') open = child
    if (child.type !== '}' || open === undefined) continue
    found.push({ start, block: node, inside: { start: open.endIndex, end: child.startIndex } })
    start = child.startIndex
  }
  return found
}
