import type { Node } from '../node.ts'
import type { Branch, Rule } from '../language.ts'
import { imports, resolve } from '../modules/ecmascript.ts'
import { defineLanguage } from '../language.ts'

/** JavaScript with JSX. */
export const javascript = defineLanguage({
  name: 'javascript',
  title: 'JavaScript',
  family: 'code',
  extensions: ['.js', '.mjs', '.cjs', '.jsx'],
  grammar: 'javascript',
  remark: ['// ', ''],
  quotes: '"\'`',
  imports,
  resolve,
  blocks: {
    import_statement: { kind: 'import', run: true, layout: 'line' },
    export_statement: exported,
    function_declaration: { kind: 'function', body: 'body' },
    generator_function_declaration: { kind: 'function', body: 'body' },
    class_declaration: { kind: 'class', holds: 'body' },
    method_definition: { kind: 'method', body: 'body' },
    field_definition: field,
    lexical_declaration: declared,
    variable_declaration: declared,
    expression_statement: statement,
    pair: objectMember,
    shorthand_property_identifier: { kind: 'field', name: (node) => node.text },
    spread_element: { kind: 'field', name: () => '' },
    if_statement: { kind: 'module', branches },
    try_statement: { kind: 'module', branches },
    statement_block: { kind: 'module', branches },
  },
  elision: {
    detail: [' { /* ... */ }', ' {/*...*/}'],
    shape: [' {}'],
    parts: { object: '{ /* ... */ }', array: '[ /* ... */ ]', arguments: '(/* ... */)', template_string: '``' },
  },
  bodies: { arrow_function: 'body', function_expression: 'body', generator_function: 'body', class_static_block: 'body' },
  comments: ['comment'],
  marks: ['decorator'],
  doc: /^\/\*\*/,
  docApart: true,
  mends: (text) => text.replace(USING, 'us_ng'),
  loose: /^(?:export[ \t]+)?(?:default[ \t]+)?(?:async[ \t]+)?(?:function\b[ \t]*\*?|class|const|let|var)[ \t]*(?<name>[\p{L}_$][\p{L}\p{N}_$]*)/gmu,
  bearsDepth: true,
  step: '  ',
})

/** `using` where it is an ordinary name: to the grammar it is always the word that begins a declaration. What is defined under that name keeps it. */
const USING = /(?<!\b(?:function|class|const|let|var|type|interface|enum)[ \t]+)(?<![.#])\busing\b(?![ \t]+[\p{L}_$])(?!\s*[(:?])/gu

const FUNCTIONS = new Set(['arrow_function', 'function_expression', 'generator_function'])
const WRAPPERS = new Set(['parenthesized_expression', 'as_expression', 'satisfies_expression', 'non_null_expression', 'type_assertion'])

/** What a value is once type assertions and brackets are taken away. */
export function bare(value: Node | null): Node | null {
  let inner = value
  // `<A>(x: A): A => x` is read as an assertion of the type `A` where its grammar is ambiguous.
  for (let type = inner?.type; inner !== null && type !== undefined && WRAPPERS.has(type); type = inner?.type) inner = type === 'type_assertion' ? inner.lastNamedChild : inner.firstNamedChild
  return inner
}

/** Whether a function may stand in an expression. Its text tells, where the tree would have to be asked about every part; in broken code a word may be missing. */
const mayHoldFunction = (expression: Node): boolean => /=>|function/.test(expression.text) || expression.hasError

/** The rule for a name that is given a value: functions, classes and objects of functions are what they hold. */
export function given(value: Node | null, name: () => string): Rule {
  const inner = bare(value)
  const values = (): Node[] => (value === null ? [] : [value])
  if (inner === null) return { kind: 'constant', name, values }
  const type = inner.type
  if (FUNCTIONS.has(type)) return { kind: 'function', name, body: () => inner.childForFieldName('body') }
  if (type === 'class') return { kind: 'class', name, holds: () => inner.childForFieldName('body') }
  if (type === 'object' && holdsFunctions(inner)) return { kind: 'constant', name, holds: () => inner }
  if (type === 'call_expression' && declaresProps(inner)) return { kind: 'constant', name }
  const module = moduleFunction(inner)
  if (module !== null) return { kind: 'module', name, holds: () => module }
  const wrapped = wrappedFunction(inner)
  if (wrapped !== null) return { kind: 'constant', name, body: () => wrapped.childForFieldName('body') }
  return { kind: 'constant', name, values }
}

/** What a component takes is part of its signature: `defineProps<{ id: number }>()`. */
const declaresProps = (call: Node): boolean =>
  /^(?:define(?:Props|Emits|Model|Slots)|withDefaults|\$props)$/.test(call.childForFieldName('function')?.text ?? '')

/** Whether an object has functions among its members, or objects that do. */
function holdsFunctions(object: Node, depth = 0): boolean {
  return object.namedChildren.some((member) => {
    const type = member.type
    if (type === 'method_definition') return true
    const value = type === 'pair' ? bare(member.childForFieldName('value')) : null
    return value !== null && (FUNCTIONS.has(value.type) || (value.type === 'object' && depth < 2 && holdsFunctions(value, depth + 1)))
  })
}

/** The function inside `memo(forwardRef(function … ))`. */
function wrappedFunction(value: Node): Node | null {
  let call: Node | null = value
  for (let depth = 0; depth < 4 && call?.type === 'call_expression' && mayHoldFunction(call); depth++) {
    const args: readonly Node[] = call.childForFieldName('arguments')?.namedChildren ?? []
    const functions = args.filter((argument) => FUNCTIONS.has(argument.type))
    if (functions.length === 1 && isLong(functions[0] as Node)) return functions[0] as Node
    call = args.find((argument) => argument.type === 'call_expression') ?? null
  }
  return null
}

const isLong = (node: Node): boolean => node.endIndex - node.startIndex > 60 && node.childForFieldName('body')?.type === 'statement_block'

/** `const x = …`: an import when it is required, else what the value is. */
function declared(node: Node): Rule | undefined {
  const declarators = node.namedChildren.filter((child) => child.type === 'variable_declarator')
  const [first] = declarators
  if (first === undefined) return undefined
  const name = (): string => first.childForFieldName('name')?.text.slice(0, LONGEST_NAME) ?? ''
  if (declarators.every(isRequired)) return { kind: 'import', name: () => '', run: true, layout: 'line' }
  const [only] = declarators.length === 1 ? [given(first.childForFieldName('value'), name)] : []
  if ((only === undefined || only.values !== undefined) && isInTest(node)) return undefined
  return only ?? { kind: 'constant', name, values: () => declarators.flatMap((declarator) => declarator.childForFieldName('value') ?? []) }
}

const isRequired = (declarator: Node): boolean => {
  const value = declarator.childForFieldName('value')
  return value !== null && value.endIndex - value.startIndex < 200 && /^(?:\w+\()?(?:require|await import)\s*\(/.test(value.text)
}

/** `export …`: a definition when it declares one, else part of the imports. */
function exported(node: Node): Rule {
  if (node.childForFieldName('declaration') !== null) return { kind: 'function', wraps: 'declaration' }
  const value = node.childForFieldName('value')
  if (value === null) return { kind: 'import', name: () => '', run: true, layout: 'line' }
  return given(value, () => value.childForFieldName('name')?.text ?? 'default')
}

/** A statement that gives an export or a prototype its members, wraps a whole module in a function, or gives a function a name in words. */
export function statement(node: Node, inner = node.firstNamedChild): Rule | undefined {
  if (inner === null) return undefined
  if (inner.type === 'assignment_expression') return assigned(inner)
  const call = callIn(inner)
  if (call === null) return undefined
  const given = argumentsOf(call)
  const wrapper = moduleBody(call, given)
  return wrapper === null ? called(call, given) : { kind: 'module', name: () => labelOf(call, given), holds: () => wrapper }
}

/** The call that an expression is. */
function callIn(expression: Node | null): Node | null {
  let call = expression
  for (let type = call?.type; call !== null; type = call?.type) {
    if (type === 'call_expression') return call
    if (type === undefined || !PREFIXES.has(type)) return null
    call = call.lastNamedChild
  }
  return null
}

const argumentsOf = (call: Node): readonly Node[] => call.childForFieldName('arguments')?.namedChildren ?? []

/** `it('adds', () => { … })`, `app.get('/x', …)`, `Object.defineProperty(exports, 'x', { get() { … } })`: functions that are found under a string. */
function called(call: Node, given: readonly Node[]): Rule | undefined {
  if (!given.slice(0, LABELS).some(isString) || !given.some(givesFunction)) return undefined
  const callee = call.childForFieldName('function')
  if (LOOPS.test(callee?.text ?? '')) return undefined
  const table = callee?.type === 'call_expression' ? argumentsOf(callee) : []
  return { kind: 'function', name: () => labelOf(call, given), values: () => [...table, ...given.filter((node) => !isString(node))] }
}

/** The string stands before the function, after at most two other things. */
const LABELS = 3
const LOOPS = /\.(?:then|catch|finally|forEach|map|filter|reduce|replace|some|every|sort)$/
const isString = ({ type }: Node): boolean => type === 'string' || type === 'template_string'
const givesFunction = (node: Node): boolean => FUNCTIONS.has(node.type) || (node.type === 'object' && holdsFunctions(node))

/** The first string that a call is given; the name of a module is no part of the names in it. */
function labelOf(call: Node, given: readonly Node[]): string {
  const label = given.slice(0, LABELS).find(isString)
  return label === undefined || call.childForFieldName('function')?.text === 'define' ? '' : label.text.slice(1, -1).slice(0, LONGEST_NAME)
}

const LONGEST_NAME = 80

/** The callee of a test or a group of tests. */
const TEST = /^[fx]?(?:describe|context|suite|test|it|specify|group|bench|t)(?:\.|\(|$)|^Deno\.test/

const isTest = (call: Node, given: readonly Node[]): boolean => TEST.test(call.childForFieldName('function')?.text ?? '') && called(call, given) !== undefined

/** What a test sets up for itself is part of its body. */
function isInTest(node: Node): boolean {
  const callback = node.parent?.type === 'statement_block' ? node.parent.parent : null
  const call = callback?.parent?.type === 'arguments' ? callback.parent.parent : null
  return TEST.test(call?.childForFieldName('function')?.text ?? '')
}

function assigned(assignment: Node): Rule | undefined {
  const left = assignment.childForFieldName('left')
  let right = assignment.childForFieldName('right')
  // `a.open = b.open = function () { … }` is one function with two names.
  while (right?.type === 'assignment_expression') right = right.childForFieldName('right')
  if (left === null || right === null || left.type !== 'member_expression') return undefined
  const rule = given(right, () => left.childForFieldName('property')?.text ?? '')
  const exports = /^(?:module\.)?exports\b/.test(left.text)
  return exports || rule.values === undefined ? { ...rule, kind: rule.kind === 'function' && /\.prototype\./.test(left.text) ? 'method' : rule.kind } : undefined
}

/** The body of the function that wraps a module: `(function () { … })()`, `define(function () { … })`. */
function moduleFunction(expression: Node): Node | null {
  const call = callIn(expression)
  return call === null ? null : moduleBody(call, argumentsOf(call))
}

/** The same of a call and what it is given. */
function moduleBody(call: Node, given: readonly Node[], depth = 0): Node | null {
  if (depth > 3 || !mayHoldFunction(call)) return null
  const callee = bare(call.childForFieldName('function'))
  const functions = [...given.map(bare), callee?.type === 'member_expression' ? bare(callee.childForFieldName('object')) : callee]
  const bodies = functions.map((node) => (node !== null && FUNCTIONS.has(node.type) ? node.childForFieldName('body') : null))
  return bodies.find((body) => body?.type === 'statement_block' && body.namedChildren.some((child) => declares(child, depth))) ?? null
}

const PREFIXES = new Set(['unary_expression', 'parenthesized_expression', 'await_expression'])
const DECLARATION = /^(?:generator_)?function_declaration$|^(?:abstract_)?class_declaration$/

function declares(node: Node, depth: number): boolean {
  const type = node.type
  if (DECLARATION.test(type)) return true
  const inner = type === 'expression_statement' ? node.firstNamedChild : null
  if (inner === null) return false
  if (inner.type === 'assignment_expression') return assigned(inner) !== undefined
  const call = callIn(inner)
  if (call === null) return false
  const given = argumentsOf(call)
  return isTest(call, given) || moduleBody(call, given, depth + 1) !== null
}

/** A field of a class: a function when its value is one. */
export function field(node: Node): Rule {
  const name = (): string => (node.childForFieldName('property') ?? node.childForFieldName('name'))?.text ?? ''
  const rule = given(node.childForFieldName('value'), name)
  return rule.kind === 'function' ? { ...rule, kind: 'method' } : { ...rule, kind: 'field' }
}

/** A member of an object whose functions are shown: data are kept while short. */
function objectMember(node: Node): Rule | undefined {
  const value = node.childForFieldName('value')
  const rule = given(value, () => node.childForFieldName('key')?.text ?? '')
  if (rule.kind === 'function') return { ...rule, kind: 'method' }
  if (rule.holds !== undefined) return rule
  return value !== null && value.endIndex - value.startIndex <= SHORT && !value.text.includes('\n') ? { ...rule, kind: 'field' } : undefined
}

/** The length up to which a plain member is shown. */
const SHORT = 60

/** The blocks of `if`, `else`, `try` and `catch`. */
function branches(node: Node): Branch[] {
  const found: Branch[] = []
  let clause: { start: number; node: Node } | undefined = { start: node.startIndex, node }
  while (clause !== undefined) {
    const { start, node: inner }: { start: number; node: Node } = clause
    clause = undefined
    for (const child of inner.namedChildren) {
      if (child.type === 'statement_block') found.push({ start, block: child })
      else if (CLAUSE.test(child.type)) {
        const body = child.lastNamedChild
        if (body?.type === 'statement_block') found.push({ start: child.startIndex, block: body })
        else if (body?.type === 'if_statement') clause = { start: child.startIndex, node: body }
      }
    }
  }
  return found
}

const CLAUSE = /^(?:catch|finally|else)_clause$/

export default javascript
