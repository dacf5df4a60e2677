// Help, derived from the operations.
import { dashed, type Field } from '../core/field.ts'
import { EXIT_DOCS, type Group, GROUPS, type Operation } from '../operations/index.ts'
import { firstWords, verbsOf } from './args.ts'

/** Help for the whole program: a group is one row. */
export function overview(operations: readonly Operation[]): string {
  const words = firstWords(operations)
  const width = Math.max(...words.map((word) => word.length))
  const titleOf = (word: string): string => [...operations, ...GROUPS].find(({ name }) => name === word)?.title ?? ''
  return [
    'fovea: the best context that fits a budget', '',
    'Usage: fovea [FOLDER] [options]        pack a folder (the same as fovea pack)', '       fovea COMMAND [options]', '',
    'Commands:', ...words.map((word) => `  ${word.padEnd(width)}  ${titleOf(word)}`), '',
    'fovea COMMAND --help says more. --version prints the version.', '',
    'Exit codes:', ...EXIT_DOCS.map(([code, doc]) => `  ${String(code).padStart(3)}  ${doc}`), '',
  ].join('\n')
}

/** Help for a group: what may follow its word. */
export function groupHelp(group: Group, operations: readonly Operation[]): string {
  const verbs = verbsOf(group.name, operations)
  const wordsOf = (operation: Operation): string => operation.name.slice(group.name.length + 1)
  const width = Math.max(...verbs.map((operation) => wordsOf(operation).length))
  return [
    `fovea ${group.name}: ${group.title}`, '', group.doc, '', `Usage: fovea ${group.name} COMMAND [options]`, '',
    ...verbs.map((operation) => `  ${wordsOf(operation).padEnd(width)}  ${operation.title}`), '', `fovea ${group.name} COMMAND --help says more.`, '',
  ].join('\n')
}

/** Help for one operation. */
export function helpFor(operation: Operation): string {
  const fields = Object.entries(operation.fields)
  const placed = fields.filter(([, field]) => field.place !== undefined).map(([name]) => `[${name.toUpperCase()}]`)
  const rows = fields.map(([name, field]): [string, string] => [signature(name, field), `${field.doc}${defaultOf(field)}`])
  const width = Math.min(28, Math.max(...rows.map(([left]) => left.length)))
  return [
    `fovea ${operation.name}: ${operation.title}`, '', operation.doc, '',
    `Usage: fovea ${operation.name} ${[...placed, '[options]'].join(' ')}`, '',
    ...rows.map(([left, right]) => (left.length > width ? `  ${left}\n  ${' '.repeat(width)}  ${right}` : `  ${left.padEnd(width)}  ${right}`)), '',
    'Examples:', ...operation.examples.map((example) => `  ${example}`), '',
  ].join('\n')
}

/** `-b, --budget TOKENS`. */
export function signature(name: string, field: Field): string {
  if (field.place !== undefined) return name.toUpperCase()
  const value = field.kind === 'flag' ? '' : ` ${field.choices?.join('|') ?? field.sign ?? 'VALUE'}`
  return `${field.short === undefined ? '' : `-${field.short}, `}${dashed(name)}${value.length > 24 ? ' NAME' : value}`
}

function defaultOf(field: Field): string {
  const choices = (field.choices?.join('|').length ?? 0) > 23 ? `: ${field.choices?.join(', ')}` : ''
  const otherwise = field.otherwise
  const shown = otherwise === undefined || otherwise === false || (Array.isArray(otherwise) && otherwise.length === 0) ? '' : ` (default ${String(otherwise)})`
  return `${choices}${shown}`
}
