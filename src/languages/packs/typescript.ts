import type { Node } from 'web-tree-sitter'
import { field, javascript, statement } from './javascript.ts'
import type { Rule } from '../language.ts'
import { extend } from '../language.ts'

/** TypeScript. */
export const typescript = extend(javascript, {
  name: 'typescript',
  title: 'TypeScript',
  family: 'code',
  extensions: ['.ts', '.mts', '.cts'],
  grammar: 'typescript',
  blocks: {
    import_alias: { kind: 'import', run: true },
    abstract_class_declaration: { kind: 'class', holds: 'body' },
    interface_declaration: { kind: 'interface' },
    enum_declaration: { kind: 'enum' },
    type_alias_declaration: { kind: 'type', layout: 'joined' },
    function_signature: { kind: 'function' },
    method_signature: { kind: 'method' },
    abstract_method_signature: { kind: 'method' },
    property_signature: { kind: 'field' },
    index_signature: { kind: 'field', name: () => 'index' },
    public_field_definition: field,
    ambient_declaration: ambient,
    module: { kind: 'module', holds: 'body' },
    internal_module: { kind: 'module', holds: 'body' },
    expression_statement: moduleOrStatement,
  },
  separated: ['object_type', 'interface_body'],
  loose: /^(?:export[ \t]+)?(?:default[ \t]+)?(?:declare[ \t]+)?(?:abstract[ \t]+)?(?:async[ \t]+)?(?:function\b[ \t]*\*?|class|interface|(?:const[ \t]+)?enum|namespace|type|const|let|var)[ \t]*(?<name>[\p{L}_$][\p{L}\p{N}_$]*)/gmu,
})

/** TypeScript with JSX. */
export const tsx = extend(typescript, { name: 'tsx', title: 'TSX', extensions: ['.tsx'], grammar: 'tsx' })

/** `declare …` wraps a declaration; `declare global` holds some. */
function ambient(node: Node): Rule {
  const block = node.namedChildren.find((child) => child.type === 'statement_block')
  if (block !== undefined) return { kind: 'module', name: () => 'global', holds: () => block }
  return { kind: 'module', wraps: (outer) => outer.namedChildren.find((child) => child.type !== 'comment') ?? null }
}

/** A namespace is parsed as an expression when it stands alone. */
function moduleOrStatement(node: Node): Rule | undefined {
  return node.firstNamedChild?.type === 'internal_module' ? { kind: 'module', wraps: (outer) => outer.firstNamedChild } : statement(node)
}

export default [typescript, tsx]
