// A printed pack as it is remembered: its text, and where in it each file stands.
import type { FileView, Format } from '../format.ts'
import { isRecord } from '../json.ts'
import { LEVELS, type Level } from '../level.ts'
import type { Page } from '../page.ts'
import { lateOutline, orderOf, viewAt } from '../print.ts'
import type { Digest } from '../ports.ts'
import { knownFaults, type Schema } from '../schema.ts'

/** A part of a page: a file, or what stands before, between or after the files. */
export interface Section {
  /** The path of the file; empty for what stands before the files, `/` for what stands after them. */
  readonly path: string
  readonly level: Level
  /** Of the file as it was read. */
  readonly sha8: string
  /** How many lines of the page it takes. */
  readonly lines: number
}

/** A pack that was printed. */
export interface Pack {
  /** The first eight hex digits of the sha256 of its text. */
  readonly id: string
  readonly text: string
  readonly sections: readonly Section[]
  readonly tokens: number
  readonly format: string
  readonly meter: string
  readonly lens: string
  /** ISO time. */
  readonly at: string
}

/** How a pack is named. */
export const PACK_ID = /^[0-9a-f]{8}$/

/** The name of a printed text. */
export const packId = (text: string, digest: Digest): string => digest.sha256(text).slice(0, 8)

/** What stands before the files of a page, and after them: no file has such a path. */
export const BEFORE = ''
export const AFTER = '/'

/** The sections of a printed page, in order; together they are all of its lines. */
export function sectionsOf(text: string, page: Page, format: Format): Section[] {
  const starts: Start[] = [{ at: 0, path: BEFORE, level: 'none', sha8: '' }]
  let from = 0
  for (const view of inOrder(page, format)) {
    const found = text.indexOf(format.file(view).head, from)
    if (found < 0) continue
    starts.push({ at: lineBegin(text, beforeJoin(text, found, format.join)), path: view.path, level: view.level, sha8: view.sha8 })
    from = found + 1
  }
  starts.push({ at: endOf(text, page, format), path: AFTER, level: 'none', sha8: '' })
  const lines = linesUpTo(text, [...starts.map(({ at }) => at), text.length])
  return starts.map(({ path, level, sha8 }, i) => ({ path, level, sha8, lines: (lines[i + 1] as number) - (lines[i] as number) })).filter((section) => section.lines > 0)
}

/** What joins two files belongs to the second. */
const beforeJoin = (text: string, at: number, join: string): number => (text.slice(at - join.length, at) === join ? at - join.length : at)

const lineBegin = (text: string, at: number): number => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1)

interface Start extends Omit<Section, 'lines'> {
  readonly at: number
}

/** Where what stands after the files begins, which is at a line, or there is none. */
function endOf(text: string, page: Page, format: Format): number {
  const close = [format.close(page, false), format.close(page, true)].find((end) => end !== '' && text.endsWith(end)) ?? ''
  const outline = lateOutline(page, format)
  const at = text.length - close.length - (text.endsWith(outline + close) ? outline.length : 0)
  return at === 0 || text[at - 1] === '\n' ? at : text.length
}

const inOrder = (page: Page, format: Format): FileView[] => orderOf(page, format).map((place) => viewAt(page, format, { place }))

/** How many lines begin before each of some rising places. */
function linesUpTo(text: string, places: readonly number[]): number[] {
  let count = 0
  let at = 0
  return places.map((place) => {
    while (at < place) {
      const newline = text.indexOf('\n', at)
      at = newline < 0 ? text.length : newline + 1
      count++
    }
    return count
  })
}

const text: Schema = { type: 'string' }
const count: Schema = { type: 'number', minimum: 0 }

const KNOWN: Readonly<Record<string, Schema>> = {
  id: text, text, tokens: count, format: text, meter: text, lens: text, at: text,
  sections: { type: 'array', items: { type: 'object', required: ['path', 'level', 'sha8', 'lines'], properties: { path: text, level: { type: 'string', enum: LEVELS }, sha8: text, lines: count } } },
}

/** A pack from JSON; undefined when it is none, or not the one that its name says. */
export function packFrom(json: string, id: string, digest: Digest): Pack | undefined {
  try {
    const value: unknown = JSON.parse(json)
    if (!isRecord(value) || Object.keys(KNOWN).some((name) => !Object.hasOwn(value, name)) || knownFaults(value, KNOWN, '').length > 0) return undefined
    const pack = value as unknown as Pack
    return pack.id === id && packId(pack.text, digest) === id ? pack : undefined
  } catch {
    return undefined
  }
}
