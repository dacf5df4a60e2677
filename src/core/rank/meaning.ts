// What words do not show: a model says how close a file is to the task. Everything here is arithmetic on vectors that somebody else asked for.
import { once } from '../once.ts'
import type { FileSignal } from './rank.ts'

/** What of a file may be sent to a model: all of it, its outline, its name. Ceilings hold on this way out as on every other. */
export type Openness = 'text' | 'names' | 'path'

/** Fits the smallest models: 512 tokens. */
const MOST_PASSAGE = 1500
/** The beginning of a file says what it is for; the rest is more of the same, and costs. */
const MOST_PASSAGES = 3
const MOST_NAMES = 60

const DEFINITION = once(() => /^[ \t]*(?:(?:export|default|pub(?:\([a-z]+\))?|public|private|protected|internal|static|abstract|final|async|open|data|sealed) ){0,5}(?:function\*?|class|def|fn|func|fun|struct|interface|type|enum|trait|impl|module|object|record)[ \t]+(?:\([^()\n]{0,80}\)[ \t]*)?([\p{L}_$][\p{L}\p{N}_$]{0,80})/gmu)

/** A file in passages that a model can read: its path and names first, then the beginning of its text, each under its path. */
export function passagesOf(path: string, text: string, openness: Openness = 'text'): readonly string[] {
  if (openness === 'path') return [path]
  const names = [...new Set([...text.slice(0, 200_000).matchAll(DEFINITION())].map((match) => match[1] as string))].slice(0, MOST_NAMES)
  const first = `${path}\n${names.join(' ')}`.slice(0, MOST_PASSAGE)
  return openness === 'names' ? [first] : [first, ...chunks(text, MOST_PASSAGE - Math.min(path.length, 300) - 1).slice(0, MOST_PASSAGES - 1).map((chunk) => `${path.slice(-300)}\n${chunk}`)]
}

/** A task in passages. */
export const taskPassages = (task: string): readonly string[] => chunks(task, MOST_PASSAGE).slice(0, MOST_PASSAGES)

/** Cut at the end of a line where there is one in the second half. */
function chunks(text: string, most: number): string[] {
  const result: string[] = []
  const end = Math.min(text.length, most * MOST_PASSAGES)
  for (let at = 0; at < end;) {
    const line = text.lastIndexOf('\n', at + most)
    const next = at + most >= text.length ? text.length : line > at + most / 2 ? line + 1 : at + most
    if (text.slice(at, next).trim() !== '') result.push(text.slice(at, next))
    at = next
  }
  return result
}

/** A vector in whole numbers from -127 to 127: a quarter of the room, and no order among files changes by it. */
export function rounded(vector: Float32Array): Int8Array {
  const most = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return Int8Array.from(vector, (value) => (most === 0 ? 0 : Math.round((value / most) * 127)))
}

/** The angle between two vectors: 1 for the same direction, 0 when they have nothing in common or do not fit. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return 0
  let [dot, aa, bb] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] as number, b[i] as number]
    dot += x * y
    aa += x * x
    bb += y * y
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb)
}

/** The vectors of a task and of files by path, all from one model. */
export interface Meanings {
  readonly model: string
  readonly task: readonly ArrayLike<number>[]
  readonly files: ReadonlyMap<string, readonly ArrayLike<number>[]>
}

/** Passages whose closeness counts: one can be an accident. */
const BEST = 2
/** Weaker than this is the noise of the model. */
const LEAST = 0.05

/**
 * How close each file is to the task. Models call everything somewhat alike, each to its own degree, so what counts is how far a file stands out:
 * the median file has 0, the closest has 1.
 */
export function meaningSignal({ model, task, files }: Meanings): FileSignal {
  const close = new Map([...files].map(([path, vectors]) => [path, closeness(task, vectors)]))
  const sorted = [...close.values()].sort((a, b) => a - b)
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
  const range = (sorted.at(-1) ?? 0) - median
  return ({ entry }) => {
    const here = close.get(entry.path)
    const strength = here === undefined || range <= 0 ? 0 : Math.max(0, (here - median) / range)
    return strength < LEAST ? undefined : { name: 'meaning', strength, why: `close to the task in meaning (${(here as number).toFixed(2)}, ${model})` }
  }
}

/** The mean of the best passages of a file, each with the part of the task that it fits best. */
function closeness(task: readonly ArrayLike<number>[], passages: readonly ArrayLike<number>[]): number {
  const best = passages.map((passage) => Math.max(0, ...task.map((part) => cosine(part, passage)))).sort((a, b) => b - a).slice(0, BEST)
  return best.length === 0 ? 0 : best.reduce((sum, value) => sum + value, 0) / best.length
}
