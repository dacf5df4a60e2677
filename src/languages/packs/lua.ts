import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import type { Cut } from '../span.ts'
import { quoted } from '../modules/quoted.ts'

const SPREAD: Rule = { kind: 'module', spreads: true }
const IMPORT: Rule = { kind: 'import', name: () => '', run: true }

/** Lua. */
export default defineLanguage({
  name: 'lua',
  title: 'Lua',
  family: 'code',
  extensions: ['.lua', '.wlua', '.rockspec', '.nse', '.luau'],
  filenames: ['.luacheckrc', '.busted', '.luacov'],
  interpreters: ['lua', 'luajit', 'texlua'],
  grammar: 'lua',
  remark: ['-- ', ''],
  ...quoted({ form: /(?:\b(?<as>[A-Za-z_]\w*)\s*=\s*)?\brequire\s*\(?\s*["'](?<module>[^"'\n]+)["']/g, endings: ['.lua', '.luau', '/init.lua'], roots: ['lua', 'src', 'lib'], path: (module) => (module.includes('/') ? module : module.replaceAll('.', '/')) }),
  note: 'The types of Luau are not read: only the first lines of such functions are shown.',
  blocks: {
    function_declaration: { kind: 'function', name: dotted, omits: (node) => emptied(node) },
    variable_declaration: local,
    assignment_statement: assigned,
    field: member,
    function_call: required,
    return_statement: returned,
    block: SPREAD,
    do_statement: SPREAD,
    if_statement: SPREAD,
    else_statement: SPREAD,
    elseif_statement: SPREAD,
  },
  elision: {
    detail: [''],
    shape: [''],
    parts: { table_constructor: '{}', arguments: '()' },
  },
  bodies: { function_definition: 'body' },
  comments: ['comment', 'hash_bang_line'],
  doc: /^--(?!\[=+\[|[ \t]*(?:luacheck|vim?:|-\*-|[-=*#]{3,}[ \t]*$))/,
  loose: /^[ \t]*(?:local[ \t]+)?function[ \t]+(?<name>[\p{L}_][\p{L}\p{N}_.:]*)/gmu,
  step: '  ',
})

function dotted(node: Node): string {
  return (node.childForFieldName('name')?.text ?? '').replace(':', '.')
}

/** `function a(b) … end` reads `function a(b) end`. */
function emptied(node: Node): Cut {
  return { start: node.childForFieldName('parameters')?.endIndex ?? node.startIndex, end: node.endIndex, with: ' end' }
}

const listIn = (node: Node | null, type: string): Node | undefined => node?.namedChildren.find((child) => child.type === type)

/** `local x = …`: what is required is an import. */
function local(node: Node): Rule | undefined {
  if (node.parent?.type !== 'chunk') return undefined
  const statement = listIn(node, 'assignment_statement') ?? node
  return given(statement, {})
}

/** `M.x = …` cannot do without its value; a plain `x = …` is a step of some work unless it stands outside of all others. */
function assigned(node: Node): Rule | undefined {
  const named = listIn(node, 'variable_list')?.firstNamedChild?.type !== 'identifier'
  const rule = given(node, { elision: { value: 'nil', keepsShort: true } })
  return rule !== undefined && (node.parent?.type === 'chunk' || (named && rule.kind === 'function')) ? rule : undefined
}

/** The rule of an assignment by its first value. */
function given(statement: Node, plain: Partial<Rule>): Rule | undefined {
  const names = listIn(statement, 'variable_list')
  const values = listIn(statement, 'expression_list')
  const name = (): string => (names?.firstNamedChild?.text ?? '').replace(/\["?'?|'?"?\]/g, '.').replace(/\.$/, '').slice(0, 80)
  const value = values?.firstNamedChild ?? null
  if (value === null || values === undefined) return { kind: 'constant', name }
  if (/^(?:pcall[ (]+)?require\b/.test(value.text.slice(0, 20)) && values.endIndex - values.startIndex < 200) return IMPORT
  return held(value, name) ?? { kind: 'constant', name, values: () => [values], ...plain }
}

/** A function, or a table in which functions stand. */
function held(value: Node, name: () => string): Rule | undefined {
  if (value.type === 'function_definition') return { kind: 'function', name, omits: () => emptied(value) }
  const table = value.type === 'function_call' ? listIn(value.childForFieldName('arguments'), 'table_constructor') : value
  return table?.type === 'table_constructor' && holdsFunctions(table) ? { kind: 'class', name, holds: () => table } : undefined
}

function holdsFunctions(table: Node, depth = 0): boolean {
  return table.namedChildren.some((child) => {
    const value = child.type === 'field' ? child.childForFieldName('value') : null
    return value?.type === 'function_definition' || (value?.type === 'table_constructor' && depth < 3 && holdsFunctions(value, depth + 1))
  })
}

const SHORT = 60

/** A member of a table whose functions are shown: data are kept while short. */
function member(node: Node): Rule | undefined {
  const key = node.childForFieldName('name')
  const value = node.childForFieldName('value')
  if (key === null || value === null) return undefined
  const name = (): string => key.text
  return held(value, name) ?? (value.endIndex - value.startIndex <= SHORT && !value.text.includes('\n') ? { kind: 'field', name } : undefined)
}

function required(node: Node): Rule | undefined {
  return /^require\b/.test(node.text.slice(0, 8)) ? IMPORT : undefined
}

/** What a module gives back: its table by name, or one in which functions stand. */
function returned(node: Node): Rule | undefined {
  const value = listIn(node, 'expression_list')?.firstNamedChild
  if (node.parent?.type !== 'chunk' || value === null || value === undefined) return undefined
  return value.type === 'identifier' ? { kind: 'import', name: () => '' } : held(value, () => 'return')
}
