// Where things are, all of them below bench/.
import { fileURLToPath } from 'node:url'
import { freshProgram } from '../../scripts/fresh.mjs'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

export const PROJECT = at('../..')
export const CORPORA = at('../corpora')
export const TOOLS = at('../corpora/.tools')
export const RESULTS = at('../results')
/** Pictures to look at, which are not committed. */
export const SHOTS = at('../shots')
export const FOVEA = freshProgram()
