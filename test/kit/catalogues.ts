// Random catalogues and random rights. Every name is a word of its own, so that it can be told whether any answer says a hidden one; every text may name anything.
import { idOf } from '../../src/catalog/id.ts'
import type { Column, Resource } from '../../src/catalog/record.ts'
import { resourceOf } from '../../src/catalog/resource.ts'
import { type Policy, roleOf } from '../../src/catalog/roles.ts'
import { chance, type Random } from './property.ts'

/** A table, an endpoint or a stream before it is a record. */
export interface Thing {
  readonly schema: string
  readonly name: string
  readonly kind: 'tabular' | 'api' | 'bus'
  readonly columns: readonly Column[]
  readonly inputs: readonly string[]
  readonly says: readonly string[]
}

/** A catalogue, and who looks at it. */
export interface Sights {
  readonly things: readonly Thing[]
  readonly policy: Policy
}

const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'ka', 'le', 'mi', 'no', 'pu', 'ra', 'se', 'ti', 'vo', 'zu']

/** A word that nothing else bears: three syllables and a number in letters. */
function words(random: Random): () => string {
  let count = 0
  return () => `${random.pick(SYLLABLES)}${random.pick(SYLLABLES)}x${SYLLABLES[count % 15]}${SYLLABLES[Math.floor(count++ / 15) % 15]}q`
}

const PII = ['contact', 'health', 'none', undefined] as const

function thing(random: Random, word: () => string, schemas: readonly string[]): Thing {
  const columns = Array.from({ length: 1 + random.below(5) }, (): Column => {
    const pii = random.pick(PII)
    return { name: chance(random, 15) ? `${word()}.${word()}` : word(), type: random.pick(['int', 'text', 'numeric(9,2)', 'timestamptz', 'jsonb', 'object']), ...(chance(random, 25) ? { pk: true } : {}), ...(chance(random, 30) ? { nn: true } : {}), ...(pii === undefined ? {} : { pii }) }
  })
  return { schema: random.pick(schemas), name: word(), kind: random.pick(['tabular', 'tabular', 'tabular', 'api', 'bus']), columns, inputs: chance(random, 30) ? [word()] : [], says: [] }
}

/** Names as people write them in a text. */
const spoken = (random: Random, name: string): string => random.pick([name, name.toUpperCase(), `"${name}"`, `the ${name} of it`, name.replace('.', ' ')])

/** A random catalogue of a few things that name each other, and a random policy. */
export function randomSights(random: Random): Sights {
  const word = words(random)
  const schemas = Array.from({ length: 1 + random.below(3) }, word)
  const bare = Array.from({ length: 1 + random.below(6) }, () => thing(random, word, schemas))
  const names = bare.flatMap(({ schema, name, columns }) => [name, `${schema}.${name}`, ...columns.map((column) => column.name), ...columns.map((column) => `${name}.${column.name}`)])
  const things = bare.map((one) => ({
    ...one, says: Array.from({ length: 10 }, () => (chance(random, 50) ? spoken(random, random.pick(names)) : 'plain words')),
    columns: one.columns.map((column) => (chance(random, 25) ? (({ schema, name, columns }) => ({ ...column, fk: `${schema}.${name}.${random.pick(columns).name}` }))(random.pick(bare)) : chance(random, 20) ? { ...column, description: spoken(random, random.pick(names)) } : column)),
  }))
  return { things, policy: randomPolicy(random, things) }
}

function randomPolicy(random: Random, things: readonly Thing[]): Policy {
  const some = (): Thing => random.pick(things)
  const idGlob = (): string => (({ schema, name }) => random.pick([`db.pg.main.${schema}.*`, `*.${name}`, `db.*.${schema}.${name}`, `DB.PG.main.${schema}.${name}`, 'api.*', 'bus.*', `res:db.pg.main.${schema}.${name}`]))(some())
  const columnGlob = (): string => (({ schema, name, columns }) => random.pick([`*.${random.pick(columns).name}`, random.pick(columns).name, 'pii:*', 'pii:contact', `db.pg.main.${schema}.${name}#${random.pick(columns).name}`, `${random.pick(columns).name.slice(0, 4)}*`]))(some())
  return {
    ...(chance(random, 25) ? { allow: chance(random, 50) ? ['db.*'] : [idGlob(), idGlob()] } : {}), ...(chance(random, 60) ? { deny: [idGlob(), ...(chance(random, 40) ? [idGlob()] : [])] } : {}),
    ...(chance(random, 60) ? { columns: { deny: [columnGlob(), ...(chance(random, 40) ? [columnGlob()] : [])] } } : {}), ...(chance(random, 15) ? { details: false } : {}), ...(chance(random, 15) ? { antiPatterns: false } : {}),
  }
}

const placeOf = ({ schema, name, kind }: Thing): Parameters<typeof idOf>[0] => ({ ns: kind === 'tabular' ? 'db' : kind, engine: kind === 'tabular' ? 'pg' : kind === 'bus' ? 'nats' : '', source: 'main', path: [schema, name] })

/** The records. */
export const recordsOf = (things: readonly Thing[]): Resource[] => things.map((one) => {
  const { kind, columns, inputs, says, name } = one
  const said = (at: number): string => says[at] ?? 'plain words'
  return resourceOf({
    kind, place: placeOf(one), columns, cap: kind === 'tabular' ? ['scan', 'filter', 'join'] : kind === 'api' ? ['call'] : ['subscribe'], description: said(0), tags: [said(1)], owner: said(2), rows: 100,
    ...(inputs.length === 0 ? {} : { inputs: inputs.map((input) => ({ name: input, in: 'query' as const, type: 'string', description: said(9) })) }),
    ...(kind === 'api' ? { call: { by: 'http' as const, method: 'GET', server: '', path: `/${name}/{${inputs[0] ?? 'id'}}`, rows: [] } } : {}),
    constraints: { checks: [`${said(3)} > 0`], unique: [columns.map((column) => column.name)], primary_key: columns.filter(({ pk }) => pk === true).map((column) => column.name), ...foreign(columns) },
    snippets: [{ engine: 'sql', code: `select ${said(4)} from ${name}` }], antiPatterns: [`never ${said(5)}`, `select * (${columns.length} columns)`], examples: [{ task: said(6), ops: ['filter'] }],
    access: { policy: 'any', secrets: ['ada://secret/pg:main'], grants: [`r: ${said(7)}`, 'boss: all'] }, quality: { samples: [said(8)], null_rate: Object.fromEntries(columns.map((column) => [column.name, 0.5])) },
  }, '2026-02-01T00:00:00Z')
})

function foreign(columns: readonly Column[]): { foreign_keys?: { columns: string[]; to: string; to_columns: string[] }[] } {
  const keys = columns.flatMap(({ name, fk }) => {
    const [schema = '', table = '', ...column] = (fk ?? '').split('.')
    return fk === undefined ? [] : [{ columns: [name], to: `${schema}.${table}`, to_columns: [column.join('.')] }]
  })
  return keys.length === 0 ? {} : { foreign_keys: keys }
}

/** Every word that only hidden things bear. */
export function hiddenWords({ things, policy }: Sights): string[] {
  const role = roleOf('r', policy)
  const open = new Set<string>()
  const closed = new Set<string>()
  for (const one of things) {
    const id = idOf(placeOf(one))
    const seen = role.sees(id)
    for (const part of [one.schema, one.name]) (seen ? open : closed).add(part)
    const hides = (field: { name: string; pii?: string | undefined }): boolean => !seen || role.hides(id, field)
    for (const column of one.columns) for (const part of column.name.split('.')) (hides(column) ? closed : open).add(part)
    for (const input of one.inputs) (hides({ name: input }) ? closed : open).add(input)
  }
  return [...closed].filter((word) => !open.has(word))
}
