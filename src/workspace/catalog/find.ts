// The catalogue ready for questions: its index, kept by its state so that a run need not make it again, its resources by id, and vectors where a model is configured.
import { decodeIndex, encodeIndex, INDEX_VERSION } from '../../catalog/find/codec.ts'
import { type CatalogIndex, indexOf } from '../../catalog/find/index.ts'
import { type Found, type Question, search } from '../../catalog/find/search.ts'
import type { Resource } from '../../catalog/record.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Workspace } from '../workspace.ts'
import type { OpenCatalog } from './open.ts'
import { vectorsFor } from './vectors.ts'

/** A catalogue that can be asked. */
export interface Finder {
  readonly index: CatalogIndex
  readonly resources: readonly Resource[]
  byId(id: string): Resource | undefined
  /** Finds by words, and by meaning where a model is configured; a model that fails is a diagnostic. */
  find(question: Omit<Question, 'vectors'>): Promise<Found & { readonly diagnostics: readonly Diagnostic[] }>
}

/** Opens a catalogue for questions. */
export async function finderOf(workspace: Workspace, catalog: OpenCatalog): Promise<Finder> {
  const resources = await catalog.resources()
  const { index, known } = HELD.get(resources) ?? hold(resources, keptIndex(workspace, resources, await catalog.state()))
  return {
    index, resources, byId: (id) => known.get(id),
    find: async (question) => {
      const { vectors, diagnostics } = await vectorsFor(workspace, question.text, resources)
      return { ...search(index, { ...question, ...(vectors === undefined ? {} : { vectors }) }), diagnostics }
    },
  }
}

/** What was worked out from resources that are still held. */
interface Worked {
  readonly index: CatalogIndex
  readonly known: ReadonlyMap<string, Resource>
}
const HELD = new WeakMap<readonly Resource[], Worked>()

function hold(resources: readonly Resource[], index: CatalogIndex): Worked {
  const worked = { index, known: new Map(resources.map((resource) => [resource.overview.id, resource])) }
  HELD.set(resources, worked)
  return worked
}

/** Below this many resources making an index costs less than keeping it. */
const WORTH_KEEPING = 300

function keptIndex({ memory, digest }: Workspace, resources: readonly Resource[], state: string): CatalogIndex {
  if (memory === undefined || resources.length < WORTH_KEEPING) return indexOf(resources)
  const key = digest.sha256(`catalog index ${INDEX_VERSION} ${state}`)
  const kept = memory.recall('catalog', key)
  const before = kept === undefined ? undefined : decodeIndex(kept)
  // A kept index is of these resources or it is none: the ids say so.
  if (before !== undefined && before.facts.length === resources.length && before.facts.every(({ id }, at) => id === resources[at]?.overview.id)) return before
  const index = indexOf(resources)
  memory.keep('catalog', key, encodeIndex(index))
  return index
}
