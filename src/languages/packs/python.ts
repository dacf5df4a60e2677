import type { Node } from '../node.ts'
import type { Branch, Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import { imports, resolve } from '../modules/python.ts'

/** Python. */
export default defineLanguage({
  name: 'python',
  title: 'Python',
  family: 'code',
  extensions: ['.py', '.pyi', '.pyw'],
  grammar: 'python',
  remark: ['# ', ''],
  imports,
  resolve,
  blocks: {
    import_statement: { kind: 'import', run: true },
    import_from_statement: { kind: 'import', run: true },
    future_import_statement: { kind: 'import', run: true },
    function_definition: { kind: 'function', body: 'body' },
    class_definition: { kind: 'class', holds: 'body' },
    decorated_definition: { kind: 'function', wraps: 'definition' },
    type_alias_statement: { kind: 'type', name: aliasName },
    expression_statement: statement,
    if_statement: { kind: 'module', branches: unlessMain },
    try_statement: { kind: 'module', branches },
    with_statement: { kind: 'module', branches },
  },
  elision: { detail: [' ...'], shape: [' ...'], value: '...' },
  comments: ['comment'],
  marks: ['decorator'],
  doc: /^#:/,
  docString: true,
  indented: true,
  loose: /^(?:async[ \t]+)?(?:def|class)[ \t]+(?<name>[\p{L}_][\p{L}\p{N}_]*)/gmu,
  bearsDepth: true,
  step: '    ',
})

function aliasName(node: Node): string {
  return (node.childForFieldName('left')?.text ?? '').replace(/\[.*$/s, '')
}

/** Assignments to plain names define something; a string that stands alone is documentation. */
function statement(node: Node): Rule | undefined {
  const inner = node.firstNamedChild
  if (inner === null) return undefined
  if (inner.type === 'string' && node.namedChildCount === 1 && isFirst(node)) return { kind: 'doc', name: () => '' }
  if (inner.type !== 'assignment' || !NAMES.has(inner.childForFieldName('left')?.type ?? '')) return undefined
  return { kind: 'constant', name: assignedName, values: assignedValues }
}

const NAMES = new Set(['identifier', 'pattern_list', 'tuple_pattern'])

const isFirst = (node: Node): boolean => {
  let before = node.previousNamedSibling
  while (before?.type === 'comment') before = before.previousNamedSibling
  return before === null && node.parent?.type === 'module'
}

const assignedName = (node: Node): string => node.firstNamedChild?.childForFieldName('left')?.text ?? ''

function assignedValues(node: Node): Node[] {
  let right = node.firstNamedChild?.childForFieldName('right') ?? null
  while (right?.type === 'assignment') right = right.childForFieldName('right')
  return right === null ? [] : [right]
}

/** The branches of a statement: every block directly in it or in one of its clauses. */
function branches(node: Node): Branch[] {
  return [node, ...node.namedChildren.filter((child) => child.type.endsWith('_clause'))].flatMap((clause) => {
    const block = clause.namedChildren.find((child) => child.type === 'block')
    return block === undefined ? [] : [{ start: clause.startIndex, block }]
  })
}

/** What runs only as a script defines nothing. */
function unlessMain(node: Node): Branch[] {
  return /^__name__\s*==/.test(node.childForFieldName('condition')?.text ?? '') ? [] : branches(node)
}
