import type { Node } from '../node.ts'
import { defineLanguage } from '../language.ts'
import { quoted } from '../modules/quoted.ts'

/** GDScript, the language of Godot. */
export default defineLanguage({
  name: 'gdscript',
  title: 'GDScript',
  family: 'code',
  extensions: ['.gd'],
  grammar: 'gdscript',
  remark: ['# ', ''],
  ...quoted({ form: /\bextends\s+["'](?:res:\/\/)?(?<module>[^"'\n]+)["']/g }),
  blocks: {
    extends_statement: { kind: 'import', name: () => '', run: true },
    class_name_statement: { kind: 'type' },
    signal_statement: { kind: 'type', layout: 'joined' },
    enum_definition: { kind: 'enum' },
    const_statement: { kind: 'constant', values: initialValue },
    variable_statement: (node) => (node.childForFieldName('setget') === null ? VARIABLE : { kind: 'field' }),
    export_variable_statement: { kind: 'field', values: initialValue, elision: { value: undefined, keepsShort: false } },
    onready_variable_statement: { kind: 'field', values: initialValue, elision: { value: undefined, keepsShort: false } },
    function_definition: { kind: 'method', body: 'body' },
    constructor_definition: { kind: 'method', name: () => '_init', body: 'body' },
    class_definition: { kind: 'class', holds: 'body' },
  },
  elision: {
    detail: [' pass'],
    shape: [' pass'],
    value: 'null',
    keepsShort: true,
    parts: { dictionary: '{}', array: '[]', arguments: '()', string: '""' },
  },
  bodies: { lambda: 'body', get_body: 'body', set_body: 'body' },
  comments: ['comment'],
  marks: ['annotation', 'annotations'],
  doc: /^##/,
  indented: true,
  loose: /^(?:@\w+(?:\([^)\n]*\))?[ \t]+)*(?:static[ \t]+)?(?:func|class_name|class|enum|signal|const|var)[ \t]+(?<name>[\p{L}_][\p{L}\p{N}_]*)/gmu,
  step: '\t',
})

/** A variable is complete without its value. */
const VARIABLE = { kind: 'field', values: initialValue, elision: { value: undefined, keepsShort: false } } as const

function initialValue(node: Node): Node[] {
  const value = node.childForFieldName('value')
  return value === null ? [] : [value]
}
