// The catalogue in a context for a task: the resources that the task asks for stand beside the files, under one budget.
import { createHash } from 'node:crypto'
import type { Resource } from '../../catalog/record.ts'
import { sheetOf } from '../../catalog/sheet.ts'
import type { Entry } from '../../core/ports.ts'
import type { FileSignal } from '../../core/rank/rank.ts'
import type { Workspace } from '../workspace.ts'
import { finderOf } from './find.ts'
import { openCatalog } from './open.ts'

/** More would crowd out the code. */
const MOST = 12
/** What is so much further from the task than the best is not what was meant. */
const NEAR = 0.35

/** Resources as entries, and how strongly each matters. */
export interface Summoned {
  readonly entries: readonly Entry[]
  readonly signal: FileSignal
}

/** What the catalogue has for a task. */
export async function resourcesFor(workspace: Workspace, task: string): Promise<Summoned> {
  const catalog = await openCatalog(workspace)
  try {
    const finder = await finderOf(workspace, catalog)
    const { hits } = await finder.find({ text: task })
    const best = hits[0]?.relevance ?? 0
    const near = hits.slice(0, MOST).filter(({ relevance }) => best > 0 && relevance >= NEAR * best)
    const strengths = new Map(near.map(({ id, relevance }) => [id, relevance / best]))
    return { entries: near.map(({ id }) => entryOf(finder.byId(id) as Resource)), signal: ({ entry }) => signalFor(entry.path, strengths) }
  } finally {
    await catalog.close()
  }
}

/** The resource of an id as an entry; none when there is no such resource for this reader. */
export async function resourceNamed(workspace: Workspace, id: string): Promise<readonly Entry[]> {
  const catalog = await openCatalog(workspace)
  try {
    return (await catalog.resources()).filter(({ overview }) => overview.id === id).map(entryOf)
  } finally {
    await catalog.close()
  }
}

function signalFor(path: string, strengths: ReadonlyMap<string, number>): ReturnType<FileSignal> {
  const strength = strengths.get(path)
  return strength === undefined ? undefined : { name: 'catalogue', strength, why: 'the catalogue has it for these words' }
}

function entryOf(resource: Resource): Entry {
  const text = sheetOf(resource)
  const hash = (name: string): string => createHash(name).update(text).digest('hex')
  return { path: resource.overview.id, text, bytes: Buffer.byteLength(text), md5: hash('md5'), sha256: hash('sha256'), modified: Date.parse(resource.overview.updated_at) || 0 }
}
