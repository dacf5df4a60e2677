// What there is and what is shown of it, as handles: the side of a checkpoint that can be compared with another day.
import { type Block, type BlockKind, idPath, walk } from '../block.ts'
import { handleOf } from '../handle.ts'
import { heightOf, type Level } from '../level.ts'
import { type FilePlan, levelOfFile, type Plan } from '../plan.ts'
import type { Digest, Entry } from '../ports.ts'

/** Something that is shown: where it is and what it was (`path#name@sha8`), and how much of it. */
export interface Shown {
  readonly handle: string
  readonly level: Level
}

/** Something that exists. */
export interface Item {
  /** `src/a.ts`, `src/a.ts#Sessions.closeAll`. */
  readonly id: string
  readonly sha8: string
}

/** A file and, where it was parsed, its blocks. */
export interface Parsed {
  readonly entry: Entry
  readonly block?: Block | undefined
}

/** What is worth following from day to day; keys of data and fields of types change with what holds them. */
const FOLLOWED: ReadonlySet<BlockKind> = new Set(['module', 'class', 'interface', 'enum', 'type', 'function', 'method', 'constant', 'heading'])

const followed = (file: Block): Block[] => [...walk(file)].filter((block) => block.name !== '' && FOLLOWED.has(block.kind))

/** The files and their definitions, in order. */
export function itemsOf(files: Iterable<Parsed>, digest: Digest): Item[] {
  return [...files].flatMap(({ entry, block }) => [
    { id: idPath(entry.path), sha8: entry.sha256.slice(0, 8) },
    ...(block === undefined ? [] : followed(block).map(({ id, start, end }) => ({ id, sha8: digest.sha256(entry.text.slice(start, end)).slice(0, 8) }))),
  ])
}

/** How much of everything a plan shows, by id; what is not in it is not shown. */
export function levelsIn(plan: Plan): ReadonlyMap<string, Level> {
  return new Map(plan.files.filter(({ opened }) => opened).flatMap(levelsOfFile).filter(([, level]) => heightOf(level) >= heightOf('shape')))
}

function levelsOfFile(planned: FilePlan): [string, Level][] {
  const { file, levelOf } = planned
  const inside = file.parts === undefined ? [] : followed(file.parts.block)
  return [[idPath(file.entry.path), levelOfFile(planned)], ...inside.map((block): [string, Level] => [block.id, levelOf(block)])]
}

/** What a plan shows, as handles. */
export function shownIn(plan: Plan, digest: Digest): Shown[] {
  const levels = levelsIn(plan)
  const files = plan.files.filter(({ opened }) => opened).map(({ file }) => ({ entry: file.entry, block: file.parts?.block }))
  return itemsOf(files, digest).flatMap(({ id, sha8 }) => (levels.has(id) ? [{ handle: handleOf(id, sha8), level: levels.get(id) as Level }] : []))
}

/** The parts of a handle; undefined when it is none. */
export function itemFrom(handle: string): Item | undefined {
  const match = /^(.+)@([0-9a-f]{8})$/s.exec(handle)
  return match === null ? undefined : { id: match[1] as string, sha8: match[2] as string }
}
