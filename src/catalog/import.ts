// An export read back. Every record is checked before anything is kept, and a mistake is told with its file, line and field.
import { UsageError } from '../core/field.ts'
import type { ExportFile } from './export.ts'
import { placeOf } from './id.ts'
import { DetailsSchema, OverviewSchema } from './record-schema.ts'
import type { Details, Overview, Resource } from './record.ts'
import { hashesOf } from './resource.ts'

/** The resources of an export as a folder: its overviews, and the files of its details. */
export function importFiles(overviews: ExportFile, details: Iterable<ExportFile>): readonly Resource[] {
  const cards = new Map<string, Details>()
  for (const { path, text } of details) {
    const card = checked<Details>(DetailsSchema, jsonOf(text, path), path)
    if (cards.has(card.id)) throw new UsageError(`${path}: another file has the details of ${card.id} already`)
    cards.set(card.id, card)
  }
  const found = linesOf(overviews).map(({ value, where }) => {
    const id = idIn(value)
    const card = id === undefined ? undefined : cards.get(id)
    if (id !== undefined && card === undefined) throw new UsageError(`${where}: there are no details of ${id}; a file under details/ must hold them`)
    if (id !== undefined) cards.delete(id)
    return joined(value, card, where)
  })
  const [lonely] = cards.keys()
  if (lonely !== undefined) throw new UsageError(`${overviews.path} has no line for ${lonely}, whose details are given`)
  return distinct(found)
}

/** The resources of an export in one file: a line is a resource with its overview and details. */
export function importLines(file: ExportFile): readonly Resource[] {
  return distinct(linesOf(file).map(({ value, where }) => {
    if (!isRecord(value) || !('overview' in value) || !('details' in value)) throw new UsageError(`${where}: a line holds a resource with overview and details; give the folder to import overviews with their details beside them`)
    return joined(value['overview'], checked<Details>(DetailsSchema, value['details'], `${where}, details`), where)
  }))
}

interface Line {
  readonly value: unknown
  readonly where: string
}

const linesOf = ({ path, text }: ExportFile): Line[] =>
  text.split('\n').map((line, at) => ({ line, where: `${path}:${at + 1}` })).filter(({ line }) => line.trim() !== '').map(({ line, where }) => ({ value: jsonOf(line, where), where }))

/** Hashes follow from the details, and a record written by hand need not have them: they are worked out again. */
function joined(value: unknown, details: Details | undefined, where: string): Resource & { where: string } {
  const draft = { rev: 1, what_changed: [], schema_hash: NONE, cap_hash: NONE, ...(isRecord(value) ? value : {}) }
  const overview = checked<Overview>(OverviewSchema, draft, where)
  if (details === undefined || details.id !== overview.id || details.uri !== overview.uri) throw new UsageError(`${where}: overview and details are of different resources: ${overview.id} and ${details?.id ?? 'none'}`)
  const source = placeOf(overview.uri)?.source
  if (source === undefined) throw new UsageError(`${where}, uri: ${JSON.stringify(overview.uri.slice(0, 100))} names no source; a URI looks like ada://any/db/pg:main/public.orders`)
  return { version: 1, source, overview: { ...overview, ...hashesOf(details, overview.cap) }, details, where }
}

const NONE = '0'.repeat(16)

function distinct(found: readonly (Resource & { where: string })[]): readonly Resource[] {
  const places = new Map<string, string>()
  return found.map(({ where, ...resource }) => {
    const before = places.get(resource.overview.id)
    if (before !== undefined) throw new UsageError(`${where}: ${resource.overview.id} was given already at ${before}`)
    places.set(resource.overview.id, where)
    return resource
  })
}

function jsonOf(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${where}: this is not JSON: ${error instanceof Error ? error.message.slice(0, 120) : ''}`)
  }
}

interface Schema {
  safeParse(value: unknown): { success: true; data: unknown } | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } }
}

function checked<T>(schema: Schema, value: unknown, where: string): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data as T
  const { path, message } = result.error.issues[0] ?? { path: [], message: 'it cannot be read' }
  throw new UsageError(`${where}${path.length === 0 ? '' : `, ${path.map(String).join('.')}`}: ${message.slice(0, 300)}`)
}

const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)
const idIn = (value: unknown): string | undefined => (isRecord(value) && typeof value['id'] === 'string' ? value['id'] : undefined)
