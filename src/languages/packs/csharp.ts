import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import type { Cut } from '../span.ts'
import { dotted } from '../modules/dotted.ts'

type Level = 'shape' | 'detail'

/** C#. */
export default defineLanguage({
  name: 'csharp',
  title: 'C#',
  family: 'code',
  extensions: ['.cs', '.csx', '.cake'],
  interpreters: ['dotnet-script'],
  grammar: 'c_sharp',
  note: 'Where an #if chooses between parts of a statement or a signature, only its first branch is read.',
  remark: ['// ', ''],
  ...dotted({ form: /^[ \t]*(?:global\s+)?using\s+(?:static\s+)?(?:(?<as>\w+)\s*=\s*)?(?:global::)?(?<module>[\p{L}_][\p{L}\p{N}_.]*)/gmu, endings: ['.cs'], declares: /^[ \t]*namespace\s+([\p{L}\p{N}_.]+)/mu, wholly: true }),
  sharesFolder: true,
  blocks: {
    using_directive: { kind: 'import', run: true },
    extern_alias_directive: { kind: 'import', run: true },
    file_scoped_namespace_declaration: { kind: 'import', name: () => '' },
    global_attribute: { kind: 'constant', name: () => '' },
    global_statement: { kind: 'function', wraps: topLevelFunction },
    namespace_declaration: { kind: 'module', holds: 'body' },
    class_declaration: { kind: 'class', holds: 'body' },
    struct_declaration: { kind: 'class', holds: 'body' },
    record_declaration: { kind: 'class', holds: 'body' },
    record_struct_declaration: { kind: 'class', holds: 'body' },
    interface_declaration: { kind: 'interface', holds: 'body' },
    enum_declaration: { kind: 'enum' },
    delegate_declaration: { kind: 'type' },
    local_function_statement: { kind: 'function', body: 'body' },
    method_declaration: { kind: 'method', body: 'body' },
    constructor_declaration: { kind: 'method', omits: constructorBody },
    destructor_declaration: { kind: 'method', name: (node) => `~${node.childForFieldName('name')?.text ?? ''}`, body: 'body' },
    operator_declaration: { kind: 'method', name: (node) => `operator ${node.childForFieldName('operator')?.text ?? ''}`, body: 'body' },
    conversion_operator_declaration: { kind: 'method', name: (node) => `operator ${node.childForFieldName('type')?.text ?? ''}`, body: 'body' },
    property_declaration: { kind: 'field', omits: accessors },
    indexer_declaration: { kind: 'method', name: () => 'this', omits: accessors },
    event_declaration: { kind: 'field', omits: eventBody },
    event_field_declaration: variables,
    field_declaration: variables,
  },
  elision: {
    detail: [' { /* ... */ }', ' {/*...*/}'],
    shape: [';'],
    inner: [' {}'],
    of: { arrow_expression_clause: [''], accessor_declaration: [';'] },
    parts: { initializer_expression: '{ /* ... */ }', argument_list: '(/* ... */)', string_literal: '"..."', verbatim_string_literal: '"..."', raw_string_literal: '"..."', interpolated_string_expression: '"..."' },
  },
  bodies: {
    accessor_declaration: 'body', constructor_declaration: 'body', lambda_expression: 'body', anonymous_method_expression: 'body',
  },
  conditions: /[;}\]]$/,
  comments: ['comment', 'preproc_region', 'preproc_endregion', 'preproc_pragma', 'preproc_nullable', 'preproc_line', 'preproc_define', 'preproc_undef', 'preproc_error', 'preproc_warning'],
  marks: ['attribute_list'],
  doc: /^\/\/\/(?!\/)|^\/\/(?!\/|.*[;{}]\s*$)|^\/\*/,
  loose: /^[ \t]*(?:(?:public|private|protected|internal|static|sealed|abstract|partial|readonly|unsafe|ref|file)[ \t]+)*(?:class|struct|interface|enum|record|namespace)[ \t]+(?<name>@?[\p{L}_][\p{L}\p{N}_.]*)/gmu,
  step: '    ',
})

/** The function of a program without a class; its other statements are its body. */
function topLevelFunction(node: Node): Node | null {
  return node.firstNamedChild?.type === 'local_function_statement' ? node.firstNamedChild : null
}

/** What is given to `base` or `this` belongs to the body at `shape`. */
function constructorBody(node: Node, level: Level): Cut {
  const parameters = node.childForFieldName('parameters')
  const initializer = node.namedChildren.find((child) => child.type === 'constructor_initializer')
  const body = node.childForFieldName('body')
  const start = (level === 'detail' ? initializer : undefined)?.endIndex ?? parameters?.endIndex ?? node.startIndex
  return { start, end: node.endIndex, with: level === 'shape' || body?.type !== 'block' ? ';' : ' { /* ... */ }' }
}

/** Which accessors there are says what can be done with a property: `{ get; private set; }`. */
function accessors(node: Node, level: Level): Cut {
  const start = (node.childForFieldName('parameters') ?? node.childForFieldName('name'))?.endIndex ?? node.startIndex
  const list = node.childForFieldName('accessors')
  if (list === null) return { start, end: node.endIndex, with: ' { get; }' }
  const each = list.namedChildren.filter((child) => child.type === 'accessor_declaration').map((child) => accessor(child, level))
  return { start, end: node.endIndex, with: ` { ${each.join(' ')} }${level === 'detail' ? initialValue(node) : ''}` }
}

function accessor(node: Node, level: Level): string {
  const words = node.children.filter(({ type }) => !NO_SIGNATURE.has(type) && (level === 'detail' || type !== 'attribute_list'))
  return `${words.map(({ text }) => text.replace(/\s+/g, ' ')).join(' ')};`
}

const NO_SIGNATURE = new Set(['block', 'arrow_expression_clause', ';', 'comment'])

const SHORT = 60

function initialValue(node: Node): string {
  const value = node.childForFieldName('value')?.text ?? ''
  return value === '' || value.length > SHORT || value.includes('\n') ? '' : ` = ${value};`
}

/** An event without its accessors is declared like a field. */
function eventBody(node: Node): Cut {
  return { start: node.childForFieldName('name')?.endIndex ?? node.startIndex, end: node.endIndex, with: ';' }
}

/** `int a = 1, b;` */
function variables(node: Node): Rule {
  const list = node.namedChildren.find((child) => child.type === 'variable_declaration')
  const declared = (list?.namedChildren ?? []).filter((child) => child.type === 'variable_declarator')
  const isConstant = node.namedChildren.some((child) => child.type === 'modifier' && child.text === 'const')
  return {
    kind: 'constant', name: () => declared[0]?.childForFieldName('name')?.text ?? '', values: () => declared.flatMap(valueOf),
    elision: { keepsShort: isConstant },
  }
}

function valueOf(declarator: Node): Node[] {
  const sign = declarator.children.findIndex((child) => child.type === '=')
  return sign < 0 ? [] : declarator.children.slice(sign + 1, sign + 2)
}
