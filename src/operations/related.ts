// Who calls a block and what it calls. What imports and scopes say is certain; what only has the same name is offered as possible.
import { type Block, isDefinition, walk } from '../core/block.ts'
import { type Definitions, definitionsOf, type Edge, edgesFrom, type Surroundings } from '../core/edges.ts'
import { plainName } from '../core/find.ts'
import type { ZoomView } from '../core/format.ts'
import { handleOf } from '../core/handle.ts'
import { filesOf, linksOf, type Reading } from '../core/links.ts'
import { folderOf, lastPart } from '../core/names.ts'
import type { Entry, Files, Meter } from '../core/ports.ts'
import { type Use, usesIn } from '../core/uses.ts'
import type { Library, Place } from './resolve.ts'

/** The most that is offered in each direction. */
const MOST = 8

/** Files looked into for each direction. */
const MOST_FILES = 24

/** Files followed from the imports of one file. */
const MOST_LINKS = 64

const CODE: ReadonlySet<string> = new Set(['function', 'method', 'class', 'interface', 'enum', 'type', 'constant', 'field', 'module'])

interface Relative extends Place {
  readonly certain: boolean
}

/** Callers and callees of a place, each with a handle; those that are certain come first. */
export async function relatedTo(library: Library, place: Place, meter: Meter): Promise<ZoomView[]> {
  const reading = await library.reading(place.entry)
  if (place.block === place.file || reading === undefined) return []
  const search = new Search(library, { place, reading })
  const view = (relation: string) => ({ entry, block, certain, ...found }: Relative): ZoomView => ({
    type: typeOf(block), target: plainName(block), path: entry.path, relation: certain ? relation : `possible ${relation}`,
    handle: handleOf(block.id, library.shaOf({ entry, block, ...found })), tokens: meter.count(entry.text.slice(block.start, block.end)),
  })
  return [...(await search.callers()).map(view('caller')), ...(await search.callees()).map(view('callee'))]
}

function typeOf(block: Block): ZoomView['type'] {
  if (block.kind === 'module') return 'module'
  return block.kind === 'function' || block.kind === 'method' ? 'function' : 'class'
}

const sureFirst = (relatives: readonly Relative[]): Relative[] => relatives.toSorted((a, b) => Number(b.certain) - Number(a.certain)).slice(0, MOST)

/** One look around a place. */
class Search {
  private readonly files: Files
  private readonly entries: ReadonlyMap<string, Entry>
  private readonly known = new Map<string, Definitions>()

  constructor(private readonly library: Library, private readonly from: { readonly place: Place; readonly reading: Reading }) {
    this.files = filesOf(library.entries)
    this.entries = new Map(library.entries.map((entry) => [entry.path, entry]))
  }

  /** What the uses of the block lead to; names that lead nowhere are looked for in other files. */
  async callees(): Promise<Relative[]> {
    const { place, reading } = this.from
    const own = lastPart(place.block.name)
    const uses = usesIn(place.entry.text.slice(place.block.start, place.block.end), reading.language).filter(({ name, kind }) => name !== own && (kind !== 'name' || reading.language.callsBare === true))
    const around = await this.around(reading)
    const edges = edgesFrom(place.block, uses, around).filter(({ to }) => this.counts(to.block, to.path))
    const met = new Set(edges.map(({ use }) => use.name))
    const rest = uses.filter(({ name, kind }) => kind === 'call' && !met.has(name))
    const direct = await Promise.all(edges.map((edge) => this.relative(edge)))
    return sureFirst([...direct.filter((one) => one !== undefined), ...(direct.length >= MOST ? [] : await this.named(rest))])
  }

  /** Blocks elsewhere whose uses lead here. */
  async callers(): Promise<Relative[]> {
    const { place } = this.from
    const called = lastPart(place.block.name)
    const word = new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped(called)}(?![\\p{L}\\p{N}_$])`, 'u')
    const found: Relative[] = []
    for (const entry of this.looked(this.library.holding(called), (text) => word.test(text))) {
      const reading = await this.library.reading(entry)
      if (reading === undefined) continue
      const around = await this.around(reading, place.entry.path)
      for (const block of leaves(reading.block)) {
        if (!this.counts(block, entry.path) || lastPart(block.name) === called) continue
        const certain = this.leadsHere(block, { reading, around, called })
        if (certain !== undefined) found.push({ entry, file: reading.block, block, certain })
      }
      if (found.filter(({ certain }) => certain).length >= MOST) break
    }
    return sureFirst(distinct(found))
  }

  /** Whether a block uses this place: true, perhaps (false), or not at all. */
  private leadsHere(block: Block, { reading, around, called }: { reading: Reading; around: Surroundings; called: string }): boolean | undefined {
    const text = reading.text.slice(block.start, block.end)
    if (!text.includes(called)) return undefined
    const uses = usesIn(text, reading.language).filter(({ name, kind }) => name === called && (kind !== 'name' || reading.language.callsBare === true))
    if (uses.length === 0) return undefined
    const edges = edgesFrom(block, uses, around)
    const here = edges.filter(({ to }) => to.block === this.from.place.block)
    if (here.length > 0) return here.some(({ certain }) => certain)
    return edges.some(({ certain }) => certain) ? undefined : false
  }

  /** Definitions with the name of a use, in whatever file. */
  private async named(uses: readonly Use[]): Promise<Relative[]> {
    const wanted = new Set(uses.slice(0, 40).map(({ name }) => name).filter((name) => name.length > 2))
    if (wanted.size === 0) return []
    const word = new RegExp(`(?<![\\p{L}\\p{N}_$])(?:${[...wanted].map(escaped).join('|')})(?![\\p{L}\\p{N}_$])`, 'u')
    const found: Relative[] = []
    for (const entry of this.looked(this.library.entries, (text) => word.test(text))) {
      const file = await this.library.file(entry)
      for (const block of walk(file)) if (isDefinition(block) && wanted.has(lastPart(block.name)) && this.counts(block, entry.path)) found.push({ entry, file, block, certain: false })
      if (found.length >= MOST) break
    }
    return distinct(found)
  }

  /** What a file sees. `only` is the one other file that matters, so that no other has to be parsed. */
  private async around(reading: Reading, only?: string): Promise<Surroundings> {
    const links = linksOf(reading, this.files)
    const neighbours = reading.language.sharesFolder === true ? this.files.within(folderOf(reading.path)).filter((path) => path !== reading.path) : []
    const paths = [...new Set([...links.flatMap(({ found }) => found.map(({ path }) => path)), ...neighbours])].filter((path) => only === undefined || path === only)
    for (const path of paths.slice(0, MOST_LINKS)) await this.learn(path)
    return { reading, links, neighbours, definitions: (path) => this.known.get(path) }
  }

  private async learn(path: string): Promise<void> {
    const entry = this.entries.get(path)
    if (entry !== undefined && !this.known.has(path)) this.known.set(path, definitionsOf(await this.library.file(entry)))
  }

  private async relative({ to, certain }: Edge): Promise<Relative | undefined> {
    const entry = this.entries.get(to.path)
    return entry === undefined ? undefined : { entry, file: await this.library.file(entry), block: to.block, certain }
  }

  /** Its own file first, then the others in order of path. */
  private looked(entries: readonly Entry[], matches: (text: string) => boolean): Entry[] {
    const { entry: own } = this.from.place
    const found: Entry[] = []
    for (const entry of [own, ...entries.filter((other) => other !== own)]) {
      if (matches(entry.text)) found.push(entry)
      if (found.length === MOST_FILES) break
    }
    return found
  }

  /** The block itself and its parts are not related to it: they are it. */
  private counts(block: Block, path: string): boolean {
    const { place } = this.from
    return CODE.has(block.kind) && !(path === place.entry.path && block.start >= place.block.start && block.end <= place.block.end)
  }
}

const leaves = (file: Block): Block[] => [...walk(file)].filter((block) => isDefinition(block) && block.children.length === 0)

const distinct = (relatives: readonly Relative[]): Relative[] =>
  relatives.filter((one, i) => relatives.findIndex((other) => other.entry === one.entry && plainName(other.block) === plainName(one.block)) === i)

const escaped = (name: string): string => name.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&')
