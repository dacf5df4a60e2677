// An alias where a name or a path may stand: `A.ADR1@d00dad42`, `A.ADR1:10-60`, `A.ADR1#Decision`.
import type { Alias, Registry } from '../core/ctx/registry.ts'
import type { Target } from '../core/handle.ts'

/** The target that is meant when a part of it is an alias, and the alias. Without digits of its own it means what was pinned, so that a change is seen. */
export function meant(target: Target, aliases: Registry): { target: Target; alias?: Alias } {
  const alias = aliases.get(target.path ?? (target.kind === 'any' || target.kind === 'file' ? target.name : ''))
  if (alias === undefined) return { target }
  if (target.path !== undefined) return { target: { ...target, path: alias.path }, alias }
  return { target: { ...target, kind: 'file', name: alias.path, ...(target.lines === undefined ? { pin: target.pin ?? alias.sha } : {}) }, alias }
}
