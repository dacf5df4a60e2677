// The aliases that pages show. A registry that cannot be read must not stop a page that would do without.
import type { Registry } from '../../core/ctx/registry.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Workspace } from '../workspace.ts'
import { CtxError, ctxPlace } from './place.ts'

/** The aliases of a workspace. `.fovea` is not part of the tree, so a frozen page knows those of `.ado` alone. */
export function aliasesShown({ root, frozen, aliases }: Pick<Workspace, 'root' | 'frozen' | 'aliases'>): { aliases: Registry; diagnostics: readonly Diagnostic[] } {
  if (aliases !== undefined) return { aliases, diagnostics: [] }
  try {
    return { aliases: ctxPlace(root, frozen ? '.ado' : undefined).registry(), diagnostics: [] }
  } catch (error) {
    if (!(error instanceof CtxError)) throw error
    return { aliases: new Map(), diagnostics: [{ code: 'ctx/unreadable', severity: 'warning', message: `No alias is shown: ${error.message}.` }] }
  }
}
