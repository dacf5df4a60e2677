// Whoever's code is shipped inside ours: their licences go with it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folders of the packages that modules belong to. */
export const packagesOf = (moduleIds) => new Set(moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []))

/** The licences of packages, one after the other. */
export function licencesOf(folders) {
  return [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    return `${name} ${version} (${license})\n\n${file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()}\n`
  }).join(`\n${'-'.repeat(80)}\n\n`)
}
