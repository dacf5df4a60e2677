import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import { located } from '../modules/quoted.ts'
import { imports } from '../modules/ecmascript.ts'

/** Solidity. */
export default defineLanguage({
  name: 'solidity',
  title: 'Solidity',
  family: 'code',
  extensions: ['.sol'],
  grammar: 'solidity',
  remark: ['// ', ''],
  imports,
  resolve: located({ roots: ['src', 'contracts', 'lib'] }),
  blocks: {
    pragma_directive: { kind: 'import', run: true },
    import_directive: { kind: 'import', run: true },
    using_directive: { kind: 'import', run: true },
    contract_declaration: { kind: 'class', holds: 'body' },
    interface_declaration: { kind: 'interface', holds: 'body' },
    library_declaration: { kind: 'module', holds: 'body' },
    function_definition: { kind: 'function', body: 'body', layout: 'joined' },
    modifier_definition: { kind: 'function', body: 'body', layout: 'joined' },
    constructor_definition: (node) => callable(node, 'constructor'),
    fallback_receive_definition: (node) => callable(node, node.firstChild?.type ?? ''),
    event_definition: { kind: 'type', layout: 'joined' },
    error_declaration: { kind: 'type', layout: 'joined' },
    user_defined_type_definition: { kind: 'type' },
    struct_declaration: { kind: 'class' },
    enum_declaration: { kind: 'enum' },
    state_variable_declaration: { kind: 'field', values: initialValue },
    // Outside a contract a constant is not valid without its value.
    constant_variable_declaration: { kind: 'constant' },
  },
  elision: {
    detail: [' { /* ... */ }', ' {/*...*/}'],
    shape: [';'],
    inner: [' {}'],
  },
  comments: ['comment'],
  doc: /^\/\/\/(?!\/)|^\/\*\*(?!\/)/,
  loose: /^(?:abstract[ \t]+)?(?:contract|interface|library|function|struct|enum|event|error|type)[ \t]+(?<name>[A-Za-z_$][\w$]*)/gm,
  step: '    ',
})

function initialValue(node: Node): Node[] {
  const value = node.childForFieldName('value')
  return value === null ? [] : [value]
}

/** What has a word instead of a name: a constructor, `receive`, `fallback`. It is not valid without its braces. */
function callable(node: Node, word: string): Rule {
  const body = node.childForFieldName('body')
  const name = (): string => (word === 'function' ? 'fallback' : word)
  if (body === null) return { kind: 'function', name }
  const start = body.previousSibling?.endIndex ?? body.startIndex
  const long = body.endIndex - body.startIndex > ' { /* ... */ }'.length
  return { kind: 'function', name, omits: (_, level) => ({ start, end: body.endIndex, with: level === 'detail' && long ? ' { /* ... */ }' : ' {}' }) }
}
