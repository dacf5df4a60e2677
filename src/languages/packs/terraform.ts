import type { Node } from '../node.ts'
import type { Rule } from '../language.ts'
import { defineLanguage } from '../language.ts'
import { quoted } from '../modules/quoted.ts'

const child = (node: Node, type: string): Node | null => node.namedChildren.find((one) => one.type === type) ?? null
const wordOf = (node: Node): string => child(node, 'identifier')?.text ?? ''

/** Terraform and other HCL: blocks by their labels. Resources lose their arguments; variables, outputs and modules keep what makes them an interface. */
export default defineLanguage({
  name: 'terraform',
  title: 'Terraform',
  family: 'data',
  extensions: ['.tf', '.tfvars', '.hcl', '.tofu', '.nomad'],
  grammar: 'hcl',
  remark: ['# ', ''],
  ...quoted({ form: /\bsource\s*=\s*"(?<module>\.[^"\n]*)"/g, endings: ['/main.tf', '/variables.tf', '/outputs.tf'] }),
  sharesFolder: true,
  blocks: {
    body: { kind: 'module', spreads: true },
    block,
    attribute: { kind: 'constant', name: wordOf, values: (node) => node.namedChildren.filter(({ type }) => type === 'expression') },
  },
  elision: { detail: [' {}'], shape: [' {}'], value: 'null', parts: { object: '{}', tuple: '[]' }, keepsShort: true },
  comments: ['comment'],
  doc: /^(?:#|\/[/*])/,
  loose: /^(?:resource|data|variable|output|module|provider|locals|terraform|moved|import|check)\b[ \t]*(?:"[^"\n]*"[ \t]*)?"?(?<name>[\w-]*)/gm,
  step: '  ',
})

/** What a block is called: `aws_instance.web`, or the word it begins with. */
function labelOf(node: Node): string {
  const labels = node.namedChildren.filter(({ type }) => type === 'string_lit').map(({ text }) => text.replaceAll('"', ''))
  return labels.length > 0 ? labels.join('.') : wordOf(node)
}

const KINDS: Readonly<Record<string, Rule['kind']>> = { variable: 'constant', output: 'constant', module: 'module', resource: 'class', data: 'class' }

/** A block whose content is a list of names is opened; any other says what it is by a few arguments. */
function block(node: Node): Rule | undefined {
  const [body, open, close] = [child(node, 'body'), child(node, 'block_start'), child(node, 'block_end')]
  const word = wordOf(node)
  if (open === null || close === null) return undefined
  const kind = Object.hasOwn(KINDS, word) ? KINDS[word] as Rule['kind'] : 'entry'
  if (body !== null && opens(node, body)) return { kind, name: labelOf, holds: () => body, opens: open.endIndex, closes: close.startIndex }
  return { kind, name: labelOf, omits: (_, level) => ({ start: open.endIndex, end: close.startIndex, with: argumentsOf(node, level) }) }
}

const ALWAYS = new Set(['locals', 'required_providers'])
const NEVER = new Set(['resource', 'data', 'module', 'variable', 'output', 'dynamic', 'provider', 'provisioner'])

/** Blocks of the tools that are not Terraform nest: a job has groups, a group has tasks. */
function opens(node: Node, body: Node): boolean {
  const word = wordOf(node)
  return ALWAYS.has(word) || (!NEVER.has(word) && body.namedChildren.some(({ type }) => type === 'block'))
}

const KEPT = {
  detail: new Set(['type', 'default', 'description', 'source', 'version', 'value', 'count', 'for_each', 'provider', 'alias', 'sensitive', 'driver', 'from', 'to', 'id', 'required_version']),
  shape: new Set(['type', 'source']),
}
const LONGEST = { detail: 300, shape: 60 }

/** The arguments that stay, each on a line of its own; one alone may share the line of its block. */
function argumentsOf(node: Node, level: 'shape' | 'detail'): string {
  const kept = (child(node, 'body')?.namedChildren ?? []).filter((one) => one.type === 'attribute' && isKept(node, one, level) && isShort(one, level))
  if (kept.length === 0) return ''
  if (kept.length === 1 && (level === 'shape' || node.startPosition.row === node.endPosition.row)) return ` ${kept.map(written).join('')} `
  const margin = ' '.repeat(node.startPosition.column)
  return `${kept.map((one) => `\n${margin}  ${written(one)}`).join('')}\n${margin}`
}

/** A provider is known by where it looks. */
const isKept = (node: Node, one: Node, level: 'shape' | 'detail'): boolean => KEPT[level].has(wordOf(one)) || (level === 'detail' && wordOf(node) === 'provider')

/** An argument whose sign is not lined up with others. */
const written = ({ text }: Node): string => text.replace(/[ \t]+=/, ' =')

/** A type is part of what a variable asks for, however long. */
const isShort = (one: Node, level: 'shape' | 'detail'): boolean =>
  one.text.length <= LONGEST[level] ? !one.text.includes('\n') || (level === 'detail' && wordOf(one) === 'type') : level === 'detail' && wordOf(one) === 'type'
