import type { Node } from '../node.ts'
import { firstDocLine } from '../doc.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import type { Cut } from '../span.ts'
import { quoted, scripted } from '../modules/quoted.ts'

type Level = 'shape' | 'detail'

const SPREAD: Rule = { kind: 'module', spreads: true }
const IMPORT: Rule = { kind: 'import', name: () => '', run: true }

/** PowerShell. */
export default defineLanguage({
  name: 'powershell',
  title: 'PowerShell',
  family: 'code',
  extensions: ['.ps1', '.psm1', '.psd1'],
  interpreters: ['pwsh', 'powershell'],
  grammar: 'powershell',
  remark: ['# ', ''],
  ...quoted({ form: /(?:^|[;{])[ \t]*(?:\.[ \t]+|using[ \t]+module[ \t]+|(?:Import-Module|ipmo)[ \t]+(?:-Name[ \t]+)?)(?:\(?Join-Path[ \t]+\S+[ \t]+)?(?<module>[^\n;]+)/gim, endings: ['.ps1', '.psm1', '.psd1'], path: scripted }),
  callsBare: true,
  note: 'The parameters of a script are not recognised below a `using` line.',
  blocks: {
    statement_list: SPREAD,
    param_block: { kind: 'field', name: () => 'param', omits: (node, level) => ({ start: node.startIndex, end: node.endIndex, with: parametersOf(node, level) }) },
    function_statement: { kind: 'function', name: (node) => namedBy(node, 'function_name'), omits: emptied },
    class_statement: held,
    class_property_definition: { kind: 'field', name: propertyName, values: initialValue },
    class_method_definition: { kind: 'method', name: (node) => namedBy(node, 'simple_name'), omits: emptied },
    enum_statement: { kind: 'enum', name: (node) => namedBy(node, 'simple_name') },
    pipeline,
    hash_literal_body: SPREAD,
    hash_entry: { kind: 'field', name: (node) => namedBy(node, 'key_expression'), values: (node) => (node.lastNamedChild === null ? [] : [node.lastNamedChild]) },
    if_statement: SPREAD,
    else_clause: SPREAD,
    elseif_clauses: SPREAD,
    elseif_clause: SPREAD,
    try_statement: SPREAD,
    catch_clauses: SPREAD,
    catch_clause: SPREAD,
    statement_block: SPREAD,
    script_block: SPREAD,
    script_block_body: SPREAD,
  },
  elision: { detail: [' {}'], shape: [' {}'], value: '$null', keepsShort: true, parts: { hash_literal_expression: '@{}', array_expression: '@()' } },
  comments: ['comment'],
  doc: /^(?:#(?![>!]|requires|[ \t]*(?:region|endregion)|[-=*#]{3,}[ \t]*$)|<#)/i,
  loose: /^[ \t]*(?:function|filter|workflow|class|enum)[ \t]+(?<name>[\p{L}_][\p{L}\p{N}_:-]*)/gimu,
  separated: ['statement_list', 'hash_literal_body', 'enum_statement', 'class_statement'],
  step: '    ',
})

const childOf = (node: Node | null, type: string): Node | undefined => node?.children.find((child) => child.type === type)

function namedBy(node: Node, type: string): string {
  return childOf(node, type)?.text.replace(/^(?:global|script|private|local):/i, '') ?? ''
}

/** The body goes, the parameters at its head stay. */
function emptied(node: Node, level: Level): Cut {
  const brace = childOf(node, '{')
  const start = brace === undefined ? node.endIndex : brace.startIndex
  const help = level === 'detail' ? node.namedChildren.find((child) => child.type === 'comment' && child.text.startsWith('<#')) : undefined
  const block = childOf(childOf(node, 'script_block') ?? null, 'param_block')
  const parts = [help === undefined ? '' : firstDocLine(help.text), block === undefined ? '' : parametersOf(block, level)].filter((part) => part !== '')
  if (parts.length === 0) return { start, end: node.endIndex, with: '{ }' }
  const gap = level === 'detail' ? `\n${' '.repeat((block ?? help)?.startPosition.column ?? 4)}` : ' '
  const close = level === 'detail' ? `\n${' '.repeat(node.startPosition.column)}}` : ' }'
  return { start, end: node.endIndex, with: `{${parts.map((part) => gap + part).join('')}${close}` }
}

/** `param(…)` as it stands, or only the types and names. */
function parametersOf(block: Node, level: Level): string {
  if (level === 'detail') return block.text.replaceAll('\r', '')
  const parameters = childOf(block, 'parameter_list')?.namedChildren.filter((child) => child.type === 'script_parameter') ?? []
  return `param(${parameters.map(parameterOf).join(', ')})`
}

function parameterOf(parameter: Node): string {
  const types = childOf(parameter, 'attribute_list')?.namedChildren.filter((child) => child.firstNamedChild?.type === 'type_literal') ?? []
  return `${types.map((type) => type.text).join('')}${childOf(parameter, 'variable')?.text ?? ''}`
}

/** The members of a class stand directly in it. */
function held(node: Node): Rule {
  const name = (): string => namedBy(node, 'simple_name')
  const open = childOf(node, '{')
  const close = node.lastChild
  if (open === undefined || close?.type !== '}') return { kind: 'class', name }
  return { kind: 'class', name, holds: () => node, opens: open.endIndex, closes: close.startIndex, omits: (): Cut => ({ start: open.startIndex, end: node.endIndex, with: '{ }' }) }
}

function propertyName(node: Node): string {
  return childOf(node, 'variable')?.text.replace('$', '') ?? ''
}

function initialValue(node: Node): Node[] {
  const sign = childOf(node, '=')
  return sign?.nextNamedSibling === null || sign === undefined ? [] : [sign.nextNamedSibling]
}

const IMPORTS = /^(?:using|import-module|export-modulemember|add-type|ipmo)$/i
const ALIASES = /^(?:set|new)-alias$/i

/** What is imported, what gets another name, and the variables of the script. */
function pipeline(node: Node): Rule | undefined {
  const inner = node.firstNamedChild
  if (inner?.type === 'assignment_expression') return assigned(node, inner)
  const command = inner?.type === 'pipeline_chain' ? inner.firstNamedChild : null
  if (command?.type !== 'command') return manifest(node)
  const name = command.childForFieldName('command_name')?.text ?? ''
  if (IMPORTS.test(name) || command.firstChild?.text === '.') return node.text.includes('\n') ? undefined : IMPORT
  return ALIASES.test(name) ? { kind: 'constant', name: () => aliasName(command) } : tested(command, name)
}

const GROUPS = /^(?:describe|context|in\w*modulescope|beforediscovery|beforeall|beforeeach)$/i
const TESTS = /^(?:it|afterall|aftereach)$/i

/** Words of Pester: a group holds its tests, and what is done before them may define helpers. */
function tested(command: Node, word: string): Rule | undefined {
  const elements = command.childForFieldName('command_elements')
  const block = elements?.lastNamedChild?.lastNamedChild?.lastNamedChild
  if (block?.type !== 'script_block_expression' || !(GROUPS.test(word) || TESTS.test(word))) return undefined
  const name = (): string => /^["']([^"'\n]{1,60})/.exec(elements?.text.trim() ?? '')?.[1] ?? word
  // The grammar does not know an empty block here, PowerShell does; both know an empty statement.
  const first = elements?.namedChildren.find((child) => child.type === 'array_literal_expression')
  const omits = (_: Node, level: Level): Cut =>
    level === 'shape' && first !== undefined && first.endIndex < block.startIndex ? { start: first.endIndex, end: block.endIndex, with: ' {;}' } : { start: block.startIndex, end: block.endIndex, with: '{;}' }
  return GROUPS.test(word) ? { kind: 'module', name, holds: () => block, opens: block.startIndex + 1, closes: block.endIndex - 1, omits } : { kind: 'function', name, omits }
}

/** A file of settings: `@{ RootModule = 'x.psm1' … }`. */
function manifest(node: Node): Rule | undefined {
  const [table] = node.text.startsWith('@{') ? node.descendantsOfType('hash_literal_expression') : []
  if (table === undefined || table === null || table.endIndex < node.endIndex || node.parent?.parent?.type !== 'program') return undefined
  return { kind: 'module', name: () => '', holds: () => table, opens: table.startIndex + 2, closes: table.endIndex - 1 }
}

const aliasName = (command: Node): string => /(?:-Name\s+)?([\w-]+)/i.exec(command.childForFieldName('command_elements')?.text.trim().replace(/^-Name\s+/i, '') ?? '')?.[1] ?? ''

function assigned(node: Node, assignment: Node): Rule | undefined {
  const left = assignment.firstNamedChild?.text ?? ''
  const value = assignment.childForFieldName('value')
  const found = /^(?:\[[^\]]*\]\s*)*\$(?:(?:script|global|env):)?([\p{L}\p{N}_]+)$/iu.exec(left)
  if (found === null || value === null || node.parent?.parent?.type !== 'program') return undefined
  return { kind: 'constant', name: () => found[1] ?? '', values: () => [value] }
}
