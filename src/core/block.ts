import { withoutDocs } from './lean.ts'
import type { Level } from './level.ts'

/** What a block is. `glue` is everything between definitions: it has no name of its own. */
export type BlockKind =
  | 'folder' | 'file'
  | 'module' | 'class' | 'interface' | 'enum' | 'type' | 'function' | 'method' | 'field' | 'constant'
  | 'import' | 'doc' | 'heading' | 'entry' | 'glue'

/**
 * One definition as a language pack reports it: where it stands in the text and how it reads when it is not shown in full.
 * Offsets are UTF-16, half-open. A tile includes the doc comment, decorators and attributes above it.
 * Packs report definitions only; `tile.ts` gives every byte between them an owner.
 */
export interface Tile {
  readonly kind: Exclude<BlockKind, 'folder' | 'file'>
  /** The last part of its name: `closeAll`. Imports, docs and glue may leave it empty. */
  readonly name: string
  readonly start: number
  readonly end: number
  /** Where the tiles inside stand; absent for a leaf. */
  readonly body?: { readonly start: number; readonly end: number; readonly tiles: readonly Tile[] }
  /** The text at `shape` (L2): whole lines, each ending in a newline, indentation kept; empty when it is not shown there. */
  readonly shape: Form
  /** The text at `detail` (L1). */
  readonly detail: Form
  /** The text where only its presence is told: a long list of imports on one line. Absent for what may be hidden. */
  readonly line?: string
}

/** Text before and after the children. A leaf has everything in `head`. */
export interface Form {
  readonly head: string
  readonly tail: string
}

/** Anything that can be shown. One node type, a tree: folders hold files, files hold definitions, definitions hold definitions. */
export interface Block {
  /** `src/a.ts`, `src/a.ts#Sessions.closeAll`, `src/a.ts#get~2`: distinct in the corpus and independent of position. A `#` in a path is `%23` here. */
  readonly id: string
  readonly kind: BlockKind
  readonly name: string
  /** Offsets into the text of its file; a folder has 0, 0. */
  readonly start: number
  readonly end: number
  /** Children tile [bodyStart, bodyEnd) without gaps. */
  readonly bodyStart: number
  readonly bodyEnd: number
  readonly children: readonly Block[]
  readonly shape: Form
  readonly detail: Form
  /** What is left of it when it is neither shown nor hidden. */
  readonly line?: string
}

/** A definition has a name that can be asked for; glue, docs and imports do not count as one. */
export const isDefinition = (block: Block): boolean =>
  block.name !== '' && block.kind !== 'glue' && block.kind !== 'doc' && block.kind !== 'import' && block.kind !== 'folder' && block.kind !== 'file'

/** A path as it stands in an id: what sets a name apart from its path is escaped, and so is the escape. */
export const idPath = (path: string): string => path.replaceAll('%', '%25').replaceAll('#', '%23')

/** The path that stands in an id. */
export const pathInId = (text: string): string => text.replaceAll('%23', '#').replaceAll('%25', '%')

/** The part of an id after the `#`: `Sessions.closeAll`. */
export const qualifiedName = (block: Block): string => block.id.slice(block.id.indexOf('#') + 1)

/** The text before the children at a level. */
export function headOf(block: Block, text: string, level: Level): string {
  switch (level) {
    case 'full': return text.slice(block.start, block.bodyStart)
    case 'code': return codeOf(block, text)
    case 'detail': return block.detail.head
    case 'line': return block.line ?? ''
    default: return block.shape.head
  }
}

/** How a line begins that only speaks of a definition or decorates it. */
const ASIDE = /^(?:\/\/|\/\*|\*|#(?:[\s#![]|$)|\[|--|;|%|<!--|"""|'''|@(?!interface\b|implementation\b|protocol\b))/

/** The line (from 1) on which a definition itself begins, after comments and decorators: where an outline puts it. */
export function lineOf(block: Block, text: string): number {
  const name = block.name.slice(block.name.lastIndexOf('.') + 1)
  const lines = text.slice(block.start, block.end).split('\n')
  const at = lines.findIndex((line) => line.includes(name) && !ASIDE.test(line.trim()))
  return text.slice(0, block.start).split('\n').length + Math.max(0, at)
}

const codes = new WeakMap<Block, string>()

/** A definition without its documentation; worked out once, because it is asked for its price, its value and its text. */
function codeOf(block: Block, text: string): string {
  const known = codes.get(block)
  if (known !== undefined) return known
  const own = text.slice(block.start, block.bodyStart)
  const code = isDefinition(block) && block.kind !== 'heading' ? withoutDocs(own) : own
  codes.set(block, code)
  return code
}

/** The text after the children at a level. */
export const tailOf = (block: Block, text: string, level: Level): string =>
  level === 'full' || level === 'code' ? text.slice(block.bodyEnd, block.end) : level === 'detail' ? block.detail.tail : level === 'line' ? '' : block.shape.tail

/** Whether a block's own text is the same at two levels. */
export const readsTheSame = (block: Block, text: string, [a, b]: readonly [Level, Level]): boolean =>
  headOf(block, text, a) === headOf(block, text, b) && tailOf(block, text, a) === tailOf(block, text, b)

/** Every block of a tree, parents before children, in reading order. */
export function* walk(block: Block): Iterable<Block> {
  const open: Block[] = [block]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next
    for (let i = next.children.length - 1; i >= 0; i--) open.push(next.children[i] as Block)
  }
}
