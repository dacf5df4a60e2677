// Events for programs: one JSON object a line, beside the sentences for people.
import { sizeOf } from '../core/corpus.ts'
import { text } from '../core/field.ts'
import type { Compilation } from '../workspace/index.ts'

/** The input of operations that log. */
export const logging = { log: text('Append events as JSON lines to a file, or with - to standard error; FOVEA_LOG=json does the latter too', { sign: 'FILE' }) }

/** Something that happened, by name. */
export interface LogEvent {
  readonly event: string
  readonly [detail: string]: unknown
}

/** A context was made: what went in, what came out, how much of the budget it uses. */
export function contextCompressed(operation: string, { compiled, corpus, settings, meter }: Compilation, more: Readonly<Record<string, unknown>> = {}): LogEvent {
  const { page, plan, tokens } = compiled
  const budget = settings.budget.value
  const count = (level: string): number => page.files.filter((view) => view.level === level).length
  return {
    event: 'context_compressed', operation, timestamp: page.timestamp, chunks_in: corpus.files.length, chunks_out: page.files.length,
    utilization: Number.isFinite(budget) && budget > 0 ? Math.round((tokens / budget) * 1e4) / 1e4 : 0, budget: Number.isFinite(budget) ? budget : 'none', tokens,
    tokens_in: corpus.files.reduce((sum, file) => sum + sizeOf(file), 0), ...(corpus.files.some(({ about }) => about !== undefined) ? { tokens_in_about: true } : {}), full: count('full'), detail: count('detail'), shape: count('shape'), lines: page.lines.length,
    value: Math.round(plan.value * 1e4) / 1e4, bound: Math.round(plan.bound * 1e4) / 1e4, lens: settings.lens.value.name, format: settings.format.value, meter: meter.name, task: settings.task !== '', ...more,
  }
}
