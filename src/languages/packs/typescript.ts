import type { Node } from '../node.ts'
import { field, javascript, statement } from './javascript.ts'
import type { Rule } from '../language.ts'
import { extend } from '../language.ts'
import { lineStart } from '../span.ts'

/** TypeScript. */
export const typescript = extend(javascript, {
  name: 'typescript',
  title: 'TypeScript',
  family: 'code',
  extensions: ['.ts', '.mts', '.cts'],
  grammar: 'typescript',
  reads: (text) => withSeparators(plainer(text)),
  blocks: {
    import_alias: { kind: 'import', run: true, layout: 'line' },
    abstract_class_declaration: { kind: 'class', holds: 'body' },
    interface_declaration: { kind: 'interface' },
    enum_declaration: { kind: 'enum' },
    type_alias_declaration: { kind: 'type', layout: 'line' },
    function_signature: { kind: 'function' },
    method_signature: { kind: 'method' },
    abstract_method_signature: { kind: 'method' },
    property_signature: { kind: 'field' },
    index_signature: { kind: 'field', name: () => 'index' },
    public_field_definition: field,
    ambient_declaration: ambient,
    module: { kind: 'module', holds: 'body' },
    internal_module: { kind: 'module', holds: 'body' },
    expression_statement: moduleOrStatement,
  },
  separated: ['object_type', 'interface_body'],
  loose: /^(?:export[ \t]+)?(?:default[ \t]+)?(?:declare[ \t]+)?(?:abstract[ \t]+)?(?:async[ \t]+)?(?:function\b[ \t]*\*?|class|interface|(?:const[ \t]+)?enum|namespace|type|const|let|var)[ \t]*(?<name>[\p{L}_$][\p{L}\p{N}_$]*)/gmu,
})

/** TypeScript with JSX. */
export const tsx = extend(typescript, { name: 'tsx', title: 'TSX', extensions: ['.tsx'], grammar: 'tsx', reads: (text) => plainer(text) })

/** What the grammar does not know and the tree can do without, after what stands before it. Each begins with what must be there, so that it is found in one pass; where a word must be there too, most texts need none. */
const UNKNOWN: readonly { readonly form: RegExp; readonly word?: string }[] = [
  // Variance: `<in out T>`.
  { form: /([<,]\s*)(in\s+out|in|out)(?=\s+(?!(?:as|extends)\b)[\w$\u0080-\uffff])/g },
  { form: /(\n[ \t]+)((?:in[ \t]+)?out)(?=[ \t]+(?!(?:as|extends)\b)[\w$\u0080-\uffff])/g },
  { form: /^(import[ \t]+)(defer)(?=[ \t]+\*)/gm, word: 'defer' },
  { form: /^(export[ \t]+)(type)(?=[ \t]+\*)/gm },
  // The module of a type, `import('x').Node[]`, and the type before a template, `sql<Row>`.
  { form: /(:[ \t]*)(import\((?:'[^'\n]*'|"[^"\n]*")\)\.)/g, word: 'import(' },
  { form: /()(<[^<>\n]*>)(?=`)/g, word: '>`' },
]

/** `accessor` before the name of a field; the grammar knows another word of the same length that may stand there. */
const ACCESSOR = /\baccessor(?=[ \t]+(?!(?:as|in|of|instanceof|satisfies)\b)[\w$#\u0080-\uffff])/g

/** The text without what the grammar does not know. */
export function plainer(text: string): string {
  const known = UNKNOWN.reduce((plain, { form, word }) => (word === undefined || plain.includes(word) ? without(plain, form) : plain), text)
  return known.includes('accessor') ? known.replace(ACCESSOR, 'readonly') : known
}

/** A text with the second group of each match blanked; the first stays. */
export const without = (text: string, form: RegExp): string => text.replace(form, (_, before: string, words: string) => before + blank(words))

/** As many spaces as there are characters, in the same lines. */
export const blank = (words: string): string => words.replace(/[^\n]/g, ' ')

/** A generic signature or a member named `in` at the start of a line, after the space before it. */
const SIGNATURE = /(\n[ \t]*)[ \t](<(?=[\w$\n\r\u0080-\uffff])|in\d*(?=\??:))/g

/** In a list of overloads the grammar takes `<A>(…)` for the rest of the line above; a semicolon in place of the space before it sets them apart. */
function withSeparators(text: string): string {
  return text.replace(SIGNATURE, (start, margin: string, sign: string, at: number) => (endsType(text, at) ? `${margin};${sign}` : start))
}

/** Whether the code before a position ends like a type; comments between do not count. */
function endsType(text: string, from: number): boolean {
  let at = from
  for (;;) {
    while (at > 0 && text.charCodeAt(at - 1) <= 32) at--
    const line = text.slice(lineStart(text, at), at)
    const remark = line.search(/(?:^|[ \t])\/\//)
    if (text.startsWith('*/', at - 2)) at = Math.max(0, text.lastIndexOf('/*', at - 2))
    else if (remark >= 0) at = lineStart(text, at) + remark
    else return /[\p{L}\p{N}_$\])}'"`]$|[^=]>$/u.test(line)
  }
}

/** `declare …` wraps a declaration; `declare global` holds some. */
function ambient(node: Node): Rule {
  const block = node.namedChildren.find((child) => child.type === 'statement_block')
  if (block !== undefined) return { kind: 'module', name: () => 'global', holds: () => block }
  return { kind: 'module', wraps: (outer) => outer.namedChildren.find((child) => child.type !== 'comment') ?? null }
}

/** A namespace is parsed as an expression when it stands alone. */
function moduleOrStatement(node: Node): Rule | undefined {
  const inner = node.firstNamedChild
  return inner?.type === 'internal_module' ? { kind: 'module', wraps: () => inner } : statement(node, inner)
}

export default [typescript, tsx]
