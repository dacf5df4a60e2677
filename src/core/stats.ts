import { seedName } from './level.ts'
import type { Compiled } from './compile.ts'

/** What became of the files, in the names of the skeleton protocol (S0.32). */
export interface BudgetStats {
  readonly total_tokens: number
  readonly files_included: number
  /** Not shown beyond a line. */
  readonly files_dropped: number
  readonly files_skeletonized: number
  readonly tokens_saved_by_skeleton: number
  /** Files at each level. */
  readonly compression_breakdown: Readonly<Record<'L0' | 'L1' | 'L2' | 'L3', number>>
}

/** Counts what a context holds. */
export function budgetStats({ page, plan, tokens }: Compiled): BudgetStats {
  const at = (name: string): number => page.files.filter((view) => seedName(view.level) === name).length
  const cut = page.files.filter((view) => view.level !== 'full')
  const dropped = plan.files.length - page.files.length
  return {
    total_tokens: tokens,
    files_included: page.files.length,
    files_dropped: dropped,
    files_skeletonized: cut.length,
    tokens_saved_by_skeleton: cut.reduce((sum, view) => sum + Math.max(0, view.originalTokens - view.tokens), 0),
    compression_breakdown: { L0: at('L0'), L1: at('L1'), L2: at('L2'), L3: dropped },
  }
}
