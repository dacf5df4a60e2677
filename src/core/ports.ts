import type { Diagnostic } from './diagnostic.ts'
import type { Tile } from './block.ts'
import type { OutlineItem } from './outline.ts'
import type { Plain } from './plain.ts'
import type { Tally } from './tally.ts'

/** A text that may lie in bytes. Most of what is asked of a text is asked of its bytes, and then no string is made of them. */
export interface Legible {
  readonly text: string
  /** The text in UTF-8, where it lies in that somewhere; the bytes hold until something else is read. */
  utf8?(): Uint8Array | undefined
  /** What was seen of those bytes, where somebody looked. */
  readonly plain?: Plain | undefined
}

/** One file (or anything with a path and text) as it was read, once. */
export interface Entry extends Legible {
  /** Relative to the root, `/` between parts, never absolute. */
  readonly path: string
  /** What was read, decoded, secrets redacted; empty for a stub. A byte order mark stays as U+FEFF. */
  readonly text: string
  /** Size on disk. */
  readonly bytes: number
  /** Hex digests of the original bytes. The first may have to be worked out when it is asked for, and a copy by `...` is without it then. */
  readonly md5: string
  readonly sha256: string
  /** Last change, milliseconds since 1970; 0 where unknown or frozen. */
  readonly modified: number
  /** Why only one line is shown: `binary`, `minified`, `generated`, `lock file`, `larger than 1.0 MB`, `link to ../x`. */
  readonly stub?: string
  /** How the bytes became text when they were not plain UTF-8. */
  readonly encoding?: string
  /** False while its text would have to be read first. */
  readonly atHand?: boolean
  /** Whether its text is what lies on the disk, byte for byte: then `utf8` gives it. */
  readonly verbatim?: boolean
}

/** Where entries come from. Listing streams; what cannot be read is a diagnostic, not an exception. */
export interface Source {
  entries(): AsyncIterable<Entry>
  readonly diagnostics: readonly Diagnostic[]
}

/** How a language is cut into blocks. */
export interface Language {
  readonly name: string
  /** How people write its name: `C++`. */
  readonly title: string
  readonly family: 'code' | 'data' | 'prose'
  /** Lower-case endings with the dot: `.py`. The longest one that fits decides. */
  readonly extensions: readonly string[]
  /** Whole file names: `Dockerfile`; with a star at the end, how they begin: `Dockerfile.*`. */
  readonly filenames?: readonly string[]
  /** Programs named in the first line of a script without an ending: `bash`. */
  readonly interpreters?: readonly string[]
  /** Claims a file that others could read too: what is found in the beginning of its text, or a question about that and its name in lower case: a `.h` in C++. */
  readonly owns?: RegExp | ((head: string, name: string) => boolean)
  /** The signs that open and close a string: `"'` unless told. */
  readonly quotes?: string
  /** What the statements in a block of kind `import` ask for. */
  readonly imports?: (statements: string) => readonly Import[]
  /** The files that an import may lead to, best first; none when it leads out of the workspace. */
  readonly resolve?: (wanted: Import, from: string, files: Files) => readonly Found[]
  /** A function can be called without brackets after its name. */
  readonly callsBare?: true
  /** Files of one folder see each other's definitions without an import. */
  readonly sharesFolder?: true
  /** Where its reading falls short, as a sentence for people. */
  readonly note?: string
  /** The tree-sitter grammar it needs; absent when it reads the text by itself. */
  readonly grammar?: string
  /** How a remark is written in it: prefix and suffix, `['# ', '']`. */
  readonly remark: readonly [string, string]
}

/** One import: the module as it is written, and the names it brings, each with the name it has here. */
export interface Import {
  readonly module: string
  /** Empty when the module as a whole is brought in. */
  readonly names: readonly { readonly name: string; readonly as: string }[]
  /** The name under which the module as a whole is known here: `np`. */
  readonly as?: string
}

/** The files of a workspace, for finding out where an import leads. */
export interface Files {
  has(path: string): boolean
  /** The files directly in a folder. */
  within(folder: string): readonly string[]
  /** Files whose path ends so, after a slash or from the start: `util/strings.h`. */
  ending(path: string): readonly string[]
  /** Folders whose path ends so. */
  folders(path: string): readonly string[]
  /** The text of a small file such as `tsconfig.json`. */
  read(path: string): string | undefined
}

/** A file that an import leads to. What was guessed from a name alone is not certain. */
export interface Found {
  readonly path: string
  readonly certain: boolean
}

/** What parsing one text gave. `problem` says in plain words why the tiles may be coarser than usual. */
export interface Parsed {
  readonly tiles: readonly Tile[]
  readonly problem?: string
  /** The parser failed for a reason that need not lie in the text: nobody keeps this. */
  readonly passing?: true
}

/** Turns text into tiles. A text is prepared first, because the grammars it needs arrive late. */
export interface Parser {
  languageOf(path: string, text: string): Language | undefined
  /** The language when the name of a file alone says it; undefined when its text has a say. */
  languageOfName?(path: string): Language | undefined
  /** A language by its name or an ending without the dot: `python`, `py`. */
  languageNamed(word: string): Language | undefined
  prepare(language: Language, text: string): Promise<void>
  parse(language: Language, text: string): Parsed
  /** What a text defines, found without a grammar and many times quicker; empty for languages that have no outline. */
  outline(language: Language, text: string): readonly OutlineItem[]
}

/** Counts tokens. `exact` is false for estimators and bounds. */
export interface Meter {
  readonly name: string
  readonly exact: boolean
  /** How many bytes of a text it gives one token for, about and more than 0: the size of a file that nobody has counted is told by this. 4 unless told. */
  readonly bytesPerToken?: number | undefined
  count(text: string): number
  /** The same for a text that is valid UTF-8. */
  countBytes?(utf8: Uint8Array): number
  /** The count with a prefix sum over lines; only where counts add up. */
  tally?(text: string): Tally
}

/** What an `AbortSignal` is to a room that has no platform: a wish that work should end. */
export interface Stop {
  readonly aborted: boolean
  readonly reason: unknown
}

/** Turns texts into vectors whose directions are near when the texts mean the same. Throws when it cannot. */
export interface Embedder {
  /** Names the model: vectors of two names are not compared. */
  readonly name: string
  /** One vector a text, in order, all of one length. */
  embed(texts: readonly string[], signal?: Stop): Promise<readonly Float32Array[]>
}

/** What survives between runs: shelves of JSON values. `--frozen` is a store that remembers nothing. */
export interface Store {
  get(shelf: string, key: string): Promise<unknown>
  put(shelf: string, key: string, value: unknown): Promise<void>
  keys(shelf: string): AsyncIterable<string>
  close(): Promise<void>
}

/** What was worked out from texts before, by the hash of their bytes. It may forget anything at any time; what it gives back is what was kept. */
export interface Memory {
  /** Bytes begin at a multiple of four in memory. */
  recall(kind: string, sha256: string): Uint8Array | undefined
  keep(kind: string, sha256: string, value: Uint8Array): void
  recallText(kind: string, sha256: string): string | undefined
  keepText(kind: string, sha256: string, value: string): void
}

/** How a disk describes a file: as long as this stays the same, so do its bytes. Times are milliseconds since 1970. */
export interface Stamp {
  readonly modified: number
  readonly changed: number
  readonly size: number
  readonly inode: number
}

/** What reading a file told, apart from its text. */
export interface Seen extends Pick<Entry, 'sha256' | 'stub' | 'encoding'> {
  /** Absent until a page told it. */
  readonly md5?: string
  /** Lines in which secrets were replaced. */
  readonly redacted?: readonly number[]
}

/** What was seen in files, by path and stamp, so that a file that has not changed need not be read. */
export interface Ledger {
  /** What the file held at this stamp; undefined when that is not certain. The stamp is asked for only when the path is known. */
  find(path: string, stamp: () => Stamp | undefined): Seen | undefined
  note(path: string, stamp: Stamp, seen: Seen): void
}

/** Finds entries for words. */
export interface Index {
  search(words: readonly string[], limit: number): readonly { readonly key: string; readonly score: number }[]
}

/** Hex digests, supplied by the platform because a pure room has no crypto. */
export interface Digest {
  sha256(text: string): string
}
