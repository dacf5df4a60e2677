// Plants the hostile corpus anywhere: one folder for each class, and classes that must be a root of their own beside them.
//   node test/kit/hostile/plant.mjs FOLDER [--scale 1] [--only ID]... [--list]
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CLASSES } from './classes.mjs'

/** Where the classes that can live together stand, and those that cannot. */
export const TOGETHER = 'together'
export const APART = 'apart'

/** The folder of a class below the corpus. */
export const placeOf = (folder, { apart, id }) => join(folder, apart ? APART : TOGETHER, id)

/** Writes these classes; gives those that were written. */
export function plant(folder, { scale = 1, classes = CLASSES } = {}) {
  const planted = classes.filter((one) => one.plant !== undefined)
  for (const one of planted) {
    const place = placeOf(folder, one)
    mkdirSync(place, { recursive: true })
    one.plant(place, scale)
  }
  return planted
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) main()

function main() {
  const { values, positionals: [folder] } = parseArgs({ allowPositionals: true, options: { scale: { type: 'string', default: '1' }, only: { type: 'string', multiple: true }, list: { type: 'boolean' } } })
  const classes = CLASSES.filter(({ id }) => values.only === undefined || values.only.includes(id))
  if (values.list) return classes.forEach(({ id, what }) => process.stdout.write(`${id}: ${what}\n`))
  if (folder === undefined || !(Number(values.scale) > 0)) return fail('give a folder: node test/kit/hostile/plant.mjs FOLDER [--scale 0.02] [--only ID]')
  if (existsSync(folder) && readdirSync(folder).length > 0) return fail(`${folder} is not empty: the corpus wants a folder of its own`)
  const planted = plant(resolve(folder), { scale: Number(values.scale), classes })
  process.stdout.write(`${planted.length} classes in ${folder}\n`)
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 2
}
