import type { Node } from '../node.ts'
import { defineLanguage } from '../language.ts'
import { opened } from '../modules/opened.ts'

/** Elm. */
export default defineLanguage({
  name: 'elm',
  title: 'Elm',
  family: 'code',
  extensions: ['.elm'],
  grammar: 'elm',
  remark: ['-- ', ''],
  quotes: '"',
  ...opened({ form: /^import[ \t]+(?<module>[A-Z][\w.]*)(?:\s+as\s+(?<as>\w+))?(?:\s+exposing\s*\((?:(?<all>\s*\.\.)|(?<names>(?:[^()]|\([^()]*\))*)))?/gm, endings: ['.elm'], known: true }),
  callsBare: true,
  blocks: {
    module_declaration: { kind: 'module', opening: true, layout: 'joined' },
    import_clause: { kind: 'import', name: () => '', run: true },
    type_declaration: { kind: 'enum', layout: 'joined' },
    type_alias_declaration: { kind: 'type', layout: 'joined' },
    type_annotation: { kind: 'function', clause: true, layout: 'joined' },
    port_annotation: { kind: 'function', layout: 'joined' },
    value_declaration: { kind: 'function', name: valueName, clause: true, body: 'body' },
    infix_declaration: { kind: 'function', name: 'operator' },
  },
  elision: { detail: [' ()'], shape: [' ()'], value: '()' },
  comments: ['line_comment', 'block_comment'],
  doc: /^\{-\|/,
  fileDoc: /^\{-\|/,
  loose: /^(?:(?:type(?:[ \t]+alias)?|port)[ \t]+)?(?<name>(?!(?:type|port|module|import|exposing|infix|where|effect)\b)[\p{L}][\p{L}\p{N}_]*)(?=[ \t]*:|[ \t][^\n]*=|[ \t]*=|[ \t]*$)/gmu,
  step: '    ',
})

function valueName(node: Node): string {
  return node.childForFieldName('functionDeclarationLeft')?.firstNamedChild?.text ?? node.childForFieldName('pattern')?.text.slice(0, 60) ?? ''
}
