// The state of documents, and mending them. What is there is looked at again under the lock: another process may have written since.
import { basename, join } from 'node:path'
import { DocumentFault } from '../../core/document-fault.ts'
import { counted } from '../../core/names.ts'
import { lstatOf } from '../../disk/places.ts'
import { LAST_GOOD, type Tense } from '../../stores/aside.ts'
import { DocumentError, type Documents, OnlyCopyLeft } from '../../stores/documents.ts'
import type { Kind, Saved } from './kinds.ts'
import { asItIs, type Finding, REPAIR, type StoreState } from './state.ts'

/** A document among others. */
export interface Placed {
  readonly documents: Documents
  readonly kind: Kind
  readonly id: string
  /** A file as people are told of it. */
  readonly shown: (file: string) => string
}

/** How a document is; undefined when there is none and never was. */
export function lookAtDocument(placed: Placed): Finding | undefined {
  const { documents, kind, id } = placed
  try {
    const text = documents.read(id)
    if (text === undefined) return undefined
    const { version, records, holds } = kind.look(text, id)
    const older = kind.older?.(text)
    if (older === undefined) return asItIs({ ...stateOf(placed, 'whole'), version, records, found: `${holds}, version ${version}` })
    return { store: { ...stateOf(placed, 'older'), version, records, found: `${holds}, version ${version}, which is brought up to date when it is next written` }, plan: updated(placed, older, 'would be'), mend: () => migrate(placed) }
  } catch (error) {
    return error instanceof OnlyCopyLeft ? missing(placed) : faulty(placed, error)
  }
}

const updated = (placed: Placed, version: number, tense: Tense): string[] => [`${fileOf(placed)} ${tense} brought up to date; the old one ${tense} kept as ${basename(fileOf(placed))}.v${version}.bak`]

const fileOf = ({ documents, id, shown }: Placed): string => shown(join(documents.folder, `${id}.json`))

function stateOf(placed: Placed, state: StoreState['state']): Omit<StoreState, 'found'> {
  const { documents, kind, id } = placed
  return { store: kind.name, yours: true, file: fileOf(placed), state, bytes: lstatOf(join(documents.folder, `${id}.json`))?.size ?? 0 }
}

function missing(placed: Placed): Finding {
  const saved = savedOf(placed, undefined)
  if (saved === undefined) return useless(placed)
  return { store: { ...stateOf(placed, 'missing'), found: 'it is gone, and its last good copy is there', next: `${REPAIR} to have it back, or remove ${fileOf(placed)}${LAST_GOOD}` }, plan: back(placed, saved, 'would be'), mend: () => bringBack(placed) }
}

const back = (placed: Placed, saved: Saved, tense: Tense): string[] => [`${fileOf(placed)} ${tense} written again with ${holdsOf(placed, saved)}, all from ${basename(fileOf(placed))}${LAST_GOOD}`]

/** What a text that was saved holds, in words. */
const holdsOf = ({ kind, id }: Placed, { text }: Saved): string => kind.look(text, id).holds

/** A copy that holds nothing would keep the place for ever. */
function useless(placed: Placed): Finding {
  const copy = `${fileOf(placed)}${LAST_GOOD}`
  const told = (aside: string, tense: Tense): string[] => [`${copy} holds nothing that can be read; it ${tense} kept as ${aside}`]
  return {
    store: { ...stateOf(placed, 'missing'), found: 'it is gone, and nothing of its last good copy can be read', next: REPAIR }, plan: told(`${basename(fileOf(placed))}.bak${LAST_GOOD}`, 'would be'),
    mend: () => told(basename(placed.documents.setAside(placed.id)), 'is'),
  }
}

function faulty(placed: Placed, error: unknown): Finding {
  if (error instanceof DocumentFault && error.newer) return asItIs({ ...stateOf(placed, 'newer'), found: error.message, next: 'update Fovea; it is left as it is' })
  if (!(error instanceof DocumentFault || error instanceof DocumentError)) throw error
  if (error.message === 'permission denied') return asItIs({ ...stateOf(placed, 'unreadable'), found: error.message, next: 'give yourself the right to read it' })
  return { store: { ...stateOf(placed, 'broken'), found: error.message, next: REPAIR }, plan: planOf(placed), mend: () => replace(placed) }
}

function planOf(placed: Placed): string[] {
  const { documents, id } = placed
  try {
    return told(placed, savedOf(placed, looseText(documents, id)), { aside: documents.asideName(id), tense: 'would be' })
  } catch (error) {
    return [`${fileOf(placed)} cannot be mended: ${(error as Error).message}`]
  }
}

/** What is kept, what takes its place and where that comes from, and what is lost. */
function told(placed: Placed, saved: ReturnType<typeof savedOf>, { aside, tense }: { aside: string; tense: Tense }): string[] {
  const file = fileOf(placed)
  const kept = `${file} ${tense} kept as ${aside}`
  if (saved === undefined) return [kept, `nothing of ${file} can be read, and it has no copy: ${tense === 'is' ? 'there is none now' : 'there would be none'}`]
  const { read, brought, copied } = saved
  const from = `${counted(read, 'record')} ${read === 1 ? 'is' : 'are'} from the broken file${brought > 0 ? `, ${brought} ${brought === 1 ? 'is' : 'are'} from ${basename(file)}${LAST_GOOD}` : ''}`
  return [kept, `${file} ${tense} written again with ${holdsOf(placed, saved)}: ${from}${copied ? '' : `; there is no copy, so what cannot be read is in ${aside} alone`}`]
}

function savedOf({ documents, kind, id }: Placed, broken: string | undefined): (Saved & { copied: boolean }) | undefined {
  const copy = lastGoodOf(documents, id)
  const saved = kind.save(broken, copy, id)
  return saved === undefined ? undefined : { ...saved, copied: copy !== undefined }
}

function lastGoodOf(documents: Documents, id: string): string | undefined {
  try {
    return documents.lastGood(id)
  } catch {
    return undefined
  }
}

/** The text of a document, in which bytes that are no text are signs that JSON does not allow: what holds them is left out. */
function looseText(documents: Documents, id: string): string | undefined {
  try {
    return documents.read(id)
  } catch {
    try {
      const bytes = documents.bytes(id)
      return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8').replaceAll('\uFFFD', '\0')
    } catch {
      return undefined
    }
  }
}

/** Somebody else has mended it. */
class Mended extends Error {}

function replace(placed: Placed): string[] {
  const { documents, kind, id } = placed
  let saved: ReturnType<typeof savedOf>
  try {
    const aside = documents.replaceBroken(id, () => {
      if (isSound(placed)) throw new Mended()
      saved = savedOf(placed, looseText(documents, id))
      if (saved !== undefined) kind.look(saved.text, id)
      return saved?.text
    })
    return told(placed, saved, { aside, tense: 'is' })
  } catch (error) {
    if (error instanceof Mended) return []
    throw error
  }
}

function isSound({ documents, kind, id }: Placed): boolean {
  try {
    const text = documents.read(id)
    return text === undefined || kind.look(text, id).records >= 0
  } catch (error) {
    return error instanceof DocumentFault && error.newer
  }
}

function bringBack(placed: Placed): string[] {
  const { documents, id } = placed
  const saved = savedOf(placed, undefined)
  if (saved === undefined) return []
  return documents.bringBack(id, saved.text) ? back(placed, saved, 'is') : []
}

function migrate(placed: Placed): string[] {
  const { documents, kind, id } = placed
  let older: number | undefined
  try {
    documents.update(id, (before) => {
      older = before === undefined ? undefined : kind.older?.(before)
      const saved = older === undefined ? undefined : kind.save(before, lastGoodOf(documents, id), id)
      if (saved === undefined) throw new Mended()
      return saved.text
    })
    return older === undefined ? [] : updated(placed, older, 'is')
  } catch (error) {
    if (error instanceof Mended) return []
    throw error
  }
}
