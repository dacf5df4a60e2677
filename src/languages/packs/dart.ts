import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { isCrowded } from '../draft.ts'
import { defineLanguage } from '../language.ts'
import type { Cut } from '../span.ts'
import { imports, resolve } from '../modules/dart.ts'

type Level = 'shape' | 'detail'

/** What may stand before the names of variables. */
const BEGINNINGS = [
  'const_builtin', 'final_builtin', 'inferred_type', 'type_identifier', 'type_arguments', 'nullable_type', 'void_type', 'record_type', 'function_type',
]

/** Dart. */
export default defineLanguage({
  name: 'dart',
  title: 'Dart',
  family: 'code',
  extensions: ['.dart'],
  interpreters: ['dart'],
  grammar: 'dart',
  remark: ['// ', ''],
  imports,
  resolve,
  blocks: {
    library_name: { kind: 'import', name: () => '', run: true },
    import_or_export: { kind: 'import', name: () => '', run: true },
    part_directive: { kind: 'import', name: () => '', run: true },
    part_of_directive: { kind: 'import', name: () => '', run: true },
    class_definition: declaredClass,
    mixin_declaration: { kind: 'class', name: (node) => childOf(node, /^identifier$/)?.text ?? '', holds: (node) => childOf(node, /^class_body$/) },
    extension_declaration: { kind: 'class', name: extensionName, holds: 'body' },
    extension_type_declaration: { kind: 'class', holds: 'body' },
    enum_declaration: { kind: 'enum', holds: 'body' },
    enum_constant: { kind: 'field' },
    type_alias: { kind: 'type', name: aliasName, layout: 'joined' },
    function_signature: callable,
    getter_signature: callable,
    setter_signature: callable,
    method_signature: callable,
    declaration: member,
    initialized_identifier_list: topVariables,
    static_final_declaration_list: topVariables,
  },
  elision: {
    detail: [' { /* ... */ }', ' {/*...*/}', ' {}'],
    shape: [' {}'],
    parts: { list_literal: '[]', set_or_map_literal: '{}', arguments: '()', string_literal: "'...'" },
  },
  bodies: { function_body: (node) => node, function_expression_body: (node) => node },
  comments: ['comment', 'documentation_comment'],
  marks: ['annotation'],
  beginnings: BEGINNINGS,
  separators: { enum_body: ';' },
  doc: /^\/\/\/|^\/\*\*(?![*/])/,
  loose: /^[ \t]*(?:(?:(?:abstract|base|final|interface|sealed|mixin)[ \t]+){0,4}(?:class|mixin|enum|extension(?:[ \t]+type)?|typedef)[ \t]+|(?!(?:if|for|while|switch|return|else|catch|await|throw|assert|do|try|case|yield|new|super|this)\b)(?:[\w<>?,.$]+[ \t]+){1,5}(?=\w+\([^;}\n]*(?:\{|=>)))(?<name>[\p{L}_$][\p{L}\p{N}_$]*)/gmu,
  step: '  ',
})

const childOf = (node: Node, type: RegExp): Node | null => node.namedChildren.find((child) => type.test(child.type)) ?? null

/** `class A = B with C;` has its name further inside. */
function declaredClass(node: Node): Rule {
  const alias = childOf(node, /^mixin_application_class$/)
  return alias === null ? { kind: 'class', holds: 'body' } : { kind: 'class', name: () => alias.firstNamedChild?.text ?? '' }
}

/** An extension without a name is found under the type that it extends. */
function extensionName(node: Node): string {
  return (node.childForFieldName('name') ?? node.childForFieldName('class'))?.text ?? ''
}

/** `typedef F = …` and `typedef int F(int a)`. */
function aliasName(node: Node): string {
  const names = node.namedChildren.filter(({ type }) => type === 'type_identifier')
  return (node.children.some(({ type }) => type === '=') ? names[0] : names.at(-1))?.text ?? ''
}

/** A signature has its body beside it. */
function callable(node: Node): Rule | undefined {
  const signature = /^(?:method_signature|declaration)$/.test(node.type) ? childOf(node, /_signature$/) ?? node : node
  const body = bodyBeside(node)
  const rule: Rule = { kind: 'function', name: () => signatureName(signature), ...sinceFirst(node) }
  if (body === null) return { ...rule, omits: (_, level) => bareEnd(node, signature, level) }
  return { ...rule, until: body.endIndex, omits: (_, level) => ({ ...bareEnd(node, signature, level), end: body.endIndex, with: marker(body, level) }) }
}

function bodyBeside(node: Node): Node | null {
  let next = node.nextNamedSibling
  while (next !== null && next.type.endsWith('comment')) next = next.nextNamedSibling
  return next?.type === 'function_body' ? next : null
}

/** What a constructor does before its body belongs to the body at `shape`. */
function bareEnd(node: Node, signature: Node, level: Level): Cut {
  return { start: level === 'shape' ? signature.endIndex : node.endIndex, end: node.endIndex, with: '' }
}

const marker = (body: Node, level: Level): string => (level === 'detail' && body.endIndex - body.startIndex >= ELLIPSIS.length ? ELLIPSIS : ' {}')

const ELLIPSIS = ' { /* ... */ }'

/** `len`, `Point.origin`, `operator ==`. */
function signatureName(signature: Node): string {
  if (signature.type === 'operator_signature') return `operator ${/operator\s*([^\s(\w]+)/.exec(signature.text)?.[1] ?? ''}`
  const named = signature.childrenForFieldName('name').filter((child) => child !== null)
  const words = named.length > 0 ? named : signature.namedChildren.filter(({ type }) => type === 'identifier')
  return words.map(({ text }) => text).join('.').replaceAll('...', '.')
}

/** A field, or a member without a body. */
function member(node: Node): Rule | undefined {
  if (childOf(node, /_signature$/) !== null) return callable(node)
  const list = childOf(node, /_list$/)
  return list === null ? { kind: 'field' } : variables(list, node.namedChildren)
}

/** Variables outside of a class have no node of their own: their type and their words stand before their names. */
function topVariables(node: Node): Rule | undefined {
  return node.parent?.type === 'program' ? { ...variables(node, wordsBefore(node)), ...sinceFirst(node) } : undefined
}

/** `final int a = 1, b;`: a value goes at `shape` where a type stands for it and the language can do without. */
function variables(list: Node, words: readonly Node[]): Rule {
  const declared = list.namedChildren.filter(({ type }) => /^(?:initialized_identifier|static_final_declaration)$/.test(type))
  const isTyped = words.some(({ type }) => /^(?:type_identifier|record_type|function_type)$/.test(type))
  const isConstant = list.type === 'static_final_declaration_list'
  const most = { shape: isConstant || !isTyped ? SHORT : 0, detail: LONG }
  return {
    kind: 'constant', name: () => (declared[0] ?? list).firstNamedChild?.text ?? '',
    omits: (_, level) => declared.flatMap((one) => valueCut(one, most[level], isConstant)),
  }
}

/** Up to how many characters a value is kept. */
const SHORT = 60
const LONG = 300

/** A value is more than one node: `Map<int, int>.from(a)`. What belongs to no object cannot do without when it is final. */
function valueCut(declared: Node, most: number, isConstant: boolean): Cut[] {
  const sign = declared.children.find(({ type }) => type === '=')
  if (sign === undefined) return []
  const value = declared.text.slice(sign.endIndex - declared.startIndex).trim()
  const bodies = most === 0 ? [] : declared.descendantsOfType('function_expression_body').flatMap(closureCut)
  const [body] = bodies
  if (body !== undefined && value.length - (body.end - body.start) <= most) return bodies
  if (value.length <= most && value.split('\n').length <= (most === SHORT ? 1 : 3)) return []
  return [{ start: sign.previousSibling?.endIndex ?? sign.startIndex, end: declared.endIndex, with: isConstant ? NO_VALUE : '' }]
}

const NO_VALUE = ' = null /* ... */'

const closureCut = (body: Node | null): Cut[] => (body === null || !body.text.includes('\n') ? [] : [{ start: body.startIndex, end: body.endIndex, with: '{}' }])

/** No declaration has more words before its names: `external static late final covariant Some.Type?`. */
const MOST_WORDS = 12

/** The words before a node that no other node holds. */
function wordsBefore(node: Node): Node[] {
  const words: Node[] = []
  if (isCrowded(node.parent)) return words
  for (let before = node.previousSibling; before !== null && words.length < MOST_WORDS && isWord(before); before = before.previousSibling) words.unshift(before)
  return words
}

const isWord = ({ type, isNamed }: Node): boolean => (isNamed ? BEGINNINGS.includes(type) : /^\w+$/.test(type))

function sinceFirst(node: Node): Pick<Rule, 'since'> {
  const [first] = wordsBefore(node)
  return first === undefined ? {} : { since: first.startIndex }
}
