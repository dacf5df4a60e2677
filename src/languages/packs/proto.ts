import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import { quoted } from '../modules/quoted.ts'
import type { Cut } from '../span.ts'

const child = (node: Node, type: string): Node | null => node.children.find((one) => one.type === type) ?? null
const named = (node: Node): string => (node.namedChildren.find(({ type }) => type.endsWith('_name')) ?? child(node, 'identifier') ?? child(node, 'full_ident'))?.text ?? ''
const statement: Rule = { kind: 'import', name: () => '', run: true }
const field: Rule = { kind: 'field', name: named, omits: (node, level) => (level === 'shape' ? optionsOf(node) : []) }

/** Protocol Buffers: a schema is nearly a skeleton already. Comments go, and options at `shape`. */
export default defineLanguage({
  name: 'proto',
  title: 'Protocol Buffers',
  family: 'data',
  extensions: ['.proto', '.protodevel'],
  grammar: 'proto',
  remark: ['// ', ''],
  ...quoted({ form: /\bimport\s+(?:public\s+|weak\s+|option\s+)?["'](?<module>[^"'\n]+)["']/g }),
  blocks: {
    syntax: statement,
    edition: statement,
    package: statement,
    import: statement,
    option,
    message: (node) => ({ kind: 'class', name: named, holds: (inner) => child(inner, 'message_body'), ...braces(child(node, 'message_body')) }),
    extend: (node) => ({ kind: 'class', name: named, holds: (inner) => child(inner, 'message_body'), ...braces(child(node, 'message_body')) }),
    group: (node) => ({ kind: 'class', name: named, holds: (inner) => child(inner, 'message_body'), ...braces(child(node, 'message_body')) }),
    enum: (node) => ({ kind: 'enum', name: named, holds: (inner) => child(inner, 'enum_body'), ...braces(child(node, 'enum_body')) }),
    service: (node) => ({ kind: 'interface', name: named, holds: (inner) => inner, ...braces(node) }),
    oneof: (node) => ({ kind: 'class', name: named, holds: (inner) => inner, ...braces(node) }),
    rpc: { kind: 'function', name: named, omits: settings },
    field,
    oneof_field: field,
    map_field: field,
    enum_field: field,
    reserved: { kind: 'field', name: () => '' },
    extensions: { kind: 'field', name: () => '' },
  },
  elision: { detail: [' {}'], shape: [' {}'] },
  comments: ['comment'],
  doc: /^\/[/*]/,
  loose: /^[ \t]*(?:message|enum|service|extend|rpc|oneof)[ \t]+(?<name>[\w.]+)/gm,
  step: '  ',
})

/** Where the brace that opens a body ends. */
function braces(body: Node | null): Pick<Rule, 'opens'> {
  const open = body === null ? null : child(body, '{')
  return open === null ? {} : { opens: open.endIndex }
}

/** An option of the file is shown at `detail`; those of messages are not shown. */
function option(node: Node): Rule | undefined {
  if (node.parent?.type !== 'source_file') return undefined
  return { kind: 'constant', name: named, omits: (_, level) => (level === 'shape' ? { start: node.startIndex, end: node.endIndex, with: '' } : []) }
}

/** The options of a field, with their brackets. */
function optionsOf(node: Node): Cut[] {
  const [open, close] = [child(node, '['), child(node, ']')]
  return open === null || close === null ? [] : [{ start: open.previousSibling?.endIndex ?? open.startIndex, end: close.endIndex, with: '' }]
}

const LONGEST = 400

/** What a method is set to: a route in a few lines stays at `detail`. */
function settings(node: Node, level: 'shape' | 'detail'): Cut[] {
  const open = child(node, '{')
  if (open === null || (level === 'detail' && node.endIndex - open.startIndex <= LONGEST)) return []
  return [{ start: open.previousSibling?.endIndex ?? open.startIndex, end: node.endIndex, with: ';' }]
}
