// What a task asks of the one ranking and the one choice there are: rules and signals, each with its reason.
import { globFor } from '../glob.ts'
import type { FileSignal } from '../rank/rank.ts'
import { mentionsOf } from '../rank/mention.ts'
import type { Rule } from '../rule.ts'
import type { Intent } from './intent.ts'
import { type Role, rolesFor, type Scene } from './roles.ts'
import { intentSignal, type Occasion, type Prioritizer } from './score.ts'

/** Rules and signals for a task. */
export interface Guidance {
  readonly occasion: Occasion
  readonly rules: readonly Rule[]
  readonly signals: readonly FileSignal[]
}

/** What holds for a kind of work whatever the request says. */
const RULES: Readonly<Partial<Record<Intent, readonly Rule[]>>> = {
  test: [{ match: '**/{tests,test,__tests__,spec,fixtures,testdata}/**', weight: 1.25, why: 'test: existing tests and fixtures show the style' }],
  document: [{ match: '**/*.{md,rst,adoc}', weight: 1.5, why: 'document: what is written already' }],
  debug: [{ match: '**/*.{md,rst,adoc}', weight: 0.7, why: 'debug: the code tells more than what is written about it' }],
}

/** What guidance needs besides the scene. */
export interface Wishes {
  readonly request: string
  /** Files that somebody named by pattern. */
  readonly asked?: readonly string[]
  readonly prioritizers?: readonly Prioritizer[]
  /** Tokens of the context, and what a file would cost in full. */
  readonly room: number
  costOf(path: string): number
}

/** Part of the context that files in full may take before anything is chosen, and that one large target may take at the most. */
const CERTAIN = 0.45
const LARGEST = 0.65

/** The guidance for an intent in a scene. */
export function guidanceFor(intent: Intent, scene: Scene, more: Wishes): Guidance {
  const asked: Role[] = (more.asked ?? []).map((path) => ({ path, role: 'asked', priority: 'HIGH', why: 'its pattern was given' }))
  const ages = new Map(scene.commits.flatMap((paths, age) => paths.map((path) => [path, age] as const)).toReversed())
  const occasion: Occasion = { intent, roles: [...rolesFor(intent, scene), ...asked], mentions: mentionsOf(more.request.slice(0, 20_000)), ages, prioritizers: more.prioritizers ?? [] }
  return { occasion, rules: [...targetRules(occasion.roles, more), ...RULES[intent] ?? []], signals: [intentSignal(occasion)] }
}

/** What the work is about is there in full where it fits beside everything else; what is too large may not starve the rest. */
function targetRules(roles: readonly Role[], { room, costOf }: Wishes): Rule[] {
  let left = room * CERTAIN
  const critical = new Map(roles.filter(({ priority }) => priority === 'CRITICAL').map((role) => [role.path, role]))
  return [...critical.values()].map(({ path, why }): Rule => {
    const cost = costOf(path)
    if (cost > left) return { match: globFor(path), cap: Math.floor(room * LARGEST), why: `${why}; it is large, and what surrounds it needs room too` }
    left -= cost
    return { match: globFor(path), atLeast: 'full', why }
  })
}
