// The vectors behind the signal of meaning: asked for once per text and model, kept in the store, never needed.
import type { Diagnostic } from '../core/diagnostic.ts'
import { heightOf } from '../core/level.ts'
import type { Embedder, Entry, Store } from '../core/ports.ts'
import { meaningSignal, type Openness, passagesOf, rounded, taskPassages } from '../core/rank/meaning.ts'
import { type FileSignal, isVisible, verdictsOf } from '../core/rank/rank.ts'
import { TIER_WORTH, tierOf } from '../core/rank/tier.ts'
import type { Request } from '../core/request.ts'
import { redactSecrets } from '../guards/secrets.ts'
import { createEmbedder } from '../models/index.ts'
import { within } from '../sources/patience.ts'
import { requestOf, type Settings } from './settings.ts'
import type { Workspace } from './workspace.ts'

/** What a model said, or why it did not. */
export interface Meaning {
  readonly signals: readonly FileSignal[]
  readonly diagnostics: readonly Diagnostic[]
}

const SILENT: Meaning = { signals: [], diagnostics: [] }

/** Files at the most, sources first: every one costs the model time. */
const MOST_FILES = 2000
/** Files that are asked for together; each group is kept, so that a model that fails later has not worked in vain. */
const GROUP = 40
/** Milliseconds for all of it. */
const PATIENCE = 60_000

/** The signal of meaning for a request; nothing without a model, without a task and when frozen. */
export async function meaningFor(workspace: Workspace, settings: Settings, entries: readonly Entry[]): Promise<Meaning> {
  const config = settings.embeddings.value
  const embedder = workspace.frozen || settings.task === '' ? undefined : workspace.embedder ?? (config === undefined ? undefined : createEmbedder(config, process.env))
  if (embedder === undefined) return SILENT
  try {
    return { signals: [await within(PATIENCE, workspace.signal, (signal) => signalFrom({ embedder, signal, workspace }, settings, entries))], diagnostics: [] }
  } catch (error) {
    return { signals: [], diagnostics: [silentModel(embedder, error)] }
  }
}

const silentModel = ({ name }: Embedder, error: unknown): Diagnostic => ({
  code: 'model/silent', severity: 'warning',
  message: `the model ${name} was not used: ${error instanceof Error ? redactSecrets(error.message.slice(0, 300)).text : 'it failed'}`,
  hint: 'The context was made without it. Start the model, or take "embeddings" out of your configuration.',
})

interface Asking {
  readonly embedder: Embedder
  readonly signal: AbortSignal
  readonly workspace: Workspace
}

async function signalFrom(asking: Asking, settings: Settings, entries: readonly Entry[]): Promise<FileSignal> {
  const request = requestOf(settings)
  const task = await asking.embedder.embed(taskPassages(redactSecrets(request.task).text), asking.signal)
  const texts = textsFor(request, entries)
  const files = new Map<string, readonly Int8Array[]>()
  for (let at = 0; at < texts.length; at += GROUP) for (const [path, vectors] of await vectorsOf(asking, texts.slice(at, at + GROUP))) files.set(path, vectors)
  return meaningSignal({ model: asking.embedder.name, task: task.map(rounded), files })
}

interface FileText {
  readonly path: string
  readonly passages: readonly string[]
}

/** What is sent of each file: nothing that the rules would not show. */
function textsFor(request: Request, entries: readonly Entry[]): FileText[] {
  const visible = isVisible(request)
  const verdictOf = verdictsOf(request)
  const opennessOf = (path: string): Openness => {
    const height = heightOf(verdictOf(path).ceiling)
    return height >= heightOf('full') ? 'text' : height >= heightOf('shape') ? 'names' : 'path'
  }
  return entries.filter(({ path, stub }) => stub === undefined && visible(path))
    .toSorted((a, b) => TIER_WORTH[tierOf(b.path)] - TIER_WORTH[tierOf(a.path)] || (a.path < b.path ? -1 : 1))
    .slice(0, MOST_FILES)
    .map(({ path, text }) => ({ path, passages: passagesOf(path, text, opennessOf(path)) }))
}

/** The vectors of a group of files, from the store where the same passages were asked before. */
async function vectorsOf({ embedder, signal, workspace }: Asking, texts: readonly FileText[]): Promise<Map<string, readonly Int8Array[]>> {
  const shelf = vectorShelf(workspace, embedder.name)
  const result = new Map<string, readonly Int8Array[]>()
  const missing: FileText[] = []
  for (const text of texts) {
    const kept = await shelf.get(text)
    if (kept === undefined) missing.push(text)
    else result.set(text.path, kept)
  }
  const vectors = missing.length === 0 ? [] : (await embedder.embed(missing.flatMap(({ passages }) => passages), signal)).map(rounded)
  let at = 0
  for (const text of missing) {
    const own = vectors.slice(at, at += text.passages.length)
    result.set(text.path, own)
    await shelf.put(text, own)
  }
  return result
}

interface Kept {
  readonly model: string
  readonly hash: string
  readonly vectors: readonly string[]
}

/** One place a path, so that what changes replaces what was; the hash of the passages and the model say whether it still holds. Sixteen shelves, because one is read whole. */
function vectorShelf({ store, digest }: { store: Store; digest: Workspace['digest'] }, model: string): { get(text: FileText): Promise<readonly Int8Array[] | undefined>; put(text: FileText, vectors: readonly Int8Array[]): Promise<void> } {
  const shelfOf = (path: string): string => `meaning-${digest.sha256(path).slice(0, 1)}`
  const hashOf = ({ passages }: FileText): string => digest.sha256(JSON.stringify(passages))
  return {
    async get(text) {
      const kept = await store.get(shelfOf(text.path), text.path) as Partial<Kept> | undefined
      if (kept?.model !== model || kept.hash !== hashOf(text) || !Array.isArray(kept.vectors)) return undefined
      return kept.vectors.map((vector) => new Int8Array(Buffer.from(String(vector), 'base64')))
    },
    put: (text, vectors) => store.put(shelfOf(text.path), text.path, { model, hash: hashOf(text), vectors: vectors.map((vector) => Buffer.from(vector.buffer).toString('base64')) } satisfies Kept),
  }
}
