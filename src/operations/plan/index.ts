// Plans: what is to be asked of the sources in the catalogue, as data.
import type { Group } from '../operation.ts'
import { planCheck } from './check.ts'
import { planDraft } from './draft.ts'
import { planCompile, planExplain } from './explain.ts'
import { planRun } from './run.ts'

/** The word that commands of plans share. */
export const PLAN: Group = {
  name: 'plan',
  title: 'Check, explain, compile and run plans over the catalogue',
  doc: 'A plan is a short list of steps in JSON or YAML: scan, filter, project, derive, join, aggregate, sort, limit, union, window, call, invoke. It holds no SQL and can only read. Sources run what they can, the rest runs here.',
}

/** All commands of plans, in the order of help. */
export const PLAN_OPERATIONS = [planCheck, planExplain, planCompile, planRun, planDraft] as const
