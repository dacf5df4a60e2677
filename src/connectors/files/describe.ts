// A list of rows in a file becomes a descriptor.
import type { Descriptor } from '../../catalog/descriptor.ts'
import { idOf } from '../../catalog/id.ts'
import type { Column } from '../../catalog/record.ts'
import type { DataFile } from './bytes.ts'
import { partsOf } from './names.ts'
import type { DataPlace } from './places.ts'
import { profileOf, type Profile } from './profile.ts'
import { BadFile, type Format, type Sheet } from './sheet.ts'
import type { FieldWords, Words } from './sidecar.ts'

/** Up to so many bytes the rows of a text are counted; beyond, they are estimated from the first. */
const COUNTED = 64 * 1024 * 1024

/** Above so many bytes reading all rows is told as a mistake. */
const LARGE = 256 * 1024 * 1024

/** Columns in the snippet. */
const SHOWN = 4

/** What surrounds a sheet. */
export interface Around {
  readonly source: string
  readonly owner?: string
  readonly samples: boolean
  readonly place: DataPlace
  readonly format: Format
  readonly words: Words
}

/** What is known of a sheet after a bounded look. Notes are added to those of the sheet. */
export async function describe(sheet: Sheet, file: DataFile, around: Around): Promise<{ descriptor: Descriptor; notes: readonly string[] }> {
  const { profile, notes } = await looked(sheet, around.samples)
  return { descriptor: descriptorOf({ sheet, profile, rows: await countOf(sheet, profile, file) }, around), notes: [...sheet.notes, ...notes] }
}

/** Rows that cannot be read leave the schema, where the format declares one. */
async function looked(sheet: Sheet, samples: boolean): Promise<{ profile: Profile; notes: string[] }> {
  try {
    return { profile: await profileOf(sheet, samples), notes: [] }
  } catch (error) {
    if (sheet.columns.some(({ type }) => type === undefined)) throw error
    const columns = sheet.columns.map(({ name, type = 'any', nn }) => ({ name, type, ...(nn === true ? { nn } : {}) }))
    return { profile: { columns, nullRate: {}, samples: [], rows: 0, passed: 0, whole: false }, notes: [`gives its schema, and its rows cannot be read: it ${causeOf(error)}`] }
  }
}

const causeOf = (error: unknown): string => (error instanceof BadFile ? error.message : 'is damaged, or holds what is not understood')

async function countOf(sheet: Sheet, profile: Profile, file: DataFile): Promise<number | undefined> {
  if (sheet.rows !== undefined) return sheet.rows
  if (profile.whole) return profile.rows
  const perByte = file.taken === 0 ? 0 : profile.passed / file.taken
  return sheet.count !== undefined && file.size <= COUNTED ? sheet.count() : Math.round(perByte * file.size)
}

interface Known {
  readonly sheet: Sheet
  readonly profile: Profile
  readonly rows: number | undefined
}

function descriptorOf({ sheet, profile, rows }: Known, { source, owner, place, format, words }: Around): Descriptor {
  const name = place.path.split('/').at(-1) as string
  const { nullRate, samples, columns } = profile
  const at = { ns: 'file' as const, engine: '', source, path: partsOf(place.path, sheet.member) }
  return {
    kind: 'file', place: at,
    title: sheet.member === undefined ? (words.title ?? name) : `${sheet.member} in ${name}`,
    ...(words.description === undefined ? {} : { description: words.description }),
    tags: [format.name], ...(rows === undefined ? {} : { rows }), columns: columns.map((column) => described(column, words.fields.get(column.name))),
    cap: ['scan', 'limit', ...(sheet.projects ? (['project'] as const) : [])], ...(owner === undefined ? {} : { owner }),
    updated: place.written, cost: { egress_mb: Math.max(0.001, Math.round(place.size / 1000) / 1000) },
    ...(words.constraints === undefined ? {} : { constraints: words.constraints }),
    snippets: [{ engine: 'ir', code: `scan(${idOf(at)}) -> project(${columns.slice(0, SHOWN).map((column) => column.name).join(', ')}) -> limit(100)` }],
    antiPatterns: place.size > LARGE ? [`Reading all rows: the file has ${Math.round(place.size / 1024 / 1024)} MB and no index. Give a limit${sheet.projects ? ' and the columns that are needed' : ''}.`] : [],
    quality: { ...(Object.keys(nullRate).length === 0 ? {} : { null_rate: { ...nullRate } }), ...(samples.length === 0 ? {} : { samples: [...samples] }) },
  }
}

const described = (column: Column, words: FieldWords | undefined): Column => (words === undefined ? column : { ...column, ...words })
