// Written by bench/skeleton.mjs: what its last run measured. Do not edit.
import type { SkeletonScore } from './score.ts'

/** How true skeletons are, by language. */
export const SCORES: Readonly<Record<string, SkeletonScore>> = {
}
