// The five fields that say most about a resource (S3.51).
import { shortType } from './types.ts'

const MOST = 5

interface Field {
  readonly name: string
  readonly type: string
  readonly pk?: boolean | undefined
  readonly fk?: string | undefined
  readonly index?: string | undefined
  readonly required?: boolean | undefined
  readonly description?: string | undefined
}

/** At most five fields as `name:type`, keys first, then what is indexed or described, then the order of the source. */
export function digestOf(fields: readonly Field[]): string[] {
  const weighed = fields.map((field, at) => ({ field, at, weight: weightOf(field) }))
  const best = weighed.sort((a, b) => b.weight - a.weight || a.at - b.at).slice(0, MOST)
  return best.sort((a, b) => a.at - b.at).map(({ field: { name, type } }) => `${name}:${shortType(type)}`)
}

const weightOf = ({ pk, fk, index, required, description }: Field): number =>
  (pk === true ? 8 : 0) + (fk === undefined ? 0 : 4) + (required === true ? 4 : 0) + (index === undefined ? 0 : 2) + (description === undefined || description === '' ? 0 : 1)
