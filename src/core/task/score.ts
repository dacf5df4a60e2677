// The protocol's score of a chunk, in points, and its map onto the one score between 0 and 1 that everything else uses.
import type { FileSignal, Priced } from '../rank/rank.ts'
import { mentionsPath, type Mentions } from '../rank/mention.ts'
import { tierOf } from '../rank/tier.ts'
import { type ContextChunk, higherPriority, PRIORITIES, type Priority } from './chunk.ts'
import type { Intent } from './intent.ts'
import type { Role, RoleName } from './roles.ts'

/** Points for a chunk that fits the kind of work; the first four are the protocol's numbers. */
export const BOOSTS: Readonly<Record<Intent, { readonly roles: readonly RoleName[]; readonly points: number }>> = {
  debug: { roles: ['error', 'trace'], points: 300 },
  test: { roles: ['test', 'fixture'], points: 250 },
  implement: { roles: ['target'], points: 400 },
  refactor: { roles: ['dependency', 'dependent'], points: 200 },
  analyze: { roles: ['structure'], points: 200 },
  document: { roles: ['document'], points: 200 },
  review: { roles: ['changed'], points: 300 },
  explore: { roles: ['target'], points: 200 },
}

/** The protocol names these three and leaves the numbers open. */
export const MENTION_POINTS = 200
export const MOST_RECENCY_POINTS = 100
export const MOST_SIZE_PENALTY = 200

/** Chunks up to this size pay nothing; each doubling beyond it costs a hundred points. */
const LARGE_CHUNK = 4000

/** What a chunk is scored for. */
export interface Occasion {
  readonly intent: Intent
  readonly mentions: Mentions
  readonly roles: readonly Role[]
  /** How many commits ago a path was changed; absent for what did not change recently. */
  readonly ages: ReadonlyMap<string, number>
  readonly prioritizers: readonly Prioritizer[]
}

/** One part of a score. */
export interface Points {
  readonly name: string
  readonly points: number
  readonly why: string
}

/** A scored chunk: points on the protocol's scale and the one score, with what made them. */
export interface ScoredChunk {
  readonly points: number
  readonly value: number
  readonly parts: readonly Points[]
}

/** A rule of somebody's own about chunks: points to add or take away, and why. */
export type Prioritizer = (chunk: ContextChunk, task: Pick<Occasion, 'intent' | 'mentions'>) => Points | undefined

/** The score of a chunk: base + task + recency + mention - size. */
export function scoreChunk(chunk: ContextChunk, occasion: Occasion): ScoredChunk {
  const parts: Points[] = [{ name: 'base', points: PRIORITIES[chunk.priority], why: chunk.priority }]
  const boost = BOOSTS[occasion.intent]
  const fitting = occasion.roles.find(({ path, role }) => path === chunk.source && boost.roles.includes(role))
  if (fitting !== undefined) parts.push({ name: 'task', points: boost.points, why: fitting.why })
  const age = occasion.ages.get(chunk.source)
  if (age !== undefined) parts.push({ name: 'recency', points: Math.round(MOST_RECENCY_POINTS / (1 + age)), why: age === 0 ? 'the newest commit changed it' : `${age + 1} commits ago it changed` })
  if (mentionsPath(occasion.mentions, chunk.source) > 0) parts.push({ name: 'mention', points: MENTION_POINTS, why: 'the request names it' })
  const penalty = sizePenalty(chunk.tokens)
  if (penalty > 0) parts.push({ name: 'size', points: -penalty, why: `${chunk.tokens} tokens is large` })
  for (const prioritizer of occasion.prioritizers) parts.push(...[prioritizer(chunk, occasion) ?? []].flat())
  const points = parts.reduce((sum, part) => sum + part.points, 0)
  return { points, value: valueOf(points), parts }
}

/** Points as the one score: a thousand are 1. */
export const valueOf = (points: number): number => Math.min(1, Math.max(0, points / 1000))

const sizePenalty = (tokens: number): number => Math.min(MOST_SIZE_PENALTY, Math.max(0, Math.round(100 * Math.log2(Math.max(1, tokens) / LARGE_CHUNK))))

/** What a path is worth before anything is known of the task. */
export function basePriority(path: string): Priority {
  const tier = tierOf(path)
  return tier === 'core' || tier === 'config' ? 'MEDIUM' : 'LOW'
}

/** The priority of a path in a task: that of its strongest role, else what its tier says. */
export const priorityIn = (path: string, roles: readonly Role[]): Priority =>
  roles.reduce((best, role) => (role.path === path ? higherPriority(best, role.priority) : best), basePriority(path))

/** A file as a chunk that can be scored; its text stays where it is. */
export const chunkOf = ({ entry, tokens, language }: Priced, roles: readonly Role[]): ContextChunk => ({
  content: entry.text, source: entry.path, chunk_type: 'file', priority: priorityIn(entry.path, roles), tokens, metadata: { language, last_modified: entry.modified },
})

/** Points above an ordinary file, as the strength of a signal: MEDIUM says nothing, a thousand more everything. */
export const strengthOf = (points: number): number => Math.min(1, Math.max(0, (points - PRIORITIES.MEDIUM) / 1000))

/** The protocol's score as a signal of the one ranking: only what stands above an ordinary file speaks. */
export function intentSignal(occasion: Occasion): FileSignal {
  const byPath = new Map<string, Role[]>()
  for (const role of occasion.roles) byPath.set(role.path, [...byPath.get(role.path) ?? [], role])
  return (file) => {
    const own = byPath.get(file.entry.path) ?? []
    const { points, parts } = scoreChunk(chunkOf(file, own), { ...occasion, roles: own })
    const strength = strengthOf(points)
    return strength === 0 ? undefined : { name: 'intent', strength, why: `${occasion.intent}: ${points} points (${parts.map((part) => `${part.name} ${part.points}`).join(', ')})${own[0] === undefined ? '' : `; ${own[0].why}`}` }
  }
}
