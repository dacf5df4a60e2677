// Plants the hostile corpus anywhere: one folder for each class, and classes that must be a root of their own beside them.
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

const USAGE = `node test/kit/hostile/plant.mjs FOLDER [--scale 1] [--only ID]... [--list]

Plants every class of hostile input that is made of files into FOLDER, which must be empty or not there yet.
  --scale N  a part of the full size, such as 0.02
  --only ID  this class alone; may be repeated
  --list     say which classes there are, and plant nothing
`

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) main()

function main() {
  const values = given()
  if (values === undefined) return
  if (values.help) return process.stdout.write(USAGE)
  const classes = CLASSES.filter(({ id, plant: isFiles }) => isFiles !== undefined && (values.only?.includes(id) ?? true))
  const unknown = (values.only ?? []).filter((id) => classes.every((one) => one.id !== id))
  if (unknown.length > 0) return fail(`${unknown.join(', ')}: no class of files is called so; --list says which there are`)
  if (values.list) return classes.forEach(({ id, what }) => process.stdout.write(`${id}: ${what}\n`))
  const { folder } = values
  if (folder === undefined || !(Number(values.scale) > 0)) return fail(`give a folder, and a scale above 0\n\n${USAGE}`)
  if (existsSync(folder) && readdirSync(folder).length > 0) return fail(`${folder} is not empty: the corpus wants a folder of its own`)
  const planted = plant(resolve(folder), { scale: Number(values.scale), classes })
  process.stdout.write(`${planted.length} classes in ${folder}\n`)
}

/** What was typed; undefined, and told, when it cannot be understood. */
function given() {
  try {
    const { values, positionals: [folder] } = parseArgs({ allowPositionals: true, options: { scale: { type: 'string', default: '1' }, only: { type: 'string', multiple: true }, list: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } })
    return { ...values, folder }
  } catch (error) {
    fail(`${error.message}\n\n${USAGE}`)
    return undefined
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 2
}
