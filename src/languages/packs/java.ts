import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import { dotted } from '../modules/dotted.ts'

/** Only methods can do without a body. */
const BRACES = { shape: [' {}'] }

const FIELD: Rule = { kind: 'field', name: firstName, values: initialValues, elision: { keepsShort: false } }

/** Java. */
export default defineLanguage({
  name: 'java',
  title: 'Java',
  family: 'code',
  extensions: ['.java'],
  grammar: 'java',
  remark: ['// ', ''],
  ...dotted({ form: /^[ \t]*import\s+(?:static\s+)?(?<module>[\p{L}\p{N}_$.*]+)/gmu, endings: ['.java', '.kt', '.groovy', '.scala'], declares: /^[ \t]*package\s+([\p{L}\p{N}_.]+)/mu }),
  sharesFolder: true,
  blocks: {
    package_declaration: { kind: 'import', name: () => '' },
    import_declaration: { kind: 'import', run: true },
    module_declaration: { kind: 'module' },
    class_declaration: { kind: 'class', holds: 'body' },
    record_declaration: { kind: 'class', holds: 'body' },
    interface_declaration: { kind: 'interface', holds: 'body' },
    annotation_type_declaration: { kind: 'interface', holds: 'body' },
    enum_declaration: { kind: 'enum', holds: 'body' },
    enum_constant: constant,
    enum_body_declarations: { kind: 'module', spreads: true },
    method_declaration: { kind: 'method', body: 'body', layout: 'joined' },
    constructor_declaration: { kind: 'method', body: 'body', elision: BRACES },
    compact_constructor_declaration: { kind: 'method', body: 'body', elision: BRACES },
    annotation_type_element_declaration: { kind: 'method' },
    field_declaration: FIELD,
    // The constants of an interface must have a value.
    constant_declaration: { ...FIELD, elision: { keepsShort: true, value: 'null' } },
  },
  elision: {
    detail: [' { /* ... */ }', ' {/*...*/}', ' {}'],
    shape: [';'],
    inner: [' {}'],
    parts: { array_initializer: '{}', argument_list: '()' },
  },
  bodies: { lambda_expression: 'body', static_initializer: (node) => node.lastNamedChild },
  comments: ['line_comment', 'block_comment'],
  modifiers: { types: ['modifiers'], marks: ['annotation', 'marker_annotation'] },
  separators: { enum_body_declarations: ';' },
  doc: /^\/\*\*/,
  loose: /^(?:(?:public|protected|private|static|abstract|final|sealed|non-sealed|strictfp)[ \t]+)*(?:class|interface|@interface|enum|record)[ \t]+(?<name>[\p{L}_$][\p{L}\p{N}_$]*)/gmu,
  step: '    ',
})

/** A constant of an enum may have a class body of its own. */
function constant(node: Node): Rule {
  return node.childForFieldName('body') === null ? { kind: 'field' } : { kind: 'class', holds: 'body' }
}

const declarators = (node: Node): Node[] => node.namedChildren.filter((child) => child.type === 'variable_declarator')

function firstName(node: Node): string {
  return declarators(node)[0]?.childForFieldName('name')?.text ?? ''
}

function initialValues(node: Node): Node[] {
  return declarators(node).flatMap((declarator) => declarator.childForFieldName('value') ?? [])
}
