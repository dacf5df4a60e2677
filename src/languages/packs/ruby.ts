// Ruby defines with words, and most words are plain calls: `attr_reader`, `has_many`, `task`, `describe`. A call that names something in its
// first argument is shown; its block is shown when definitions stand in it.
import type { Node } from '../node.ts'
import type { Branch, Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import type { Cut } from '../span.ts'
import { quoted } from '../modules/quoted.ts'

/** Ruby. */
export default defineLanguage({
  name: 'ruby',
  title: 'Ruby',
  family: 'code',
  extensions: ['.rb', '.rake', '.gemspec', '.ru', '.rbw', '.rbi', '.podspec', '.jbuilder', '.thor', '.builder', '.rabl', '.cap'],
  filenames: [
    'Rakefile', 'Gemfile', 'Guardfile', 'Capfile', 'Vagrantfile', 'Podfile', 'Fastfile', 'Appfile', 'Brewfile', 'Thorfile', 'Berksfile',
    'Dangerfile', 'Puppetfile', 'Steepfile', '.irbrc', '.pryrc', '.simplecov',
  ],
  interpreters: ['ruby', 'jruby', 'rbx', 'rake', 'macruby'],
  grammar: 'ruby',
  remark: ['# ', ''],
  ...quoted({ form: /\b(?:require_relative|require_dependency|require|load|autoload\s*\(?\s*:\w+\s*,)\s*\(?\s*['"](?<module>[^'"\n]+)['"]/g, endings: ['.rb'], roots: ['lib'] }),
  callsBare: true,
  note: 'What class_eval builds from a text has no names to show.',
  blocks: {
    method: callable,
    singleton_method: callable,
    class: held,
    module: held,
    singleton_class: held,
    body_statement: { kind: 'module', spreads: true },
    block_body: { kind: 'module', spreads: true },
    alias: { kind: 'method' },
    assignment: assigned,
    operator_assignment: assigned,
    call: called,
    identifier: section,
    parenthesized_statements: (node) => (node.firstNamedChild?.type === 'call' && called(node.firstNamedChild)?.kind === 'import' ? IMPORT : undefined),
    if_modifier: { kind: 'method', wraps: 'body' },
    unless_modifier: { kind: 'method', wraps: 'body' },
    rescue_modifier: { kind: 'method', wraps: 'body' },
    if: { kind: 'module', branches },
    unless: { kind: 'module', branches },
    begin: { kind: 'module', branches },
  },
  elision: {
    detail: [' {}'],
    shape: [' {}'],
    of: { body_statement: [''] },
    value: 'nil',
    keepsShort: true,
    parts: { hash: '{}', array: '[]', string_array: '[]', symbol_array: '[]', string: "''", chained_string: "''", argument_list: '()' },
  },
  bodies: { lambda: 'body', call: longBlock, method: statements, singleton_method: statements },
  comments: ['comment'],
  doc: /^#(?!!|[ \t]*(?:-\*-|frozen_string_literal|encoding|coding|warn_indent|rubocop|shareable_constant_value|typed|:nodoc:)|-)/,
  loose: /^[ \t]*(?:private[ \t]+|public[ \t]+|protected[ \t]+)?(?:def[ \t]+(?:self\.)?|class[ \t]+|module[ \t]+)(?<name>[\p{L}_][\p{L}\p{N}_]*[?!=]?)/gmu,
  step: '  ',
})

const IMPORT: Rule = { kind: 'import', name: () => '', run: true }

const endOf = (node: Node): number => node.lastChild?.startIndex ?? node.endIndex

/** `def a(b) … end` and `def a(b) = …` both read `def a(b); end`. */
function callable(node: Node): Rule {
  const head = node.childForFieldName('parameters') ?? node.childForFieldName('name')
  const omits = (): Cut => ({ start: head?.endIndex ?? node.startIndex, end: node.endIndex, with: '; end' })
  return { kind: 'function', omits }
}

/** The body of a method inside a class that stands on one line. */
function statements(node: Node): Node | null {
  const body = node.childForFieldName('body')
  return body?.type === 'body_statement' ? body : null
}

/** A class, a module or `class << self`. It is read as a whole: a comment above its first member stands outside its body. */
function held(node: Node): Rule {
  const head = node.childForFieldName('superclass') ?? node.childForFieldName('name') ?? node.childForFieldName('value')
  const opens = head?.endIndex ?? node.startIndex
  const omits = (): Cut => ({ start: opens, end: node.endIndex, with: '; end' })
  const name = (): string => node.childForFieldName('name')?.text ?? ''
  const kind = node.type === 'module' ? 'module' : 'class'
  return node.childForFieldName('body') === null ? { kind, name, omits } : { kind, name, holds: () => node, opens, closes: endOf(node), omits }
}

const SECTIONS = /^(?:private|protected|public|module_function)$/

/** `private` alone on its line. */
function section(node: Node): Rule | undefined {
  return SECTIONS.test(node.text) ? { kind: 'import', name: () => '' } : undefined
}

const NAMES = new Set(['constant', 'scope_resolution', 'class_variable', 'global_variable'])

/** A constant is what its value is: data, or a class with a block. */
function assigned(node: Node): Rule | undefined {
  const left = node.childForFieldName('left')
  const right = node.childForFieldName('right')
  if (left === null || right === null) return undefined
  const first = left.type === 'left_assignment_list' ? left.firstNamedChild : left
  if (first === null) return undefined
  if (first.type === 'call') return isOwn(first.childForFieldName('receiver')) ? { ...constant(right), kind: 'field', name: () => first.childForFieldName('method')?.text ?? '' } : undefined
  if (!NAMES.has(first.type)) return undefined
  const name = (): string => first.text
  const block = made(right)
  return block === null ? { ...constant(right), kind: 'constant', name } : { ...withBlock(block), kind: 'class', name }
}

/** The block of a class or module without a name, and of one that is used at once: `Class.new do … end.new`. */
function made(value: Node | null): Node | null {
  let call = value
  while (call?.type === 'call' && call.childForFieldName('block') === null && call.childForFieldName('receiver')?.type === 'call') call = call.childForFieldName('receiver')
  return call?.type === 'call' && MAKERS.test(call.text) ? call.childForFieldName('block') : null
}

const MAKERS = /^(?:::)?(?:Class|Module|Struct|Data)\.(?:new|define)\b/

/** A text in a heredoc stands below its line, so the value never goes without it. */
function constant(value: Node): Omit<Rule, 'kind'> {
  if (holdsHeredoc(value)) return { omits: (): Cut => ({ start: value.startIndex, end: value.endIndex, with: "''" }) }
  return { values: () => [value] }
}

const holdsHeredoc = (node: Node): boolean => node.descendantsOfType('heredoc_beginning').length > 0

const IMPORTS = /^(?:require|require_relative|require_dependency|load|autoload|import|include|extend|prepend|using|refine)$/
const VISIBILITY = /^(?:private|protected|public|module_function|private_class_method|public_class_method|private_constant)$/
const NEVER = /^(?:puts|print|p|pp|printf|putc|raise|fail|warn|abort|exit|exit!|system|exec|spawn|fork|sleep|loop|eval|instance_eval|class_eval|module_eval|send|trap|at_exit|srand|rand|gets|open|catch|throw|lambda|proc|return|expect|assert\w*|refute\w*|Integer|Float|String|Array|Hash|format|sprintf|binding|block_given\?|yield)$/
/** Calls whose blocks are bodies, not places for definitions. */
const BODIES = /^(?:it|its|specify|example|scenario|test|should|before|after|around|setup|teardown|background|let!?|subject!?|given|task|file|rule|define_method|define_singleton_method|step|Given|When|Then|And|get|post|put|patch|delete|head|options|scope|lambda|proc|validate)$/

/** A call that defines something by its name and its first argument. */
function called(node: Node): Rule | undefined {
  const method = node.childForFieldName('method')?.text ?? ''
  const args = node.childForFieldName('arguments')
  const block = node.childForFieldName('block')
  const receiver = node.childForFieldName('receiver')
  const own = isOwn(receiver) || (block !== null && CONSTANTS.has(receiver?.type ?? ''))
  const inner = args?.namedChildCount === 1 ? args.firstNamedChild : null
  const nameless = made(inner)
  if (own && nameless !== null) return { ...withBlock(nameless), kind: 'module', name: () => '' }
  if (own && IMPORTS.test(method) && block === null) return args === null ? undefined : IMPORT
  if (own && inner !== null && WRAPPED.has(inner.type) && holdsMethod(inner)) return { kind: 'method', wraps: () => inner }
  if (own && NEVER.test(method)) return undefined
  const named = own ? nameIn(args?.firstNamedChild ?? null) : undefined
  if (block !== null) return blockCall(node, { block, method, named: named ?? (isOwn(receiver) ? method : undefined) })
  if (named === undefined || (args !== null && args.firstNamedChild !== null && holdsHeredoc(args.firstNamedChild))) return undefined
  return { kind: VISIBILITY.test(method) ? 'import' : 'field', name: () => (VISIBILITY.test(method) ? '' : named), omits: (_, level) => shortened(args as Node, level) }
}

const CONSTANTS = new Set(['constant', 'scope_resolution'])
const WRAPPED = new Set(['method', 'singleton_method', 'call'])

/** `private def a`, `private memoize def a`, `private attr_reader :a`. */
function holdsMethod(node: Node): boolean {
  return node.type !== 'call' || called(node) !== undefined
}

/** A call on the object itself, or on what the block around it was given. */
function isOwn(receiver: Node | null): boolean {
  if (receiver === null || receiver.type === 'self') return true
  if (receiver.type !== 'identifier') return false
  let around = receiver.parent
  while (around !== null && around.type !== 'do_block' && around.type !== 'block') around = STOPS.has(around.type) ? null : around.parent
  const first = around?.childForFieldName('parameters')?.firstNamedChild
  return first !== null && first !== undefined && first.text === receiver.text
}

const STOPS = new Set(['method', 'singleton_method', 'class', 'module', 'program'])

const ARGUMENTS = new Set(['simple_symbol', 'string', 'constant', 'scope_resolution', 'delimited_symbol', 'hash_key_symbol'])

/** The name that a first argument gives: `:user`, `'user'`, `user: :role`. */
function nameIn(argument: Node | null): string | undefined {
  const key = argument?.type === 'pair' ? argument.childForFieldName('key') : argument
  if (key === null || key === undefined || !ARGUMENTS.has(key.type)) return undefined
  return key.text.replace(/^:?["']?|["']$/g, '').slice(0, 60)
}

/** A block that holds definitions shows them, any other is emptied. */
function blockCall(node: Node, { block, method, named }: { block: Node; method: string; named: string | undefined }): Rule | undefined {
  const args = node.childForFieldName('arguments')
  if (args !== null && holdsHeredoc(args)) return named === undefined ? undefined : { kind: 'function', name: () => named, omits: (_, level) => ({ ...shortened(args, level), end: node.endIndex }) }
  const held = withBlock(block)
  if (!BODIES.test(method) && definesIn(block)) return { ...held, kind: 'module', name: () => named ?? method }
  if (named === undefined || node.parent?.type === 'argument_list') return undefined
  const { holds: _holds, ...leaf } = held
  return { ...leaf, kind: method.startsWith('define_') ? 'method' : 'function', name: () => named }
}

/** The frame of a block: `do |x|` … `end`. */
function withBlock(block: Node): Omit<Rule, 'kind'> {
  const opens = block.childForFieldName('parameters')?.endIndex ?? block.firstChild?.endIndex ?? block.startIndex
  const omits = (): Cut => ({ start: opens, end: block.endIndex, with: block.type === 'block' ? ' }' : ' end' })
  return { holds: () => block, opens, closes: endOf(block), omits }
}

const DEFINITION = /^(?:method|singleton_method|class|module|singleton_class|alias)$/

function definesIn(block: Node): boolean {
  const body = block.childForFieldName('body')
  return body !== null && body.namedChildren.some((child) => DEFINITION.test(child.type) || (child.type === 'call' && called(child) !== undefined) || (child.type === 'assignment' && assigned(child) !== undefined))
}

const SHORT = { detail: 200, shape: 60 }

/** The arguments of a call: all while they are short, else those that name something. */
function shortened(args: Node, level: 'shape' | 'detail'): Cut {
  const whole = args.text
  const nothing = { start: args.endIndex, end: args.endIndex, with: '' }
  if (whole.length <= SHORT[level] && !whole.includes('\n') && !holdsHeredoc(args)) return nothing
  const names = args.namedChildren.findIndex((argument) => nameIn(argument) === undefined || argument.type === 'pair')
  const last = names < 0 ? args.lastNamedChild : args.namedChildren[Math.max(0, names - 1)]
  if (last === null || last === undefined) return nothing
  return { start: last.endIndex, end: args.endIndex, with: whole.startsWith('(') ? ')' : '' }
}

/** A block of several lines inside a value. */
function longBlock(node: Node): Node | null {
  const block = node.childForFieldName('block')
  return block !== null && block.text.includes('\n') ? block : null
}

/** The parts of `if` and `begin` up to the next of their words. */
function branches(node: Node): Branch[] {
  const starts = clausesOf(node)
  return starts.map(({ start, block, opens }, index) => ({ start, block, inside: { start: opens, end: starts[index + 1]?.start ?? endOf(node) } }))
}

interface Clause {
  readonly start: number
  readonly block: Node
  readonly opens: number
}

const CLAUSES = new Set(['else', 'elsif', 'rescue', 'ensure'])

function clausesOf(node: Node): Clause[] {
  const own = clauseOf(node)
  const next = node.type === 'if' || node.type === 'unless' || node.type === 'elsif' ? [node.childForFieldName('alternative')] : node.namedChildren
  return [...own, ...next.flatMap((child) => (child === null || !CLAUSES.has(child.type) ? [] : child.type === 'elsif' ? clausesOf(child) : clauseOf(child)))]
}

function clauseOf(node: Node): Clause[] {
  const start = node.startIndex
  const word = node.firstChild?.endIndex ?? start
  const condition = node.childForFieldName('condition')
  if (condition !== null) return [{ start, block: node.childForFieldName('consequence') ?? condition, opens: condition.endIndex }]
  if (node.type !== 'rescue') return [{ start, block: node, opens: word }]
  const head = node.childForFieldName('variable') ?? node.childForFieldName('exceptions')
  return [{ start, block: node.childForFieldName('body') ?? node, opens: head?.endIndex ?? word }]
}
