// What an endless budget buys. Nothing has to be chosen, so nothing is priced: whatever may be shown is shown.
import type { Corpus, CorpusFile } from './corpus.ts'
import { foldersOf } from './folders.ts'
import { heightOf, type Level } from './level.ts'
import { once } from './once.ts'
import type { FilePlan, Plan } from './plan.ts'
import type { Request } from './request.ts'

/** What the plan of everything depends on besides corpus and request. */
export interface Ways {
  /** The format can list a file in one line. */
  readonly hasLines: boolean
  /** The same plan as the market makes it, for those who ask what each step costs. */
  priced(): Plan
}

/** The plan of an endless budget; undefined where a cap, or a file that is shown in part, leaves something to choose. */
export function everything(corpus: Corpus, request: Request, { hasLines, priced }: Ways): Plan | undefined {
  const isCapped = [...request.rules, ...request.lens.rules].some(({ cap }) => cap !== undefined)
  if (isCapped || corpus.files.some(({ parts }) => parts !== undefined)) return undefined
  const lists = request.ladder.includes('line') && hasLines
  const shows = request.ladder.includes('full')
  // A page asks for them only where a file is neither listed nor shown.
  const folders = once(() => foldersIn(corpus, { hasLines, lists }))
  return {
    head: true, files: corpus.files.map((file) => planned(file, { lists, shows })), get folders() { return folders() },
    get picks() { return priced().picks }, get cost() { return priced().cost }, value: 1, bound: 1, overrun: 0, complete: true,
  }
}

function planned(file: CorpusFile, { lists, shows }: { lists: boolean; shows: boolean }): FilePlan {
  const ceiling = heightOf(file.verdict.ceiling)
  const opened = shows && file.entry.stub === undefined && ceiling >= heightOf('full')
  return { file, listed: lists && ceiling >= heightOf('line'), opened, bare: false, levelOf: opened ? atFull : atNone }
}

const atFull = (): Level => 'full'
const atNone = (): Level => 'none'

/** Even where files are in or out, one line says that there is more. */
function foldersIn({ files }: Corpus, { hasLines, lists }: { hasLines: boolean; lists: boolean }): ReadonlySet<string> {
  if (!hasLines || files.length === 0) return new Set()
  return new Set(lists ? foldersOf(files.map(({ entry }) => entry.path)).map(({ path }) => path) : ['./'])
}
