import type { Node } from '../node.ts'
import type { Branch, Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import { firstStringLine } from '../doc.ts'
import type { Cut } from '../span.ts'
import { quoted } from '../modules/quoted.ts'

/** Julia. */
export default defineLanguage({
  name: 'julia',
  title: 'Julia',
  family: 'code',
  extensions: ['.jl'],
  interpreters: ['julia'],
  grammar: 'julia',
  remark: ['# ', ''],
  quotes: '"',
  ...quoted({ form: /\binclude\s*\(\s*"(?<module>[^"\n]+)"/g }),
  note: 'Methods that a loop makes with @eval have no names to show.',
  blocks: {
    using_statement: { kind: 'import', run: true },
    import_statement: { kind: 'import', run: true },
    export_statement: { kind: 'import', run: true },
    public_statement: { kind: 'import', run: true },
    call_expression: (node) => (node.firstNamedChild?.text === 'include' ? { kind: 'import', name: () => '', run: true } : undefined),
    module_definition: (node) => held(node, 'module', node.childForFieldName('name')),
    struct_definition: (node) => held(node, 'class', node.namedChildren.find(({ type }) => type === 'type_head') ?? null),
    abstract_definition: { kind: 'type', name: headName },
    primitive_definition: { kind: 'type', name: headName },
    function_definition: callable,
    macro_definition: callable,
    assignment: assigned,
    const_statement: { kind: 'constant', name: bareName, values: assignedValue, layout: 'kept' },
    global_statement: { kind: 'constant', name: bareName, values: assignedValue, layout: 'kept' },
    typed_expression: fieldOfStruct,
    identifier: fieldOfStruct,
    macrocall_expression: macroCall,
    if_statement: { kind: 'module', branches },
  },
  elision: {
    detail: [' #= ... =#'],
    shape: [''],
    value: '(#= ... =#)',
    keepsShort: true,
    parts: { argument_list: '(#= ... =#)', vector_expression: '[#= ... =#]', string_literal: '""' },
  },
  comments: ['line_comment', 'block_comment'],
  doc: /^(?!)/,
  docAbove: { is: documents, first: firstSentence },
  loose: /^(?:@\w+[ \t]+)*(?:function|macro|(?:mutable[ \t]+)?struct|abstract[ \t]+type|module)[ \t]+(?:\w+\.)*(?<name>[\p{L}_][\p{L}\p{N}_!]*)/gmu,
  step: '    ',
})

/** A string above a definition, or `@doc raw"…"`. */
function documents(node: Node): boolean {
  if (node.type !== 'macrocall_expression') return STRINGS.has(node.type)
  return node.firstNamedChild?.text === '@doc' && STRINGS.has(node.lastNamedChild?.lastNamedChild?.type ?? '')
}

const STRINGS = new Set(['string_literal', 'prefixed_string_literal'])

/** Documentation begins with an indented signature; the first line that says something comes after it. */
function firstSentence(literal: string): string {
  const macro = /^@doc\s+/.exec(literal)?.[0] ?? ''
  const told = literal.slice(macro.length).replace(/^(\w*"""\r?\n)(?:(?: {4}|\t)[^\n]*\n|[ \t\r]*\n)+(?=[^\n]*[\p{L}\p{N}])/u, '$1')
  return macro + firstStringLine(told)
}

const endOf = (node: Node): Node | undefined => node.children.findLast(({ type }) => type === 'end')

/** A module or a struct: its definitions stand between its head and its `end`. */
function held(node: Node, kind: Rule['kind'], head: Node | null): Rule {
  const block = node.namedChildren.find(({ type }) => type === 'block')
  const end = endOf(node)
  const name = (): string => bareName(head)
  if (block === undefined || head === null || end === undefined) return { kind, name }
  return { kind, name, holds: () => block, opens: head.endIndex, closes: end.startIndex }
}

function headName(node: Node): string {
  return bareName(node.namedChildren.find(({ type }) => type === 'type_head') ?? null)
}

/** What a name is without its types, its arguments and its module. */
function bareName(node: Node | null): string {
  let inner = node
  while (inner !== null && WRAPPERS.has(inner.type)) inner = inner.type === 'field_expression' ? inner.lastNamedChild : inner.firstNamedChild
  return inner?.text.slice(0, 80) ?? ''
}

const WRAPPERS = new Set([
  'type_head', 'signature', 'binary_expression', 'parametrized_type_expression', 'where_expression', 'typed_expression', 'call_expression',
  'field_expression', 'const_statement', 'global_statement', 'assignment', 'open_tuple', 'tuple_expression', 'parenthesized_expression',
])

/** `function f(x) … end` and `macro m(x) … end`. */
function callable(node: Node): Rule {
  const signature = node.namedChildren.find(({ type }) => type === 'signature')
  const name = (): string => bareName(signature ?? null)
  if (signature === undefined || !node.namedChildren.some(({ type }) => type === 'block')) return { kind: 'function', name }
  const long = node.endIndex - signature.endIndex >= ' #= ... =# end'.length
  return { kind: 'function', name, omits: (_, level): Cut => ({ start: signature.endIndex, end: node.endIndex, with: level === 'detail' && long ? ' #= ... =# end' : ' end' }) }
}

/** What is assigned elsewhere is a step of some work. */
const HOLDERS = new Set(['source_file', 'module_definition', 'struct_definition', 'if_statement', 'elseif_clause', 'else_clause'])

const TARGETS = new Set(['identifier', 'open_tuple', 'tuple_expression', 'typed_expression'])

/** `f(x) = …` is a function, `x = …` a constant, and a field inside a struct. */
function assigned(node: Node): Rule | undefined {
  const [left] = node.namedChildren
  if (left === undefined) return undefined
  if (isCall(left)) return shortFunction(node, left)
  return TARGETS.has(left.type) && HOLDERS.has((node.parent?.type === 'block' ? node.parent.parent : node.parent)?.type ?? '') ? { kind: 'constant', name: bareName, values: assignedValue, layout: 'kept' } : undefined
}

function isCall(left: Node): boolean {
  let inner: Node | null = left
  while (inner?.type === 'where_expression' || inner?.type === 'typed_expression') inner = inner.firstNamedChild
  return inner?.type === 'call_expression'
}

/** At `shape` only its left side is written: an empty right side would reach for the next line. */
function shortFunction(node: Node, left: Node): Rule {
  const right = node.lastNamedChild
  const name = (): string => bareName(left)
  if (right === null || right.id === left.id) return { kind: 'function', name }
  const short = right.endIndex - right.startIndex < '(#= ... =#)'.length
  return {
    kind: 'function', name,
    omits: (_, level): Cut => ({ start: level === 'detail' && short ? node.endIndex : left.endIndex, end: node.endIndex, with: level === 'shape' || short ? '' : ' = (#= ... =#)' }),
  }
}

const assignmentIn = (node: Node): Node | null => (node.type === 'assignment' ? node : node.firstNamedChild?.type === 'assignment' ? node.firstNamedChild : null)

function assignedValue(node: Node): Node[] {
  const value = assignmentIn(node)?.lastNamedChild ?? null
  return value === null ? [] : [value]
}

/** `x::Int` or `x` alone is a field where it stands in a struct. */
function fieldOfStruct(node: Node): Rule | undefined {
  return node.parent?.type === 'block' && node.parent.parent?.type === 'struct_definition' ? { kind: 'field', name: bareName } : undefined
}

/** The parts of `if … elseif … else … end`. */
function branches(node: Node): Branch[] {
  const clauses = [node, ...node.namedChildren.filter(({ type }) => type === 'elseif_clause' || type === 'else_clause')]
  const last = endOf(node)?.startIndex ?? node.endIndex
  return clauses.flatMap((clause, index) => {
    const block = clause.namedChildren.find(({ type }) => type === 'block')
    const head = clause.childForFieldName('condition') ?? clause.firstChild
    const inside = { start: head?.endIndex ?? clause.startIndex, end: clauses[index + 1]?.startIndex ?? last }
    return block === undefined ? [] : [{ start: clause.startIndex, block, inside }]
  })
}

const TEST_SETS = /^@(?:safe)?test(?:set|item)$/

/** `@inline function …` is the function, `@enum` an enumeration, `@testset` holds its own. */
function macroCall(node: Node): Rule | undefined {
  const word = node.firstNamedChild?.text ?? ''
  const args = node.namedChildren.find(({ type }) => type === 'macro_argument_list')
  const last = args?.lastNamedChild ?? null
  if (args === undefined || last === null) return undefined
  if (word === '@enum' || word === '@enumx') return { kind: 'enum', name: () => bareName(args.firstNamedChild) }
  if (TEST_SETS.test(word)) return testSet(node, args, last)
  return DEFINITIONS.has(last.type) || (last.type === 'assignment' && isCall(last.firstNamedChild ?? last)) ? { kind: 'function', wraps: () => last } : undefined
}

const DEFINITIONS = new Set(['function_definition', 'macro_definition', 'struct_definition', 'abstract_definition', 'macrocall_expression', 'const_statement', 'if_statement'])

function testSet(node: Node, args: Node, last: Node): Rule | undefined {
  const block = last.namedChildren.find(({ type }) => type === 'block')
  const begin = last.firstChild
  const end = endOf(last)
  if (last.type !== 'compound_statement' || block === undefined || begin === null || end === undefined) return undefined
  const name = (): string => args.namedChildren.find(({ type }) => type === 'string_literal')?.text ?? ''
  if (block.namedChildren.some(isDefined)) return { kind: 'module', name, holds: () => block, opens: begin.endIndex, closes: end.startIndex }
  return { kind: 'function', name, omits: (): Cut => ({ start: begin.endIndex, end: node.endIndex, with: ' end' }) }
}

const isDefined = (node: Node): boolean =>
  DEFINITIONS.has(node.type) && (node.type !== 'macrocall_expression' || macroCall(node) !== undefined)
