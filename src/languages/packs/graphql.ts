import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import type { Cut } from '../span.ts'

const child = (node: Node, type: string): Node | null => node.namedChildren.find((one) => one.type === type) ?? null
const named = (node: Node): string => child(node, 'name')?.text ?? ''
const spreads: Rule = { kind: 'module', spreads: true }
const holder = (kind: Rule['kind'], body: string): Rule => ({ kind, name: named, holds: (node) => child(node, body) })
const single = (kind: Rule['kind']): Rule => ({ kind, name: named, layout: 'joined' })
const operation: Rule = { kind: 'function', name: (node) => named(child(node, 'fragment_name') ?? node), omits: selections }

/** GraphQL: schemas with their fields; operations with what they select at the top. */
export default defineLanguage({
  name: 'graphql',
  title: 'GraphQL',
  family: 'data',
  extensions: ['.graphql', '.gql', '.graphqls'],
  grammar: 'graphql',
  remark: ['# ', ''],
  // The grammar ends a description at quotes that are escaped.
  reads: (text) => text.replaceAll('\\"""', '    '),
  blocks: {
    document: spreads,
    definition: spreads,
    executable_definition: spreads,
    type_system_definition: spreads,
    type_system_extension: spreads,
    type_definition: spreads,
    type_extension: spreads,
    schema_definition: { kind: 'module', name: () => 'schema' },
    schema_extension: { kind: 'module', name: () => 'schema' },
    object_type_definition: holder('class', 'fields_definition'),
    object_type_extension: holder('class', 'fields_definition'),
    interface_type_definition: holder('interface', 'fields_definition'),
    interface_type_extension: holder('interface', 'fields_definition'),
    input_object_type_definition: holder('class', 'input_fields_definition'),
    input_object_type_extension: holder('class', 'input_fields_definition'),
    enum_type_definition: holder('enum', 'enum_values_definition'),
    enum_type_extension: holder('enum', 'enum_values_definition'),
    scalar_type_definition: single('type'),
    scalar_type_extension: single('type'),
    union_type_definition: single('type'),
    union_type_extension: single('type'),
    directive_definition: single('type'),
    field_definition: single('field'),
    input_value_definition: single('field'),
    enum_value_definition: { kind: 'field', name: (node) => child(node, 'enum_value')?.text ?? '' },
    operation_definition: operation,
    fragment_definition: operation,
  },
  elision: { detail: [' {}'], shape: [' {}'] },
  comments: ['comment'],
  marks: ['description', 'directives'],
  docNode: 'description',
  doc: /^#/,
  loose: /^(?:extend[ \t]+)?(?:type|interface|input|enum|union|scalar|directive|query|mutation|subscription|fragment)[ \t]+@?(?<name>\w+)/gm,
  step: '  ',
})

/** What is selected inside the fields at the top goes; at `shape` their arguments too. */
function selections(node: Node, level: 'shape' | 'detail'): Cut[] {
  const fields = (child(node, 'selection_set')?.namedChildren ?? []).map((selection) => selection.firstNamedChild).filter((field) => field !== null)
  const goes = level === 'shape' ? ['selection_set', 'arguments', 'directives'] : ['selection_set']
  return fields.filter(({ type }) => type === 'field').flatMap((field) => field.namedChildren.filter(({ type }) => goes.includes(type)))
    .map((part) => ({ start: part.previousSibling?.endIndex ?? part.startIndex, end: part.endIndex, with: '' }))
}
