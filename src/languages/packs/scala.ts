import type { Node } from '../node.ts'
import type { Elision, Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import { dotted } from '../modules/dotted.ts'

const EMPTY: Partial<Elision> = { detail: [' { /* ... */ }', ' {/*...*/}', ' {}'], shape: [' {}'] }

/** Scala, versions 2 and 3. */
export default defineLanguage({
  name: 'scala',
  title: 'Scala',
  family: 'code',
  extensions: ['.scala', '.sc', '.sbt', '.mill'],
  interpreters: ['scala', 'scala-cli', 'amm'],
  grammar: 'scala',
  remark: ['// ', ''],
  ...dotted({ form: /(?:\b(?:import|export)\s+|,\s*)(?<module>[\p{L}\p{N}_$.*`]+(?:\{[^}]*\})?)(?:[ \t]+as[ \t]+(?<as>[\p{L}\p{N}_]+))?/gu, endings: ['.scala', '.sc', '.java'], declares: /^[ \t]*package\s+([\p{L}\p{N}_.]+)/mu }),
  sharesFolder: true,
  note: 'XML literals are not understood by the grammar; neither is a method without parameters, type and body (`def run`): what stands around them may be kept by its first lines.',
  reads,
  blocks: {
    package_clause: (node) => (node.childForFieldName('body') === null ? { kind: 'import', name: () => '' } : container('module', node)),
    package_object: (node) => container('module', node),
    import_declaration: { kind: 'import', run: true },
    export_declaration: { kind: 'import', run: true },
    class_definition: (node) => container('class', node),
    object_definition: (node) => container('class', node),
    trait_definition: (node) => container('interface', node),
    enum_definition: (node) => container('enum', node),
    enum_case_definitions: { kind: 'field', name: (node) => node.firstNamedChild?.childForFieldName('name')?.text ?? '' },
    extension_definition: extension,
    given_definition: given,
    function_definition: method,
    function_declaration: { kind: 'function', layout: 'joined' },
    val_definition: value,
    var_definition: value,
    val_declaration: { kind: 'constant', name: pattern },
    var_declaration: { kind: 'constant', name: pattern },
    type_definition: { kind: 'type', layout: 'joined' },
    self_type: { kind: 'field', name: () => '' },
  },
  elision: { detail: [' ???'], shape: [' ???'], inner: [' {}'] },
  comments: ['comment', 'block_comment'],
  modifiers: { types: [], marks: ['annotation'] },
  doc: /^\/\*(?!.*(?:copyright|licen[cs]e))|^\/\/(?![/=*-])/i,
  indented: 'mixed',
  loose: /^(?:(?:private|protected)(?:\[[^\]\n]*\])?[ \t]+|(?:final|sealed|abstract|implicit|lazy|override|case|inline|opaque|transparent|open|infix)[ \t]+)*(?:class|trait|object|package[ \t]+object|enum|def|val|var|type|given)[ \t]+(?<name>[\p{L}_$][\p{L}\p{N}_$]*)/gmu,
  step: '  ',
})

/** A definition that holds others, between braces or after a colon. */
function container(kind: Rule['kind'], node: Node): Rule {
  const colon = node.childForFieldName('body')?.firstChild
  return { kind, holds: 'body', elision: EMPTY, layout: 'joined', ...(colon?.type === ':' ? { opens: colon.endIndex } : {}) }
}

/** The methods of an extension stand directly in it. */
function extension(node: Node): Rule {
  const name = (): string => node.childForFieldName('parameters')?.text.slice(0, 80) ?? ''
  const first = node.childForFieldName('body')
  const opens = first?.type === '{' ? first.endIndex : first?.previousSibling?.endIndex
  return { kind: 'module', name, holds: () => node, elision: EMPTY, ...(opens === undefined ? {} : { opens }) }
}

/** An instance that is given: with its members, or by a value. */
function given(node: Node): Rule {
  const name = (): string => (node.childForFieldName('name') ?? node.childForFieldName('return_type'))?.text.slice(0, 80) ?? ''
  const body = node.childForFieldName('body')
  if (body === null || body.type.endsWith('template_body')) return { ...container('class', node), name }
  return { kind: 'constant', name, body: 'body' }
}

/** With its type a method is complete; a constructor must call another one; what has no `=` needs its braces; the name of a macro stays. */
function method(node: Node): Rule {
  const body = node.childForFieldName('body')?.type
  if (body === 'macro_body') return { kind: 'function', layout: 'joined' }
  const assigned = node.children.some(({ type }) => type === '=')
  const rule: Rule = { kind: 'function', body: 'body' }
  if (node.childForFieldName('name')?.text === 'this') return { ...rule, elision: assigned ? CALL : BLOCK_CALL }
  if (!assigned) return { ...rule, elision: EMPTY }
  if (body === 'parenthesized_expression') return { ...rule, elision: BRACKETS }
  return node.childForFieldName('return_type') === null ? rule : { ...rule, elision: TYPED }
}

const TYPED: Partial<Elision> = { shape: [''] }
const BRACKETS: Partial<Elision> = { detail: [' (???)'], shape: [' (???)'] }
const CALL: Partial<Elision> = { detail: [' this()'], shape: [' this()'] }
const BLOCK_CALL: Partial<Elision> = { detail: [' { this() }'], shape: [' { this() }'] }

function pattern(node: Node): string {
  return (node.childForFieldName('pattern') ?? node.childForFieldName('name'))?.text.slice(0, 80) ?? ''
}

/** Values that are computed in steps are bodies. */
const COMPUTED = /^(?:indented_)?block$|^(?:match|if|try|for|while)_expression$/

/** With its type a value can do without, unless it is lazy. */
function value(node: Node): Rule {
  const typed = node.childForFieldName('type') !== null && !/\blazy\b/.test(node.text.slice(0, 80))
  const given = node.childForFieldName('value')
  if (given !== null && COMPUTED.test(given.type)) return { kind: 'constant', name: pattern, body: 'value', elision: typed ? TYPED : {} }
  return { kind: 'constant', name: pattern, values: () => (given === null ? [] : [given]), elision: { keepsShort: false, ...(typed ? {} : { value: '???' }) } }
}

type Repair = readonly [RegExp, (found: string) => string]

/** What the grammar takes for something else, written so that it understands, with every character in its place. */
const REPAIRS: readonly Repair[] = [
  // A brace on the next line opens the body of what stands above it.
  [/^(?![^\n]*\/\/)[^\n]*\S[ \t]*\r?\n(?=[ \t]*\{)/gm, (found) => found.replace(/\r?\n/, (end) => ' '.repeat(end.length))],
  // A method that is declared without a type.
  [/\bdef[ \t]+[\p{L}_$][\p{L}\p{N}_$]*\([^()\n]*\)(?=[ \t]*(?:\/\/[^\n]*)?\r?\n\s*(?:[}@\p{L}/]|$))/gu, (found) => found.replace(/\(.*/, (list) => `:${'T'.repeat(list.length - 1)}`)],
  [/^[ \t]*_(?=[ \t]*:[^\n=]*=>)/gm, (found) => `${found.slice(0, -1)}x`],
  // A name for `this` at the start of a class is taken for a function around all that follows.
  [/^[ \t]*\w+[ \t]*=>(?=[ \t]*\r?$)/gm, (found) => ' '.repeat(found.length)],
  [/\bwith(?=[ \t]*\{)/g, () => '    '],
]

function reads(text: string): string {
  return REPAIRS.reduce((read, [pattern, repair]) => read.replace(pattern, repair), text)
}
