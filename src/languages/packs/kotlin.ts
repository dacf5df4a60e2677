import type { Node } from '../node.ts'
import type { Elision, Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import type { Cut } from '../span.ts'
import { dotted } from '../modules/dotted.ts'

/** Kotlin. */
export default defineLanguage({
  name: 'kotlin',
  title: 'Kotlin',
  family: 'code',
  extensions: ['.kt', '.kts', '.ktm'],
  grammar: 'kotlin',
  remark: ['// ', ''],
  ...dotted({ form: /^[ \t]*import\s+(?<module>[\p{L}\p{N}_$.*`]+)(?:[ \t]+as[ \t]+(?<as>[\p{L}\p{N}_]+))?/gmu, endings: ['.kt', '.kts', '.java'], declares: /^[ \t]*package\s+([\p{L}\p{N}_.]+)/mu }),
  sharesFolder: true,
  note: 'Context parameters are not understood by the grammar: a function after `context(…)` is kept by its first line.',
  reads,
  blocks: {
    package_header: { kind: 'import', name: () => '' },
    import_list: { kind: 'module', spreads: true },
    import_header: { kind: 'import', run: true },
    import: { kind: 'import', run: true },
    class_declaration: classLike,
    object_declaration: { kind: 'class', name: ownName, holds: body },
    companion_object: { kind: 'class', name: (node) => ownName(node) || 'Companion', holds: body },
    enum_entry: (node) => (body(node) === null ? { kind: 'field', name: ownName } : { kind: 'class', name: ownName, holds: body }),
    function_declaration: functionLike,
    secondary_constructor: { kind: 'method', name: () => 'constructor', omits: afterSignature },
    property_declaration: property,
    type_alias: { kind: 'type', name: ownName },
    // A script may consist of calls and assignments; nowhere else do they stand among definitions.
    call_expression: call,
    simple_identifier: word,
    infix_expression: word,
    assignment: { kind: 'entry', name: leftmost, values: (node) => (node.lastNamedChild === null ? [] : [node.lastNamedChild]) },
    statements: { kind: 'module', spreads: true },
  },
  elision: {
    detail: [' { /* ... */ }', ' {/*...*/}', ' {}'],
    shape: [''],
    inner: [' {}'],
    parts: { value_arguments: '()' },
  },
  bodies: { lambda_literal: (node) => node },
  comments: ['multiline_comment', 'block_comment', 'line_comment'],
  marks: ['file_annotation'],
  modifiers: { types: ['modifiers'], marks: ['annotation'] },
  separators: { enum_class_body: ';' },
  doc: /^\/\*\*/,
  loose: /^(?:(?:public|protected|private|internal|abstract|final|open|sealed|data|inner|value|annotation|enum|inline|infix|operator|tailrec|suspend|external|override|const|lateinit|expect|actual)[ \t]+)*(?:class|(?:fun[ \t]+)?interface|object|fun(?:[ \t]*<[^>\n]*>)?(?:[ \t]+[\p{L}_][\p{L}\p{N}_.?]*\.)?|val|var|typealias)[ \t]+(?<name>[\p{L}_`][\p{L}\p{N}_]*)/gmu,
  step: '    ',
})

const NAMES = new Set(['simple_identifier', 'type_identifier', 'identifier'])
const child = (node: Node, types: ReadonlySet<string>): Node | null => node.namedChildren.find((inner) => types.has(inner.type)) ?? null

function ownName(node: Node): string {
  return child(node, NAMES)?.text ?? ''
}

const BODIES = new Set(['class_body', 'enum_class_body'])

function body(node: Node): Node | null {
  return child(node, BODIES)
}

function classLike(node: Node): Rule {
  const words = new Set(node.children.map(({ type }) => type))
  const kind = words.has('interface') || words.has('infix') ? 'interface' : body(node)?.type === 'enum_class_body' ? 'enum' : 'class'
  return { kind, name: ownName, holds: body, layout: 'joined' }
}

const FUNCTION_BODY = new Set(['function_body'])

/** A function whose type is read off its body says at least that there is one. */
const INFERRED: Partial<Elision> = { detail: [' = TODO()'] }

function functionLike(node: Node): Rule {
  const inner = child(node, FUNCTION_BODY)
  // Without a body nothing goes, not even a function among the defaults.
  if (inner === null) return { kind: 'function', name: ownName, values: () => [] }
  const infers = inner.firstChild?.type === '=' && node.children.every(({ type }) => type !== ':')
  return { kind: 'function', name: ownName, body: () => inner, ...(infers ? { elision: INFERRED } : {}) }
}

/** The block of a constructor is no node of its own in some grammars. */
function afterSignature(node: Node, level: 'shape' | 'detail'): Cut {
  const open = node.children.find(({ type }) => type === '{' || type === 'block')
  const start = open?.previousSibling?.endIndex ?? node.endIndex
  return { start, end: node.endIndex, with: open === undefined || level === 'shape' ? '' : ' { /* ... */ }' }
}

function property(node: Node): Rule {
  const name = (): string => (node.namedChildren.find(({ type }) => type === 'variable_declaration')?.firstNamedChild ?? node).text.slice(0, 80)
  const delegate = node.namedChildren.find(({ type }) => type === 'property_delegate')
  if (delegate !== undefined) return { kind: 'constant', name, values: () => [delegate], elision: { keepsShort: false, value: '' } }
  const accessor = node.namedChildren.find(({ type }) => type === 'getter' || type === 'setter')
  if (accessor !== undefined) return { kind: 'constant', name, omits: () => ({ start: accessor.previousSibling?.endIndex ?? accessor.startIndex, end: node.endIndex, with: '' }) }
  const sign = node.children.find(({ type }) => type === '=')
  const value = sign?.nextNamedSibling ?? null
  if (sign == null || value === null) return { kind: 'constant', name }
  const start = sign.previousSibling?.endIndex ?? sign.startIndex
  if (isRead(value)) return { kind: 'constant', name, omits: () => ({ start, end: value.endIndex, with: '' }) }
  return { kind: 'constant', name, values: () => [value], elision: { keepsShort: false } }
}

/** A field that only reads a member of something else has no value of its own to show. */
const isRead = (value: Node): boolean => value.parent?.parent?.type === 'class_body' && /^[a-z]\w*(?:\??\.\w+)+$/.test(value.text)

/** What a call in a script is known by: `tasks.register`. */
function leftmost(node: Node): string {
  return /^`?[\p{L}_][\p{L}\p{N}_.-]*/u.exec(node.text)?.[0] ?? ''
}

/** `id("x") version "1"`, or a plugin by its bare name. */
function word(node: Node): Rule | undefined {
  return node.parent?.type === 'statements' ? { kind: 'entry', name: leftmost } : undefined
}

const SUFFIX = new Set(['call_suffix'])
const LAMBDA = new Set(['annotated_lambda'])
const ARGUMENTS = new Set(['value_arguments'])

/** A block of a script is shown with the calls inside; blocks in blocks are closed. */
function call(node: Node): Rule {
  const suffix = child(node, SUFFIX)
  const lambda = (suffix === null ? null : child(suffix, LAMBDA))?.firstNamedChild ?? null
  if (lambda !== null && node.startPosition.row === node.endPosition.row) return { kind: 'entry', name: leftmost, values: () => [] }
  if (lambda !== null && node.parent?.type === 'source_file') return { kind: 'module', name: leftmost, holds: () => lambda }
  if (lambda !== null) return { kind: 'entry', name: leftmost, body: () => lambda, elision: { shape: [' {}'] } }
  const given = suffix === null ? null : child(suffix, ARGUMENTS)
  return { kind: 'entry', name: leftmost, values: () => (given === null ? [] : [given]), elision: { value: '()' } }
}

type Repair = readonly [RegExp, (found: string) => string]

/**
 * What the grammar does not know or takes for something else, written so that it understands, with every character in its place:
 * a comment after imports is taken into the last one, an annotated definition for a call, and a body on one line needs its last semicolon.
 */
const REPAIRS: readonly Repair[] = [
  [/^import[ \t][^\n;/]*\w\w(?=\r?\n\s*\/[*/])/gm, (found) => `${found.slice(0, -1)};`],
  [/(?:^[ \t]*@[\w.:]+(?:\((?:[^()\n]|\([^()\n]*\))*\))?[ \t]*\r?\n)+/gm, firstMark],
  [/\bfun interface\b/g, () => 'infix   class'],
  [/\$\{[^{}\n]*\}|(?<=[^\s{;,/])(?<!->)[ \t]+(?=\})/g, (found) => (found.startsWith('$') ? found : `;${found.slice(1)}`)],
  [/\.\.</g, () => '.. '],
  [/\b[A-Z]\w*\.(?=[A-Z]\w*<[^<>\n]*>\.\()/g, (found) => `${found.slice(0, -1)}_`],
  [/\bclass[ \t]+\w+(?:<[^\n(){}]{0,200}>)?[ \t]*\r?\n(?:[ \t]*(?:@[\w.:]+(?:\([^()\n]*\))?|\w+)[ \t]*\r?\n){0,3}(?=[ \t]*(?:@[\w.:]+[ \t]+|\w+[ \t]+)?constructor\b)/g, (found) => found.replace(/[\r\n]/g, ' ')],
  [/^[^\n]*\{[ \t]*\r?$/gm, delegating],
]

/** Of annotations below each other the first is enough, and its bare name. */
function firstMark(lines: string): string {
  const name = /@[\w.:]+/.exec(lines)
  const end = (name?.index ?? 0) + (name?.[0].length ?? 0)
  return lines.slice(0, end) + lines.slice(end).replace(/[^\r\n]/g, ' ')
}

/** `class A : B by c {` is read as a call of `c`, unless it is one long type. */
function delegating(line: string): string {
  const by = line.indexOf(' by ')
  if (by < 0 || !/^[ \t]*[):,]|\b(?:class|interface)\b/.test(line.slice(0, by))) return line
  return line.slice(0, by) + line.slice(by).replace(/ by [^,{]*?(?=\s*(?:[,{]| where ))/g, (found) => `.${'x'.repeat(found.length - 1)}`)
}

function reads(text: string): string {
  return REPAIRS.reduce((read, [pattern, repair]) => read.replace(pattern, repair), text)
}
