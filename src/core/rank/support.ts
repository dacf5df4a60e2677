// What supports the needed: definitions that a change will probably use. Their signatures are enough.
import type { BlockKind } from '../block.ts'
import { normalised } from './bm25.ts'
import { columnOf } from '../column.ts'
import type { Features } from './features.ts'
import { spread } from './graph.ts'
import type { Sight } from './sight.ts'
import type { Unit } from './units.ts'

/** Shares below this say all the same: not needed. */
const LEAST = 1e-6

const log = (column: Float64Array): Float64Array => column.map((value) => Math.log(LEAST + value) - Math.log(LEAST))

/** Features of the ranking that also tell what is used. */
const BORROWED = ['place.function', 'place.container', 'place.value', 'place.between', 'place.private', 'place.tests', 'place.other', 'place.config', 'place.file_size', 'imports.imported', 'names.own', 'names.body', 'mention.name'] as const

/** What tells that a unit supports the needed, when `own` is how much each is needed itself. */
export function supportFeatures({ units, arrows, namesakes }: Sight, features: Features, own: Float64Array): Features {
  const { used } = spread(arrows, own)
  const famous = arrows.sums(units.length, 'to')
  const column = (of: (unit: Unit) => number): Float64Array => columnOf(units, of)
  return new Map([
    ['support.own', log(own)], ['support.used', normalised(used)], ['support.used_log', log(used)],
    ['support.fame', normalised(famous.map((count) => Math.log(1 + count)))],
    ['support.signature', column(signatureSize)], ['support.silent', column(({ block }) => Number(block.shape.head === ''))],
    // Types are named more often than they are called, and a name that many have is rarely worth a line.
    ['support.type', column(({ block }) => Number(TYPES.has(block.kind)))], ['support.namesakes', column(({ name }) => Math.log(namesakes.get(name) ?? 1))], ['support.name', column(({ name }) => Math.min(1, name.length / LONG_NAME))],
    ...BORROWED.map((name) => [name, features.get(name) as Float64Array] as const),
  ])
}

const TYPES: ReadonlySet<BlockKind> = new Set(['class', 'interface', 'enum', 'type'])
/** Longer names are all the same: clear. */
const LONG_NAME = 20

const signatureSize = ({ block }: Unit): number => Math.log(1 + (block.shape.head.length + block.shape.tail.length) / 4) / 5
