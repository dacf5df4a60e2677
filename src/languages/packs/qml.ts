import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import { quoted } from '../modules/quoted.ts'

/** QML: the tree of objects, with the properties, signals, functions and handlers that each of them declares. */
export default defineLanguage({
  name: 'qml',
  title: 'QML',
  family: 'code',
  extensions: ['.qml'],
  grammar: 'qmljs',
  remark: ['// ', ''],
  quotes: '"\'`',
  ...quoted({ form: /^[ \t]*import[ \t]+"(?<module>[^"\n]+)"(?:[ \t]+[\d.]+)?(?:[ \t]+as[ \t]+(?<as>\w+))?/gm }),
  note: 'Bindings such as `width: 100` are not shown, but for `id`, functions and handlers in braces, and objects that are given to a property.',
  blocks: {
    ui_pragma: { kind: 'import', name: () => '', run: true },
    ui_import: { kind: 'import', name: () => '', run: true },
    ui_object_definition: object,
    ui_object_definition_binding: { kind: 'class', holds: 'initializer' },
    ui_annotated_object_member: { kind: 'class', wraps: 'definition' },
    ui_inline_component: { kind: 'class', holds: (node) => node.childForFieldName('component')?.childForFieldName('initializer') ?? null },
    ui_property: property,
    ui_required: { kind: 'field' },
    ui_signal: { kind: 'type', layout: 'joined' },
    ui_binding: binding,
    enum_declaration: { kind: 'enum' },
    function_declaration: { kind: 'method', body: 'body' },
    generator_function_declaration: { kind: 'method', body: 'body' },
  },
  elision: {
    detail: [' { /* ... */ }', ' {}'],
    shape: [' {}'],
    parts: { object: '{}', array: '[]', ui_object_array: '[]', arguments: '()', template_string: '``' },
  },
  bodies: { arrow_function: 'body', function_expression: 'body' },
  comments: ['comment'],
  marks: ['ui_annotation'],
  doc: /^\/\*[*!]|^\/\/[/!]/,
  loose: /^[ \t]{0,8}(?:(?:(?:default|required|readonly)[ \t]+)*property[ \t]+[\w.<>]+|function|signal|component|enum)[ \t]+(?<name>[\p{L}_$][\p{L}\p{N}_$]*)/gmu,
  step: '    ',
})

/** An object has the name of its `id`, else that of its type; a group of bindings, `anchors { … }`, is no object. */
function object(node: Node): Rule | undefined {
  const type = node.childForFieldName('type_name')?.text ?? ''
  if (!/(?:^|\.)\p{Lu}[^.]*$/u.test(type)) return undefined
  return { kind: 'class', name: () => idOf(node) ?? type, holds: 'initializer' }
}

const isId = (member: Node): boolean => member.type === 'ui_binding' && member.childForFieldName('name')?.text === 'id'

const idOf = (node: Node): string | undefined =>
  /^[\p{L}_][\p{L}\p{N}_]*/u.exec(node.childForFieldName('initializer')?.namedChildren.find(isId)?.childForFieldName('value')?.text ?? '')?.[0]

/** A property, complete without its value; an object that is its value is shown member by member. */
function property(node: Node): Rule {
  const value = node.childForFieldName('value')
  if (value?.type === 'ui_object_definition') return { kind: 'field', holds: () => value.childForFieldName('initializer') }
  if (node.childForFieldName('type')?.text === 'alias') return { kind: 'field' }
  return value?.type === 'statement_block' ? { kind: 'field', body: 'value' } : { kind: 'field', values: () => (value === null ? [] : [value]) }
}

const FUNCTIONS = new Set(['function_expression', 'arrow_function'])

/** `id: x`, `onClicked: { … }`, `delegate: Item { … }`; other bindings only set what is defined elsewhere. */
function binding(node: Node): Rule | undefined {
  const value = node.childForFieldName('value')
  if (isId(node)) return { kind: 'field' }
  if (value?.type === 'statement_block') return { kind: 'method', body: 'value' }
  if (value?.type === 'ui_object_definition') return { kind: 'class', holds: () => value.childForFieldName('initializer') }
  const handler = value?.firstNamedChild
  return handler !== null && handler !== undefined && FUNCTIONS.has(handler.type) ? { kind: 'method', body: () => handler.childForFieldName('body') } : undefined
}
