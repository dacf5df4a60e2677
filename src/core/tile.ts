// Tiling: every character of a file belongs to exactly one leaf, or `full` could not give back what was read.
// Packs report definitions; here the text between them gets an owner. White space joins the block before it; anything else becomes glue.
import { type Block, type BlockKind, type Form, idPath, type Tile } from './block.ts'

/** Nesting beyond this is kept as one leaf: no real code is deeper, and hostile code must not exhaust the stack. */
const DEEPEST = 64

const NOTHING: Form = { head: '', tail: '' }

interface Draft {
  readonly kind: BlockKind
  readonly name: string
  readonly start: number
  end: number
  readonly tile?: Tile
  blankAfter: boolean
}

/** The block tree of one file. */
export function fileBlock(path: string, text: string, tiles: readonly Tile[]): Block {
  const taken = new Map<string, number>()
  const range = { text, path, taken }
  return {
    id: path, kind: 'file', name: path.slice(path.lastIndexOf('/') + 1),
    start: 0, end: text.length, bodyStart: 0, bodyEnd: text.length,
    children: lay(range, { tiles, start: 0, end: text.length, prefix: '', depth: 0 }),
    shape: NOTHING, detail: NOTHING,
  }
}

interface Ground {
  readonly text: string
  readonly path: string
  /** How often each name was given, so that two overloads get two ids. */
  readonly taken: Map<string, number>
}

interface Stretch {
  readonly tiles: readonly Tile[]
  readonly start: number
  readonly end: number
  readonly prefix: string
  readonly depth: number
}

function lay(ground: Ground, stretch: Stretch): Block[] {
  const drafts = draftsOf(ground.text, stretch)
  let neighbour = 'start'
  return drafts.map((draft) => {
    const name = draft.kind === 'glue' ? `~after:${neighbour}` : draft.name || `~${draft.kind}`
    if (draft.kind !== 'glue') neighbour = name
    return blockOf(ground, draft, { name, prefix: stretch.prefix, depth: stretch.depth })
  })
}

/** Cuts a stretch into drafts without gaps: the tiles, and glue for what lies between them. */
function draftsOf(text: string, { tiles, start, end }: Stretch): Draft[] {
  const drafts: Draft[] = []
  let at = start
  const fill = (until: number): void => {
    if (until <= at) return
    const gap = text.slice(at, until)
    const blank = gap.length - gap.trimStart().length
    const last = drafts.at(-1)
    if (last !== undefined && blank > 0) {
      last.blankAfter = hasBlankLine(text, at, at + blank)
      // Indentation of the glue's first line stays with the glue.
      const cut = blank === gap.length ? blank : gap.lastIndexOf('\n', blank - 1) + 1
      last.end = at + cut
    }
    const from = last === undefined ? at : last.end
    if (from < until) drafts.push({ kind: 'glue', name: '', start: from, end: until, blankAfter: false })
    at = until
  }
  for (const tile of tiles) {
    if (tile.start < at || tile.end > end || tile.end <= tile.start) continue
    fill(tile.start)
    // A name is one line without outer blanks, so that it can be written as a handle.
    drafts.push({ kind: tile.kind, name: tile.name.replace(/\s+/g, ' ').trim(), start: at, end: tile.end, tile, blankAfter: false })
    at = tile.end
  }
  fill(end)
  const last = drafts.at(-1)
  if (last !== undefined) last.blankAfter = false
  return drafts
}

function hasBlankLine(text: string, from: number, to: number): boolean {
  const newlines = text.slice(from, to).split('\n').length - 1
  return text[from - 1] === '\n' ? newlines >= 1 : newlines >= 2
}

function blockOf(ground: Ground, draft: Draft, place: { name: string; prefix: string; depth: number }): Block {
  const qualified = distinct(ground.taken, place.prefix === '' ? place.name : `${place.prefix}.${place.name}`)
  const body = place.depth < DEEPEST ? draft.tile?.body : undefined
  const children = body === undefined ? []
    // What has no name, such as a branch of an `if`, adds nothing to the names inside it.
    : lay(ground, { tiles: body.tiles, start: body.start, end: body.end, prefix: draft.name === '' ? place.prefix : qualified, depth: place.depth + 1 })
  const shape = draft.tile?.shape ?? NOTHING
  const spacious = place.depth === 0 && (body !== undefined || shape.head.indexOf('\n') < shape.head.length - 1)
  return {
    id: `${idPath(ground.path)}#${qualified}`, kind: draft.kind, name: draft.name,
    start: draft.start, end: draft.end, bodyStart: body?.start ?? draft.end, bodyEnd: body?.end ?? draft.end, children,
    ...(draft.tile?.line === undefined || place.depth > 0 ? {} : { line: draft.tile.line }),
    shape: draft.blankAfter && spacious ? spaced(shape, body !== undefined) : shape,
    detail: draft.blankAfter ? spaced(draft.tile?.detail ?? NOTHING, body !== undefined) : draft.tile?.detail ?? NOTHING,
  }
}

/** A form with the blank line that followed it in the source; the children of a container stand before it. */
function spaced({ head, tail }: Form, holds: boolean): Form {
  if (head === '' && tail === '') return NOTHING
  return holds || tail !== '' ? { head, tail: `${tail}\n` } : { head: `${head}\n`, tail }
}

function distinct(taken: Map<string, number>, name: string): string {
  let count = (taken.get(name) ?? 0) + 1
  let given = count === 1 ? name : `${name}~${count}`
  while (given !== name && taken.has(given)) given = `${name}~${++count}`
  taken.set(name, count)
  if (given !== name) taken.set(given, 1)
  return given
}
