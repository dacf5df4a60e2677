import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import type { Cut } from '../span.ts'
import { opened } from '../modules/opened.ts'

/** Fortran. At `detail` a procedure keeps the declarations of its arguments, which are the types of its signature. */
export default defineLanguage({
  name: 'fortran',
  title: 'Fortran',
  family: 'code',
  extensions: ['.f90', '.f95', '.f03', '.f08', '.f18', '.f', '.for', '.f77', '.fpp'],
  grammar: 'fortran',
  remark: ['! ', ''],
  ...opened({ form: /^[ \t]*use\b(?:[ \t]*,[ \t]*\w+)?[ \t]*(?:::)?[ \t]*(?<module>[A-Za-z]\w*)(?:[ \t]*,[ \t]*only[ \t]*:(?<names>[^\n!]*))?/gim, endings: ['.f90', '.F90', '.f95', '.f03', '.f08', '.f'], open: true }),
  note: 'Fixed form is read where no statement runs over several lines.',
  reads: withFreeComments,
  blocks: {
    use_statement: { kind: 'import', name: () => '', run: true },
    implicit_statement: { kind: 'import', name: () => '', run: true },
    private_statement: { kind: 'import', name: () => '', run: true },
    public_statement: { kind: 'import', name: () => '', run: true },
    include_statement: { kind: 'import', name: () => '', run: true },
    preproc_include: { kind: 'import', name: () => '', run: true },
    contains_statement: { kind: 'import', name: () => '' },
    preproc_ifdef: { kind: 'module', spreads: true },
    preproc_if: { kind: 'module', spreads: true },
    preproc_else: { kind: 'module', spreads: true },
    preproc_elif: { kind: 'module', spreads: true },
    module: unit,
    submodule: unit,
    program: unit,
    internal_procedures: { kind: 'module', spreads: true },
    derived_type_definition: { kind: 'class', name: headName },
    interface: { kind: 'interface', name: headName },
    enum: { kind: 'enum', name: () => '' },
    variable_declaration: (node) => (UNITS.has(node.parent?.type ?? '') ? { kind: 'constant', name: declaredName, values: initialValues } : undefined),
    function: procedure,
    subroutine: procedure,
    module_procedure: procedure,
  },
  elision: { detail: [''], shape: [''], keepsShort: true },
  comments: ['comment'],
  continuation: '&',
  doc: /^!(?:>|!|<)/,
  loose: /^[ \t]*(?:(?:pure|elemental|impure|recursive|module|integer|real|logical|complex|double precision|character(?:\([^)\n]*\))?)[ \t]+)*(?:subroutine|function|program|module|submodule)[ \t]+(?!procedure\b)(?<name>[a-z]\w*)/gimu,
  step: '  ',
})

/** What may stand above variables that are not local. */
const UNITS = new Set(['module', 'submodule', 'preproc_ifdef', 'preproc_if', 'preproc_else'])

/** In fixed form a comment begins with a letter in the first column. */
function withFreeComments(text: string): string {
  return text.replace(/^[cC*](?=[ \t*=!-]*(?:[A-Za-z]+[ \t,.]|[\r\n]|[*=!-]))(?![ \t]*[=(%])/gm, '!')
}

const headOf = (node: Node): Node | null => node.namedChildren.find(({ type }) => type.endsWith('_statement')) ?? null

const endOf = (node: Node): Node | null => {
  const last = node.lastNamedChild
  return last !== null && /^end_\w*statement$/.test(last.type) ? last : null
}

function headName(node: Node): string {
  const names = headOf(node)?.namedChildren.filter(({ type }) => type === 'name' || type === 'type_name' || type === 'operator' || type === 'identifier') ?? []
  return names.at(-1)?.text ?? ''
}

/** A module or a program: its declarations, and the procedures below `contains`. */
function unit(node: Node): Rule {
  const head = headOf(node)
  const end = endOf(node)
  const rule: Rule = { kind: 'module', name: headName }
  return head === null || end === null || head.id === end.id ? rule : { ...rule, holds: () => node, opens: head.endIndex, closes: end.startIndex }
}

function declaredName(node: Node): string {
  const first = node.childForFieldName('declarator')
  return (first?.childForFieldName('left') ?? first)?.text.replace(/\(.*$/s, '') ?? ''
}

function initialValues(node: Node): Node[] {
  return node.childrenForFieldName('declarator').flatMap((declarator) => declarator?.childForFieldName('right') ?? [])
}

/** A procedure; on one line it needs a semicolon before its end. */
function procedure(node: Node): Rule {
  const head = headOf(node)
  const end = endOf(node)
  const name = (): string => head?.childForFieldName('name')?.text ?? ''
  if (head === null || end === null || head.id === end.id) return { kind: 'function', name }
  const kept = lineOf(lastArgument(node, head))
  return {
    kind: 'function', name,
    omits: (_, level): Cut => (level === 'shape' ? { start: lineOf(head), end: end.startIndex, with: '; ' } : { start: kept, end: end.startIndex, with: `\n${' '.repeat(end.startPosition.column)}` }),
  }
}

/** Where a statement ends before the end of its line. */
const lineOf = (node: Node): number => node.endIndex - (/[\r\n]+$/.exec(node.text)?.[0].length ?? 0)

/** The declaration of the last argument, when nothing but declarations stands before it; else the head. */
function lastArgument(node: Node, head: Node): Node {
  const names = argumentsOf(head)
  let last = head
  for (const child of node.namedChildren) {
    if (!SPECIFICATION.test(child.type)) break
    if (child.type === 'variable_declaration' && child.childrenForFieldName('declarator').some((one) => names.has(bare(one)))) last = child
  }
  return last
}

const SPECIFICATION = /^(?:function_statement|subroutine_statement|use_statement|implicit_statement|import_statement|variable_declaration|comment)$/

const bare = (declarator: Node | null): string => (declarator?.childForFieldName('left') ?? declarator)?.text.replace(/\(.*$/s, '').toLowerCase() ?? ''

function argumentsOf(head: Node): Set<string> {
  const lists = head.namedChildren.filter(({ type }) => type === 'parameters' || type === 'function_result')
  return new Set(lists.flatMap((list) => list.namedChildren.map(({ text }) => text.toLowerCase())))
}
