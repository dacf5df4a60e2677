import type { Node } from '../node.ts'
import { c, declaredName } from './c.ts'
import type { Rule } from '../language.ts'
import { extend } from '../language.ts'

/** Objective-C. */
export default extend(c, {
  name: 'objc',
  title: 'Objective-C',
  extensions: ['.m', '.mm', '.h'],
  grammar: 'objc',
  note: 'Objective-C++ is read as Objective-C: of classes of C++ in it only the functions are found for sure.',
  owns,
  blocks: {
    module_import: { kind: 'import', name: () => '', run: true },
    class_declaration: { kind: 'import', name: () => '', run: true },
    protocol_forward_declaration: { kind: 'import', name: () => '', run: true },
    class_interface: (node) => section(node, 'class'),
    class_implementation: (node) => section(node, 'class'),
    protocol_declaration: (node) => (endOf(node) === null ? { kind: 'import', name: () => '', run: true } : section(node, 'interface')),
    implementation_definition: { kind: 'module', wraps: (node) => node.firstNamedChild },
    qualified_protocol_interface_declaration: { kind: 'module', spreads: true },
    method_declaration: { kind: 'method', name: selector, layout: 'joined' },
    method_definition: { kind: 'method', name: selector, body: (node) => node.lastNamedChild },
    property_declaration: { kind: 'field', name: propertyName, layout: 'joined' },
  },
  separators: { qualified_protocol_interface_declaration: '@optional' },
  loose: new RegExp(`${c.loose.source}|^[-+][ \\t]*\\([^)\\n]*\\)[ \\t]*(?=[\\p{L}_])`, 'gmu'),
  step: '  ',
})

/** What neither C nor C++ nor MATLAB holds. */
const OBJC = /^[ \t]*(?:@(?:interface|implementation|protocol|class|import|property|end)\b|#[ \t]*import\b|NS_ASSUME_NONNULL_BEGIN)|\bNS(?:String|Object|Integer|_ENUM|_OPTIONS)\b/m

/** A `.m` may also be MATLAB, which has other comments. */
function owns(head: string, name: string): boolean {
  return name.endsWith('.mm') || OBJC.test(head) || (name.endsWith('.m') && /^[ \t]*(?:\/\/|\/\*|#[ \t]*(?:include|define|pragma|if))/m.test(head))
}

const HEAD = /^(?:identifier|superclass|category|instance_variables|protocol_reference_list|parameterized_arguments|generic_arguments|\W+|@\w+)$/

/** `@interface … @end`: its first line, with the variables that follow it, is its head. */
function section(node: Node, kind: 'class' | 'interface'): Rule {
  const members = node.children.findIndex((child, at) => at > 0 && !HEAD.test(child.type))
  const head = node.children.slice(0, members < 0 ? -1 : members).filter(({ type }) => type !== '@end')
  const end = endOf(node)
  return { kind, name: className, holds: () => node, opens: head.at(-1)?.endIndex ?? node.startIndex, ...(end === null ? {} : { closes: end.startIndex }) }
}

const endOf = (node: Node): Node | null => node.children.find(({ type }) => type === '@end') ?? null

/** A category is named as its files are: `Person+Private`. */
function className(node: Node): string {
  const name = node.namedChildren.find(({ type }) => type === 'identifier')?.text ?? ''
  const category = node.childForFieldName('category')?.text
  return category === undefined ? name : `${name}+${category}`
}

/** `initWithName:age:` is found by its first word. */
function selector(node: Node): string {
  return node.namedChildren.find(({ type }) => type === 'identifier')?.text ?? ''
}

function propertyName(node: Node): string {
  const declared = node.namedChildren.find(({ type }) => type === 'struct_declaration')?.namedChildren.find(({ type }) => type === 'struct_declarator')
  const inner = declared?.firstNamedChild ?? null
  return inner === null ? '' : inner.childForFieldName('declarator') === null ? inner.text : declaredName(inner)
}
