import type { Node } from '../node.ts'
import { defineLanguage } from '../language.ts'
import { opened } from '../modules/opened.ts'

/** Gleam. */
export default defineLanguage({
  name: 'gleam',
  title: 'Gleam',
  family: 'code',
  extensions: ['.gleam'],
  grammar: 'gleam',
  remark: ['// ', ''],
  quotes: '"',
  ...opened({ form: /^[ \t]*import[ \t]+(?<module>[\w/]+)(?:\.\{(?<names>[^}]*)\})?(?:[ \t]+as[ \t]+(?<as>\w+))?/gm, endings: ['.gleam'], known: true }),
  blocks: {
    import: { kind: 'import', name: () => '', run: true },
    function: { kind: 'function', body: 'body' },
    type_definition: { kind: 'enum', name: typeName },
    external_type: { kind: 'type', name: typeName },
    external_function: { kind: 'function' },
    type_alias: { kind: 'type', name: typeName, layout: 'joined' },
    constant: { kind: 'constant', values: (node) => [node.childForFieldName('value')].filter((value) => value !== null) },
  },
  elision: { detail: [' { todo }', ' {}'], shape: [' {}'], value: 'todo', keepsShort: true },
  comments: ['comment', 'statement_comment', 'module_comment'],
  marks: ['attribute'],
  doc: /^\/\/\/(?!\/)/,
  innerDoc: /^\/\/\/\//,
  loose: /^(?:pub[ \t]+)?(?:opaque[ \t]+)?(?:fn|type|const)[ \t]+(?<name>[\p{L}_][\p{L}\p{N}_]*)/gmu,
  step: '  ',
})

function typeName(node: Node): string {
  return node.namedChildren.find((child) => child.type === 'type_name')?.childForFieldName('name')?.text ?? ''
}
