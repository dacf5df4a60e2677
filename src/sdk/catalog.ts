// The catalogue as a library (S3.57): search, overview, details, a context within a budget, and plans that run. A program sees what its role sees.
import { budgetedContext } from '../catalog/context/budgeted.ts'
import type { Filter } from '../catalog/find/facets.ts'
import { pageOf } from '../catalog/find/search.ts'
import type { SourceSpec, Table } from '../catalog/ports.ts'
import type { Details, Overview, Resource } from '../catalog/record.ts'
import { UsageError } from '../core/field.ts'
import { askFor, consent, finderOf, mustSeeAll, type OpenCatalog, openCatalog as openFor, type Scanned, scanSource, specFrom, withOrigin } from '../workspace/catalog/index.ts'
import { openWorkspace, settle, type Workspace } from '../workspace/index.ts'
import { type Plan, planFor, planWritten } from './plan.ts'

export type { Details, Overview, Plan, Resource, Scanned, SourceSpec, Table }

/** How a catalogue is opened. */
export interface CatalogOptions {
  /** See what this role may see; the environment or the configuration unless told. */
  readonly role?: string
}

/** What is looked for. */
export interface Search {
  readonly text?: string
  readonly facets?: Filter
  readonly limit?: number
}

/** What a context is made for. */
export interface ContextWish {
  readonly task: string
  /** Tokens at the most; 8000 unless told. */
  readonly budget?: number
  /** Only these ids are candidates. */
  readonly candidates?: readonly string[]
  /** Ids that were given before and are not repeated. */
  readonly not?: readonly string[]
}

/** A context that fits, and what is in it. */
export interface CatalogContext {
  readonly text: string
  readonly tokens: number
  readonly details: readonly string[]
  readonly lines: readonly string[]
  /** Candidates that are not shown. */
  readonly hidden: number
}

/** An open catalogue. Close it when it is not needed any more. */
export interface Catalog {
  /** Ids, best first (S3.38). */
  search(wanted: Search): Promise<readonly string[]>
  /** Overviews by page: a number from 1, or the `next` of the page before (S3.36). */
  overview(query?: string, page?: string, pageSize?: number): Promise<{ readonly rows: readonly Overview[]; readonly page_info: { readonly total: number; readonly first: number; readonly next?: string } }>
  /** Details of ids, in their order; an id that is not there is an error (S3.37). */
  details(ids: readonly string[]): Promise<readonly Details[]>
  /** Details of what fits best, lines for what else may matter, never over the budget. */
  budgetedContext(wish: ContextWish): Promise<CatalogContext>
  /** A plan for a task, written by the configured model from the cards of what fits, checked and repaired; for development (S3.57). */
  compilePlan(wish: Pick<ContextWish, 'task' | 'budget' | 'candidates'>): Promise<Plan>
  /** A plan in JSON or YAML, or as data, checked; `execute()` runs it; it throws what is wrong with it. */
  plan(plan: string | object): Promise<Plan>
  /** Registers a source, which is consent to open it, and scans it. */
  add(source: { readonly name: string; readonly location: string; readonly type?: string; readonly secrets?: Readonly<Record<string, string>>; readonly options?: Readonly<Record<string, string>> }): Promise<Scanned>
  /** Looks at all sources again. */
  scan(): Promise<readonly Scanned[]>
  close(): Promise<void>
}

const PAGE_SIZE = 50

/** Opens the catalogue of a folder. */
export async function openCatalog(folder: string, options: CatalogOptions = {}): Promise<Catalog> {
  const workspace = openWorkspace(folder)
  const open = await openFor(workspace, options)
  const finder = (): ReturnType<typeof finderOf> => finderOf(workspace, open)
  return {
    search: async (wanted) => {
      const { text = '', facets = {}, limit = 20 } = asked(wanted, 'search', ['text', 'facets', 'limit'])
      return (await (await finder()).find({ text, filter: facets })).hits.slice(0, limit).map(({ id }) => id)
    },
    overview: async (query = '', page = '1', pageSize = PAGE_SIZE) => {
      const { find, byId } = await finder()
      const { items, total, first, next } = pageOf((await find({ text: query })).hits, page, pageSize)
      return { rows: items.map(({ id }) => (byId(id) as Resource).overview), page_info: { total, first, ...(next === undefined ? {} : { next }) } }
    },
    details: async (ids) => {
      if (!Array.isArray(ids)) throw new UsageError('details takes a list of ids: details(["res:…"])')
      const { byId } = await finder()
      return ids.map((id) => known(byId(id), id).details)
    },
    budgetedContext: async (wish) => contextOf(workspace, open, asked(wish, 'budgetedContext', ['task', 'budget', 'candidates', 'not'])),
    compilePlan: async ({ task, budget = 8000, candidates = [] }) => {
      const { byId, ...rest } = await finder()
      const settings = settle({}, workspace.layers)
      const written = await planWritten({ byId, ...rest }, settings.generation.value, { task, budget, meter: await workspace.meter(settings.meter.value), picked: candidates.map((id) => known(byId(id), id)) })
      return planFor(written, { open, root: workspace.root })
    },
    plan: async (plan) => planFor(typeof plan === 'string' ? plan : JSON.stringify(plan), { open, root: workspace.root }),
    add: async ({ name, location, type, secrets = {}, options: given = {} }) => {
      mustSeeAll(open.role)
      const spec = await withOrigin(specFrom({ name, location, type, secret: pairs(secrets), option: pairs(given) }, workspace.root), workspace.root)
      await consent(workspace.root, spec)
      await open.store.register(spec)
      return scanned(workspace, open, spec)
    },
    scan: async () => {
      mustSeeAll(open.role)
      const all: Scanned[] = []
      for (const { spec } of await open.store.sources()) all.push(await scanned(workspace, open, spec))
      return all
    },
    close: async () => {
      await open.close()
      await workspace.close()
    },
  }
}

/** A wish as a program wrote it: a key that is not known is a mistake, not a wish for everything. */
function asked<T extends object>(wish: T, name: string, keys: readonly (keyof T & string)[]): T {
  const strange = wish === null || typeof wish !== 'object' ? '' : Object.keys(wish).find((key) => !(keys as readonly string[]).includes(key))
  if (strange !== undefined) throw new UsageError(`${name} takes { ${keys.join(', ')} }${strange === '' ? '' : `, not ${strange}`}`)
  return wish
}

const pairs = (given: Readonly<Record<string, string>>): string[] => Object.entries(given).map(([name, value]) => `${name}=${value}`)

const scanned = (workspace: Workspace, { store }: OpenCatalog, spec: SourceSpec): Promise<Scanned> => scanSource(store, spec, { root: workspace.root, now: workspace.timestamp(), progress: () => {} })

function known(resource: Resource | undefined, id: string): Resource {
  if (resource === undefined) throw new UsageError(`there is no resource "${id}": search gives ids`)
  return resource
}

async function contextOf(workspace: Workspace, open: OpenCatalog, { task, budget = 8000, candidates, not = [] }: ContextWish): Promise<CatalogContext> {
  const finder = await finderOf(workspace, open)
  const meter = await workspace.meter(settle({}, workspace.layers).meter.value)
  const { ask } = await askFor(finder, { task, budget, meter, not: new Set(not) })
  const only = candidates === undefined ? undefined : new Set(candidates)
  const made = budgetedContext(only === undefined ? ask : { ...ask, candidates: ask.candidates.filter(({ overview }) => only.has(overview.id)) })
  if (made === undefined) throw new UsageError(ask.candidates.length === 0 ? `nothing in the catalogue matches ${JSON.stringify(task)}` : `a budget of ${budget} tokens holds none of it`)
  return { text: made.text, tokens: made.tokens, details: made.cards.map(({ id }) => id), lines: made.lines, hidden: made.hidden }
}
