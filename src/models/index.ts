// Models that can be asked. They are never needed: without one, nothing is missing.
import type { Embedder } from '../core/ports.ts'
import { addressFault, addressOf } from './address.ts'
import type { Dialect } from './dialect.ts'
import { type Environment, keyFaults, keyOf } from './key.ts'
import { ollama } from './ollama.ts'
import { openai } from './openai.ts'
import { ModelError, post } from './post.ts'

export { CHAT_KINDS, chatAddress, type ChatConfig, type ChatEvent, chatFaults, type ChatTool, type ToolAnswer } from './chat.ts'
export { ModelError } from './post.ts'

const DIALECTS: Readonly<Record<string, Dialect>> = { openai, ollama }

/** Kinds of servers. */
export const EMBEDDING_KINDS: readonly string[] = Object.keys(DIALECTS)

/** Which model gives vectors, and where it is. */
export interface EmbeddingsConfig {
  readonly kind: string
  readonly url: string
  readonly model: string
  /** `env:NAME`: the environment variable that holds the key. */
  readonly key?: string
  /** Allows http to another machine. */
  readonly insecure?: boolean
}

/** What is wrong with a configuration beyond its schema. A key that was written down is not repeated. */
export function embeddingsFaults({ url, key, insecure }: EmbeddingsConfig): string[] {
  const address = addressFault(url, insecure)
  return [
    ...(address === undefined ? [] : [`embeddings.url ${address}`]),
    ...keyFaults('embeddings.key', key),
  ]
}

/** What one request may hold: servers refuse more. */
const MOST_TEXTS = 64
const MOST_CHARS = 96_000

/** A model behind HTTP. Keys come from the environment when they are needed, and go nowhere else. */
export function createEmbedder(config: EmbeddingsConfig, env: Environment): Embedder {
  const dialect = DIALECTS[config.kind] as Dialect
  const address = addressOf(config.url, dialect.path)
  return {
    name: `${config.kind}:${config.model}`,
    async embed(texts: readonly string[], signal?: AbortSignal) {
      const key = keyOf('embeddings.key', config.key, env)
      const vectors: Float32Array[] = []
      for (const batch of batches(texts)) {
        const answer = await post({ address, key, body: dialect.body(config.model, batch), signal })
        vectors.push(...checked(dialect.vectors(answer), { count: batch.length, size: vectors[0]?.length, host: address.host }))
      }
      return vectors
    },
  }
}

function* batches(texts: readonly string[]): Iterable<readonly string[]> {
  let batch: string[] = []
  let chars = 0
  for (const text of texts) {
    if (batch.length > 0 && (batch.length === MOST_TEXTS || chars + text.length > MOST_CHARS)) {
      yield batch
      batch = []
      chars = 0
    }
    batch.push(text)
    chars += text.length
  }
  if (batch.length > 0) yield batch
}

interface Expected {
  readonly count: number
  /** The length of vectors that came before. */
  readonly size: number | undefined
  readonly host: string
}

/** As many vectors as were asked for, of one length, of numbers. */
function checked(vectors: readonly unknown[] | undefined, { count, size, host }: Expected): Float32Array[] {
  if (vectors?.length !== count) throw new ModelError(`${host}: answered with ${vectors === undefined ? 'no vectors' : `${vectors.length} vectors`}, not ${count}`)
  const result = vectors.map((vector) => (Array.isArray(vector) && vector.every(Number.isFinite) ? Float32Array.from(vector as number[]) : new Float32Array()))
  const length = size ?? result[0]?.length ?? 0
  if (length === 0 || result.some((vector) => vector.length !== length)) throw new ModelError(`${host}: answered with vectors that do not fit together`)
  return result
}
