import { type Block, walk } from '../../block.ts'
import { typeFacts } from '../facts/definitions.ts'
import type { Fact } from '../facts/fact.ts'
import { isJsonSchema, schemaFacts } from '../facts/json-schema.ts'
import { jsonValue } from '../json-value.ts'
import { openApiFacts } from '../facts/openapi.ts'
import type { Row } from './rows.ts'

/** The rows of a schema card: fields and types only; the text's own first, then those of each type. */
export function schemaRows({ text, language, block }: { text: string; language: string; block: Block }): Row[] {
  const json = jsonValue(text)
  const facts = isJsonSchema(json) ? schemaFacts(json) : json === undefined ? typeFacts(block, language) : openApiFacts(json)
  const groups = new Map<string, Fact[]>()
  for (const fact of facts) groups.set(fact.holder, [...(groups.get(fact.holder) ?? []), fact])
  const [own = [], ...others] = groups.has('') ? [groups.get('') as Fact[], ...[...groups].filter(([holder]) => holder !== '').map(([, group]) => group)] : [[], ...groups.values()]
  const noun = isJsonSchema(json) ? 'field' : facts[0]?.kind ?? 'field'
  return [operations(block, language), row('', own.toSorted((a, b) => depthOf(a) - depthOf(b)), { rank: 1, noun }), ...(others.length > FEW_TYPES ? [named(others)] : others.map((group, i) => row(group[0]?.holder ?? '', group, { rank: 2 + i, noun })))]
}

/** What an HTTP interface that is written in YAML can do. */
const operations = (block: Block, language: string): Row => ({ label: 'Operations', items: language === 'openapi' ? [...walk(block)].filter(({ kind }) => kind === 'function').map(({ name }) => name) : [], between: ', ', rank: 1, noun: 'operation' })

/** Fields inside fields come after those that hold them. */
const depthOf = ({ name }: Fact): number => name.split('.').length

/** More types than this are told by their names. */
const FEW_TYPES = 9

const row = (label: string, facts: readonly Fact[], { rank, noun }: { rank: number; noun: string }): Row =>
  ({ label, items: facts.map(itemOf), between: ', ', rank, noun })

const itemOf = ({ name, value }: Fact): string => (name === '' ? value : value === '' ? name : `${name}: ${value}`)

/** Types by name with the names of their first fields. */
const named = (groups: readonly (readonly Fact[])[]): Row => ({ label: 'Types', items: groups.map((group) => group[0]?.holder ?? ''), between: ', ', rank: 2, noun: 'type' })
