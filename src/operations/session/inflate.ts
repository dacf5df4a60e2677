// A session becomes a context again: the same request on today's code, what was zoomed shown as deep as it was, and what changed since told.
import { pathInId } from '../../core/block.ts'
import type { Corpus } from '../../core/corpus.ts'
import { blocksNamed } from '../../core/find.ts'
import { keptLate } from '../../core/late.ts'
import { heightOf } from '../../core/level.ts'
import { isVisible, verdictsOf } from '../../core/rank/rank.ts'
import type { Rule } from '../../core/rule.ts'
import { type Changes, changesSince, sentencesOf } from '../../core/session/changes.ts'
import type { Checkpoint, StoredPrompt, StoredRequest } from '../../core/session/checkpoint.ts'
import { inEffect, type Zoom } from '../../core/session/history.ts'
import { type Item, itemFrom, itemsOf, levelsIn, type Shown } from '../../core/session/inventory.ts'
import { type Compilation, compileGathered, type Flags, type Gathered, gatherWorkspace, type Reading, requestOf, type Settings, settle, type TaskAsk, type Workspace } from '../../workspace/index.ts'
import { askAgain, promptOf } from '../prompt.ts'
import { Library, type Place, resolveMoved } from '../resolve.ts'
import { everythingNow } from './now.ts'

/** A session on today's code. */
export interface Inflated {
  readonly compilation: Compilation
  readonly changes: Changes
  /** What could not be done as it was, in sentences. */
  readonly notes: readonly string[]
}

/** The flags of a session's request. A file must not make visible what ignore files hide, so excludes that begin with `!` are not taken from it. */
export function flagsIn({ user_request: task, fovea: { request } }: Checkpoint): Flags {
  const { budget, exclude = [], prompt: _, ...rest } = request
  return { task, ...rest, exclude: exclude.filter((pattern) => !pattern.startsWith('!')), ...(budget === undefined ? {} : { budget: budget === 'none' ? Infinity : budget }) }
}

/** The request that settings stand for. Excludes are those that were asked for: those of a configuration are read again each time. */
export const storedRequest = (settings: Settings, flags: Flags): StoredRequest => ({
  budget: settings.budget.value === Infinity ? 'none' : settings.budget.value, format: settings.format.value, meter: settings.meter.value, lens: settings.lens.value.name,
  include: settings.include.value, exclude: flags.exclude ?? [], pin: flags.pin ?? [], levels: settings.ladder.value, ...(flags.level === undefined || flags.level.length === 0 ? {} : { level: flags.level }),
})

/** How a session was asked for as a prompt; undefined when it is a plain context, or is wanted in another format now. */
export const promptIn = ({ fovea: { request } }: Checkpoint, { format }: Flags): StoredPrompt | undefined => (format === undefined || format === request.format ? request.prompt : undefined)

/** Makes the request of a session on today's code, as a prompt when it was one. */
export async function inflate(workspace: Workspace, checkpoint: Checkpoint, { flags, hidden }: { flags: Flags; hidden: readonly string[] }): Promise<Inflated> {
  const settings = settle({ ...flags, exclude: [...(flags.exclude ?? []), ...hidden] }, workspace.layers)
  const reading = await workspace.read(settings)
  const visible = isVisible(requestOf(settings))
  const library = new Library(workspace, reading.entries.filter((entry) => visible(entry.path)))
  const { plan } = checkpoint.fovea
  const zooms = await Promise.all(inEffect(checkpoint.fovea).map((zoom) => rulesFor(library, zoom, plan)))
  const stored = promptIn(checkpoint, flags)
  const maker = await (stored === undefined ? contextMaker(workspace, settings, { zooms, reading }) : promptMaker(workspace, settings, { zooms, ask: askAgain(stored, settings.task, flags.budget) }))
  const items = itemsOf(await everythingNow(library, maker.corpus, plan), workspace.digest)
  const notices = sentencesOf(changesSince(plan, items, new Map()), { planned: false }).map((sentence) => `Since this session was saved, ${sentence}.`)
  const { compilation, left } = await fitting(zooms, (kept) => maker.make(kept, notices))
  const changes = changesSince(plan, items, levelsIn(compilation.compiled.plan))
  return { compilation, changes, notes: [...zooms.flatMap(({ notes }) => notes), ...left.map(({ zoom }) => `${zoom.target} no longer fits into the budget: raise --budget, or undo newer zooms`)] }
}

/** Makes the page of a session with some of its zooms, on a corpus that is known. */
interface Maker {
  readonly corpus: Corpus
  make(zooms: readonly Ruled[], notices: readonly string[]): Promise<Compilation>
}

async function contextMaker(workspace: Workspace, settings: Settings, { zooms, reading }: { zooms: readonly Ruled[]; reading: Reading }): Promise<Maker> {
  const gathered = await gatherWorkspace(workspace, withRules(settings, zooms), { reading })
  return { corpus: gathered.corpus, make: async (kept, notices) => compileGathered(workspace, rejudged(gathered, withRules(settings, kept)), { notices }) }
}

async function promptMaker(workspace: Workspace, settings: Settings, { zooms, ask }: { zooms: readonly Ruled[]; ask: TaskAsk }): Promise<Maker> {
  const make: Maker['make'] = (kept, notices) => promptOf(workspace, withRules(settings, kept), { ...ask, notices })
  return { corpus: (await make(zooms, [])).corpus, make }
}

interface Ruled {
  readonly zoom: Zoom
  readonly rules: readonly Rule[]
  readonly notes: readonly string[]
}

const withRules = (settings: Settings, zooms: readonly Ruled[]): Settings =>
  ({ ...settings, rules: { ...settings.rules, value: [...settings.rules.value, ...zooms.flatMap(({ rules }) => rules)] } })

/** What a zoom raised, where it is today. */
async function rulesFor(library: Library, zoom: Zoom, plan: readonly Shown[]): Promise<Ruled> {
  const found = await Promise.all(zoom.handles.flatMap((handle) => itemFrom(handle) ?? []).map(async (item) => ({ item, place: await placeOf(library, item) })))
  return {
    zoom,
    rules: [...found.flatMap(({ place }) => (place === undefined ? [] : [ruleFor(place, zoom)])), ...keptRules(plan, found.map(({ item }) => item.id), zoom)],
    notes: found.flatMap(({ item, place }) => (place === undefined ? [`${zoom.target} was zoomed, but ${item.id} is gone`] : [])),
  }
}

function ruleFor({ path, name }: Spot, { level, target }: Pick<Zoom, 'level' | 'target'>): Rule {
  // A glob that only this path matches: signs that mean more stand for any one character.
  const match = `/${path.replace(/[*?{}]/g, '?')}`
  return { match, ...(name === undefined ? {} : { block: name }), atLeast: level, why: `zoomed: ${target}` }
}

/** A zoom never shows less: what the plan showed of its target stays a floor, or the frame of a whole file could take the room of its code. */
export function keptRules(plan: readonly Shown[], targets: readonly string[], { level, target }: Pick<Zoom, 'level' | 'target'>): Rule[] {
  const inside = (id: string): boolean => id.includes('#') && targets.some((holder) => id === holder || id.startsWith(`${holder}${holder.includes('#') ? '.' : '#'}`))
  return plan.flatMap(({ handle, level: shown }) => {
    const { id } = itemFrom(handle) ?? { id: '' }
    const hash = id.indexOf('#')
    return heightOf(shown) > heightOf(level) && inside(id) ? [ruleFor({ path: pathInId(id.slice(0, hash)), name: id.slice(hash + 1) }, { level: shown, target })] : []
  })
}

/** A file, or a definition in it. */
interface Spot {
  readonly path: string
  readonly name?: string
}

async function placeOf(library: Library, { id, sha8 }: Item): Promise<Spot | undefined> {
  const hash = id.indexOf('#')
  const path = pathInId(hash < 0 ? id : id.slice(0, hash))
  const name = hash < 0 ? undefined : id.slice(hash + 1)
  const entry = library.entries.find((candidate) => candidate.path === path)
  if (entry !== undefined && (name === undefined || blocksNamed(await library.file(entry), name).length > 0)) return { path, ...(name === undefined ? {} : { name }) }
  const target = name === undefined ? { kind: 'file' as const, name: path, pin: sha8 } : { kind: 'any' as const, name, path, pin: sha8 }
  const [moved] = await resolveMoved(library, target, { includeTests: true })
  return moved === undefined ? undefined : spotOf(moved)
}

const spotOf = ({ entry, file, block }: Place): Spot => ({ path: entry.path, ...(block === file ? {} : { name: block.id.slice(block.id.indexOf('#') + 1) }) })

/** The newest zooms that fit: each is a floor, and floors that exceed the budget give way, the oldest first. */
async function fitting(zooms: readonly Ruled[], make: (kept: readonly Ruled[]) => Promise<Compilation>): Promise<{ compilation: Compilation; left: readonly Ruled[] }> {
  const fits = ({ compiled }: Compilation): boolean => compiled.plan.overrun === 0 && compiled.parts.length > 0
  const all = await make(zooms)
  if (zooms.length === 0 || fits(all)) return { compilation: all, left: [] }
  let [low, high, best] = [1, zooms.length, await make([])]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const tried = await make(zooms.slice(middle))
    if (fits(tried)) [high, best] = [middle, tried]
    else low = middle + 1
  }
  return { compilation: best, left: zooms.slice(0, low) }
}

/** The same corpus under other rules for single blocks: they change what must be shown, not what anything is worth. */
function rejudged(gathered: Gathered, settings: Settings): Gathered {
  const verdictOf = verdictsOf(requestOf(settings))
  return { ...gathered, settings, corpus: { ...gathered.corpus, files: gathered.corpus.files.map((file) => keptLate(file, { verdict: verdictOf(file.entry.path) })) } }
}
