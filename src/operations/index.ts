// Everything Fovea does, in the order of help.
import { BCP, BCP_OPERATIONS } from './bcp/index.ts'
import { CACHE, cacheClear, cacheStatus } from './cache.ts'
import { CATALOG, CATALOG_OPERATIONS } from './catalog/index.ts'
import { check } from './check/index.ts'
import { config } from './config.ts'
import { CTX_GROUPS, CTX_OPERATIONS } from './ctx/index.ts'
import { DB, DB_OPERATIONS } from './db/index.ts'
import { delta } from './delta.ts'
import { diff } from './diff.ts'
import { doctor } from './doctor.ts'
import { explain } from './explain.ts'
import { GEN, GEN_OPERATIONS } from './gen/index.ts'
import { init } from './init.ts'
import { languages } from './languages.ts'
import { MEMORY, MEMORY_OPERATIONS } from './memory/index.ts'
import type { Group, Operation } from './operation.ts'
import { pack } from './pack.ts'
import { PLAN, PLAN_OPERATIONS } from './plan/index.ts'
import { render } from './render.ts'
import { search } from './search.ts'
import { secrets } from './secrets.ts'
import { SESSION, SESSION_OPERATIONS } from './session/index.ts'
import { skeleton } from './skeleton.ts'
import { task } from './task.ts'
import { WORKER_OPERATIONS } from './worker/index.ts'
import { zoom } from './zoom.ts'

/** All operations. Adding one is adding a file and a name here. */
export const OPERATIONS: readonly Operation[] = [pack, task, zoom, search, delta, diff, explain, check, skeleton, render, ...BCP_OPERATIONS, ...SESSION_OPERATIONS, ...CTX_OPERATIONS, ...GEN_OPERATIONS, ...CATALOG_OPERATIONS, ...PLAN_OPERATIONS, ...DB_OPERATIONS, ...WORKER_OPERATIONS, ...MEMORY_OPERATIONS, secrets, cacheStatus, cacheClear, languages, init, doctor, config] as unknown as readonly Operation[]

/** The words that several operations share. */
export const GROUPS: readonly Group[] = [SESSION, BCP, ...CTX_GROUPS, GEN, CATALOG, PLAN, DB, MEMORY, CACHE]

export { heard } from './breath.ts'
export { type Context, EXIT, EXIT_DOCS, Failure, type Group, type Operation, type Outcome, runFresh } from './operation.ts'
export type { LogEvent } from './log.ts'
