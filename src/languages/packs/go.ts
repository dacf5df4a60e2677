import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import { imports, resolve } from '../modules/go.ts'

const VALUE: Rule = { kind: 'constant', values: (node) => specs(node).flatMap((spec) => spec.childForFieldName('value') ?? []), layout: 'kept' }

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
    const_declaration: declaredValues,
    var_declaration: declaredValues,
    const_spec: VALUE,
    var_spec: VALUE,
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
  bearsDepth: true,
  step: '\t',
})

/** `func (s *Server[K]) Start()` is asked for as `Server.Start`. */
function methodName(node: Node): string {
  const receiver = node.childForFieldName('receiver')?.text ?? ''
  const type = /([\p{L}_][\p{L}\p{N}_]*)\s*(?:\[[^\]]*\])?\s*,?\s*\)$/u.exec(receiver)?.[1]
  const name = node.childForFieldName('name')?.text ?? ''
  return type === undefined ? name : `${type}.${name}`
}

/** A type is what it declares; a group of types in brackets holds them. */
function declaredType(node: Node): Rule {
  const first = node.namedChildren.find((child) => child.type === 'type_spec' || child.type === 'type_alias')
  const name = (): string => first?.childForFieldName('name')?.text ?? ''
  return groupIn(node) ?? { ...(first === undefined ? TYPE : specified(first)), name }
}

/** Constants and variables, one by one where they stand in brackets below each other. */
function declaredValues(node: Node): Rule {
  return groupIn(node.namedChildren.find((child) => child.type === 'var_spec_list') ?? node) ?? { ...VALUE, name: (outer) => specs(outer)[0]?.childForFieldName('name')?.text ?? '' }
}

/** Declarations in brackets on lines of their own. */
function groupIn(holder: Node): Rule | undefined {
  const brackets = holder.children.find((child) => child.type === '(')
  if (brackets === undefined || !holder.text.includes('\n')) return undefined
  return { kind: 'module', name: () => '', holds: () => holder, opens: brackets.endIndex }
}

const TYPE: Rule = { kind: 'type' }

/** A struct and an interface are named as what they are. */
function specified(node: Node): Rule {
  const type = node.childForFieldName('type')?.type
  return type === 'struct_type' ? { kind: 'class' } : type === 'interface_type' ? { kind: 'interface' } : TYPE
}

/** The specifications of a declaration, or the one that it is. */
function specs(node: Node): Node[] {
  if (node.type.endsWith('_spec')) return [node]
  return node.namedChildren.flatMap((child) => (child.type.endsWith('_spec_list') ? specs(child) : child.type.endsWith('_spec') ? [child] : []))
}
