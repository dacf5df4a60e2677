// The corpora that are here: made by corpora.mjs, listed in corpora/corpora.json.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CORPORA } from './places.mjs'

const LIST = join(CORPORA, 'corpora.json')

/** Every corpus: name, folder, where it comes from and which version it is. */
export function listed() {
  return existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')).map((one) => ({ ...one, path: resolve(CORPORA, one.path) })) : []
}

/** The corpora named, or all of them; never none without a word. */
export function chosen(names) {
  const all = listed()
  if (all.length === 0) throw new Error('there are no corpora yet: run node bench/corpora.mjs first')
  if (names === undefined) return all
  return names.map((name) => {
    const found = all.find((one) => one.name === name)
    if (found === undefined) throw new Error(`there is no corpus "${name}"; there are ${all.map((one) => one.name).join(', ')}`)
    return found
  })
}

/** What may be published about a corpus: everything but where it lies. */
export const published = ({ name, upstream, version, files, megabytes }) => ({ name, upstream, version, files, megabytes })
