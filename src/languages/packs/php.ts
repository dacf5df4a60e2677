import type { Node } from '../node.ts'
import type { Branch, Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import type { Cut } from '../span.ts'
import { imports, resolve } from '../modules/php.ts'

/** PHP, alone or between HTML. */
export default defineLanguage({
  name: 'php',
  title: 'PHP',
  family: 'code',
  extensions: ['.php', '.phtml', '.php3', '.php4', '.php5', '.php7', '.php8', '.phps', '.phpt', '.ctp', '.inc'],
  interpreters: ['php'],
  grammar: 'php',
  remark: ['// ', ''],
  imports,
  resolve,
  sharesFolder: true,
  note: 'The HTML around the code is left out of skeletons.',
  blocks: {
    php_tag: openingTag,
    declare_statement: { kind: 'import', name: () => '', run: true },
    namespace_definition: namespace,
    namespace_use_declaration: { kind: 'import', run: true },
    use_declaration: { kind: 'import', name: () => '', run: true },
    class_declaration: { kind: 'class', holds: 'body' },
    trait_declaration: { kind: 'class', holds: 'body' },
    interface_declaration: { kind: 'interface', holds: 'body' },
    enum_declaration: { kind: 'enum', holds: 'body' },
    enum_case: { kind: 'field' },
    function_definition: { kind: 'function', body: 'body' },
    method_declaration: { kind: 'method', body: 'body' },
    property_declaration: property,
    const_declaration: { kind: 'constant', name: constantName, values: constantValues },
    expression_statement: statement,
    return_statement: returned,
    array_element_initializer: setting,
    if_statement: { kind: 'module', branches },
    try_statement: { kind: 'module', branches },
    compound_statement: { kind: 'module', branches },
  },
  elision: {
    detail: [' { /* ... */ }', ' {/*...*/}', ' {}'],
    shape: [' {}'],
    parts: { array_creation_expression: '[]', string: "''", encapsed_string: '""', arguments: '()' },
    value: 'null /* ... */',
    keepsShort: true,
  },
  bodies: { anonymous_function: 'body' },
  comments: ['comment'],
  marks: ['attribute_list'],
  doc: /^\/\*\*/,
  loose: /^(?:(?:abstract|final|readonly)[ \t]+)*(?:function[ \t]+&?|class|interface|trait|enum)[ \t]*(?<name>[\p{L}_][\p{L}\p{N}_]*)/gmu,
  step: '    ',
})

/** The first opening is shown when anything else is; the others stand behind HTML, which is not shown. */
function openingTag(node: Node): Rule | undefined {
  return node.text !== '<?=' && node.parent?.namedChildren.some((child) => defines(child)) === true ? { kind: 'import', name: () => '', run: true, opening: true } : undefined
}

const DEFINITION = /^(?:namespace_definition|.*_declaration|function_definition)$/

function defines(node: Node, depth = 0): boolean {
  if (DEFINITION.test(node.type)) return true
  if (node.type === 'expression_statement') return statement(node) !== undefined
  if (node.type === 'return_statement') return returned(node) !== undefined
  return depth < 8 && BRANCHED.test(node.type) && branches(node).some(({ block }) => block.namedChildren.some((child) => defines(child, depth + 1)))
}

/** A namespace in braces holds what is in it; any other begins like an import. */
function namespace(node: Node): Rule {
  return node.childForFieldName('body') === null ? { kind: 'import', name: () => '', run: true } : { kind: 'module', holds: 'body' }
}

const childrenOf = (node: Node, type: string): Node[] => node.namedChildren.filter((child) => child.type === type)

/** A property is complete without its value, a constant is not. */
const BARE = { value: undefined, keepsShort: false } as const

/** A property may have hooks, of which only their heads are shown. */
function property(node: Node): Rule {
  const elements = childrenOf(node, 'property_element')
  const name = (): string => elements[0]?.childForFieldName('name')?.lastChild?.text ?? ''
  const [hooks] = childrenOf(node, 'property_hook_list')
  if (hooks !== undefined) return { kind: 'field', name, omits: () => withoutBodies(hooks) }
  return { kind: 'field', name, elision: BARE, values: () => elements.flatMap((element) => element.childForFieldName('default_value') ?? []) }
}

/** `{ get => $this->x; set(string $x) { … } }` reads `{ get; set(string $x); }`. */
function withoutBodies(hooks: Node): Cut {
  const heads = childrenOf(hooks, 'property_hook').map((hook) => hook.text.slice(0, (hook.childForFieldName('body')?.startIndex ?? hook.endIndex) - hook.startIndex))
  return { start: hooks.startIndex, end: hooks.endIndex, with: `{ ${heads.map((head) => `${head.replace(/\s*(?:=>\s*|;)?$/, '')}; `).join('')}}` }
}

function constantName(node: Node): string {
  return childrenOf(node, 'const_element')[0]?.firstNamedChild?.text ?? ''
}

function constantValues(node: Node): Node[] {
  return childrenOf(node, 'const_element').flatMap((element) => element.lastNamedChild ?? [])
}

const REQUIRES = /^(?:require|include)(?:_once)?_expression$/

/** `require` is an import, `define` names a constant, and a variable may be given a class or a function. */
function statement(node: Node): Rule | undefined {
  const inner = node.firstNamedChild
  if (inner === null) return undefined
  if (REQUIRES.test(inner.type)) return { kind: 'import', name: () => '', run: true }
  if (inner.type === 'function_call_expression') return defined(inner)
  if (inner.type !== 'assignment_expression') return undefined
  const left = inner.childForFieldName('left')
  return left?.type === 'variable_name' ? given(inner.childForFieldName('right'), () => left.lastChild?.text ?? '') : undefined
}

function defined(call: Node): Rule | undefined {
  if (call.childForFieldName('function')?.text !== 'define') return undefined
  const [name, value] = call.childForFieldName('arguments')?.namedChildren ?? []
  if (name === undefined || value === undefined) return undefined
  return { kind: 'constant', name: () => name.text.replace(/^.|.$/g, ''), values: () => [value.firstNamedChild ?? value] }
}

/** A class without a name, a function, or undefined for plain data. */
function given(value: Node | null, name: () => string): Rule | undefined {
  const anonymous = value?.type === 'object_creation_expression' ? childrenOf(value, 'anonymous_class')[0] : undefined
  if (anonymous !== undefined) return { kind: 'class', name, holds: () => anonymous.childForFieldName('body') }
  return value?.type === 'anonymous_function' ? { kind: 'function', name, body: () => value.childForFieldName('body') } : undefined
}

/** What a file gives back: a class, a function, or settings. */
function returned(node: Node): Rule | undefined {
  const value = node.firstNamedChild
  const name = (): string => 'return'
  if (value?.type === 'array_creation_expression') return { kind: 'module', name, holds: () => value, opens: value.startIndex + (value.text.startsWith('[') ? 1 : value.text.indexOf('(') + 1) }
  return given(value, name)
}

/** One setting in an array that a file returns. */
function setting(node: Node): Rule | undefined {
  const [key, value] = node.namedChildren
  if (key === undefined || value === undefined) return undefined
  return { kind: 'field', name: () => key.text, values: () => [value] }
}

/** The blocks of `if`, `else`, `try` and `catch`, in braces or between colons and `endif`. */
function branches(node: Node): Branch[] {
  const bodies = [node, ...node.namedChildren.filter((child) => CLAUSE.test(child.type))].flatMap((clause) => {
    const block = clause.type === 'compound_statement' ? clause : clause.childForFieldName('body')
    return block !== null && BLOCK.test(block.type) ? [{ start: clause.startIndex, block }] : []
  })
  return bodies.map((branch, index) => (branch.block.type === 'colon_block' ? colons(node, branch, bodies[index + 1]?.start) : branch))
}

const BRANCHED = /^(?:if|try|compound)_statement$/
const CLAUSE = /^(?:catch|finally|else|else_if)_clause$/
const BLOCK = /^(?:compound_statement|colon_block)$/

/** A block between a colon and the next word of the statement. */
function colons(node: Node, { start, block }: Branch, next: number | undefined): Branch {
  const end = next ?? node.children.find((child) => child.type === 'endif')?.startIndex ?? block.endIndex
  return { start, block, inside: { start: block.startIndex + 1, end } }
}
