// Packs that were printed here before: what changed since can be told. A frozen workspace and one without a cache know none.
import { type Pack, PACK_ID, packFrom, packId, sectionsOf } from '../core/delta/pack.ts'
import { formatNamed } from '../formats/index.ts'
import type { Compilation } from './compile.ts'
import type { Workspace } from './workspace.ts'

/** The pack that a compilation is; undefined when nothing was printed, or everything without a budget, which is not held in memory. */
export function packOf(workspace: Workspace, { compiled, settings, meter }: Pick<Compilation, 'compiled' | 'settings' | 'meter'>): Pack | undefined {
  if (compiled.parts.length === 0 || !Number.isFinite(settings.budget.value)) return undefined
  const text = compiled.parts.join('')
  const format = formatNamed(settings.format.value)
  return {
    id: packId(text, workspace.digest), text, sections: sectionsOf(text, compiled.page, format), tokens: compiled.tokens,
    format: format.name, meter: meter.name, lens: settings.lens.value.name, at: workspace.timestamp(),
  }
}

/** Keeps a pack for later; false when there is nowhere to keep it. */
export const keepPack = (workspace: Workspace, pack: Pack): boolean => workspace.packs?.keep(pack.id, JSON.stringify(pack)) ?? false

/** A pack that was kept; undefined when it is not known here, or not any more. */
export function findPack(workspace: Workspace, id: string): Pack | undefined {
  const json = PACK_ID.test(id) ? workspace.packs?.find(id) : undefined
  return json === undefined ? undefined : packFrom(json, id, workspace.digest)
}
