import { PREFIXES, type Prefixes } from './alias.ts'

/** What a configuration may say of aliases and packs. */
export interface CtxConfig {
  readonly prefixes?: Prefixes
  readonly caps?: Readonly<Record<string, number>>
}

/** What holds for a project. */
export interface CtxSettings {
  readonly prefixes: Prefixes
  /** The most tokens of a section of a pack, by its label. */
  readonly caps: Readonly<Record<string, number>>
}

/** Caps that hold unless somebody says otherwise (S3.25). */
const CAPS: Readonly<Record<string, number>> = { ADR: 300, OPTS: 200 }

/** A configuration, and whether it can only lower what the others allow. */
export interface CtxLayer {
  readonly ctx: CtxConfig
  readonly narrowing?: boolean
}

/** The settings that configurations make, the strongest first. Own prefixes are looked at before those of the protocol. */
export function ctxSettings(layers: readonly CtxLayer[]): CtxSettings {
  const weakestFirst = layers.toReversed()
  const own: Prefixes = joined(weakestFirst.map(({ ctx }) => ctx.prefixes))
  return { prefixes: { ...own, ...PREFIXES, ...own }, caps: capsOf(weakestFirst) }
}

function capsOf(weakestFirst: readonly CtxLayer[]): Readonly<Record<string, number>> {
  const allowed = joined([CAPS, ...weakestFirst.filter(({ narrowing }) => narrowing !== true).map(({ ctx }) => ctx.caps)])
  const lower = weakestFirst.filter(({ narrowing }) => narrowing === true).flatMap(({ ctx }) => Object.entries(ctx.caps ?? {}))
  return joined([allowed, Object.fromEntries(lower.filter(([label, cap]) => !Object.hasOwn(allowed, label) || cap < (allowed[label] as number)))])
}

/** Later ones win; a name such as `__proto__` is a name like any other. */
const joined = <T>(records: readonly (Readonly<Record<string, T>> | undefined)[]): Readonly<Record<string, T>> => Object.fromEntries(records.flatMap((record) => Object.entries(record ?? {})))
