// Short names for files: `A.ADR1`. The letters before the dot say what kind of thing it is, and with eight digits of its hash the name is a handle: `A.ADR1@d00dad42`.
import { globMatcher } from '../glob.ts'

/** What the letters before the dot mean. */
export interface Prefix {
  /** The word before the alias in a pack: `ADR: A.ADR1@d00dad42`. */
  readonly label: string
  /** Globs of the files that get this prefix when no alias is named. */
  readonly match?: readonly string[]
}

/** Prefixes by their letters, in the order in which a path is looked at. */
export type Prefixes = Readonly<Record<string, Prefix>>

/** The prefixes of the protocol (S3.3). */
export const PREFIXES: Prefixes = {
  A: { label: 'ADR', match: ['**/adr/**', '**/adrs/**', '**/decisions/**', '**/architecture-decisions/**', '**/ADR-*', '**/adr-*'] },
  PR: { label: 'PROFILE', match: ['**/profiles/**', '**/*.profile.yaml', '**/*.profile.yml'] },
  P: { label: 'PREP', match: ['**/prep/**', '**/options.json', '**/scorecard.json'] },
  T: { label: 'TEST', match: ['**/test/**', '**/tests/**', '**/__tests__/**', '**/test_*', '**/*_test.*', '**/*.test.*', '**/*.spec.*'] },
  S: { label: 'SCHEMA', match: ['**/schema/**', '**/schemas/**', '**/*.schema.json', '**/*.proto', '**/*.sql', '**/*.graphql', '**/*.prisma', '**/*.xsd'] },
  D: { label: 'DOC', match: ['**/docs/**', '**/*.md', '**/*.rst', '**/*.adoc', '**/*.txt'] },
  H: { label: 'HANDLER' },
}

/** Longer names would cost more than the path they stand for. */
const LONGEST = 64

const NAME = /^([A-Za-z]{1,8})\.([A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9][A-Za-z0-9_-]*)*)$/

/** The letters before the dot; undefined when a text cannot be an alias. */
export const prefixOf = (text: string): string | undefined => (text.length > LONGEST ? undefined : NAME.exec(text)?.[1])

/** Why a text cannot be an alias, as the end of a sentence; undefined when it can. */
export function faultIn(alias: string, prefixes: Prefixes): string | undefined {
  const prefix = prefixOf(alias)
  if (alias.length > LONGEST) return `it is longer than ${LONGEST} characters`
  if (prefix === undefined) return 'an alias looks like A.ADR1: a prefix, a dot, then letters, digits, - and _'
  return Object.hasOwn(prefixes, prefix) ? undefined : `its prefix is one of ${Object.keys(prefixes).join(', ')}, not ${prefix}; add your own as ctx.prefixes in fovea.config.json`
}

/** The word before an alias in a pack. */
export const labelOf = (alias: string, prefixes: Prefixes): string => {
  const prefix = prefixOf(alias) ?? ''
  return Object.hasOwn(prefixes, prefix) ? (prefixes[prefix] as Prefix).label : prefix.toUpperCase()
}

/** An alias for a path that no other has. */
export function proposed(path: string, prefixes: Prefixes, taken: ReadonlySet<string>): string {
  const prefix = Object.keys(prefixes).find((letters) => (prefixes[letters]?.match ?? []).some((glob) => globMatcher(glob)(path))) ?? 'H'
  const name = `${prefix}.${prefix === 'A' ? decisionName(path) : nameFrom(path)}`.slice(0, LONGEST - 4).replace(/[._-]+$/, '')
  const used = new Set([...taken].map((alias) => alias.toLowerCase()))
  for (let copy = 1; ; copy++) {
    const alias = copy === 1 ? name : `${name}-${copy}`
    if (!used.has(alias.toLowerCase())) return alias
  }
}

/** `prep/ADR-0001-decision.md` is ADR1. */
function decisionName(path: string): string {
  const number = /^(?:adr[-_ ]?)?0*(\d{1,6})(?!\d)/i.exec(baseOf(path))?.[1]
  return number === undefined ? nameFrom(path) : `ADR${number}`
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** `tests/test_contract.py` is contract, `README.md` is readme. */
function nameFrom(path: string): string {
  const stem = baseOf(path).replace(/^\.+/, '').replace(/\.[^.]*$/, '').replace(/\.(?:schema|test|spec|profile)$/, '').replace(/^test_|_test$/, '')
  const clean = stem.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^[-_]+|[-_]+$/g, '')
  return clean === '' ? 'file' : clean === clean.toUpperCase() ? clean.toLowerCase() : clean
}
