import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import type { Cut } from '../span.ts'
import { opened } from '../modules/opened.ts'

const SPREAD: Rule = { kind: 'module', spreads: true }
const IMPORT: Rule = { kind: 'import', name: () => '', run: true }

/** Perl. */
export default defineLanguage({
  name: 'perl',
  title: 'Perl',
  family: 'code',
  extensions: ['.pl', '.pm', '.t', '.psgi', '.plx', '.al', '.perl'],
  filenames: ['cpanfile', 'Rexfile'],
  interpreters: ['perl'],
  grammar: 'perl',
  remark: ['# ', ''],
  ...opened({ form: /^[ \t]*(?:use|require)[ \t]+(?:(?:parent|base)[ \t]+(?:-norequire[ \t]*,[ \t]*)?(?:qw[ \t]*)?['"([{/<]\s*)?(?<module>[A-Za-z_]\w*(?:::\w+)*)(?:[ \t]+[\d.]+)?(?:\s*\bqw\s*[([{/<](?<names>[^)\]}/>;]*))?/gm, endings: ['.pm'], open: true, known: true }),
  callsBare: true,
  note: 'Of the manual in the code (pod), only the first line above a sub is shown, as a comment.',
  blocks: {
    package_statement: packaged,
    class_statement: packaged,
    role_statement: packaged,
    use_statement: used,
    use_version_statement: IMPORT,
    subroutine_declaration_statement: { kind: 'function', body: 'body' },
    method_declaration_statement: { kind: 'method', body: 'body' },
    expression_statement: statement,
    block: SPREAD,
    block_statement: SPREAD,
    conditional_statement: SPREAD,
    phaser_statement: SPREAD,
    elsif: SPREAD,
    else: SPREAD,
  },
  elision: {
    detail: [' { ... }', ' {...}', ' {}'],
    shape: [' {}'],
  },
  bodies: { anonymous_subroutine_expression: 'body' },
  comments: ['comment'],
  doc: /^#(?!!|[ \t]*(?:-\*-|vim?:|[-=*#]{3,}[ \t]*$))/,
  docAbove: { is: (node) => node.type === 'pod', first: podLine },
  loose: /^[ \t]*(?:sub|method|package|class|role)[ \t]+(?<name>[\p{L}_][\p{L}\p{N}_:']*)/gmu,
  step: '    ',
})

/** The first sentence of the manual that stands above a sub, else its heading. */
function podLine(pod: string): string {
  const lines = pod.replaceAll('\r', '').split('\n').map((line) => line.trim())
  const line = lines.find((candidate) => /^[\p{L}\p{N}"'`]/u.test(candidate)) ?? lines.find((candidate) => /^=(?:head|item)/.test(candidate))?.replace(/^=\w+\s*/, '')
  return line === undefined || line === '' ? '' : `# ${line}`
}

const childOf = (node: Node, type: string): Node | undefined => node.namedChildren.find((child) => child.type === type)

/** A package with a block holds what is in it; any other begins like an import. */
function packaged(node: Node): Rule {
  const block = childOf(node, 'block')
  return block === undefined ? { kind: 'import', name: () => '' } : { kind: node.type === 'package_statement' ? 'module' : 'class', holds: () => block }
}

/** `use constant` names constants. */
function used(node: Node): Rule {
  if (node.childForFieldName('module')?.text !== 'constant') return IMPORT
  const first = node.namedChildren.find((child) => child.type !== 'package')
  return { kind: 'constant', name: () => /[\p{L}_][\p{L}\p{N}_]*/u.exec(first?.text ?? '')?.[0] ?? '' }
}

/** What a statement outside of subs defines: a variable, a sub under another name, an attribute. */
function statement(node: Node): Rule | undefined {
  const inner = node.firstNamedChild
  if (inner?.type === 'assignment_expression') return assigned(inner)
  if (inner?.type === 'variable_declaration') return { kind: 'constant', name: () => variableName(inner) }
  if (inner?.type === 'require_expression') return IMPORT
  return inner?.type.endsWith('function_call_expression') === true ? called(inner) : undefined
}

const variableName = (left: Node): string => left.descendantsOfType('varname')[0]?.text ?? ''

const TOP = new Set(['source_file', 'block'])

function assigned(node: Node): Rule | undefined {
  const left = node.childForFieldName('left')
  const right = node.childForFieldName('right')
  if (left === null || right === null) return undefined
  const name = (): string => variableName(left)
  const sub = right.type === 'anonymous_subroutine_expression'
  if (left.type === 'glob') return sub ? { kind: 'function', name, ...bodyOf(node, right) } : { kind: 'function', name }
  if (left.type !== 'variable_declaration' || !isOuter(node)) return undefined
  if (sub) return { kind: 'function', name, body: () => right.childForFieldName('body') }
  return { kind: 'constant', name, omits: (_, level) => valueOf(node, left, level) }
}

/** The last statement of a block may do without its semicolon, which it needs when the block is not shown. */
function bodyOf(node: Node, sub: Node): Partial<Rule> {
  const body = sub.childForFieldName('body')
  if (body === null || node.parent?.lastChild?.type === ';' || node.parent?.nextSibling?.type === ';') return { body: () => body }
  return { omits: (): Cut => ({ start: body.startIndex, end: node.endIndex, with: '{};' }) }
}

/** The value of a variable with its brackets: kept at `detail` while it is short. A text in a heredoc stands below its line and always goes. */
function valueOf(node: Node, left: Node, level: 'shape' | 'detail'): Cut {
  const text = node.text
  const kept = level === 'detail' && text.length <= 300 && text.split('\n').length <= 3 && node.descendantsOfType('heredoc_token').length === 0
  return { start: kept ? node.endIndex : left.endIndex, end: node.endIndex, with: '' }
}

/** Outside of conditions: in the file, or in the block of a package. */
function isOuter(node: Node): boolean {
  const holder = node.parent?.parent
  return holder !== null && holder !== undefined && TOP.has(holder.type) && (holder.type === 'source_file' || /^(?:package|class|role)_statement$/.test(holder.parent?.type ?? ''))
}

const IMPORTS = /^(?:extends|with|requires|use_ok|plan)$/
const FIELDS = /^(?:has|option|param|field|requires|column|__PACKAGE__)$/
const AROUND = /^(?:around|before|after|override|augment|subtest|test|it|describe|fun|sub)$/

/** Words of Moose and its kin. */
function called(call: Node): Rule | undefined {
  const word = call.childForFieldName('function')?.text ?? ''
  const args = call.childForFieldName('arguments')
  if (args === null) return undefined
  if (IMPORTS.test(word)) return IMPORT
  const first = args.type === 'list_expression' ? args.firstNamedChild : args
  const name = (): string => (first?.text ?? '').replace(/^["'[]+|["'\]]+$/g, '').slice(0, 60)
  if (FIELDS.test(word) && first !== null) return { kind: 'field', name, omits: (_, level) => described(args, first, level) }
  const sub = AROUND.test(word) ? args.namedChildren.findLast((child) => child.type === 'anonymous_subroutine_expression') : undefined
  return sub === undefined ? undefined : { kind: 'function', name, body: () => sub.childForFieldName('body') }
}

const SHORT = 120

/** What an attribute is like: kept at `detail` while it is one short line. */
function described(args: Node, first: Node, level: 'shape' | 'detail'): Cut {
  const short = level === 'detail' && args.text.length <= SHORT && !args.text.includes('\n')
  return short ? { start: args.endIndex, end: args.endIndex, with: '' } : { start: first.endIndex, end: args.endIndex, with: args === first ? '' : ' => ()' }
}
