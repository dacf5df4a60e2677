import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import type { Cut } from '../span.ts'
import { opened } from '../modules/opened.ts'

/** Ada. A body that is left out leaves the declaration of its subprogram. */
export default defineLanguage({
  name: 'ada',
  title: 'Ada',
  family: 'code',
  extensions: ['.adb', '.ads', '.ada'],
  grammar: 'ada',
  remark: ['-- ', ''],
  quotes: '"',
  ...opened({ form: /(?:\bwith\s+|,\s*)(?<module>[\p{L}][\p{L}\p{N}_.]*)/giu, endings: ['.ads'], known: true, path: (module) => module.toLowerCase().replaceAll('.', '-') }),
  blocks: {
    compilation_unit: { kind: 'module', spreads: true },
    non_empty_declarative_part: { kind: 'module', spreads: true },
    with_clause: { kind: 'import', name: () => '', run: true },
    use_clause: { kind: 'import', name: () => '', run: true },
    package_declaration: held,
    package_body: held,
    generic_package_declaration: { kind: 'module', wraps: (node) => node.namedChildren.find(({ type }) => type === 'package_declaration') ?? null },
    generic_subprogram_declaration: { kind: 'function', name: specifiedName },
    subprogram_declaration: { kind: 'function', name: specifiedName, layout: 'joined' },
    null_procedure_declaration: { kind: 'function', name: specifiedName, layout: 'joined' },
    expression_function_declaration: subprogram,
    subprogram_body: subprogram,
    subprogram_renaming_declaration: { kind: 'function', name: specifiedName, layout: 'joined' },
    body_stub: { kind: 'function', name: (node) => specifiedName(node.firstNamedChild ?? node) },
    generic_instantiation: { kind: 'type', layout: 'joined' },
    package_renaming_declaration: { kind: 'type', layout: 'joined' },
    full_type_declaration: { kind: 'type', name: firstName },
    private_type_declaration: { kind: 'type', name: firstName },
    private_extension_declaration: { kind: 'type', name: firstName },
    incomplete_type_declaration: { kind: 'type', name: firstName },
    subtype_declaration: { kind: 'type', name: firstName },
    exception_declaration: { kind: 'type', name: firstName },
    object_declaration: object,
    number_declaration: object,
    task_body: stub,
    protected_body: stub,
  },
  elision: { detail: [';'], shape: [';'] },
  separators: { package_declaration: 'private' },
  comments: ['comment'],
  doc: /^--/,
  loose: /^[ \t]*(?:(?:not[ \t]+)?overriding[ \t]+)?(?:procedure|function|package(?:[ \t]+body)?|task(?:[ \t]+(?:body|type))?|protected(?:[ \t]+(?:body|type))?|type|subtype)[ \t]+(?<name>[A-Za-z]\w*(?:\.\w+)*)/gim,
  step: '   ',
})

function firstName(node: Node): string {
  const first = node.firstNamedChild
  return (first?.type.endsWith('_declaration') === true ? first.namedChildren.find(({ type }) => type === 'identifier') : first)?.text ?? ''
}

const specification = (node: Node): Node | undefined => node.namedChildren.find(({ type }) => type === 'function_specification' || type === 'procedure_specification')

function specifiedName(node: Node): string {
  return specification(node)?.childForFieldName('name')?.text ?? ''
}

/** A package: what stands between its `is` and its `end`. */
function held(node: Node): Rule {
  const is = node.children.find(({ type }) => type === 'is')
  const end = node.children.findLast(({ type }) => type === 'end')
  return is === undefined || end === undefined ? { kind: 'module' } : { kind: 'module', holds: () => node, opens: is.endIndex, closes: end.startIndex }
}

/** A body becomes the declaration of what it is the body of. */
function subprogram(node: Node): Rule {
  const head = specification(node)
  const rule: Rule = { kind: 'function', name: specifiedName }
  return head === undefined ? rule : { ...rule, omits: (): Cut => ({ start: head.endIndex, end: node.endIndex, with: ';' }) }
}

/** The body of a task is kept in another file, as far as can be seen. */
function stub(node: Node): Rule {
  const is = node.children.find(({ type }) => type === 'is')
  const rule: Rule = { kind: 'function', name: firstName }
  return is === undefined ? rule : { ...rule, omits: (): Cut => ({ start: is.endIndex, end: node.endIndex, with: ' separate;' }) }
}

const SHORT = 120

/** A variable or constant; a long value goes, and at `shape` every one that is not needed. */
function object(node: Node): Rule {
  const sign = node.children.find(({ type }) => type === ':=' || type === 'assign_value')
  const name = (): string => node.childForFieldName('name')?.text ?? firstName(node)
  const semicolon = node.children.findLast(({ type }) => type === ';')
  if (sign === undefined || semicolon === undefined || node.type === 'number_declaration') return { kind: 'constant', name }
  const start = sign.previousSibling?.endIndex ?? sign.startIndex
  const long = semicolon.startIndex - sign.startIndex > SHORT
  return { kind: 'constant', name, omits: (_, level): Cut => (level === 'shape' || long ? { start, end: semicolon.startIndex, with: '' } : { start: node.endIndex, end: node.endIndex, with: '' }) }
}
