import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import type { Cut } from '../span.ts'
import { opened, snaked } from '../modules/opened.ts'

const MODULES = new Set(['defmodule', 'defprotocol', 'defimpl'])
const FUNCTIONS = new Set(['def', 'defp', 'defmacro', 'defmacrop', 'defn', 'defnp'])
const IMPORTS = new Set(['use', 'import', 'alias', 'require'])
/** What declares a function, or the fields of a module, without a body. */
const DECLARATIONS = new Set(['defguard', 'defguardp', 'defdelegate', 'defoverridable'])
const FIELDS = new Set(['defstruct', 'defexception', 'defrecord', 'defrecordp', 'schema', 'embedded_schema', 'typedstruct'])
const TYPES = new Set(['type', 'typep', 'opaque'])
const CALLBACKS = new Set(['callback', 'macrocallback'])
/** Attributes that belong to the definition below them. */
const MARKS = new Set(['doc', 'typedoc', 'spec', 'impl', 'deprecated', 'since', 'derive', 'tag', 'describetag', 'decorate'])

const modules = opened({
  form: /^[ \t]*(?:alias|require|(?<all>import|use))[ \t(]+(?<module>[A-Z][\w.]*)(?:\s*,\s*as:\s*(?<as>\w+))?/gm,
  endings: ['.ex', '.exs'], known: true, path: snaked, declares: /^[ \t]*defmodule[ \t]+([\w.]+)/m,
})

/** `alias A.{B, C}` as one line for each. */
const spread = (statements: string): string => statements.replace(/^[ \t]*(\w+)[ \t(]+([\w.]+\.)\{([^}]*)\}/gm, (_, word: string, before: string, list: string) => list.split(',').map((name) => `${word} ${before}${name.trim()}`).join('\n'))

/** Elixir. */
export default defineLanguage({
  name: 'elixir',
  title: 'Elixir',
  family: 'code',
  extensions: ['.ex', '.exs'],
  interpreters: ['elixir'],
  grammar: 'elixir',
  remark: ['# ', ''],
  imports: (statements) => modules.imports(spread(statements)),
  resolve: modules.resolve,
  callsBare: true,
  blocks: {
    call: called,
    unary_operator: attribute,
    else_block: { kind: 'module', spreads: true },
  },
  elision: { detail: [' do ... end'], shape: [''], value: '...', keepsShort: true },
  comments: ['comment'],
  doc: /(?!)/,
  docAbove: { is: (node) => MARKS.has(attributeName(node)), first: firstLine },
  loose: /^[ \t]*(?:defmodule|defprotocol|defimpl|defmacrop?|defguardp?|defdelegate|defp?)[ \t(]+(?<name>[\p{L}_][\p{L}\p{N}_.]*[?!]?)/gmu,
  step: '  ',
})

/** A call that defines something: in Elixir every definition is one. */
function called(node: Node): Rule | undefined {
  const word = wordOf(node)
  if (IMPORTS.has(word)) return { kind: 'import', name: () => '', run: true }
  if (FUNCTIONS.has(word)) return { kind: 'function', name: headName, clause: headKey, omits: code }
  if (DECLARATIONS.has(word)) return { kind: 'function', name: headName, layout: 'joined' }
  if (FIELDS.has(word)) return { kind: 'class', name: word === 'defrecord' || word === 'defrecordp' ? headName : () => word }
  if (word === 'test') return { kind: 'function', name: firstString, omits: code }
  const block = blockOf(node)
  const module: Rule = { kind: word === 'defprotocol' ? 'interface' : 'module', name: (call) => argument(call)?.text ?? '' }
  if (block === null) return MODULES.has(word) ? module : undefined
  if (MODULES.has(word)) return holding(block, module)
  if (word === 'describe') return holding(block, { kind: 'module', name: firstString })
  return defines(block) ? holding(block, { kind: 'module', name: () => '' }) : undefined
}

/** The word that is called; the text of a longer target could be half the file. */
function wordOf(call: Node): string {
  const target = call.childForFieldName('target')
  return target?.type === 'identifier' ? target.text : ''
}

const argumentsOf = (call: Node): Node | null => call.namedChildren.find((child) => child.type === 'arguments') ?? null

const argument = (call: Node): Node | null => argumentsOf(call)?.firstNamedChild ?? null

const blockOf = (call: Node): Node | null => call.namedChildren.find((child) => child.type === 'do_block') ?? null

/** `do … end` around definitions. */
function holding(block: Node, rule: Rule): Rule {
  const omits = (): Cut => ({ start: block.startIndex, end: block.endIndex, with: 'do end' })
  return { ...rule, holds: () => block, opens: block.startIndex + 'do'.length, closes: block.endIndex - 'end'.length, omits }
}

/** Whether a block has definitions in it, also in its other branch: `if … do def … else def … end`. */
function defines(block: Node): boolean {
  return block.namedChildren.some((child) => {
    if (child.type === 'else_block') return defines(child)
    const word = child.type === 'call' ? wordOf(child) : ''
    return FUNCTIONS.has(word) || MODULES.has(word) || DECLARATIONS.has(word) || word === 'test' || word === 'describe'
  })
}

/** The head of a function without its guard: `add(a, b)`. */
function head(call: Node): Node | null {
  const first = argument(call)
  return first?.type === 'binary_operator' && first.childForFieldName('operator')?.text === 'when' ? first.childForFieldName('left') : first
}

function headName(call: Node): string {
  const node = head(call)
  return (node?.childForFieldName('target') ?? node?.childForFieldName('operator') ?? node)?.text ?? ''
}

/** Functions of one name that take another number of arguments are others. */
function headKey(call: Node): string {
  const node = head(call)
  const count = node?.type === 'call' ? argumentsOf(node)?.namedChildCount ?? 0 : node?.namedChildCount ?? 0
  return `${wordOf(call)} ${headName(call)}/${count}`
}

function firstString(call: Node): string {
  return argument(call)?.text.slice(0, 80) ?? ''
}

/** The body of a function: its block, or what stands after `do:`. A head without a body says enough at `shape`. */
function code(call: Node, level: 'shape' | 'detail'): readonly Cut[] {
  const marker = level === 'shape' ? '' : ' do ... end'
  const block = blockOf(call)
  if (block !== null) return [{ start: block.previousNamedSibling?.endIndex ?? block.startIndex, end: block.endIndex, with: marker }]
  const words = argumentsOf(call)?.lastNamedChild
  const before = words?.previousNamedSibling
  return words?.type === 'keywords' && words.text.startsWith('do:') && before ? [{ start: before.endIndex, end: words.endIndex, with: marker }] : []
}

const attributeName = (node: Node): string =>
  node.type === 'unary_operator' && node.childForFieldName('operator')?.text === '@' ? node.childForFieldName('operand')?.childForFieldName('target')?.text ?? '' : ''

/** `@name value`: documentation, a type, a callback or a constant. */
function attribute(node: Node): Rule | undefined {
  const name = attributeName(node)
  if (name === '') return undefined
  if (name === 'moduledoc' || name === 'shortdoc') return { kind: 'doc', name: () => '' }
  if (name === 'behaviour') return { kind: 'import', name: () => '', run: true }
  if (TYPES.has(name)) return { kind: 'type', name: typeName, layout: 'joined' }
  if (CALLBACKS.has(name)) return { kind: 'function', name: typeName, layout: 'joined' }
  const value = argument(node.childForFieldName('operand') ?? node)
  return { kind: 'constant', name: () => `@${name}`, values: () => (value === null ? [] : [value]) }
}

/** `t` in `@type t(a) :: list(a)`. */
function typeName(node: Node): string {
  return /^@\w+[\s(]+([\p{L}_][\p{L}\p{N}_]*[?!]?)/u.exec(node.text)?.[1] ?? ''
}

/** The first line of `@doc """…"""`; other attributes are kept as they stand. */
function firstLine(text: string): string {
  const [opening, start = '', sigil = '', quotes = ''] = /^(@\w*doc\s+)(~[sS])?("""|'''|")/.exec(text) ?? []
  if (opening === undefined) return /^@moduledoc\s+false/.test(text) ? '' : text
  const lines = text.slice(opening.length, text.lastIndexOf(quotes)).split('\n')
  if (lines.length === 1) return text
  const line = lines.map((one) => one.trim()).find((one) => one !== '') ?? ''
  if (!/["\\]|#\{/.test(line)) return `${start}"${line}"`
  const margin = /[ \t]*$/.exec(lines.at(-1) ?? '')?.[0] ?? ''
  return quotes === '"' ? text : `${start}${sigil}${quotes}\n${margin}${line}\n${margin}${quotes}`
}
