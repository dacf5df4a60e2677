// What people wrote about a file beside it: `orders.csv.md`, or a `datapackage.json` (Frictionless) in its folder or the one above the source.
import { dirname, join, posix, relative, sep } from 'node:path'
import type { Details } from '../../catalog/record.ts'
import { bytesReal } from '../../disk/open.ts'

/** What is said of a file. */
export interface Words {
  readonly title?: string
  readonly description?: string
  readonly fields: ReadonlyMap<string, FieldWords>
  readonly constraints?: Details['constraints']
}

/** What is said of a column. */
export interface FieldWords {
  readonly description?: string
  readonly unit?: string
  readonly pk?: boolean
}

const MOST_BYTES = 4 * 1024 * 1024
const LONGEST = 500
const NONE: Words = { fields: new Map() }

/** Words about files of one source, each package read once. */
export class Sidecars {
  readonly #packages = new Map<string, Promise<readonly unknown[]>>()
  readonly #top: string

  /** @param top The folder above which no package is looked for. */
  constructor(top: string) {
    this.#top = top
  }

  async of(file: string): Promise<Words> {
    const words = await this.#inPackage(file)
    const note = await paragraphOf(`${file}.md`)
    return note === undefined ? words : { ...words, description: note }
  }

  async #inPackage(file: string): Promise<Words> {
    for (const folder of [dirname(file), dirname(dirname(file))]) {
      if (relative(this.#top, folder).split(sep).includes('..')) break
      const resources = await (this.#packages.get(folder) ?? this.#read(folder))
      const path = relative(folder, file).split(sep).join('/')
      const found = resources.find((one) => namesPath(one, path))
      if (found !== undefined) return wordsOf(found as PackageResource)
    }
    return NONE
  }

  #read(folder: string): Promise<readonly unknown[]> {
    const reading = resourcesIn(join(folder, 'datapackage.json'))
    this.#packages.set(folder, reading)
    return reading
  }
}

interface PackageResource {
  readonly title?: unknown
  readonly description?: unknown
  readonly schema?: { readonly fields?: unknown; readonly primaryKey?: unknown }
}

/** Packages name paths from themselves; some leave out the folder that all their data is in. */
function namesPath(resource: unknown, path: string): boolean {
  const named = (resource as { path?: unknown } | null)?.path
  return typeof named === 'string' && (posix.normalize(named) === path || posix.basename(path) === named)
}

async function resourcesIn(file: string): Promise<readonly unknown[]> {
  try {
    const { resources } = JSON.parse(smallText(file)) as { resources?: unknown }
    return Array.isArray(resources) ? resources : []
  } catch {
    return []
  }
}

/** The text of a plain file that is not too large; a link is none. */
function smallText(file: string): string {
  const bytes = bytesReal(file, MOST_BYTES)
  if (bytes === undefined) throw new TypeError('not a small file')
  return bytes.toString('utf8')
}

/** The first paragraph that is no heading. */
async function paragraphOf(file: string): Promise<string | undefined> {
  try {
    const paragraphs = smallText(file).replace(/^---\n[\s\S]*?\n---\n/, '').split(/\n\s*\n/).map((one) => one.replace(/^#.*$/gm, ''))
    return cleaned(paragraphs.find((one) => one.trim() !== ''))
  } catch {
    return undefined
  }
}

function cleaned(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const plain = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return plain === '' ? undefined : plain.length > LONGEST ? `${plain.slice(0, LONGEST - 1)}…` : plain
}

function wordsOf({ title, description, schema }: PackageResource): Words {
  const fields = new Map<string, FieldWords>()
  for (const field of listOf(schema?.fields)) if (typeof field.name === 'string') fields.set(field.name, fieldWords(field))
  const keys = namesIn(schema?.primaryKey)
  for (const name of keys) fields.set(name, { ...fields.get(name), pk: true })
  const [named, said] = [cleaned(title), cleaned(description)]
  return {
    ...(named === undefined ? {} : { title: named }), ...(said === undefined ? {} : { description: said }), fields,
    ...(keys.length === 0 ? {} : { constraints: { primary_key: keys } }),
  }
}

function fieldWords({ description, title, unit }: Readonly<Record<string, unknown>>): FieldWords {
  const [said, measured] = [cleaned(description) ?? cleaned(title), cleaned(unit)]
  return { ...(said === undefined ? {} : { description: said }), ...(measured === undefined ? {} : { unit: measured }) }
}

const listOf = (value: unknown): Readonly<Record<string, unknown>>[] => (Array.isArray(value) ? value.filter((one) => one !== null && typeof one === 'object') : [])

const namesIn = (value: unknown): string[] => [value].flat().filter((one): one is string => typeof one === 'string')
