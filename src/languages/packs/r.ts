import type { Node } from '../node.ts'
import type { Branch, Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import { quoted } from '../modules/quoted.ts'

/** R. `...` is a word of the language, so it may stand for what is left out. */
export default defineLanguage({
  name: 'r',
  title: 'R',
  family: 'code',
  extensions: ['.r'],
  filenames: ['.Rprofile'],
  interpreters: ['Rscript', 'r'],
  grammar: 'r',
  remark: ['# ', ''],
  ...quoted({ form: /\bsource\s*\(\s*["'](?<module>[^"'\n]+)["']/g }),
  sharesFolder: true,
  blocks: {
    binary_operator: assigned,
    call: called,
    argument: member,
    // A name in quotes stands for a data set that the comment above it documents.
    string: (node) => (node.parent?.type === 'program' ? { kind: 'constant', name: textOf } : undefined),
    if_statement: { kind: 'module', branches },
  },
  elision: {
    detail: [' { ... }', ' {}'],
    shape: [' {}'],
    value: '...',
    parts: { arguments: '(...)', string: '""' },
  },
  bodies: { function_definition: 'body' },
  comments: ['comment'],
  doc: /^#'/,
  loose: /^(?<name>[\p{L}.][\p{L}\p{N}._]*)[ \t]*(?:<-|<<-|=)[ \t]*(?:function\b|\\\()/gmu,
  step: '  ',
})

const TO_LEFT = new Set(['<-', '<<-', '=', ':='])
const TO_RIGHT = new Set(['->', '->>'])

/** `name <- value`, in either direction. */
function assigned(node: Node): Rule | undefined {
  const sign = node.childForFieldName('operator')?.type ?? ''
  const sides = [node.childForFieldName('lhs'), node.childForFieldName('rhs')] as const
  const [target, value] = TO_LEFT.has(sign) ? sides : TO_RIGHT.has(sign) ? [sides[1], sides[0]] : [null, null]
  if (target === null || value === null) return undefined
  if (target.type === 'identifier' || target.type === 'string') return given(value, () => target.text)
  // `server$start <- function() …` defines a function, `x$names <- 1` changes something.
  const name = (): string => target.childForFieldName('rhs')?.text ?? ''
  return target.type === 'extract_operator' && value.type === 'function_definition' ? given(value, name) : undefined
}

/** `a <- b <- c`: nobody gives more names to one thing. Every link of a chain is asked about the rest of it. */
const MOST_NAMES = 20

/** What a name is, by the value it is given. */
function given(value: Node, name: () => string): Rule {
  let inner = value
  // `a <- b <- function() …` is one function with two names.
  for (let names = 0; names < MOST_NAMES && inner.type === 'binary_operator' && TO_LEFT.has(inner.childForFieldName('operator')?.type ?? ''); names++) inner = inner.childForFieldName('rhs') ?? inner.firstNamedChild ?? inner
  if (inner.type === 'function_definition') return { kind: 'function', name, body: () => inner.childForFieldName('body') }
  if (inner.type !== 'call') return { kind: 'constant', name, values: () => [value] }
  const made = madeByCall(inner)
  if (made !== undefined) return { ...made, name }
  const functions = argumentsOf(inner).map(valueOf).filter((argument) => argument?.type === 'function_definition')
  const body = functions.length === 1 ? functions[0]?.childForFieldName('body') ?? null : null
  return body === null ? { kind: 'constant', name, values: () => [value] } : { kind: 'function', name, body: () => body }
}

const callee = (call: Node): string => (call.childForFieldName('function')?.text ?? '').replace(/^\w+:::?/, '')

const argumentsOf = (call: Node): Node[] => call.childForFieldName('arguments')?.namedChildren.filter(({ type }) => type === 'argument') ?? []

const valueOf = (argument: Node | undefined): Node | null => argument?.childForFieldName('value') ?? null

const CLASSES = new Set(['R6Class', 'setRefClass', 'ggproto', 'new_class'])

/** A class whose members are the arguments of a call. */
function madeByCall(call: Node): Rule | undefined {
  const list = call.childForFieldName('arguments')
  if (list === null || !CLASSES.has(callee(call))) return undefined
  return { kind: 'class', name: () => textOf(valueOf(argumentsOf(call)[0])), holds: () => list, opens: afterNames(list) }
}

/** Where the arguments without a name end: the name of the class, which stays in the head. */
function afterNames(list: Node): number {
  let end = list.startIndex + 1
  for (const child of list.namedChildren) {
    if (child.type === 'argument' && child.childForFieldName('name') !== null) break
    if (child.type !== 'comment') end = child.endIndex
  }
  return end
}

function textOf(node: Node | null): string {
  return (node?.text ?? '').slice(0, 80)
}

const IMPORTS = new Set(['library', 'require', 'source', 'requireNamespace', 'loadNamespace', 'suppressPackageStartupMessages', 'use', 'import_from'])
const GENERICS = /^set(?:Generic|Method|Validity|ReplaceMethod)$|^new_generic$/
const TESTS = /^(?:test_that|describe|it|context)$/

/** A call that stands by itself: imports, S4 classes and methods, tests. */
function called(node: Node): Rule | undefined {
  const word = callee(node)
  if (IMPORTS.has(word)) return { kind: 'import', name: () => '', run: true }
  const [first, ...rest] = argumentsOf(node)
  const name = (): string => textOf(valueOf(first))
  if (word === 'setClass' || word === 'setClassUnion') return { kind: 'class', name }
  if (GENERICS.test(word)) return { kind: 'method', name, body: () => rest.map(valueOf).find((value) => value?.type === 'function_definition')?.childForFieldName('body') ?? null }
  if (TESTS.test(word)) return tested(rest.map(valueOf).find((value) => value?.type === 'braced_expression') ?? null, name)
  return madeByCall(node)
}

function tested(block: Node | null, name: () => string): Rule | undefined {
  if (block === null) return undefined
  const nested = block.namedChildren.some((child) => child.type === 'call' && TESTS.test(callee(child)))
  return nested ? { kind: 'module', name, holds: () => block } : { kind: 'function', name, body: () => block }
}

/** A member of a class, or a list of members: `public = list(…)`. */
function member(node: Node): Rule | undefined {
  const value = valueOf(node)
  const name = (): string => node.childForFieldName('name')?.text ?? ''
  if (value === null || node.childForFieldName('name') === null) return undefined
  if (value.type === 'function_definition') return { kind: 'method', name, body: () => value.childForFieldName('body') }
  const list = value.type === 'call' && callee(value) === 'list' ? value.childForFieldName('arguments') : null
  return list === null ? { kind: 'field', name, values: () => [value] } : { kind: 'class', name, holds: () => list }
}

/** The braces of `if` and of each `else`, which must stand on the line of the brace before it. */
function branches(node: Node): Branch[] {
  const found: Branch[] = []
  let start = node.startIndex
  for (let next: Node | null = node; next !== null;) {
    const block: Node | null = next.type === 'if_statement' ? next.childForFieldName('consequence') : next
    if (block?.type !== 'braced_expression') return []
    found.push({ start, block, inside: { start: block.startIndex + 1, end: block.endIndex - 1 } })
    start = block.endIndex - 1
    next = next.type === 'if_statement' ? next.childForFieldName('alternative') : null
  }
  return found
}
