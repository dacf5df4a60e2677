// Who calls a block and what it calls, found by name. Names can lie, so these are offers to look, not facts.
import { type Block, isDefinition, walk } from '../core/block.ts'
import { plainName } from '../core/find.ts'
import type { ZoomView } from '../core/format.ts'
import { handleOf } from '../core/handle.ts'
import type { Entry, Meter } from '../core/ports.ts'
import type { Library, Place } from './resolve.ts'

const MOST = 8

const CODE: ReadonlySet<string> = new Set(['function', 'method', 'class', 'interface', 'enum', 'type', 'constant', 'field'])
/** Files looked into for each direction. */
const MOST_FILES = 24

const KEYWORDS = new Set('if for while switch return catch function class def fn func match elif with assert print super new await typeof sizeof not and or in'.split(' '))

/** Callers and callees of a place, each with a handle. */
export async function relatedTo(library: Library, place: Place, meter: Meter): Promise<ZoomView[]> {
  if (place.block === place.file) return []
  const text = place.entry.text.slice(place.block.start, place.block.end)
  const callees = await calleesIn(library, text, place)
  const callers = await callersOf(library, place)
  const view = (relation: string) => (found: Place): ZoomView => ({
    type: typeOf(found.block), target: plainName(found.block), path: found.entry.path, relation,
    handle: handleOf(found.block.id, library.shaOf(found)), tokens: meter.count(found.entry.text.slice(found.block.start, found.block.end)),
  })
  return [...callers.map(view('caller')), ...callees.map(view('callee'))]
}

function typeOf(block: Block): ZoomView['type'] {
  if (block.kind === 'file') return 'file'
  if (block.kind === 'module') return 'module'
  return block.kind === 'function' || block.kind === 'method' ? 'function' : 'class'
}

async function calleesIn(library: Library, text: string, place: Place): Promise<Place[]> {
  const names = [...new Set([...text.matchAll(/([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:<[^<>()]*>)?\(/gu)].map((match) => match[1] as string))]
    .filter((name) => name !== lastPart(place.block.name) && !KEYWORDS.has(name) && !name.startsWith('__')).slice(0, 40)
  if (names.length === 0) return []
  const definition = new RegExp(`\\b(?:def|fn|func|function|class|struct|interface|trait|enum|type|const|let|var)\\s+(?:\\([^)\\n]{0,200}\\)\\s{0,8})?(?:${names.map(escaped).join('|')})\\b|^[ \\t]*(?:[a-z]+[ \\t]+)*(?:${names.map(escaped).join('|')})\\s*\\(`, 'mu')
  const wanted = new Set(names)
  return lookIn(library, { place, matches: (entryText) => definition.test(entryText), pick: (block) => wanted.has(lastPart(block.name)) && isDefinition(block) })
}

async function callersOf(library: Library, place: Place): Promise<Place[]> {
  const called = lastPart(place.block.name)
  const call = new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped(called)}\\s*(?:<[^<>()]*>)?\\(`, 'u')
  return lookIn(library, {
    place,
    matches: (text) => call.test(text),
    pick: (block, text) => isDefinition(block) && block.children.length === 0 && lastPart(block.name) !== called && call.test(text.slice(block.start, block.end)),
  })
}

/** A method may be named with its receiver: `Context.Next`. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

interface Look {
  readonly place: Place
  matches(text: string): boolean
  pick(block: Block, text: string): boolean
}

/** Its own file first, then the others in order of path. */
async function lookIn(library: Library, { place, matches, pick }: Look): Promise<Place[]> {
  const entries = [place.entry, ...library.entries.filter((entry) => entry !== place.entry)].filter((entry) => matches(entry.text)).slice(0, MOST_FILES)
  const found: Place[] = []
  for (const entry of entries) {
    const file = await library.file(entry)
    for (const block of walk(file)) {
      if (CODE.has(block.kind) && !isInside(block, entry, place) && pick(block, entry.text) && !found.some((other) => sameName(other, entry, block))) found.push({ entry, file, block })
      if (found.length === MOST) return found
    }
  }
  return found
}

/** The block itself and its parts are not related to it: they are it. */
const isInside = (block: Block, entry: Entry, place: Place): boolean =>
  entry === place.entry && block.start >= place.block.start && block.end <= place.block.end

const sameName = (other: Place, entry: Entry, block: Block): boolean => other.entry === entry && plainName(other.block) === plainName(block)

const escaped = (name: string): string => name.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&')
