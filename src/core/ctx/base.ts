// The base of a context: which aliases stood for what when the model last saw them (S3.18).
import { row } from '../visible.ts'

/** Hashes by alias. */
export type Shas = ReadonlyMap<string, string>

/** A context that was seen. */
export interface Base {
  /** Eight hex digits over the lines `alias@sha8`. */
  readonly id: string
  readonly shas: Shas
}

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : a > b ? 1 : 0)

const linesOf = (shas: Shas): string => [...shas].sort(byName).map(([alias, sha]) => `${alias}@${sha.slice(0, 8)}\n`).join('')

/** The base that these hashes make. */
export const baseOf = (shas: Shas, sha256: (text: string) => string): Base => ({ id: sha256(linesOf(shas)).slice(0, 8), shas })

/** The text of a base: its id, then a line for each alias. */
export const baseText = ({ id, shas }: Base): string => `ctx@${id}\n${linesOf(shas)}`

/** The base that a text holds; undefined when it is none, or not what its id says. */
export function baseFrom(text: string, sha256: (text: string) => string): Base | undefined {
  const [first = '', ...lines] = text.trimEnd().split('\n')
  const pairs = lines.map((line) => /^([\w.-]+)@([0-9a-f]{8})$/.exec(line.trim())).filter((match) => match !== null)
  const base = baseOf(new Map(pairs.map((match) => [match[1] as string, match[2] as string])), sha256)
  return pairs.length === lines.length && first.trim() === `ctx@${base.id}` ? base : undefined
}

/** One alias that is not what it was. */
export interface AliasChange {
  readonly alias: string
  readonly kind: 'added' | 'changed' | 'removed'
  /** What changed, in words. */
  readonly lines: readonly string[]
  /** The same as a unified diff. */
  readonly patch: string
}

/** The changes as bullets: `- S.entities: schema field "language" added (enum: en,de,ru)`. Lines that begin with blanks belong to the one above. */
export const bulletsOf = (changes: readonly AliasChange[]): string[] =>
  changes.flatMap(({ alias, lines }) => lines.map((line) => row(line.startsWith('  ') ? line : `- ${alias}: ${line}`)))

/** The prompt that asks for a refinement (S3.21). */
export const refinePrompt = ({ base, bullets, action }: { base: string; bullets: readonly string[]; action: string }): string =>
  `${[`BASE: ctx@${base}`, 'DELTA:', ...(bullets.length === 0 ? ['- none'] : bullets), `ACTION: ${action}`].join('\n')}\n`
