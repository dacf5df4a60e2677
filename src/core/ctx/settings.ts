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

/** The settings that configurations make, the strongest first. Own prefixes are looked at before those of the protocol. */
export function ctxSettings(configs: readonly CtxConfig[]): CtxSettings {
  const weakestFirst = configs.toReversed()
  const own: Prefixes = Object.assign({}, ...weakestFirst.map(({ prefixes }) => prefixes ?? {}))
  return { prefixes: { ...own, ...PREFIXES, ...own }, caps: Object.assign({}, CAPS, ...weakestFirst.map(({ caps }) => caps ?? {})) }
}
