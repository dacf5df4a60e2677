import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import type { Cut } from '../span.ts'

type Level = 'shape' | 'detail'

/** Swift. */
export default defineLanguage({
  name: 'swift',
  title: 'Swift',
  family: 'code',
  extensions: ['.swift', '.swiftinterface'],
  interpreters: ['swift'],
  grammar: 'swift',
  note: 'The grammar is older than the language: words it does not know, such as sending or throws(E), are hidden from it. A statement that is still not understood is kept by its first line.',
  remark: ['// ', ''],
  sharesFolder: true,
  mends: withoutNewWords,
  conditions: /$/,
  blocks: {
    import_declaration: { kind: 'import', name: () => '', run: true },
    class_declaration: declaredType,
    protocol_declaration: { kind: 'interface', holds: 'body' },
    function_declaration: { kind: 'function', body: 'body' },
    protocol_function_declaration: { kind: 'method', body: 'body' },
    init_declaration: { kind: 'method', name: () => 'init', body: 'body' },
    deinit_declaration: { kind: 'method', name: () => 'deinit', body: 'body' },
    subscript_declaration: { kind: 'method', name: () => 'subscript', omits: accessors },
    property_declaration: property,
    protocol_property_declaration: { kind: 'field', name: boundName, layout: 'joined' },
    enum_entry: { kind: 'field', layout: 'kept' },
    typealias_declaration: { kind: 'type', layout: 'joined' },
    associatedtype_declaration: { kind: 'type', layout: 'joined' },
    macro_declaration: { kind: 'function', name: macroName, layout: 'joined' },
    operator_declaration: { kind: 'constant', name: (node) => node.namedChildren.find(({ type }) => type === 'custom_operator')?.text ?? 'operator' },
    precedence_group_declaration: { kind: 'constant', name: (node) => node.firstNamedChild?.text ?? '' },
  },
  elision: {
    detail: [' { /* ... */ }', ' {/*...*/}', ' {}'],
    shape: [' {}'],
    parts: { array_literal: '[]', dictionary_literal: '[:]', value_arguments: '()', line_string_literal: '"..."', multi_line_string_literal: '"..."', raw_string_literal: '"..."' },
  },
  bodies: { lambda_literal: (node) => node },
  comments: ['comment', 'multiline_comment'],
  modifiers: { types: ['modifiers'], marks: ['attribute'] },
  doc: /^\/\/\/(?!\/)|^\/\/(?!\/|[ \t]*(?:MARK|TODO|FIXME|swiftlint|swift-format)\b|.*[;{}]\s*$)|^\/\*/,
  loose: /^[ \t]*(?:@[\p{L}_]\w*(?:\([^()\n]*\))?[ \t]+)*(?:(?:public|private|fileprivate|internal|open|package|static|final|override|mutating|nonmutating|nonisolated|indirect|required|convenience|dynamic|lazy|weak|unowned|distributed|class(?=[ \t]+(?:func|var)\b))(?:\([^()\n]*\))?[ \t]+)*(?:(?:class|struct|enum|protocol|extension|actor|func|typealias|associatedtype|macro)[ \t]+(?<name>[\p{L}_][\p{L}\p{N}_.]*)|(?:init|subscript)(?=[?!]?[<(]))/gmu,
  step: '    ',
})

/** Classes, structs, actors and extensions hold members; an enum holds its cases too. */
function declaredType(node: Node): Rule {
  return { kind: node.childForFieldName('declaration_kind')?.text === 'enum' ? 'enum' : 'class', holds: 'body' }
}

function boundName(node: Node): string {
  const pattern = node.childForFieldName('name')
  return pattern?.childForFieldName('bound_identifier')?.text ?? pattern?.text.slice(0, 80) ?? ''
}

function macroName(node: Node): string {
  return node.namedChildren.find(({ type }) => type === 'simple_identifier')?.text ?? ''
}

/** A stored property keeps its value while short; a computed one keeps what can be done with it. */
function property(node: Node): Rule {
  const rule: Rule = { kind: 'constant', name: boundName }
  if (BLOCKS.some((type) => childOf(node, type) !== null)) return { ...rule, omits: accessors }
  const typed = childOf(node, 'type_annotation') !== null
  return { ...rule, values: () => node.childrenForFieldName('value').filter((child) => child !== null), elision: { keepsShort: !typed } }
}

const childOf = (node: Node, type: string): Node | null => node.namedChildren.find((child) => child.type === type) ?? null

/** What may stand in braces behind a property. */
const BLOCKS = ['computed_property', 'willset_didset_block']

/** `{ get {} set {} }`: accessors without their bodies. Those that only watch a value go at `shape`, and so does the value where a type stands for it. */
function accessors(node: Node, level: Level): Cut {
  const watched = childOf(node, 'willset_didset_block')
  const block = watched ?? childOf(node, 'computed_property')
  if (block === null) return { start: node.endIndex, end: node.endIndex, with: '' }
  if (watched !== null && level === 'shape') return { start: (childOf(node, 'type_annotation') ?? block.previousSibling ?? block).endIndex, end: block.endIndex, with: '' }
  const words = block.namedChildren.flatMap(accessor)
  const empty = level === 'shape' ? ' {}' : ' { /* ... */ }'
  const only = words.length === 0 || (words.length === 1 && words[0] === 'get {}')
  return { start: (block.previousSibling ?? block).endIndex, end: block.endIndex, with: only ? empty : ` { ${words.join(' ')} }` }
}

function accessor(node: Node): string[] {
  if (!/^computed_[gsm]|_clause$/.test(node.type)) return []
  const brace = node.children.findIndex(({ type }) => type === '{')
  return [`${node.children.slice(0, brace < 0 ? undefined : brace).map(({ text }) => text).join(' ').replace(/ ?\( ?| ?\)/g, (sign) => sign.trim())} {}`]
}

const hidden = (found: string): string => found.replace(/[^\r\n]/g, ' ')

/** What the language learnt after its grammar was written. */
const NEW_WORDS: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/\bnonisolated\(\w+\)/g, hidden],
  [/(?<=\bthrows)\([\w.< >]*\)/g, hidden],
  [/\b(?=(?:sending|borrowing|consuming|isolated|_const)[ \t]+[\w@([])(?<=(?:[:,(]|->)[ \t]*)\w+/g, hidden],
  [/\b(?=(?:copy|consume)[ \t]+[a-z_])(?<=(?:[:=(,]|\breturn)[ \t]*)\w+/g, hidden],
  [/\b(?:repeat(?=[ \t]+(?:each\b|\())|each(?=[ \t]+\w))/g, hidden],
  [/(?=@)(?<=[(,]\s*)(?:@\w+(?:\([^()\n]*\))?[ \t]+)+(?=\w)/g, hidden],
  [/(?<![!%&*+\-./<=>?^|~])~(?=[A-Z])/g, hidden],
  [/\b(?:public|internal|private|fileprivate|package)(?=[ \t]+import\b)/g, hidden],
  // A macro without arguments, and an empty tuple, as a value.
  [/#(?<=[=(,:][ \t]*#)(?=[a-z]\w*[ \t]*[),\r\n])/g, () => '_'],
  [/(?=\(\)[ \t]*(?:[,)\r\n}]|as\b))(?<=(?:[:=(,]|\breturn)[ \t]*)\(\)/g, () => '[]'],
  // A name in words: func `loses nothing`()
  [/`[^`\n]+`/g, (found) => found.replace(/[^`\w]/g, '_')],
]

function withoutNewWords(text: string): string {
  return NEW_WORDS.reduce((seen, [words, instead]) => seen.replace(words, instead), text)
}
