import type { Node } from '../node.ts'
import type { Branch, Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'

/** Nix. A file is one expression: what it takes, what it names with `let`, and the attributes that it gives. */
export default defineLanguage({
  name: 'nix',
  title: 'Nix',
  family: 'code',
  extensions: ['.nix'],
  grammar: 'nix',
  remark: ['# ', ''],
  quotes: '"',
  callsBare: true,
  note: 'Attributes more than three sets deep are read as part of the value around them.',
  blocks: {
    function_expression: whole,
    let_expression: whole,
    with_expression: whole,
    assert_expression: whole,
    apply_expression: whole,
    parenthesized_expression: whole,
    attrset_expression: whole,
    rec_attrset_expression: whole,
    binding_set: { kind: 'module', spreads: true },
    binding,
    inherit: { kind: 'import', name: () => '', run: true },
    inherit_from: { kind: 'import', name: () => '', run: true },
  },
  elision: {
    detail: [' null /* ... */', ' null'],
    shape: [' null'],
    value: 'null',
    keepsShort: true,
    parts: { attrset_expression: '{ }', rec_attrset_expression: '{ }', list_expression: '[ ]', indented_string_expression: "''''", string_expression: '""' },
  },
  comments: ['comment'],
  doc: /^#|^\/\*\*/,
  loose: /^[ \t]{0,8}(?<name>[\p{L}_][\p{L}\p{N}_'.-]*)(?=[ \t]*=(?!=))/gmu,
  step: '  ',
})

const SET = /^(?:rec_)?attrset_expression$/

/** What a set holds stands between its braces. */
const between = (set: Node): { start: number; end: number } => ({ start: (set.children.find((child) => child.type === '{')?.endIndex ?? set.startIndex + 1), end: set.endIndex - 1 })

/** The expression of a file, from `{ pkgs, … }:` through `let … in` to the set it gives. */
function whole(node: Node): Rule | undefined {
  if (node.parent?.type !== 'source_code') return undefined
  const branches: Branch[] = []
  let start = node.startIndex
  for (let at: Node | null = node; at !== null;) {
    const names: Node | undefined = at.type === 'let_expression' ? at.namedChildren.find((child) => child.type === 'binding_set') : undefined
    if (names !== undefined) {
      const end: number = at.children.find((child) => child.type === 'in')?.startIndex ?? names.endIndex
      branches.push({ start, block: names, inside: { start: at.startIndex + 'let'.length, end } })
      start = end
    }
    if (SET.test(at.type)) branches.push({ start, block: at, inside: between(at) })
    at = inner(at)
  }
  return branches.length === 0 ? undefined : { kind: 'module', branches: () => branches }
}

/** The expression that decides what another one gives: a body, or the last argument of a call. */
function inner(node: Node): Node | null {
  if (node.type === 'apply_expression') return node.childForFieldName('argument')
  if (node.type === 'parenthesized_expression') return node.childForFieldName('expression')
  return /^(?:function|let|with|assert)_expression$/.test(node.type) ? node.childForFieldName('body') : null
}

const DEEPEST = 3
/** A binding with more around it than this is not looked at. */
const FARTHEST = 60

/** `name = value;`: a function, a set that is shown attribute by attribute, or a value. */
function binding(node: Node): Rule | undefined {
  const value = node.childForFieldName('expression')
  if (value === null) return undefined
  const body = functionBody(value)
  if (body !== null) return { kind: 'function', name: 'attrpath', body: () => body }
  const set = depthOf(node) < DEEPEST ? setIn(value) : null
  if (set === null) return { kind: 'constant', name: 'attrpath', values: () => [value] }
  const { start, end } = between(set)
  return { kind: 'module', name: 'attrpath', holds: () => set, opens: start, closes: end, omits: () => [] }
}

/** The body of a function that takes its arguments one by one. */
function functionBody(value: Node): Node | null {
  let body: Node | null = value
  while (body?.type === 'function_expression') body = body.childForFieldName('body')
  return body === value ? null : body
}

/** The set that a value is, or that it hands to a call as its last argument. */
function setIn(value: Node): Node | null {
  let at: Node | null = value
  while (at?.type === 'apply_expression' || at?.type === 'parenthesized_expression') at = inner(at)
  return at !== null && SET.test(at.type) && at.startPosition.row < at.endPosition.row ? at : null
}

function depthOf(node: Node): number {
  let depth = 0
  let around = node.parent
  for (let hops = 0; around !== null && hops < FARTHEST; hops++, around = around.parent) if (around.type === 'binding') depth++
  return around === null ? depth : DEEPEST
}
