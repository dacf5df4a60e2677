// The task with everything it needs, as data for other programs. Field names are those of the protocol.
import type { Compiled } from '../compile.ts'
import type { CorpusFile } from '../corpus.ts'
import type { TokenBudget } from './budget.ts'
import { type ContextChunk, priorityNamed } from './chunk.ts'
import type { Intent } from './intent.ts'
import { chunkOf, type Occasion, scoreChunk } from './score.ts'

/** Chunks that were chosen, and how well they fill their share. */
export interface CompressedContext {
  readonly chunks: readonly ContextChunk[]
  /** Tokens of the chunks. */
  readonly total_tokens: number
  /** Tokens of the chunks as a part of the context's share: 0 to 1. */
  readonly utilization: number
  /** Chunks that there were to choose from, and that were chosen. */
  readonly chunks_in: number
  readonly chunks_out: number
  /** Sources of which only a part is shown. */
  readonly truncated: readonly string[]
}

/** Something that the reader can call. */
export interface ToolDefinition {
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, { readonly type: string; readonly description: string }>>
}

/** Something that the task made. */
export interface Artifact {
  readonly type: string
  readonly path: string
}

/** A task, ready to be handed over. */
export interface TaskEnvelope {
  readonly task_type: Intent
  readonly user_request: string
  /** What came in, untouched. */
  readonly original_input: string
  readonly context: CompressedContext
  readonly tools: readonly ToolDefinition[]
  readonly artifacts: readonly Artifact[]
  readonly session_id: string
  /** ISO time. */
  readonly created_at: string
  readonly token_budget: TokenBudget
}

/** The compressed context of a compiled page: its files, best first, after the chunks around them. */
export function compressedContext(compiled: Compiled, { around, corpus, occasion, share }: {
  readonly around: readonly ContextChunk[]
  readonly corpus: readonly CorpusFile[]
  readonly occasion: Occasion
  readonly share: number
}): CompressedContext {
  const byPath = new Map(corpus.map((file) => [file.entry.path, file]))
  const shown = compiled.page.files.map((view, i) => fileChunk(byPath.get(view.path) as CorpusFile, { content: compiled.page.bodyOf(i), tokens: view.tokens, level: view.level, hidden: view.hidden, sha8: view.sha8 }, occasion))
  const files = shown.toSorted((a, b) => Number(b.metadata['score']) - Number(a.metadata['score']))
  // What a page leaves out of its head for lack of room was not shown.
  const chunks = [...(compiled.plan.head ? around : []), ...files].map(withoutLines)
  const total = chunks.reduce((sum, chunk) => sum + chunk.tokens, 0)
  return {
    chunks, total_tokens: total, utilization: share === 0 ? 0 : Math.min(1, Number((total / share).toFixed(3))), chunks_in: corpus.length + around.length, chunks_out: chunks.length,
    truncated: files.filter((chunk) => chunk.metadata['level'] !== 'full').map((chunk) => chunk.source),
  }
}

function fileChunk(file: CorpusFile, shown: { readonly content: string; readonly tokens: number; readonly level: string; readonly hidden: number; readonly sha8: string }, occasion: Occasion): ContextChunk {
  const chunk = chunkOf(file, occasion.roles)
  const { points, parts } = scoreChunk(chunk, occasion)
  return {
    ...chunk, content: shown.content, tokens: shown.tokens, priority: chunk.priority === 'MEDIUM' || chunk.priority === 'LOW' ? priorityNamed(points) : chunk.priority,
    metadata: {
      language: file.language, last_modified: file.entry.modified, level: shown.level, handle: `@${shown.sha8}`, original_tokens: file.tokens, hidden: shown.hidden,
      score: Number(file.score.value.toFixed(4)), points, why: [...parts.map(({ name, points: each, why }) => `${name} ${each}: ${why}`), ...file.score.signals.map(({ name, strength, why }) => `${name} ${strength.toFixed(2)}: ${why}`)],
    },
  }
}

const withoutLines = (chunk: ContextChunk): ContextChunk => ({ ...chunk, metadata: Object.fromEntries(Object.entries(chunk.metadata).filter(([name]) => name !== 'lines')) })
