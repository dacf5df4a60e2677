// Whoever's code is shipped inside ours: their licences go with it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folders of the packages that modules belong to. */
export const packagesOf = (moduleIds) => new Set(moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []))

const BETWEEN = `\n${'-'.repeat(80)}\n\n`

/** The licences of packages, one after the other. */
export function licencesOf(folders) {
  return [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    return `${name} ${version} (${license})\n\n${file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()}\n`
  }).join(BETWEEN)
}

/** The packages that such a text is about, by name and version. */
export const packagesIn = (licences) => licences.split(BETWEEN).map((one) => {
  const [, name, version] = /^(\S+) (\S+) \(/.exec(one) ?? []
  if (version === undefined) throw new Error(`no package begins with "${one.slice(0, 40)}"`)
  return { name, version }
})

/**
 * Notes every package that a bundler of Vite puts into pages and into their workers, which are built apart, and writes the licences beside them.
 * The same object must be given to both: `plugins` and `worker.plugins`.
 */
export function noteLicences() {
  const packages = new Set()
  return {
    noting: { name: 'noting', moduleParsed: ({ id }) => { for (const folder of packagesOf([id])) packages.add(folder) } },
    writing: { name: 'licences', generateBundle() { this.emitFile({ type: 'asset', fileName: 'LICENSES.txt', source: licencesOf(packages) }) } },
  }
}
