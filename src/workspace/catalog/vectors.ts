// Vectors of resources, asked for once per text and model. Only names and descriptions are sent, nothing of the data.
import { nameOf } from '../../catalog/find/fields.ts'
import type { Question } from '../../catalog/find/search.ts'
import type { Resource } from '../../catalog/record.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Embedder } from '../../core/ports.ts'
import { redactSecrets } from '../../guards/secrets.ts'
import { createEmbedder } from '../../models/index.ts'
import { within } from '../../sources/patience.ts'
import { settle } from '../settings.ts'
import type { Workspace } from '../workspace.ts'

/** Vectors, or why there are none. */
export interface Vectors {
  readonly vectors?: NonNullable<Question['vectors']>
  readonly diagnostics: readonly Diagnostic[]
}

/** Milliseconds for all of it. */
const PATIENCE = 60_000
/** Texts that are sent together. */
const GROUP = 64
/** Letters of one text. */
const MOST_LETTERS = 1500

/** The vectors for a question; none without a model, without words and when frozen. */
export async function vectorsFor(workspace: Workspace, text: string, resources: readonly Resource[]): Promise<Vectors> {
  const config = settle({}, workspace.layers).embeddings.value
  const embedder = workspace.frozen || text.trim() === '' || resources.length === 0 ? undefined : workspace.embedder ?? (config === undefined ? undefined : createEmbedder(config, process.env))
  if (embedder === undefined) return { diagnostics: [] }
  try {
    return { vectors: await within(PATIENCE, workspace.signal, (signal) => asked({ workspace, embedder, signal }, text, resources)), diagnostics: [] }
  } catch (error) {
    return { diagnostics: [silent(embedder, error)] }
  }
}

interface Asking {
  readonly workspace: Workspace
  readonly embedder: Embedder
  readonly signal: AbortSignal
}

async function asked(asking: Asking, text: string, resources: readonly Resource[]): Promise<NonNullable<Question['vectors']>> {
  const [question] = await asking.embedder.embed([redactSecrets(text).text], asking.signal)
  if (question === undefined) throw new Error('it gave no vector')
  const texts = resources.map(passageOf)
  const vectors = await known(asking, texts)
  const byId = new Map(resources.map(({ overview }, at) => [overview.id, vectors.get(texts[at] as string)]))
  return { question, of: (id) => byId.get(id) }
}

/** What a resource is about, in words. */
const passageOf = (resource: Resource): string => redactSecrets([
  nameOf(resource), resource.overview.description ?? '', ...resource.overview.examples.map(({ task }) => task), ...(resource.details.columns.length > 0 ? resource.details.columns : resource.details.inputs ?? []).map(({ name }) => name),
].filter((part) => part !== '').join('; ').slice(0, MOST_LETTERS)).text

/** Vectors by text, from memory where they were asked for before. */
async function known({ workspace: { memory, digest }, embedder, signal }: Asking, texts: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
  const keyOf = (text: string): string => digest.sha256(`${embedder.name}\n${text}`)
  const found = new Map<string, Float32Array>()
  for (const text of new Set(texts)) {
    const bytes = memory?.recall('catalog-vectors', keyOf(text))
    if (bytes !== undefined && bytes.byteLength % 4 === 0) found.set(text, new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4))
  }
  const missing = [...new Set(texts)].filter((text) => !found.has(text))
  for (let at = 0; at < missing.length; at += GROUP) {
    const group = missing.slice(at, at + GROUP)
    const vectors = await embedder.embed(group, signal)
    group.forEach((text, i) => {
      const vector = vectors[i] as Float32Array
      found.set(text, vector)
      memory?.keep('catalog-vectors', keyOf(text), new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength))
    })
  }
  return found
}

const silent = ({ name }: Embedder, error: unknown): Diagnostic => ({
  code: 'model/silent', severity: 'warning',
  message: `the model ${name} was not used: ${error instanceof Error ? redactSecrets(error.message.slice(0, 300)).text : 'it failed'}`,
  hint: 'The search was made by words alone. Start the model, or take "embeddings" out of your configuration.',
})
