import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import { opened } from '../modules/opened.ts'

/** ReScript. */
export default defineLanguage({
  name: 'rescript',
  title: 'ReScript',
  family: 'code',
  extensions: ['.res', '.resi'],
  grammar: 'rescript',
  remark: ['// ', ''],
  quotes: '"`',
  ...opened({ form: /\b(?:open!?|include)\s+(?<module>[A-Z][\w.]*)/g, endings: ['.res'], open: true, path: (module) => module.slice(module.lastIndexOf('.') + 1) }),
  // Godot writes its resources with the same ending.
  owns: /^(?!\[gd_(?:resource|scene)\b|RSRC)/,
  blocks: {
    open_statement: { kind: 'import', name: () => '', run: true },
    include_statement: { kind: 'import', name: () => '', run: true },
    external_declaration: { kind: 'function', name: firstName, layout: 'joined' },
    exception_declaration: { kind: 'type', name: firstName },
    type_declaration: { kind: 'type', name: (node) => binding(node)?.childForFieldName('name')?.text ?? '' },
    let_declaration: bound,
    module_declaration: moduleBinding,
  },
  elision: {
    detail: [' { /* ... */ }', ' {/*...*/}', ' {}'],
    shape: [' {}'],
    value: '%todo',
    keepsShort: true,
  },
  bodies: { function: 'body' },
  comments: ['comment', 'line_comment', 'block_comment'],
  marks: ['decorator'],
  doc: /^\/\*\*(?!\/)/,
  loose: /^(?:let(?:[ \t]+rec)?|module(?:[ \t]+type)?|type(?:[ \t]+rec)?|external|exception)[ \t]+(?<name>[\p{L}_][\p{L}\p{N}_']*)/gmu,
  step: '  ',
})

function firstName(node: Node): string {
  return node.firstNamedChild?.text ?? ''
}

const binding = (node: Node): Node | undefined => node.namedChildren.find(({ type }) => type.endsWith('_binding'))

/** `let f = (x) => …` is a function; several may be bound by `and`. */
function bound(node: Node): Rule {
  const bindings = node.namedChildren.filter(({ type }) => type === 'let_binding')
  const name = (): string => bindings[0]?.childForFieldName('pattern')?.text.slice(0, 80) ?? ''
  const bodies = bindings.flatMap((one) => one.childForFieldName('body') ?? [])
  const [only] = bodies
  if (bodies.length === 1 && only?.type === 'function') return { kind: 'function', name, body: () => only.childForFieldName('body') }
  if (bodies.some(({ type }) => type === 'function')) return { kind: 'function', name, layout: 'joined' }
  return bodies.length === 0 ? { kind: 'constant', name, layout: 'joined' } : { kind: 'constant', name, values: () => bodies }
}

/** A module with its definitions, a functor with those of its body, or another name of a module. */
function moduleBinding(node: Node): Rule {
  const inner = binding(node)
  const name = (): string => inner?.childForFieldName('name')?.text ?? ''
  const definition = inner?.childForFieldName('definition') ?? null
  const block = definition?.type === 'functor' ? definition.childForFieldName('body') : definition
  const kind = node.children.some(({ type }) => type === 'type') ? 'interface' : 'module'
  return block?.type === 'block' ? { kind, name, holds: () => block } : { kind, name, layout: 'joined' }
}
