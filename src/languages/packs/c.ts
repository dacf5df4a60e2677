import type { Node } from '../node.ts'
import { plainly } from '../clike/plain.ts'
import type { Rule, Section } from '../language.ts'
import { defineLanguage } from '../language.ts'
import type { Cut } from '../span.ts'
import { included } from '../modules/quoted.ts'

/** C. */
export const c = defineLanguage({
  name: 'c',
  title: 'C',
  family: 'code',
  extensions: ['.c', '.h'],
  grammar: 'c',
  note: 'Macros are not expanded: what only a macro defines is shown as its call.',
  remark: ['// ', ''],
  ...included,
  reads: plainly,
  blocks: {
    preproc_include: { kind: 'import', run: true },
    preproc_def: { kind: 'constant', omits: macroValue },
    preproc_function_def: { kind: 'function', omits: macroValue },
    preproc_if: conditional,
    preproc_ifdef: conditional,
    function_definition: defined,
    declaration: declared,
    type_definition: { kind: 'type', name: declaredName, layout: 'joined' },
    struct_specifier: { kind: 'class' },
    union_specifier: { kind: 'class' },
    enum_specifier: { kind: 'enum' },
    linkage_specification: linked,
    expression_statement: macroCall,
  },
  elision: {
    detail: [' {/*...*/}', ' {}'],
    shape: [' {}'],
    parts: { argument_list: '()' },
    keepsShort: false,
  },
  bodies: { function_definition: 'body', lambda_expression: 'body' },
  valued: { enumerator: 'value' },
  comments: ['comment'],
  doc: /^\/[/*]/,
  loose: /^(?:(?:(?:typedef|static|extern)[ \t]+)*(?:struct|union|enum|class|namespace)[ \t]+(?=[\p{L}\p{N}_]+[ \t]*(?:[:{]|$))|(?!(?:else|return|if|for|while|switch|case|do|goto|using|typedef|delete|new|throw)\b)(?:[\p{L}_][\p{L}\p{N}_:<>,]*[ \t*&]+)+(?=[\p{L}_~][\p{L}\p{N}_:<>~]*[ \t]*\())(?<name>[\p{L}_~][\p{L}\p{N}_:<>~]*)(?:[ \t]*\()?/gmu,
  step: '    ',
})

/** The declarator at the bottom: what is declared. */
function lowest(declarator: Node | null): Node | null {
  let at = declarator
  for (;;) {
    const next: Node | null = at === null ? null : at.childForFieldName('declarator') ?? (NESTS.has(at.type) ? at.lastNamedChild : null)
    if (next === null) return at
    at = next
  }
}

const NESTS = new Set(['parenthesized_declarator', 'reference_declarator', 'attributed_declarator', 'parenthesized_type_declarator'])

/** `Server::start` is asked for as `Server.start`; what stands in angle brackets is no part of a name. */
export function declaredName(node: Node): string {
  const name = lowest(node.childForFieldName('declarator'))
  if (name === null) return node.childForFieldName('type')?.childForFieldName('name')?.text ?? ''
  return nameIn(name)
}

function nameIn(node: Node): string {
  const text = node.text.slice(0, 200)
  if (/\boperator\b/.test(text)) return text.replace(/\s*\(\s*\)\s*(?:const\b.*)?$/s, '').replace(/\s+/g, ' ').replaceAll('::', '.')
  return text.replace(/<[^]*?>(?=::|$)/g, '').replace(/\s+/g, '').replaceAll('::', '.').replace(/^\./, '')
}

/** A function with its body; the members that a constructor sets first belong to the body. */
function defined(node: Node): Rule {
  const body = node.childForFieldName('body')
  if (body === null) return { kind: 'function', name: declaredName, layout: 'joined' }
  const first = node.namedChildren.find((child) => child.type === 'field_initializer_list')
  return { kind: 'function', name: declaredName, body: 'body', ...(first === undefined ? {} : { from: () => first }), ...(isMember(node) ? { elision: DECLARED } : {}) }
}

/** A class may declare what it does not define. */
const DECLARED = { shape: [';'] }

function isMember(node: Node): boolean {
  let around = node.parent
  while (around !== null && /^(?:template_declaration|friend_declaration|preproc_\w+)$/.test(around.type)) around = around.parent
  return around?.type === 'field_declaration_list'
}

const TYPES = /^(?:class|struct|union|enum)_specifier$/

/** The type that a declaration defines on the way: `struct { int x; } origin;`. */
export const typeInside = (node: Node): Node | null => {
  const type = node.childForFieldName('type')
  return type !== null && TYPES.test(type.type) && type.childForFieldName('body') !== null ? type : null
}

/** Whether a declarator makes a function and not a pointer to one. */
export function isFunction(declarator: Node | null): boolean {
  let at = declarator
  while (at !== null && !at.type.endsWith('function_declarator') && at.type !== 'operator_cast') {
    if (at.type === 'init_declarator') return false
    at = at.childForFieldName('declarator') ?? (NESTS.has(at.type) ? at.lastNamedChild : null)
  }
  if (at === null) return false
  return at.childForFieldName('declarator')?.type !== 'parenthesized_declarator' || isFunction(at.childForFieldName('declarator')) || !/\*/.test(at.childForFieldName('declarator')?.text ?? '')
}

/** A prototype, a variable, or a type with the variables that have it. */
export function declared(node: Node): Rule {
  const declarator = node.childForFieldName('declarator')
  if (isFunction(declarator)) return { kind: 'function', name: declaredName, layout: 'joined' }
  const rule: Rule = { kind: 'constant', name: declaredName, values: initialValues }
  return typeInside(node) === null ? rule : { ...rule, kind: 'class', layout: 'kept' }
}

function initialValues(node: Node): Node[] {
  const values = node.namedChildren.flatMap((child) => (child.type === 'init_declarator' ? child.childForFieldName('value') ?? [] : []))
  return [...values, ...node.childrenForFieldName('default_value').filter((child) => child !== null)]
}

/** `extern "C"` before one declaration, or around many. */
function linked(node: Node): Rule {
  const body = node.childForFieldName('body')
  return body?.type === 'declaration_list' ? { kind: 'module', name: () => '', holds: 'body' } : { kind: 'module', wraps: 'body' }
}

/** A call where a definition could stand: only the macro knows what it defines. */
function macroCall(node: Node): Rule | undefined {
  const call = node.firstNamedChild
  const callee = call?.type === 'call_expression' ? call.childForFieldName('function') : null
  const given = call?.childForFieldName('arguments') ?? null
  if (callee?.type !== 'identifier' || given === null) return undefined
  return { kind: 'constant', name: () => callee.text, values: () => [given] }
}

/** The longest replacement of a macro that is shown. */
const LONGEST = 60

/** What a macro stands for: the body of one with parameters, else a value that is kept at `detail` while it is short. */
function macroValue(node: Node, level: 'shape' | 'detail'): Cut {
  const value = node.childForFieldName('value')
  const parameters = node.childForFieldName('parameters')
  const end = node.endIndex - (node.text.endsWith('\n') ? 1 : 0)
  const start = (parameters ?? node.childForFieldName('name') ?? node).endIndex
  if (level === 'shape' && isGuardName(node)) return { start: node.startIndex, end, with: '' }
  const kept = value !== null && parameters === null && level === 'detail' && value.endIndex - start <= LONGEST && !value.text.includes('\n')
  return { start: kept ? value.endIndex : start, end, with: '' }
}

/** `#if … #else … #endif`. What keeps a header from being read twice is no condition, and what is never compiled is no code. */
export function conditional(node: Node): Rule | undefined {
  if (isGuard(node)) return { kind: 'module', spreads: true }
  const branches: Section[] = []
  for (let at: Node | null = node; at !== null; at = at.childForFieldName('alternative')) {
    const lead = at.childForFieldName('condition') ?? at.childForFieldName('name') ?? at.firstChild
    branches.push({ start: at.startIndex, open: lead?.endIndex ?? at.startIndex, nodes: isDead(at) ? [] : contents(at) })
  }
  return { kind: 'module', sections: () => branches }
}

const contents = (node: Node): Node[] => {
  const apart = leadOf(node)
  return node.namedChildren.filter((child) => !apart.has(child.id))
}

/** What a condition has beside what stands in it. */
const leadOf = (node: Node): Set<number | undefined> => new Set(['condition', 'name', 'alternative'].map((field) => node.childForFieldName(field)?.id))

const isDead = (node: Node): boolean => node.type === 'preproc_if' && node.childForFieldName('condition')?.text === '0'

/** The name that only says that a header was read. */
const isGuardName = (node: Node): boolean => node.parent !== null && isGuard(node.parent) && firstOf(node.parent)?.id === node.id

/** The first thing in a condition that is no comment. Every name in a header asks for it, so the thousands of others are not looked at. */
function firstOf(node: Node): Node | null {
  const apart = leadOf(node)
  let first = node.firstNamedChild
  while (first !== null && (first.type === 'comment' || apart.has(first.id))) first = first.nextNamedSibling
  return first
}

/** `#ifndef X_H`, `#define X_H` around everything else. */
function isGuard(node: Node): boolean {
  if (node.type !== 'preproc_ifdef' || node.firstChild?.type !== '#ifndef' || node.childForFieldName('alternative') !== null) return false
  const first = firstOf(node)
  if (node.namedChildCount < 3) return false
  return first?.type === 'preproc_def' && first.childForFieldName('value') === null && first.childForFieldName('name')?.text === node.childForFieldName('name')?.text
}

export default c
