// Who uses whom, over all parsed files: a name leads to the definitions that have it, in its own file, in an imported one, or anywhere when few have it.
// It looks at words, which is quick enough for thousands of blocks; zoom asks `edges.ts`, which looks closer.
import type { ParsedText, Unit } from './units.ts'
import { WORD } from './terms.ts'

/** One use: the weight says how sure it is that this definition is meant. */
export interface Arrow {
  readonly from: number
  readonly to: number
  readonly weight: number
}

/** A name that more definitions have leads to none of them. */
const MOST_TARGETS = 8
/** Shorter names are letters. */
const LEAST_NAME = 3
/** How sure a name is when neither its file nor an import knows it. */
const ELSEWHERE = 0.4
/** What a name without a bracket after it counts against a call. */
const NOT_CALLED = 0.6

/** All uses between units. */
export function arrowsOf(units: readonly Unit[], files: readonly ParsedText[]): Arrow[] {
  const definitions = definitionsByName(units)
  const linked = files.map(({ links }) => new Set(links))
  const arrows: Arrow[] = []
  units.forEach((unit, from) => {
    const file = files[unit.file] as ParsedText
    for (const [name, called] of namesUsed(unit, file.text, definitions)) {
      const { targets, sure } = meant(definitions.get(name) ?? [], { units, from, reaches: (to) => linked[unit.file]?.has((files[to] as ParsedText).facts.path) ?? false })
      const weight = (sure * (called ? 1 : NOT_CALLED)) / targets.length
      if (targets.length <= MOST_TARGETS) for (const to of targets) arrows.push({ from, to, weight })
    }
  })
  return arrows
}

function definitionsByName(units: readonly Unit[]): Map<string, number[]> {
  const byName = new Map<string, number[]>()
  units.forEach(({ name }, index) => {
    if (name.length < LEAST_NAME) return
    const known = byName.get(name)
    if (known === undefined) byName.set(name, [index])
    else known.push(index)
  })
  return byName
}

/** The names of definitions in a unit's own text, and whether each is called. */
function namesUsed(unit: Unit, text: string, definitions: ReadonlyMap<string, readonly number[]>): ReadonlyMap<string, boolean> {
  const used = new Map<string, boolean>()
  for (const [start, end] of ownStretches(unit)) {
    for (const match of text.slice(start, end).matchAll(WORD)) {
      const name = match[0]
      if (name === unit.name || !definitions.has(name)) continue
      const called = text.charCodeAt(start + match.index + name.length) === 40
      used.set(name, called || (used.get(name) ?? false))
    }
  }
  return used
}

const ownStretches = ({ block }: Unit): readonly (readonly [number, number])[] =>
  (block.children.length === 0 ? [[block.start, block.end]] : [[block.start, block.bodyStart], [block.bodyEnd, block.end]])

interface Looking {
  readonly units: readonly Unit[]
  readonly from: number
  reaches(file: number): boolean
}

function meant(found: readonly number[], { units, from, reaches }: Looking): { targets: readonly number[]; sure: number } {
  const others = found.filter((index) => index !== from)
  const own = units[from] as Unit
  const here = others.filter((index) => (units[index] as Unit).file === own.file)
  if (here.length > 0) return { targets: here, sure: 1 }
  const imported = others.filter((index) => reaches((units[index] as Unit).file))
  return imported.length > 0 ? { targets: imported, sure: 1 } : { targets: others, sure: ELSEWHERE }
}

/** How much each unit is used by, and uses, the units that matter: one step of a walk that starts at `seeds` and does not wander off to the hubs. */
export function spread(arrows: readonly Arrow[], seeds: Float64Array, counts: (arrow: Arrow) => boolean = () => true): { readonly used: Float64Array; readonly using: Float64Array } {
  const out = new Float64Array(seeds.length)
  for (const { from, weight } of arrows) out[from] = (out[from] as number) + weight
  const used = new Float64Array(seeds.length)
  const using = new Float64Array(seeds.length)
  for (const arrow of arrows) {
    if (!counts(arrow)) continue
    const share = arrow.weight / Math.sqrt(1 + (out[arrow.from] as number))
    used[arrow.to] = (used[arrow.to] as number) + share * (seeds[arrow.from] as number)
    using[arrow.from] = (using[arrow.from] as number) + share * (seeds[arrow.to] as number)
  }
  return { used, using }
}
