import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import { quoted } from '../modules/quoted.ts'

/** Zig. It has no comments that end within a line, so what is left out leaves no word behind. */
export default defineLanguage({
  name: 'zig',
  title: 'Zig',
  family: 'code',
  extensions: ['.zig'],
  grammar: 'zig',
  remark: ['// ', ''],
  ...quoted({ form: /(?:\b(?:const|var)\s+(?<as>\w+)[^=;\n]{0,200}=\s*)?@import\s*\(\s*"(?<module>[^"\n]+)"\s*\)(?:\.(?<name>\w+))?/g }),
  blocks: {
    variable_declaration: declared,
    using_namespace_declaration: { kind: 'import', run: true },
    function_declaration: functionOrType,
    container_field: (node) => (node.text === '' ? undefined : { kind: 'field', values: initialValue, layout: 'kept' }),
    test_declaration: tested,
    expression_statement: returnedType,
  },
  elision: {
    detail: [' {}'],
    shape: [';'],
    inner: [' {}'],
  },
  bodies: { test_declaration: 'body' },
  comments: ['comment'],
  doc: /^\/\/\/(?!\/)/,
  innerDoc: /^\/\/!/,
  loose: /^(?:(?:pub|export|inline|noinline|threadlocal|extern(?:[ \t]+"[^"\n]*")?)[ \t]+)*(?:fn|const|var)[ \t]+(?<name>@"[^"\n]+"|[A-Za-z_]\w*)/gm,
  step: '    ',
})

/** What stands after the `=`; some values, such as `undefined`, are bare words. */
function valueOf(node: Node): Node | null {
  let value = node.children.find((child) => child.type === '=')?.nextSibling ?? null
  while (value?.type === 'comment') value = value.nextSibling
  return value
}

function initialValue(node: Node): Node[] {
  const value = valueOf(node)
  return value === null ? [] : [value]
}

const declaredName = (node: Node): string => node.namedChildren.find((child) => child.type === 'identifier')?.text ?? ''

/** In Zig every type, import and alias is a constant; what it is stands after the `=`. */
function declared(node: Node): Rule {
  const value = valueOf(node)
  if (value === null) return { kind: 'constant', name: declaredName }
  if (isImport(value)) return { kind: 'import', name: () => '', run: true }
  const container = containerRule(value)
  if (container !== undefined) return { ...container, name: declaredName }
  return TYPES.test(value.type) ? { kind: 'type', name: declaredName } : { kind: 'constant', name: declaredName, values: initialValue }
}

/** `@import("a.zig")`, and a name taken out of it. */
function isImport(value: Node): boolean {
  let call: Node | null = value
  while (call?.type === 'field_expression') call = call.childForFieldName('object')
  return call?.type === 'builtin_function' && /^@(?:import|cImport)$/.test(call.firstNamedChild?.text ?? '')
}

/** Values that are types, or names of something that stands elsewhere. */
const TYPES = /^(?:field_expression|error_set_declaration|error_union_type|function_signature|nullable_type|pointer_type|slice_type|builtin_type)$/

const CONTAINERS: Readonly<Record<string, Rule['kind']>> = { struct_declaration: 'class', union_declaration: 'class', opaque_declaration: 'class', enum_declaration: 'enum' }

/** A struct, union or enum with its members. */
function containerRule(node: Node): Rule | undefined {
  const kind = CONTAINERS[node.type]
  const brace = node.children.find((child) => child.type === '{')
  return kind === undefined || brace === undefined ? undefined : { kind, holds: () => node, opens: brace.endIndex }
}

/** A function that makes a type holds the members of that type. */
function functionOrType(node: Node): Rule {
  const makesType = node.childForFieldName('type')?.text === 'type'
  const block = node.childForFieldName('body')
  if (makesType && block?.namedChildren.some((child) => returnedType(child) !== undefined) === true) return { kind: 'class', holds: 'body' }
  return { kind: 'function', body: 'body', layout: 'joined' }
}

/** `return struct { … }` in such a function. */
function returnedType(node: Node): Rule | undefined {
  const inner = node.firstNamedChild
  const type = inner?.type === 'return_expression' ? inner.firstNamedChild : null
  const rule = type === null ? undefined : containerRule(type)
  return rule === undefined ? undefined : { ...rule, name: () => '' }
}

/** A test keeps its braces at every level. */
function tested(node: Node): Rule | undefined {
  const block = node.namedChildren.find((child) => child.type === 'block')
  if (block === undefined) return undefined
  const title = node.namedChildren.find((child) => child.type === 'string' || child.type === 'identifier')
  const start = title?.endIndex ?? node.firstChild?.endIndex ?? node.startIndex
  return { kind: 'function', name: () => title?.text ?? '', omits: () => ({ start, end: block.endIndex, with: ' {}' }) }
}
