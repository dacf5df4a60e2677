// What a task asks of the one ranking and the one choice there are: rules and signals, each with its reason.
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

/** The guidance for an intent in a scene. `asked` are files that somebody named by pattern. */
export function guidanceFor(intent: Intent, scene: Scene, more: { readonly request: string; readonly asked?: readonly string[]; readonly prioritizers?: readonly Prioritizer[] }): Guidance {
  const asked: Role[] = (more.asked ?? []).map((path) => ({ path, role: 'asked', priority: 'HIGH', why: 'its pattern was given' }))
  const ages = new Map(scene.commits.flatMap((paths, age) => paths.map((path) => [path, age] as const)).toReversed())
  const occasion: Occasion = { intent, roles: [...rolesFor(intent, scene), ...asked], mentions: mentionsOf(more.request.slice(0, 20_000)), ages, prioritizers: more.prioritizers ?? [] }
  return { occasion, rules: RULES[intent] ?? [], signals: [intentSignal(occasion)] }
}
