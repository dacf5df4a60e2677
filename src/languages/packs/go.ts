import type { Node } from 'web-tree-sitter'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import { imports, resolve } from '../modules/go.ts'

/** Go. */
export default defineLanguage({
  name: 'go',
  title: 'Go',
  family: 'code',
  extensions: ['.go'],
  grammar: 'go',
  remark: ['// ', ''],
  quotes: '"\'`',
  imports,
  resolve,
  sharesFolder: true,
  blocks: {
    package_clause: { kind: 'import', name: () => '' },
    import_declaration: { kind: 'import', run: true, layout: 'kept' },
    function_declaration: { kind: 'function', body: 'body' },
    method_declaration: { kind: 'method', name: methodName, body: 'body' },
    type_declaration: declaredType,
    type_spec: specified,
    type_alias: { kind: 'type' },
    const_declaration: { kind: 'constant', name: firstName, values: initialValues, layout: 'kept' },
    var_declaration: { kind: 'constant', name: firstName, values: initialValues, layout: 'kept' },
  },
  elision: {
    detail: [' { /* ... */ }', ' {/*...*/}'],
    shape: [''],
    inner: [' {}'],
    parts: { literal_value: '{}', argument_list: '()', interpreted_string_literal: '""', raw_string_literal: '``', func_literal: 'nil' },
    value: 'nil /* ... */',
    keepsShort: true,
  },
  bodies: { func_literal: 'body' },
  comments: ['comment'],
  doc: /^\/\/(?!go:|nolint)|^\/\*/,
  separated: ['field_declaration_list', 'interface_type'],
  loose: /^(?:func(?:[ \t]*\([^)\n]*\))?|type)[ \t]+(?<name>[\p{L}_][\p{L}\p{N}_]*)/gmu,
  step: '\t',
})

/** `func (s *Server[K]) Start()` is asked for as `Server.Start`. */
function methodName(node: Node): string {
  const receiver = node.childForFieldName('receiver')?.text ?? ''
  const type = /([\p{L}_][\p{L}\p{N}_]*)\s*(?:\[[^\]]*\])?\s*,?\s*\)$/u.exec(receiver)?.[1]
  const name = node.childForFieldName('name')?.text ?? ''
  return type === undefined ? name : `${type}.${name}`
}

const specs = (node: Node, suffix: string): Node[] =>
  node.namedChildren.flatMap((child) => (child.type.endsWith('_spec_list') ? specs(child, suffix) : child.type.endsWith(suffix) ? [child] : []))

/** A type is what it declares; a group of types in brackets holds them. */
function declaredType(node: Node): Rule {
  const first = node.namedChildren.find((child) => child.type === 'type_spec' || child.type === 'type_alias')
  const name = (): string => first?.childForFieldName('name')?.text ?? ''
  const brackets = node.children.find((child) => child.type === '(')
  if (brackets !== undefined && node.startPosition.row < node.endPosition.row) return { kind: 'module', name: () => '', holds: () => node, opens: brackets.endIndex }
  return { ...(first === undefined ? TYPE : specified(first)), name }
}

const TYPE: Rule = { kind: 'type' }

/** A struct and an interface are named as what they are. */
function specified(node: Node): Rule {
  const type = node.childForFieldName('type')?.type
  return type === 'struct_type' ? { kind: 'class' } : type === 'interface_type' ? { kind: 'interface' } : TYPE
}

function firstName(node: Node): string {
  return specs(node, '_spec')[0]?.childForFieldName('name')?.text ?? ''
}

function initialValues(node: Node): Node[] {
  return specs(node, '_spec').flatMap((spec) => spec.childForFieldName('value') ?? [])
}
