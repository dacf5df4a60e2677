// The whole line for files in memory: choose, read, parse, gather, rank, allocate, print. What a frozen pack of a folder does, with the same bytes.
import { type Compiled, compile } from '../core/compile.ts'
import type { Corpus } from '../core/corpus.ts'
import { aliased } from '../core/ctx/corpus.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { type HeldFile, type HeldFound, heldEntry, listHeld } from '../core/entry/held.ts'
import { choosesRoughly, gather } from '../core/gather.ts'
import { type Knower, knownOf, type Learnt, wordedOf } from '../core/known.ts'
import type { Entry, Meter, Parser } from '../core/ports.ts'
import { isAsked, queryOf } from '../core/rank/query.ts'
import { isVisible, type Priced } from '../core/rank/rank.ts'
import type { Request } from '../core/request.ts'
import type { Rule } from '../core/rule.ts'
import { aboutOf } from '../core/settings/about.ts'
import { type Chosen, choose, type Given, requestOf } from '../core/settings/choose.ts'
import { formatNamed } from '../formats/index.ts'
import { type Redact, showing } from '../core/entry/reading.ts'
import { redactIn } from '../guards/secrets.ts'
import { createParser } from '../languages/index.ts'
import { createMeter } from '../meters/index.ts'
import type { Loading } from './blocks.ts'
import { heldFrom, type VirtualFile } from './files.ts'
import { heldMemory } from './memory.ts'
import { octets } from './octets.ts'
import { fetchAsset } from './platform.ts'
import { aliasesIn, layersIn } from './preferences.ts'

/** What to pack and how: the options of `fovea pack` by their names. */
export interface PackOptions extends Given {
  /** Rules beyond those of the lens and of the repository. */
  readonly rules?: readonly Rule[]
  readonly frozen?: boolean
  /** Shown in the metadata; the epoch when frozen or absent. */
  readonly timestamp?: string
  /** Told how many files were read so far, and how many there are. */
  onProgress?(done: number, all: number): void
}

/** The same with where assets come from. */
export interface BrowserOptions extends PackOptions, Loading {}

/** A context with what should be known about it. */
export interface Packed extends Compiled {
  /** Every file with its place in the plan. */
  readonly corpus: Corpus
  readonly chosen: Chosen
  readonly diagnostics: readonly Diagnostic[]
}

/** Packs files that are already in memory. The same files and options give the same bytes. */
export const packFiles = (files: readonly VirtualFile[], { load, ...options }: BrowserOptions = {}): Promise<Packed> =>
  openFiles(files, load === undefined ? {} : { load }).pack(options)

/** Files that can be packed again and again: what follows from their bytes is worked out once. */
export interface OpenFiles {
  pack(options?: PackOptions): Promise<Packed>
}

/** Opens files for packing. */
export function openFiles(files: readonly VirtualFile[], { load = fetchAsset }: Loading = {}): OpenFiles {
  return new Folder(heldFrom(files), load)
}

/** The paths of the files that count, so that nobody need read the others. Only ignore files and the configuration need their content here. */
export function countedPaths(files: readonly VirtualFile[], options: Pick<PackOptions, 'include' | 'exclude'> = {}): string[] {
  const held = heldFrom(files)
  return listHeld(held, { ...limitsOf(chosenFor(held, options, () => {})), by: octets, report: () => {} }).flatMap(({ file }) => file?.path ?? [])
}

const limitsOf = ({ include, exclude }: Chosen): { include: readonly string[]; exclude: readonly string[] } => ({ include: include.value, exclude: exclude.value })

/** Without a word about the budget everything is packed: nobody pays for what is in memory already. */
function chosenFor(files: readonly HeldFile[], { budget = 'none', rules = [], ...given }: PackOptions, report: (diagnostic: Diagnostic) => void): Chosen {
  const own = rules.length === 0 ? [] : [{ origin: 'rules', config: { rules } }]
  return choose({ ...given, budget }, [...own, ...layersIn(files, report)])
}

const EPOCH = '1970-01-01T00:00:00Z'

/** After so many files somebody is told. */
const TELL_EVERY = 64

const redact: Redact = (legible) => redactIn({}, legible)

interface Read {
  readonly entry: Entry
  readonly told: readonly Diagnostic[]
}

class Folder implements OpenFiles {
  private readonly memory = heldMemory()
  private readonly meters = new Map<string, Promise<Meter>>()
  private readonly parser: Parser
  /** Entries by path, for one limit of size. */
  private readonly read = new Map<string, Read>()

  constructor(private readonly files: readonly HeldFile[], private readonly load: NonNullable<Loading['load']>) {
    this.parser = createParser({ load: (grammar) => load(`grammars/${grammar}.wasm`), runtime: () => load('grammars/tree-sitter.wasm') })
  }

  async pack(options: PackOptions = {}): Promise<Packed> {
    const diagnostics: Diagnostic[] = []
    const report = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic)
    const chosen = chosenFor(this.files, options, report)
    const by = { parser: this.parser, memory: this.memory, meter: await this.meter(chosen.meter.value) }
    const request = requestOf(chosen)
    const known = pricedBy(this.entries(chosen, report), { request, by, onProgress: options.onProgress })
    const corpus = aliased(await gather([...known.keys()], request, { ...by, known, utility: new Map() }), aliasesIn(this.files, report))
    const compiled = compile(corpus, request, { format: formatNamed(chosen.format.value), meter: by.meter, memory: this.memory, about: aboutFor(chosen, options) })
    // Not a copy: what the smallest answer costs is worked out when somebody asks.
    return Object.assign(compiled, { corpus, chosen, diagnostics })
  }

  private meter(name: string): Promise<Meter> {
    const meter = this.meters.get(name) ?? createMeter(name, (encoding) => this.load(`vocab/${encoding}.bin`))
    this.meters.set(name, meter)
    return meter
  }

  private entries(chosen: Chosen, report: (diagnostic: Diagnostic) => void): { all: number; entries: Iterable<Entry> } {
    const all = listHeld(this.files, { ...limitsOf(chosen), by: octets, report })
    const found = all.filter(showing(all, redact, report))
    const entryOf = (one: HeldFound): Entry => {
      const { entry, told } = this.entry(one, chosen.maxFileBytes.value)
      told.forEach(report)
      return entry
    }
    return { all: found.length, entries: (function* () { for (const one of found) yield entryOf(one) })() }
  }

  private entry(found: HeldFound, maxFileBytes: number): Read {
    const key = `${maxFileBytes} ${found.path}`
    const before = this.read.get(key)
    if (before !== undefined) return before
    const told: Diagnostic[] = []
    const read = { told, entry: heldEntry(found, { maxFileBytes, asked: false, redact, by: octets, report: (one) => told.push(one) }) }
    this.read.set(key, read)
    return read
  }
}

/** Reads and counts every file that may be shown: most of the work, so whoever waits is told. */
function pricedBy({ all, entries }: { all: number; entries: Iterable<Entry> }, { request, by, onProgress }: { request: Request; by: Knower; onProgress: PackOptions['onProgress'] }): Map<Entry, Priced | Learnt> {
  const visible = isVisible(request)
  const query = queryOf(request.task)
  const [asked, worded] = [isAsked(query), choosesRoughly(request, query)]
  const known = new Map<Entry, Priced | Learnt>()
  let done = 0
  for (const entry of entries) {
    if (visible(entry.path)) known.set(entry, worded ? wordedOf(entry, by) : knownOf(entry, by, asked))
    if (++done % TELL_EVERY === 0 || done === all) onProgress?.(done, all)
  }
  return known
}

/** A page knows nothing of the machine it is made on, so it tells nothing. */
const aboutFor = (chosen: Chosen, { frozen = false, timestamp }: PackOptions) =>
  aboutOf(chosen, { frozen, timestamp: (frozen ? undefined : timestamp) ?? EPOCH, facts: [['project_root', '.']], notices: [] })
