// What supports the needed: definitions that a change will probably use. Their signatures are enough.
import { normalised } from './bm25.ts'
import type { Features } from './features.ts'
import { spread } from './graph.ts'
import type { Sight } from './sight.ts'
import type { Unit } from './units.ts'

/** Shares below this say all the same: not needed. */
const LEAST = 1e-6

const log = (column: Float64Array): Float64Array => column.map((value) => Math.log(LEAST + value) - Math.log(LEAST))

/** Features of the ranking that also tell what is used. */
const BORROWED = ['place.function', 'place.container', 'place.value', 'place.between', 'place.private', 'place.tests', 'place.other', 'place.config', 'place.file_size', 'imports.imported', 'names.own', 'mention.name'] as const

/** What tells that a unit supports the needed, when `own` is how much each is needed itself. */
export function supportFeatures(sight: Sight, features: Features, own: Float64Array): Features {
  const { units, arrows, files } = sight
  const { used, using } = spread(arrows, own)
  const famous = new Float64Array(units.length)
  for (const { to, weight } of arrows) famous[to] = (famous[to] as number) + weight
  const ofFile = new Float64Array(files.length)
  units.forEach(({ file }, i) => { ofFile[file] = (ofFile[file] as number) + (own[i] as number) })
  return new Map([
    ['support.own', log(own)], ['support.used', log(used)], ['support.using', log(using)],
    ['support.fame', normalised(famous.map((count) => Math.log(1 + count)))],
    ['support.file', log(Float64Array.from(units, ({ file }) => ofFile[file] as number))],
    ['support.signature', Float64Array.from(units, signatureSize)],
    ...BORROWED.map((name) => [name, features.get(name) as Float64Array] as const),
  ])
}

const signatureSize = ({ block }: Unit): number => Math.log(1 + (block.shape.head.length + block.shape.tail.length) / 4) / 5
