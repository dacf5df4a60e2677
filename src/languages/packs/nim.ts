import type { Node } from '../node.ts'
import type { Branch, Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import type { Cut } from '../span.ts'
import { located } from '../modules/quoted.ts'
import { imports } from '../modules/nim.ts'

/** Nim. */
export default defineLanguage({
  name: 'nim',
  title: 'Nim',
  family: 'code',
  extensions: ['.nim', '.nims', '.nimble'],
  grammar: 'nim',
  remark: ['# ', ''],
  quotes: '"',
  imports,
  resolve: located({ endings: ['.nim'], roots: ['src'] }),
  callsBare: true,
  blocks: {
    import_statement: { kind: 'import', run: true },
    import_from_statement: { kind: 'import', run: true },
    include_statement: { kind: 'import', run: true },
    export_statement: { kind: 'import', run: true },
    type_section: typeSection,
    type_declaration: declaredType,
    const_section: { kind: 'constant', name: firstName, values: initialValues, layout: 'kept' },
    let_section: { kind: 'constant', name: firstName, values: initialValues, layout: 'kept' },
    var_section: { kind: 'constant', name: firstName, values: initialValues, layout: 'kept' },
    proc_declaration: routine,
    func_declaration: routine,
    method_declaration: routine,
    iterator_declaration: routine,
    template_declaration: routine,
    macro_declaration: routine,
    converter_declaration: routine,
    when: { kind: 'module', branches },
    call: tested,
  },
  elision: {
    detail: [' discard'],
    shape: [' discard'],
    value: 'nil #[ ... ]#',
    keepsShort: true,
    parts: { array_construction: '[#[ ... ]#]', argument_list: '(#[ ... ]#)' },
  },
  comments: ['comment', 'block_comment', 'documentation_comment', 'block_documentation_comment'],
  doc: /^##/,
  innerDoc: /^##/,
  indented: true,
  loose: /^(?:proc|func|method|iterator|template|macro|converter)[ \t]+`?(?<name>[^\s`*({[]+)/gm,
  step: '  ',
})

/** What a name is without its star and its back quotes. */
function bareName(node: Node | null): string {
  return (node?.text ?? '').replace(/[`*]/g, (mark, at: number, text: string) => (mark === '`' || at === text.length - 1 ? '' : mark)).slice(0, 80)
}

/** `type` with its types below it, or with one beside it. */
function typeSection(node: Node): Rule | undefined {
  const [first] = node.namedChildren.filter(({ type }) => type === 'type_declaration')
  if (first === undefined) return undefined
  if (first.startPosition.row === node.startPosition.row) return { ...declaredType(first), name: () => typeName(first) }
  return { kind: 'module', name: () => '', holds: () => node, opens: node.firstChild?.endIndex ?? node.startIndex }
}

function declaredType(node: Node): Rule {
  const text = node.lastNamedChild?.text.slice(0, 40) ?? ''
  const kind = /^(?:(?:ref|ptr)\s+)?object\b/.test(text) ? 'class' : text.startsWith('enum') ? 'enum' : text.startsWith('concept') ? 'interface' : 'type'
  return { kind, name: typeName }
}

function typeName(node: Node): string {
  return bareName(node.firstNamedChild?.childForFieldName('name') ?? null)
}

const declarations = (node: Node): Node[] => node.namedChildren.filter(({ type }) => type === 'variable_declaration')

function firstName(node: Node): string {
  return bareName(declarations(node)[0]?.firstNamedChild?.firstNamedChild?.childForFieldName('name') ?? null)
}

function initialValues(node: Node): Node[] {
  return declarations(node).flatMap((declaration) => declaration.childForFieldName('value') ?? [])
}

/** At `shape` a routine is declared ahead; at `detail` its documentation stands where its body was. */
function routine(node: Node): Rule {
  const name = (): string => bareName(node.childForFieldName('name'))
  const sign = node.children.findLast(({ type }) => type === '=')
  if (sign === undefined || node.childForFieldName('body') === null) return { kind: 'function', name, layout: 'joined' }
  const start = sign.previousSibling?.endIndex ?? sign.startIndex
  return { kind: 'function', name, omits: (_, level): Cut => ({ start, end: node.endIndex, with: level === 'shape' ? '' : ` =${documented(node)}` }) }
}

function documented(node: Node): string {
  const doc = node.namedChildren.find(({ type }) => type === 'documentation_comment')
  if (doc === undefined || doc.startPosition.row === node.startPosition.row) return ' discard'
  return `\n${' '.repeat(doc.startPosition.column)}${doc.text.trimEnd()}`
}

/** The parts of `when … elif … else`. */
function branches(node: Node): Branch[] {
  return [node, ...node.namedChildren.filter(({ type }) => type.endsWith('_branch'))].flatMap((clause) => {
    const block = clause.childForFieldName('consequence')
    return block === null ? [] : [{ start: clause.startIndex, block }]
  })
}

const isTest = (node: Node): boolean => node.type === 'call' && /^(?:suite|test)$/.test(node.childForFieldName('function')?.text ?? '')

/** A suite holds its tests; a test keeps its title. */
function tested(node: Node): Rule | undefined {
  const list = isTest(node) ? node.lastNamedChild : null
  const block = list?.namedChildren.find(({ type }) => type === 'statement_list')
  if (list === null || block === undefined) return undefined
  const name = (): string => list.firstNamedChild?.text ?? ''
  return block.namedChildren.some(isTest) ? { kind: 'module', name, holds: () => block } : { kind: 'function', name, body: () => block }
}
