import type { Node } from '../node.ts'
import { c, declared, declaredName, isFunction, typeInside } from './c.ts'
import type { Rule } from '../language.ts'
import { extend } from '../language.ts'
import type { Cut } from '../span.ts'

/** C++. */
export const cpp = extend(c, {
  name: 'cpp',
  title: 'C++',
  extensions: ['.cpp', '.cc', '.cxx', '.c++', '.hpp', '.hh', '.hxx', '.h++', '.ipp', '.inl', '.tpp', '.txx', '.h'],
  grammar: 'cpp',
  owns,
  blocks: {
    class_specifier: specified,
    struct_specifier: specified,
    union_specifier: specified,
    field_declaration: declaredMember,
    declaration: declaredMember,
    access_specifier: { kind: 'field', name: () => '', ends: ':' },
    template_declaration: { kind: 'function', wraps: (node) => node.lastNamedChild },
    friend_declaration: befriended,
    alias_declaration: { kind: 'type', layout: 'joined' },
    concept_definition: { kind: 'type', layout: 'joined' },
    namespace_definition: { kind: 'module', name: (node) => (node.childForFieldName('name')?.text ?? '').replaceAll('::', '.'), holds: 'body' },
    namespace_alias_definition: { kind: 'type' },
    using_declaration: { kind: 'import', name: () => '', run: true },
  },
  step: '  ',
})

/** What no C header holds. */
const CPP = /^[ \t]*(?:namespace\b|template[ \t]*<|class[ \t]+[\w:[\]() \t]+(?:[:{]|$)|(?:public|private|protected)[ \t]*:|using[ \t]+\w|#[ \t]*include[ \t]*<[a-z_]+>|(?:constexpr|explicit|virtual|friend)\b)|\bstd::|\boperator[ \t]*[^\w\s]|^[^#\n\r\u2028\u2029]*\bextern[ \t]+"C\+\+"/m

/** A header is C++ when it has words that C lacks; what it hides from C with `__cplusplus` does not count. */
function owns(head: string, name: string): boolean {
  return !name.endsWith('.h') || CPP.test(head.replace(/\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/[^\n]*/g, '').replace(/^[ \t]*#[ \t]*if(?:def[ \t]+|[^\n]*\bdefined[ \t]*\(?[ \t]*)__cplusplus[^]*?^[ \t]*#[ \t]*(?:endif|else)/gm, ''))
}

/** A class shows its members one by one; one that is only announced stays as it is. */
function specified(node: Node): Rule {
  return node.childForFieldName('body') === null ? { kind: 'class' } : { kind: 'class', name: typeName, holds: 'body', layout: 'joined' }
}

const typeName = (node: Node): string => (node.childForFieldName('name')?.text ?? '').replace(/<[^]*$/, '').replaceAll('::', '.')

/** A member or a variable; a class that is defined on the way shows its members. */
function declaredMember(node: Node): Rule {
  const type = typeInside(node)
  if (type === null || isFunction(node.childForFieldName('declarator'))) return declared(node)
  if (type.type === 'enum_specifier') return { kind: 'enum', name: () => declaredName(node) || typeName(type) }
  return { kind: 'class', name: () => typeName(type) || declaredName(node), holds: () => type.childForFieldName('body') }
}

/** A friend may be defined on the spot. */
function befriended(node: Node): Rule {
  const inner = node.namedChildren.find((child) => /^(?:function_definition|declaration|template_declaration)$/.test(child.type))
  return inner === undefined ? { kind: 'field', name: () => '', omits: friendClass } : { kind: 'function', wraps: () => inner }
}

/** `friend class X;` says nothing about the shape of a class. */
const friendClass = ({ startIndex: start, endIndex: end }: Node, level: 'shape' | 'detail'): Cut => (level === 'shape' ? { start, end, with: '' } : { start: end, end, with: '' })

/** CUDA: what it adds to C++ stands in bodies, or before functions as macros do. */
const cuda = extend(cpp, { name: 'cuda', title: 'CUDA', extensions: ['.cu', '.cuh'] })

/** Arduino sketches: C++ whose functions need no prototypes. */
const arduino = extend(cpp, { name: 'arduino', title: 'Arduino', extensions: ['.ino'] })

export default [cpp, cuda, arduino]
