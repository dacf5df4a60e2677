import type { Level } from './level.ts'

/** One file as a format shows it. */
export interface FileView {
  readonly path: string
  readonly language: string
  readonly level: Level
  /** 0 to 100, from its score. */
  readonly priority: number
  /** Tokens of the whole file. */
  readonly originalTokens: number
  /** Tokens of what is shown. */
  readonly tokens: number
  /** Told by `file` alone: empty anywhere else, for a stub, and in a format without `checksums`. */
  readonly md5: string
  /** First eight hex digits of the sha256 of its bytes: its handle is `@` + this. */
  readonly sha8: string
  /** Its short name with these digits, `A.ADR1@d00dad42`, when somebody gave it one. */
  readonly alias?: string
  /** What is shown, before the format encodes it. */
  readonly body: string
  /** Definitions of this file of which nothing is shown. */
  readonly hidden: number
  readonly originalLines: number
  /** Why it can only be a line: `binary`, `lock file` ... */
  readonly stub?: string
  /** The lines shown, 1-based, when it is a part of a file. */
  readonly lines?: readonly [number, number]
}

/** The files below a folder that have no line of their own. */
export interface FolderView {
  /** With a slash at the end; `./` for the root. */
  readonly path: string
  readonly files: number
  /** Tokens of its files; about so many when `about` is set. */
  readonly tokens: number
  /** The tokens are about as many: not every file was counted. */
  readonly about?: boolean
}

/** A block that can be asked for next. */
export interface ZoomView {
  readonly type: 'function' | 'class' | 'module' | 'file'
  /** `Sessions.closeAll` or a path. */
  readonly target: string
  readonly path: string
  readonly handle: string
  readonly tokens: number
  /** `caller`, `callee`, `definition`: why it is offered. */
  readonly relation: string
}

/** What a prompt says around its files. */
export interface Framing {
  /** The folders as a tree; none when it does not fit. */
  readonly structure: readonly { readonly depth: number; readonly text: string }[]
  /** What stands after the files, line by line: dependencies, recent changes. */
  readonly sections: readonly { readonly title: string; readonly lines: readonly string[] }[]
  readonly request: string
  /** The sentence that says what to do. */
  readonly instruction: string
}

/** What is true of the whole page. */
export interface PageView {
  readonly version: string
  readonly lens: string
  /** How blocks were chosen, for people: `adaptive`, `include-drop`, `everything`. */
  readonly strategy: string
  /** 0 when there is no budget. */
  readonly budget: number
  /** Tokens of the printed bytes, this number included. */
  readonly utilized: number
  readonly meter: string
  readonly frozen: boolean
  /** ISO time, seconds, Z. */
  readonly timestamp: string
  /** Files shown at shape or above, by path. Bodies are empty here: they are printed one by one. */
  readonly files: readonly FileView[]
  /** Files that have one line. */
  readonly lines: readonly FileView[]
  readonly folders: readonly FolderView[]
  /** `project_root`, `git_remote` ... in the order of printing. */
  readonly facts: readonly (readonly [string, string])[]
  /** Sentences the reader must see, such as a floor that did not fit. */
  readonly notices: readonly string[]
  readonly related: readonly ZoomView[]
  /** How often each file changes, in any unit; there when what seldom changes is to come first. */
  readonly restless?: ReadonlyMap<string, number>
  /** For formats that are a whole prompt. */
  readonly framing?: Framing
}

/**
 * How a plan looks on the page. Everything is a string that ends in a newline or is empty, and every function is a plain function of its
 * arguments, because the allocator prices the very strings that will be printed.
 *
 * A page is: open, outline.open, outline entries (folder and line) joined, outline.close, files joined (head, body, tail), close.
 */
export interface Format {
  readonly name: string
  readonly doc: string
  /** Written between two outline entries and between two files: `,` in JSON. */
  readonly join: string
  /** The best file comes first; by path unless told. */
  readonly bestFirst?: true
  /** Its outline can stand after the files. */
  readonly looseOutline?: true
  /** Its pages hold commands to run. */
  readonly commands?: true
  /** `brief` leaves out what is not needed to be valid, for budgets that hold little. */
  open(page: PageView, brief: boolean): string
  readonly outline: { open(page: PageView): string; close(page: PageView): string }
  /** One line for a file that is not shown; empty where the format cannot say it. */
  line(view: FileView): string
  /** One line for the files of a folder that have none. */
  folder(view: FolderView): string
  file(view: FileView): { readonly head: string; readonly tail: string }
  /** The little of a body that `file` reads: with it in place of the body, head and tail are the same. A format without one reads all of it. */
  gist?(body: string): string
  /** Whether it tells the MD5 of a file, true unless told: where it does not, that need not be worked out, and views come without. */
  readonly checksums?: boolean
  /**
   * Its own `body`, when that prints a text in which nothing acts or hides, with line feeds only and without `]]>`, as it is, and `gist` is empty for such a text: then nobody has to read it. A format that takes this over
   * from another and has a `body` of its own says nothing by it.
   */
  readonly tame?: Format['body']
  /** Content so that it cannot break or forge the frame. Works line by line, so that parts can be priced apart. */
  body(text: string, view: FileView): string
  close(page: PageView, brief: boolean): string
}
