// What a step is worth. Without a task every token of a file is worth the same, so that the page shows a little of everything; with one, a block is worth what the
// chance is that it is needed, however long it is, and short ones are the better bargain.
import type { Block } from './block.ts'
import type { CorpusFile } from './corpus.ts'
import type { Level } from './level.ts'

/** The value of steps. Values of one appraisal are comparable with each other and with nothing else. */
export interface Appraisal {
  /** Definitions are bought one by one, however small their file is. */
  readonly piecemeal: boolean
  head(cost: number, best: number): number
  folder(cost: number, best: number): number
  line(file: CorpusFile, cost: number): number
  /** The frame of a file with what comes with it: `opens` is the best level that lies behind. */
  open(file: CorpusFile, cost: number, opens: 'shape' | 'detail'): number
  /** A block's own text raised to a level. */
  raise(file: CorpusFile, block: Block, step: Raise): number
  /** A file that can only be shown whole. */
  whole(file: CorpusFile): number
}

/** One block raised: `from` and `to` are the highest levels that read like what it was and like what it becomes. */
export interface Raise {
  readonly level: keyof typeof WORTH
  readonly from: Level
  readonly to: Level
  readonly cost: number
}

/** The value of one token at each level, for a block of score 1: signatures tell most per token. */
export const WORTH: Record<Exclude<Level, 'none' | 'line'>, number> = { shape: 0.5, detail: 0.25, code: 0.2, full: 0.2 }

/**
 * The value of one token of a line. Knowing that a file exists matters even when it is far from the task, so it falls slower than the score;
 * and a line is never worth less than the skeleton it opens, or the two would become one chunk.
 */
const lineWorth = (score: number): number => Math.max(0.4 * Math.sqrt(score), WORTH.shape * score)

/** What a block of a file is worth before its length counts. */
export const scoreIn = (file: CorpusFile, block: Block): number => file.parts?.scores.get(block) ?? file.score.value

/** Every token counts: the way of an overview. */
export const byToken: Appraisal = {
  piecemeal: false,
  // Metadata comes after the skeletons of the very best files and before everything else.
  head: (cost, best) => cost * WORTH.shape * 0.9 * Math.min(1, best),
  folder: (cost, best) => cost * lineWorth(best),
  line: (file, cost) => cost * lineWorth(file.score.value),
  // A frame is worth at least as much per token as the best step it opens. Otherwise it would be joined with everything inside into one chunk that is taken whole or
  // not at all, and a file with one long function could never be shown as a skeleton.
  open: (file, cost, opens) => WORTH[opens] * file.score.value * Math.max(1, cost),
  raise: (file, block, { level, cost }) => scoreIn(file, block) * WORTH[level] * Math.max(1, cost),
  // The first part of its text stands for what a skeleton would have told.
  whole: (file) => file.score.value * Math.max(1, file.tokens) * (0.12 * WORTH.shape + 0.88 * WORTH.full),
}

/**
 * What each kind of knowledge counts when a block is needed: its body, its signature, its documentation, its file's existence; and the signature of what it uses.
 * Chosen on real changes, each ranked by weights that were fitted without its repository: docs/adr/0036.
 */
export const COUNTS = { full: 0.04, code: 1, detail: 0.02, shape: 0.3, used: 0.17, open: 0.25, line: 0.01, small: 12 }

/** Brings needs, which are parts of one, to the height of values per token. */
const SCALE = 100

/** Every need counts: the way of a task. */
export const byNeed: Appraisal = {
  piecemeal: true,
  head: (cost, best) => cost * 1e-4 * best,
  folder: (cost, best) => cost * 1e-5 * best,
  line: (file) => SCALE * COUNTS.line * file.score.value,
  open: (file) => SCALE * COUNTS.open * file.score.value,
  raise: (file, block, { from, to, cost }) => SCALE * (weighty(cost) * (told(file, block, to) - told(file, block, from)) + lent(file, block, to) - lent(file, block, from)),
  whole: (file) => SCALE * file.score.value * (COUNTS.shape + COUNTS.detail + COUNTS.code + COUNTS.full),
}

/** A few tokens tell little, however cheap they are: without this, crumbs of every file would be the best bargains. */
const weighty = (cost: number): number => (cost <= 0 ? 1 : cost / (cost + COUNTS.small))

/** What a block tells at a level. */
function told(file: CorpusFile, block: Block, level: Level): number {
  if (level === 'none' || level === 'line') return 0
  const need = scoreIn(file, block)
  let sum = COUNTS.shape * need
  if (level === 'shape') return sum
  sum += COUNTS.detail * need
  if (level === 'detail') return sum
  sum += COUNTS.code * need
  return level === 'code' ? sum : sum + COUNTS.full * need
}

/** What a block tells those who use it: its signature is all they need, so a short one is no crumb. */
function lent(file: CorpusFile, block: Block, level: Level): number {
  return level === 'none' || level === 'line' ? 0 : COUNTS.used * (file.parts?.used?.get(block) ?? 0)
}
