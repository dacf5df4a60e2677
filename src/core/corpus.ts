import type { Block } from './block.ts'
import type { Footing } from './footing.ts'
import type { Entry } from './ports.ts'
import type { Score, Signal } from './rank/score.ts'
import type { Verdict } from './rule.ts'
import type { Tally } from './tally.ts'
import type { Sighted } from './whole.ts'

/** One file as the compiler knows it: what was read, what it costs, what it is worth, how it is built. */
export interface CorpusFile {
  readonly entry: Entry
  /** Name of the language; `text` for everything unknown. */
  readonly language: string
  readonly remark: readonly [string, string]
  /** Tokens of the whole text in the request's meter. Whoever asks may have them counted. */
  readonly tokens: number
  /** About as many, of a file that a task has not looked into: choosing and summing go by this, so that nobody has to read it for that. */
  readonly about?: number
  /** Its tokens line by line, where the meter keeps them. */
  readonly tally?: Tally
  /** What was found out of its text while it was read. */
  readonly sighted?: Sighted
  readonly verdict: Verdict
  readonly score: Score
  /** The short name that somebody gave it. */
  readonly alias?: string
  /** The lines it stands for, 1-based, when it is a part of a file. */
  readonly lines?: readonly [number, number]
  /** Present when the file was parsed: only then can it be shown in part. */
  readonly parts?: FileParts
}

/** The blocks of a parsed file and what each is worth. */
export interface FileParts {
  readonly block: Block
  readonly scores: ReadonlyMap<Block, number>
  /** How much each block is used by what the task needs; absent without a task. */
  readonly used?: ReadonlyMap<Block, number>
  /** What speaks for one of its blocks; absent without a task, when a block is worth what its file is worth. */
  readonly signalsOf?: (block: Block) => readonly Signal[]
  /** Its definitions are bought one by one even when all would be cheap: what was asked for must not be all or nothing. */
  readonly piecemeal?: true
  /** A few lines that say what it is about, for a file that somebody gave a short name: its `detail` while nothing in it is shown. */
  readonly card?: string
  /** Why the parse is coarser than usual. */
  readonly problem?: string
}

/** The same file with something else of it. Its tokens may be counted late, and a copy must have them. */
export const copyOf = (file: CorpusFile, more: Partial<CorpusFile>): CorpusFile => ({ ...file, tokens: file.tokens, ...more })

/** How large a file is to whoever chooses or sums. */
export const sizeOf = (file: Pick<CorpusFile, 'about' | 'tokens'>): number => file.about ?? file.tokens

/** Whether that is only about right; what is shown as a stub has no tokens, and that is exact. */
export const isAbout = ({ about, entry }: Pick<CorpusFile, 'about' | 'entry'>): boolean => about !== undefined && entry.stub === undefined

/** Everything that can be shown, sorted by path. */
export interface Corpus {
  /** A task decided the scores: they say how much each block is needed. */
  readonly focused?: true
  /** What it stands on, where somebody wants to know which files may change without changing it. */
  readonly footing?: Footing
  readonly files: readonly CorpusFile[]
}
