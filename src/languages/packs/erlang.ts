import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import type { Cut } from '../span.ts'
import { quoted } from '../modules/quoted.ts'

const IMPORT: Rule = { kind: 'import', name: () => '', run: true }

/** Erlang. */
export default defineLanguage({
  name: 'erlang',
  title: 'Erlang',
  family: 'code',
  extensions: ['.erl', '.hrl', '.escript'],
  interpreters: ['escript'],
  grammar: 'erlang',
  remark: ['% ', ''],
  ...quoted({ form: /-\s*(?:include(?:_lib)?\s*\(\s*"|(?:import|behaviou?r)\s*\()\s*(?<module>[\w./-]+)/g, endings: ['.erl'], roots: ['include', 'src'] }),
  blocks: {
    module_attribute: { kind: 'module' },
    behaviour_attribute: IMPORT,
    export_attribute: IMPORT,
    export_type_attribute: IMPORT,
    import_attribute: IMPORT,
    pp_include: IMPORT,
    pp_include_lib: IMPORT,
    pp_define: { kind: 'constant', name: macroName, values: (node) => [node.childForFieldName('replacement')].filter((value) => value !== null) },
    record_decl: { kind: 'class', layout: 'joined' },
    type_alias: { kind: 'type', name: typeName, layout: 'joined' },
    opaque: { kind: 'type', name: typeName, layout: 'joined' },
    nominal: { kind: 'type', name: typeName, layout: 'joined' },
    callback: { kind: 'function', name: 'fun', layout: 'joined' },
    spec: { kind: 'function', name: specName, clause: specKey, layout: 'joined' },
    fun_decl: declared,
  },
  elision: { detail: [' -> _.'], shape: [' -> _.'], value: '_', keepsShort: true },
  comments: ['comment'],
  doc: /^%/,
  loose: /^(?:-(?:module|record|type|opaque|spec|callback|define)[ \t]*\(?[ \t]*)?(?<name>[a-z][\p{L}\p{N}_@]*|'[^'\n]+')(?=[ \t]*\()/gmu,
  step: '    ',
})

function macroName(node: Node): string {
  return node.childForFieldName('lhs')?.childForFieldName('name')?.text ?? ''
}

function typeName(node: Node): string {
  return node.childForFieldName('name')?.childForFieldName('name')?.text ?? ''
}

const sizeOf = (args: Node | null | undefined): number => args?.namedChildren.filter((child) => child.type !== 'comment').length ?? 0

function specName(node: Node): string {
  return node.childForFieldName('fun')?.text ?? ''
}

/** A function is its name and how many arguments it takes. */
function specKey(node: Node): string {
  return `${specName(node)}/${sizeOf(node.childForFieldName('sigs')?.childForFieldName('args'))}`
}

function clauseName(node: Node): string {
  return node.childForFieldName('clause')?.childForFieldName('name')?.text ?? ''
}

function clauseKey(node: Node): string {
  return `${clauseName(node)}/${sizeOf(node.childForFieldName('clause')?.childForFieldName('args'))}`
}

/** A macro may stand in place of a clause; only the preprocessor knows its name. */
function declared(node: Node): Rule | undefined {
  return node.childForFieldName('clause')?.type !== 'function_clause' ? undefined : { kind: 'function', name: clauseName, clause: clauseKey, omits: code }
}

/** The body of a clause; the first one stands for all of them and so ends like the last. */
function code(node: Node): Cut {
  const body = node.childForFieldName('clause')?.childForFieldName('body')
  const start = body?.previousSibling?.endIndex ?? node.startIndex
  return { start, end: node.endIndex, with: ' -> _.' }
}
