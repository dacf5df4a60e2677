// The text of a context, piece by piece, and more of one thing.
import type { FolderView, ZoomView } from '../../core/format.ts'
import type { Level } from '../../core/level.ts'

/** A part of the page, file by file. */
export interface PreviewView {
  /** Files on the page. */
  readonly total: number
  readonly from: number
  readonly files: readonly PreviewFile[]
  /** Files that have one line on the page, and folders that have one for theirs; told with the first files and with the index. */
  readonly lines: readonly string[]
  readonly folders: readonly FolderView[]
  /** Every file on the page, when it was asked for. */
  readonly index?: PreviewIndex
  /** Lines that hold what was searched for, in the order of the page; the first of them when there are many. */
  readonly found?: readonly Hit[]
}

/** A line of a file on the page, both from 0. */
export type Hit = readonly [file: number, line: number]

/** The files on a page as columns, in the order of the page. */
export interface PreviewIndex {
  readonly path: readonly string[]
  /** Place in `LEVELS`. */
  readonly level: readonly number[]
  readonly tokens: readonly number[]
  readonly whole: readonly number[]
  /** Lines of what is shown. */
  readonly lines: readonly number[]
  /** The same while the text is the same. */
  readonly mark: readonly string[]
}

/** One file as the page shows it. */
export interface PreviewFile {
  readonly path: string
  readonly language: string
  readonly level: Level
  readonly tokens: number
  readonly whole: number
  readonly hidden: number
  readonly handle: string
  readonly text: string
  /** From which line on (from 0) which level holds, as its place in `LEVELS`. */
  readonly levels: readonly (readonly [line: number, level: number])[]
  /** Remarks that stand for something hidden. */
  readonly gaps: readonly Gap[]
}

/** A line that stands for definitions that are not shown. */
export interface Gap {
  /** Of what is shown, from 0. */
  readonly line: number
  /** Some of what is hidden, by name. */
  readonly names: readonly string[]
  /** What zoom shows it with: `file=src/a.ts:10-60`. */
  readonly target: string
}

/** More of one thing. */
export interface ZoomAnswer {
  readonly target: string
  /** What was asked for has changed since its handle was made. */
  readonly stale: boolean
  readonly tokens: number
  readonly notices: readonly string[]
  readonly files: readonly PreviewFile[]
  /** Who uses it and what it uses. */
  readonly related: readonly ZoomView[]
  /** Where it stands, when that could be several places. */
  readonly places?: { readonly total: number; readonly listed: readonly PlaceView[] }
  /** The output of a command, which is no file. */
  readonly output?: string
}

/** One of several places that a name could mean. */
export interface PlaceView {
  readonly target: string
  readonly kind: string
  readonly line: number
  readonly handle: string
}
