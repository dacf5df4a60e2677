import type { CorpusFile } from './corpus.ts'
import type { Cost } from './rank/rank.ts'
import type { Score } from './rank/score.ts'

type Known = Pick<CorpusFile, 'entry' | 'language' | 'remark' | 'verdict' | 'score'>

type Judged = Partial<Pick<Known, 'verdict' | 'score'>>

/** A file whose tokens are counted when somebody asks. A class, because ten thousand objects with a getter of their own weigh more than all that is known of them; so a copy has to say `tokens` (`copyOf`). */
export class LateFile implements CorpusFile {
  readonly entry: CorpusFile['entry']
  readonly language: string
  readonly remark: CorpusFile['remark']
  readonly verdict: CorpusFile['verdict']
  readonly score: Score

  constructor({ entry, language, remark, verdict, score }: Known, private readonly cost: Cost, readonly about: number) {
    this.entry = entry
    this.language = language
    this.remark = remark
    this.verdict = verdict
    this.score = score
  }

  get tokens(): number {
    return this.cost.tokens
  }

  /** The same file, counted as late. */
  but(more: Judged): LateFile {
    return new LateFile({ entry: this.entry, language: this.language, remark: this.remark, verdict: this.verdict, score: this.score, ...more }, this.cost, this.about)
  }
}

/** The same file with another score or verdict; one that was not counted stays so. */
export const keptLate = (file: CorpusFile, more: Judged): CorpusFile => (file instanceof LateFile ? file.but(more) : { ...file, ...more })
