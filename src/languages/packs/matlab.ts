import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import type { Cut } from '../span.ts'

/** MATLAB: functions with the first line of their help, classes with their properties and methods. */
export default defineLanguage({
  name: 'matlab',
  title: 'MATLAB',
  family: 'code',
  extensions: ['.m'],
  grammar: 'matlab',
  remark: ['% ', ''],
  // Objective-C has the same ending.
  owns: (head) => /^[^\S\n\r\u2028\u2029]*(?:%|function\b|classdef\b|clear\b|clc\b|close all\b)/m.test(head) && !/^[^\S\n\r\u2028\u2029]*(?:#\s*(?:import|include|pragma)|@(?:interface|implementation|class|import|protocol)\b|\/\/|\/\*)/m.test(head),
  blocks: {
    class_definition: (node) => held(node, { kind: 'class', name: (inner) => inner.childForFieldName('name')?.text ?? '' }),
    methods: (node) => held(node, { kind: 'module', name: () => '' }),
    properties: { kind: 'field', name: () => '' },
    events: { kind: 'field', name: () => '' },
    enumeration: { kind: 'field', name: () => '' },
    function_definition: callable,
    function_signature: { kind: 'function' },
  },
  elision: { detail: [''], shape: [''] },
  comments: ['comment'],
  doc: /^%/,
  loose: /^[ \t]*(?:classdef(?:[ \t]*\([^)\n]*\))?|function(?:[^=(\n]*=)?)[ \t]*(?<name>[A-Za-z][\w.]*)/gm,
  step: '    ',
})

const endOf = (node: Node): Node | undefined => node.children.findLast(({ type }) => type === 'end')

const HEADS = new Set(['superclasses', 'attributes', 'identifier'])

/** A class, or a block of methods: what stands between its head and its `end`. */
function held(node: Node, rule: Rule): Rule {
  const end = endOf(node)
  const head = node.namedChildren.filter(({ type }) => HEADS.has(type)).at(-1) ?? node.firstChild
  return end === undefined || head === null ? rule : { ...rule, holds: () => node, opens: head.endIndex, closes: end.startIndex }
}

/** A function with its help; `end` is written where it was. One that holds functions shows them. */
function callable(node: Node): Rule {
  const named = node.childForFieldName('name')
  const list = node.namedChildren.find(({ type }) => type === 'function_arguments')
  const head = list ?? named
  const access = node.children.find(({ type }) => type === 'get.' || type === 'set.')?.text ?? ''
  const name = (): string => access + (named?.text ?? '')
  if (head === null) return { kind: 'function', name }
  const end = endOf(node)
  const block = node.namedChildren.find(({ type }) => type === 'block')
  if (end !== undefined && block?.namedChildren.some(({ type }) => type === 'function_definition') === true) return { kind: 'function', name, holds: () => block, opens: head.endIndex, closes: end.startIndex }
  const indent = ' '.repeat(node.startPosition.column)
  const close = end === undefined ? '' : `\n${indent}end`
  return { kind: 'function', name, omits: (_, level): Cut => ({ start: head.endIndex, end: end?.endIndex ?? node.startIndex + node.text.trimEnd().length, with: (level === 'detail' ? help(node, indent) : '') + close }) }
}

/** The first line of the comment below the head. */
function help(node: Node, indent: string): string {
  const first = node.namedChildren.find(({ type }) => type === 'comment' || type === 'block')
  const line = first?.type === 'comment' ? first.text.split('\n').map((row) => row.trim()).find((row) => /^%.*\w/.test(row) && !row.startsWith('%{')) : undefined
  return line === undefined ? '' : `\n${indent}${line}`
}
