// Where things are, all of them below bench/.
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

export const PROJECT = at('../..')
export const CORPORA = at('../corpora')
export const TOOLS = at('../corpora/.tools')
export const RESULTS = at('../results')
export const FOVEA = at('../../dist/cli/bin.js')
