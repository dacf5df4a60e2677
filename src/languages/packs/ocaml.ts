import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage, extend } from '../language.ts'
import type { Cut } from '../span.ts'
import { opened, uncapped } from '../modules/opened.ts'

/** OCaml implementations. */
export const ocaml = defineLanguage({
  name: 'ocaml',
  title: 'OCaml',
  family: 'code',
  extensions: ['.ml', '.eliom'],
  interpreters: ['ocaml', 'ocamlrun'],
  grammar: 'ocaml',
  remark: ['(* ', ' *)'],
  quotes: '"',
  ...opened({ form: /\b(?:open!?|include)\s+(?<module>[A-Z][\w.']*)/g, endings: ['.ml'], open: true, path: (module) => uncapped(module.slice(module.lastIndexOf('.') + 1)) }),
  callsBare: true,
  blocks: {
    open_module: { kind: 'import', name: () => '', run: true },
    open_module_signature: { kind: 'import', name: () => '', run: true },
    include_module: included,
    include_module_type: included,
    value_definition: { kind: 'constant', spreads: true },
    let_binding: binding,
    value_specification: { kind: 'function', name: firstName, layout: 'joined' },
    external: { kind: 'function', name: firstName, layout: 'joined' },
    type_definition: { kind: 'type', spreads: true },
    type_binding: type,
    exception_definition: { kind: 'type', name: (node) => firstName(node.firstNamedChild), layout: 'joined' },
    module_definition: { kind: 'module', spreads: true },
    module_binding: module,
    module_type_definition: module,
    class_definition: { kind: 'class', spreads: true },
    class_binding: objects,
    class_type_definition: { kind: 'interface', spreads: true },
    class_type_binding: objects,
    method_definition: { kind: 'method', name: firstName, body: 'body' },
    method_specification: { kind: 'method', name: firstName },
    instance_variable_definition: { kind: 'field', name: firstName, values: (node) => [node.childForFieldName('body')].filter((body) => body !== null) },
    instance_variable_specification: { kind: 'field', name: firstName },
    inheritance_definition: { kind: 'import', name: () => '' },
    inheritance_specification: { kind: 'import', name: () => '' },
  },
  elision: { detail: [' ((* ... *))', ' ()'], shape: [' ()'], value: '()' },
  bodies: { fun_expression: 'body', function_expression: (node) => node },
  comments: ['comment'],
  doc: /^\(\*\*(?![*)])/,
  docBelow: true,
  fileDoc: /^\(\*\*(?![*)])/,
  loose: /^[ \t]*(?:(?:let|and)(?:%\w+)?(?:[ \t]+rec)?|val|external|type|exception|module(?:[ \t]+type)?(?:[ \t]+rec)?|class(?:[ \t]+type)?|method)[ \t]+(?:'\w+[ \t]+|\([^)\n]*\)[ \t]+)?(?<name>[\p{L}_][\p{L}\p{N}_']*)(?![^\n]*\bin[ \t]*$)/gmu,
  step: '  ',
})

/** The name is the first word that is no keyword, type parameter or attribute. */
function firstName(node: Node | null): string {
  const name = node?.namedChildren.find((child) => /_name$|^type_constructor|^parenthesized_operator$/.test(child.type))
  return name?.text.replace(/^\(\s*|\s*\)$/g, '') ?? ''
}

/** What stands before one of several definitions: `let rec` before the first, `and` before the others. */
function keyword(node: Node): number {
  let first = node
  for (let before = node.previousSibling; before !== null && (!before.isNamed || before.type === 'attribute' || before.type === 'attribute_id'); before = before.previousSibling) {
    first = before
    if (before.type === 'and') break
  }
  return first.startIndex
}

const PLACES = new Set(['value_definition', 'type_definition', 'module_definition', 'class_definition', 'class_type_definition'])

/** A rule for one of the definitions that `and` may join. */
const joinable = (node: Node, rule: Rule): Rule => (PLACES.has(node.parent?.type ?? '') ? { ...rule, since: keyword(node) } : rule)

/** Code that is run, not a value that is given. */
const CODE = new Set(['match_expression', 'try_expression', 'let_expression', 'if_expression', 'sequence_expression', 'while_expression', 'for_expression', 'local_open_expression'])

/** `let`: a function when it takes something, else a value. What is only run has no name. */
function binding(node: Node): Rule | undefined {
  const pattern = node.childForFieldName('pattern')
  const body = node.childForFieldName('body')
  if (pattern === null || body === null || !/^(?:value_name|parenthesized_operator|string|tuple_pattern|record_pattern|typed_pattern|alias_pattern)$/.test(pattern.type)) return undefined
  const name = (): string => (pattern.type === 'value_name' ? pattern.text : pattern.text.replace(/^\(\s*|\s*\)$/g, '').slice(0, 60))
  if (body.type === 'function_expression') return joinable(node, { kind: 'function', name, omits: cases })
  const inner = body.type === 'fun_expression' ? body.childForFieldName('body') ?? body : body
  if (inner !== body || CODE.has(body.type) || node.namedChildren.some((child) => child.type === 'parameter')) return joinable(node, { kind: 'function', name, body: () => inner })
  return joinable(node, { kind: 'constant', name, values: () => [body] })
}

/** `function` with its cases left out is still a function. */
function cases(node: Node): Cut {
  const body = node.childForFieldName('body') ?? node
  return { start: body.startIndex, end: body.endIndex, with: 'function _ -> ()' }
}

/** Records and variants are named as what they are. */
function type(node: Node): Rule {
  const body = node.childForFieldName('body')?.type
  const kind = body === 'record_declaration' ? 'class' : body === 'variant_declaration' ? 'enum' : 'type'
  return joinable(node, { kind, name: 'name', layout: 'joined' })
}

const LAYERS = new Set(['module_application', 'functor', 'functor_type', 'typed_module_expression', 'parenthesized_module_expression', 'parenthesized_module_type'])

/** The `struct` or `sig` of a module, through what is around it. */
function inside(body: Node | null): Node | null {
  let inner = body
  while (inner !== null && LAYERS.has(inner.type)) inner = inner.childForFieldName('body') ?? inner.childForFieldName('argument') ?? inner.namedChildren.find((child) => /^(?:structure|signature|functor)/.test(child.type)) ?? null
  return inner?.type === 'structure' || inner?.type === 'signature' ? inner : null
}

/** What holds definitions between two words: `struct … end`. */
function between(holds: Node, words: { open: number; empty: string }): Pick<Rule, 'holds' | 'opens' | 'closes' | 'omits'> {
  const omits = (): Cut => ({ start: holds.startIndex, end: holds.endIndex, with: words.empty })
  return { holds: () => holds, opens: words.open, closes: holds.endIndex - 3, omits }
}

const holding = (holds: Node): ReturnType<typeof between> => {
  const word = holds.type === 'structure' ? 'struct' : 'sig'
  return between(holds, { open: holds.startIndex + word.length, empty: `${word} end` })
}

/** A module that is written out holds its definitions; one that is named or applied is kept as it stands. */
function module(node: Node): Rule {
  const body = inside(node.childForFieldName('body')) ?? inside(node.childForFieldName('module_type'))
  const kind = node.type === 'module_type_definition' ? 'interface' : 'module'
  return joinable(node, { kind: body === null && kind === 'module' ? 'type' : kind, name: firstName, ...(body === null ? { layout: 'joined' } : holding(body)) })
}

/** `include struct … end` holds what it includes; other includes are like imports. */
function included(node: Node): Rule {
  const body = inside(node.firstNamedChild)
  return body === null ? { kind: 'import', name: () => '', run: true } : { kind: 'module', name: () => '', ...holding(body) }
}

/** A class holds the members of its `object`. */
function objects(node: Node): Rule {
  const kind = node.type === 'class_binding' ? 'class' : 'interface'
  const body = node.childForFieldName('body')
  if (body === null || !/^(?:object_expression|class_body_type)$/.test(body.type)) return joinable(node, { kind, name: firstName })
  const self = body.childForFieldName('self')
  const bracket = self?.nextSibling
  const open = bracket?.type === ')' ? bracket.endIndex : body.startIndex + 'object'.length
  return joinable(node, { kind, name: firstName, ...between(body, { open, empty: 'object end' }) })
}

/** OCaml interfaces. */
export const interfaces = extend(ocaml, { name: 'ocaml_interface', title: 'OCaml interface', extensions: ['.mli', '.eliomi'], interpreters: [], grammar: 'ocaml_interface' })

export default [ocaml, interfaces]
