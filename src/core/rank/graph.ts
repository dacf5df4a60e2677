// Who uses whom, over all parsed files: a name leads to the definitions that have it, in its own file, in an imported one, or anywhere when few have it.
// It looks at words, which is quick enough for thousands of blocks; zoom asks `edges.ts`, which looks closer.
import { Numbers } from '../numbers.ts'
import { eachWord, hashOf, type Stretch, widened } from '../spans.ts'
import type { ParsedText, Unit } from './units.ts'

/** All uses, as columns: there are tens of thousands. The weight says how sure it is that this definition is meant. */
export class Arrows {
  size = 0
  from = new Int32Array(1 << 12)
  to = new Int32Array(1 << 12)
  weight = new Float64Array(1 << 12)

  add(from: number, to: number, weight: number): void {
    if (this.size === this.from.length) this.widen()
    this.from[this.size] = from
    this.to[this.size] = to
    this.weight[this.size++] = weight
  }

  /** The weights of all arrows at each unit: those that lead there, or those that start there. */
  sums(units: number, end: 'from' | 'to'): Float64Array {
    const [ends, sums] = [this[end], new Float64Array(units)]
    for (let i = 0; i < this.size; i++) sums[ends[i] as number] = (sums[ends[i] as number] as number) + (this.weight[i] as number)
    return sums
  }

  private widen(): void {
    this.from = widened(this.from, new Int32Array(this.size * 2))
    this.to = widened(this.to, new Int32Array(this.size * 2))
    this.weight = widened(this.weight, new Float64Array(this.size * 2))
  }
}

/** A name that more definitions have leads to none of them. */
const MOST_TARGETS = 8
/** A name that more than this many definitions have leads less surely to any of them. */
const FEW = 3
/** Shorter names are letters. */
const LEAST_NAME = 3
/** How sure a name is when neither its file nor an import knows it. */
const ELSEWHERE = 0.4
/** What a name without a bracket after it counts against a call. */
const NOT_CALLED = 0.6

/** All uses between units. `tests` says which files are tests. */
export function arrowsOf(units: readonly Unit[], files: readonly ParsedText[], tests: readonly boolean[] = []): Arrows {
  const defined = new Defined(units)
  const around = { units, tests, linked: files.map(({ links }) => new Set(links)), paths: files.map(({ facts }) => facts.path), folders: files.map(({ facts }) => facts.path.split('/').slice(0, -1)) }
  const arrows = new Arrows()
  let known = { file: -1, targets: new Map<number, Meant>() }
  units.forEach((unit, from) => {
    if (unit.file !== known.file) known = { file: unit.file, targets: new Map() }
    const { names, called } = defined.usedBy(unit, (files[unit.file] as ParsedText).text)
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as number
      const found = defined.holders[name] as readonly number[]
      const { targets, sure } = besides(found, from, units) ?? remembered(known.targets, name, () => elsewhere(found, unit.file, around))
      if (targets.length === 0 || targets.length > MOST_TARGETS) continue
      const weight = (sure * (called[name] === 1 ? 1 : NOT_CALLED)) / targets.length / Math.sqrt(Math.max(1, (found.length - 1) / FEW))
      for (let j = 0; j < targets.length; j++) arrows.add(from, targets[j] as number, weight)
    }
  })
  return arrows
}

const BRACKET = 40

/** The names of definitions, numbered. */
class Defined {
  /** The units that have each name. */
  readonly holders: number[][] = []
  private readonly names: string[] = []
  /** By their hashes: most words of a text name nothing, and need not become strings. */
  private readonly numbers = new Numbers()
  private readonly called: Uint8Array
  private readonly isUsed: Uint8Array

  constructor(units: readonly Unit[]) {
    const known = new Map<string, number[]>()
    units.forEach(({ name }, index) => {
      if (name.length < LEAST_NAME) return
      const holders = known.get(name)
      if (holders === undefined) known.set(name, this.add(name, index))
      else holders.push(index)
    })
    this.called = new Uint8Array(this.names.length)
    this.isUsed = new Uint8Array(this.names.length)
  }

  private add(name: string, index: number): number[] {
    const holders = [index]
    this.numbers.set(hashOf(name), this.names.push(name) - 1)
    this.holders.push(holders)
    return holders
  }

  /** The names in a unit's own text, in the order in which they first stand there, and which of them are called. */
  usedBy(unit: Unit, text: string): { readonly names: readonly number[]; readonly called: Uint8Array } {
    const used: number[] = []
    const { block } = unit
    this.look(text, { start: block.start, end: block.children.length === 0 ? block.end : block.bodyStart }, { own: unit.name, used })
    if (block.children.length > 0) this.look(text, { start: block.bodyEnd, end: block.end }, { own: unit.name, used })
    for (let i = 0; i < used.length; i++) this.isUsed[used[i] as number] = 0
    return { names: used, called: this.called }
  }

  private look(text: string, stretch: Stretch, { own, used }: { own: string; used: number[] }): void {
    eachWord(text, ({ start, end, hash }) => {
      const name = this.numbers.get(hash)
      if (name < 0) return
      const written = this.names[name] as string
      if (written === own || written.length !== end - start || !text.startsWith(written, start)) return
      const isCalled = Number(text.charCodeAt(end) === BRACKET)
      if (this.isUsed[name] === 1) {
        if (isCalled === 1) this.called[name] = 1
        return
      }
      used.push(name)
      this.isUsed[name] = 1
      this.called[name] = isCalled
    }, stretch)
  }
}

/** What is known around the units. */
interface Around {
  readonly units: readonly Unit[]
  readonly tests: readonly boolean[]
  readonly linked: readonly ReadonlySet<string>[]
  readonly paths: readonly string[]
  readonly folders: readonly (readonly string[])[]
}

/** The definitions that a name means, and how sure that is. */
interface Meant {
  readonly targets: readonly number[]
  readonly sure: number
}

/** What a name means in the file of a unit itself: what its own class defines, else the whole file; undefined when neither does. */
function besides(found: readonly number[], from: number, units: readonly Unit[]): Meant | undefined {
  const { file, holder } = units[from] as Unit
  let here = 0
  let beside = 0
  for (let i = 0; i < found.length; i++) {
    const index = found[i] as number
    const other = units[index] as Unit
    if (other.file !== file || index === from) continue
    here++
    if (other.holder === holder) beside++
  }
  if (here === 0) return undefined
  return { targets: found.filter((index) => index !== from && (units[index] as Unit).file === file && (beside === 0 || (units[index] as Unit).holder === holder)), sure: 1 }
}

/** What a name means that a file does not define: what a file it imports does, and else the nearest ones. It is the same for the whole file. */
function elsewhere(found: readonly number[], file: number, around: Around): Meant {
  const { units, linked, paths } = around
  const others = found.filter((index) => (units[index] as Unit).file !== file)
  const imported = others.filter((index) => linked[file]?.has(paths[(units[index] as Unit).file] as string))
  return imported.length > 0 ? { targets: nearest(imported, file, around), sure: 1 } : { targets: nearest(others, file, around), sure: ELSEWHERE }
}

function remembered<T>(known: Map<number, T>, key: number, make: () => T): T {
  const before = known.get(key)
  if (before !== undefined) return before
  const made = make()
  known.set(key, made)
  return made
}

/** What a test must make up for by standing nearer. */
const TEST_DISTANCE = 5

/** Those in the folder that shares most with the folder of a file; tests only where there is nothing else. */
function nearest(found: readonly number[], file: number, { units, folders, tests }: Around): readonly number[] {
  if (found.length < 2) return found
  const near = found.map((index) => {
    const other = (units[index] as Unit).file
    return sharedParts(folders[file] as readonly string[], folders[other] as readonly string[]) - (tests[other] === true ? TEST_DISTANCE : 0)
  })
  const best = Math.max(...near)
  return found.filter((_, i) => near[i] === best)
}

function sharedParts(a: readonly string[], b: readonly string[]): number {
  let shared = 0
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++
  return shared
}

/** How much each unit is used by, and uses, the units that matter: one step of a walk that starts at `seeds` and does not wander off to the hubs. */
export function spread(arrows: Arrows, seeds: Float64Array, counts?: (from: number, to: number) => boolean): { readonly used: Float64Array; readonly using: Float64Array } {
  const { from, to, weight, size } = arrows
  const out = arrows.sums(seeds.length, 'from')
  const used = new Float64Array(seeds.length)
  const using = new Float64Array(seeds.length)
  for (let i = 0; i < size; i++) {
    const user = from[i] as number
    const target = to[i] as number
    if (counts?.(user, target) === false) continue
    const share = (weight[i] as number) / Math.sqrt(1 + (out[user] as number))
    used[target] = (used[target] as number) + share * (seeds[user] as number)
    using[user] = (using[user] as number) + share * (seeds[target] as number)
  }
  return { used, using }
}
