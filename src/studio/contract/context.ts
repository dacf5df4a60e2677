// The plan as a page shows it, and the reasons for it.
import type { FolderView } from '../../core/format.ts'
import type { Level } from '../../core/level.ts'
import type { Problem } from './asking.ts'

/** What was decided, whoever decided it. */
export interface Decided {
  readonly budget: number | 'none'
  readonly task: string
  readonly lens: string
  readonly format: string
  readonly meter: string
}

/** How much there is. */
export interface Whole {
  /** Tokens of everything that was read. */
  readonly whole: number
  /** They are about as many: not every file was counted. */
  readonly about?: boolean
}

/** A plan as columns: five thousand files are five thousand numbers, not five thousand objects. */
export interface PlanView extends Decided, Whole {
  /** Tokens of the printed text. */
  readonly tokens: number
  /** Tokens that the smallest answer needs; 0 when there is no budget. */
  readonly least: number
  /** What it is worth, and the most that any plan could be worth: 0 to 1. */
  readonly value: number
  readonly bound: number
  /** The report of the command, sentence by sentence. */
  readonly summary: readonly string[]
  readonly problems: readonly Problem[]
  readonly files: PlanFiles
  /** Folders that have a line for the files that have none. */
  readonly folders: readonly FolderView[]
  /** What 1,000 tokens more would buy, best first. */
  readonly next: readonly NextPick[]
  /** Rules of the choices that no file meets: probably mistyped. Absent when all are met. */
  readonly unmet?: readonly Unmet[]
  /** The id of the pack, for feedback and deltas; absent when packs are not kept. */
  readonly pack?: string
}

/** A rule that no file meets. */
export interface Unmet {
  readonly name: 'pin' | 'level' | 'include'
  /** As it was said; of a level only what stands before the last equals sign. */
  readonly value: string
}

/** One column each, in the order of paths. */
export interface PlanFiles {
  readonly path: readonly string[]
  /** Tokens of the whole file. */
  readonly tokens: readonly number[]
  /** 1 where they are about as many, because the file was not counted; absent where all were. */
  readonly about?: readonly number[]
  /** Tokens of what is shown. */
  readonly cost: readonly number[]
  /** Place in `LEVELS`. */
  readonly level: readonly number[]
  readonly score: readonly number[]
  /** Place in `languages`. */
  readonly language: readonly number[]
  readonly languages: readonly string[]
  /** What rules said, by place, where they spoke. */
  readonly rules: Readonly<Record<number, readonly string[]>>
}

/** Something that a little more would buy. */
export interface NextPick {
  readonly id: string
  readonly level: Level
  readonly cost: number
  readonly value: number
}

/** Why one file or definition is shown as it is. */
export interface WhyView {
  readonly id: string
  /** One sentence: why its file is at its level. */
  readonly because: string
  /** One sentence: what more tokens would show of it; empty when there is no more. */
  readonly raise: string
  /** The same as data: the next level, and all of it. */
  readonly raises: readonly RaiseView[]
  /** Place of its file by score, from 1, and of how many. */
  readonly rank: number
  readonly of: number
  readonly level: Level
  readonly cost: number
  readonly tokens: number
  readonly score: number
  readonly signals: readonly SignalView[]
  readonly rules: readonly string[]
  /** What can be asked for with zoom: `src/a.ts@9f8e7d6c`. */
  readonly handle: string
  readonly language: string
  /** Why it can only be a line: `binary`, `lock file`. */
  readonly stub?: string
  /** What stands in it, in order. */
  readonly blocks: readonly BlockView[]
}

/** What more tokens would show. */
export interface RaiseView {
  readonly tokens: number
  readonly level: Level
}

/** Files that are looked for and are not in the plan. */
export interface MissingView {
  readonly files: readonly AbsentView[]
  /** There may be more of them. */
  readonly more: boolean
  /** Files of the plan whose names are like it, when it was asked for them and there is no such file. */
  readonly near?: readonly string[]
}

/** One of them: what keeps it out, and what brings it back. */
export interface AbsentView {
  readonly path: string
  readonly why: string
  readonly next: string
  /** Patterns to add to the choices. */
  readonly add?: { readonly include?: readonly string[]; readonly exclude?: readonly string[] }
  /** The choice to take back. */
  readonly drop?: { readonly name: 'exclude' | 'level' | 'lens'; readonly value: string }
}

/** One definition of a file. */
export interface BlockView {
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly depth: number
  readonly level: Level
  /** Tokens of its whole text. */
  readonly tokens: number
  readonly score: number
  readonly lines: readonly [number, number]
}

/** What speaks for something. */
export interface SignalView {
  readonly name: string
  readonly strength: number
  readonly why: string
}
