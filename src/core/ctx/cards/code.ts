import { type Block, isDefinition } from '../../block.ts'
import { signatureOf } from '../facts/definitions.ts'
import type { Row } from './rows.ts'

/** The rows of a code card: what a file gives to others, functions with what they take and types with what they hold. */
export function codeRows({ language, block }: { language: string; block: Block }): Row[] {
  const all = topLevel(block).filter((one) => isDefinition(one) && one.kind !== 'heading')
  const exported = all.filter((one) => isExported(one, language))
  const shown = exported.length > 0 ? exported : all
  const types = shown.filter(({ kind, children }) => (kind === 'class' || kind === 'interface' || kind === 'module') && children.some(isDefinition))
  const others = shown.filter((one) => !types.includes(one))
  return [
    { label: exported.length > 0 ? 'Exports' : 'Defines', items: others.map(itemOf), between: ', ', noun: 'definition', rank: 1 },
    ...types.map((type, i): Row => ({ label: `${type.kind} ${type.name}`, items: membersOf(type, language), between: ', ', noun: 'member', rank: 2 + i })),
  ]
}

/** Definitions at the top; what stands in a branch without a name counts as standing there. */
const topLevel = (block: Block): Block[] => block.children.flatMap((child) => (child.name === '' && child.children.length > 0 && child.kind !== 'import' ? topLevel(child) : [child]))

function membersOf(type: Block, language: string): string[] {
  const members = type.children.filter((child) => isDefinition(child))
  const open = members.filter((member) => isExported(member, language, true))
  return (open.length > 0 ? open : members).map(itemOf)
}

/** Whether others can use a definition, as far as its line says. */
function isExported({ name, shape }: Block, language: string, member = false): boolean {
  const head = shape.head
  switch (language) {
    case 'typescript': case 'tsx': case 'javascript': return member ? !/^\s*(?:private|protected)\b|^\s*#/m.test(head) : /^\s*(?:export|module\.exports|exports\.)/m.test(head)
    case 'python': return !name.startsWith('_') || name === '__init__'
    case 'go': return /^\p{Lu}/u.test(name.slice(name.lastIndexOf('.') + 1))
    case 'rust': return member || /\bpub\b/.test(head)
    default: return !/\b(?:private|protected|static inline|internal)\b/.test(head)
  }
}

/** Longer lists of inputs are left out. */
const LONG_INPUTS = 48

/** A function with what it takes, anything else by its name. */
function itemOf(block: Block): string {
  if (block.kind !== 'function' && block.kind !== 'method') return block.name
  const signature = signatureOf(block)
  const at = signature.indexOf(`${block.name.slice(block.name.lastIndexOf('.') + 1)}`)
  const inputs = inputsIn(signature.slice(Math.max(0, at)))
  return `${block.name}(${inputs.length > LONG_INPUTS ? '…' : inputs})`
}

/** What stands between the first brackets that belong together. */
function inputsIn(text: string): string {
  const open = text.indexOf('(')
  let depth = 0
  for (let i = open; i >= 0 && i < text.length; i++) {
    if (text[i] === '(') depth++
    if (text[i] === ')' && --depth === 0) return text.slice(open + 1, i).replace(/\s+/g, ' ').trim()
  }
  return ''
}
