import type { StepsKept } from './between.ts'
import type { CorpusFile } from './corpus.ts'
import { handleOf } from './handle.ts'
import type { FileView, Format, PageView } from './format.ts'
import type { Meter } from './ports.ts'

/**
 * What the strings of a format cost in a meter. Parts are priced apart and as if at their longest, so that the sum is rarely less than the page:
 * then the first plan fits, and only the slack is left to be filled.
 */
export interface Pricer {
  /** False when the format has no way to list a file in one line. */
  readonly hasLines: boolean
  /** Steps that were worked out with these prices before. */
  readonly kept?: StepsKept
  /** The metadata of a full page beyond a brief one, for a corpus of these files. */
  head(files: readonly CorpusFile[]): number
  /** The frame around the outline. */
  outline(): number
  /** `about` when sizes of files may not be exact. */
  folder(path: string, about: boolean): number
  line(file: CorpusFile): number
  frame(file: CorpusFile): number
  text(text: string, file: CorpusFile): number
  /** A stretch of a file as it was read. */
  source(file: CorpusFile, range: readonly [number, number]): number
  /** The whole text of a file. */
  whole(file: CorpusFile): number
  /** A line that says that definitions are hidden. */
  remark(file: CorpusFile, terse?: boolean): number
}

/** Whether a format can list a file in one line. */
export const canList = (format: Format): boolean => format.line(viewOf({ path: 'a', tokens: 0 })) !== ''

/** A pricer for one format and one meter. `empty` is a page with nothing on it. */
export function pricerFor(format: Format, meter: Meter, empty: PageView): Pricer {
  const count = (text: string): number => meter.count(text)
  const known = knowing(format)
  const remarks = new Map<string, number>()
  return {
    hasLines: canList(format),
    head: (files) => {
      const page = longestPage(empty, files)
      return Math.max(0, count(format.open(page, false) + format.close(page, false)) - count(format.open(page, true) + format.close(page, true)))
    },
    outline: () => count(format.outline.open(empty) + format.outline.close(empty)),
    folder: (path, about) => count(format.folder({ path, files: 1000, tokens: 1_000_000, ...(about ? { about } : {}) }) + format.join),
    line: (file) => count(format.line(isFar(file) ? roughViewOf(file) : known(file).view) + format.join),
    frame: (file) => {
      const { view } = known(file)
      // Much hidden means a longer tail, much shown a longer number: whichever costs more.
      const costs = [view.originalTokens, 0].map((tokens) => {
        const { head, tail } = format.file({ ...view, tokens })
        return count(head + tail + format.join)
      })
      return Math.max(...costs) + 1
    },
    text: (text, file) => (text === '' ? 0 : count(known(file).isPlain() ? text : format.body(text, known(file).view))),
    source: (file, [from, to]) => {
      const { text } = file.entry
      if (from === to) return 0
      if (!known(file).isPlain()) return count(format.body(text.slice(from, to), known(file).view))
      return file.tally === undefined ? count(text.slice(from, to)) : file.tally.between(text, [from, to], count)
    },
    // Most text needs no escaping, and its tokens are known already.
    whole: (file) => (known(file).isPlain() ? file.tokens : count(format.body(file.entry.text, known(file).view))),
    remark: (file, terse) => {
      const text = format.body(`${file.remark[0]}…${terse ? '' : ' 100 more'}${file.remark[1]}\n`, known(file).view)
      const tokens = remarks.get(text) ?? count(text)
      remarks.set(text, tokens)
      return tokens
    },
  }
}

/** Prices where none can decide anything, because everything is bought: no text is read for them. */
export const unlimited = (pricer: Pricer): Pricer => ({ ...pricer, line: () => 1, frame: () => 1, whole: (file) => file.tokens })

/** What is asked again and again of one file before it is the turn of the next. */
interface Known {
  readonly view: FileView
  /** The format prints its text as it is; as it works line by line, every part of it too. */
  isPlain(): boolean
}

function knowing(format: Format): (file: CorpusFile) => Known {
  let last: CorpusFile | undefined
  let known: Known | undefined
  return (file) => {
    if (known === undefined || file !== last) {
      last = file
      known = knownOf(file, format)
    }
    return known
  }
}

function knownOf(file: CorpusFile, format: Format): Known {
  const bare = fileViewOf(file)
  const view = tellsChecksum(format, file) ? { ...bare, md5: file.entry.md5 } : bare
  let plain: boolean | undefined
  return { view, isPlain: () => (plain ??= format.body(file.entry.text, view) === file.entry.text) }
}

/** More files than any format names in its head. */
const MOST_NAMED = 60

/** As long as the number of a budget gets: what the head is worth follows from its price, and must not follow from how the digits of a budget are read. */
const LONGEST_BUDGET = 9_999_999

/** The head says the budget and may name files: a page with the longest it could say. */
function longestPage(empty: PageView, files: readonly CorpusFile[]): PageView {
  const least = Uint16Array.from(files, ({ entry }) => entry.path.length).sort().at(-MOST_NAMED) ?? 0
  const named = files.filter(({ entry }) => entry.path.length >= least).toSorted((a, b) => b.entry.path.length - a.entry.path.length).slice(0, MOST_NAMED).map(roughViewOf)
  const levels = ['full', 'detail', 'shape'] as const
  return { ...empty, budget: LONGEST_BUDGET, utilized: LONGEST_BUDGET, files: named.map((view, i) => ({ ...view, level: levels[i % levels.length] ?? 'full' })), lines: named }
}

/** Whether a format tells the MD5 of a file. What is only a line has no room for it. */
const tellsChecksum = ({ checksums }: Format, { entry }: Pick<CorpusFile, 'entry'>): boolean => checksums !== false && entry.stub === undefined

/** The view of a file before it is known how much of it will be shown: as long as it can get. It is without its MD5, which may have to be worked out. */
export const fileViewOf = (file: CorpusFile): FileView => viewAs(file, LONGEST)

/** The view of a file that is shown as it was read. */
export const wholeViewOf = (file: CorpusFile, originalLines: number): FileView => viewAs(file, { level: 'full', hidden: 0, originalLines })

const LONGEST = { level: 'shape', hidden: 100, originalLines: 1000 } as const

function viewAs(file: CorpusFile, { level, hidden, originalLines }: Pick<FileView, 'level' | 'hidden' | 'originalLines'>): FileView {
  const { entry, language, tokens, lines, alias } = file
  const view: FileView = {
    path: entry.path, language, level, priority: priorityOf(file), originalTokens: tokens, tokens, md5: '', sha8: entry.sha256.slice(0, 8), body: '', hidden, originalLines,
  }
  // Nearly every file is whole and has text: one shape for all of those.
  if (lines === undefined && entry.stub === undefined && alias === undefined) return view
  return { ...view, ...(alias === undefined ? {} : { alias: handleOf(alias, entry.sha256) }), ...(lines === undefined ? {} : { lines }), ...(entry.stub === undefined ? {} : { stub: stubText(entry.stub, entry.bytes) }) }
}

/** 0 to 100, as formats show it. */
export const priorityOf = (file: CorpusFile): number => Math.min(100, Math.max(1, Math.round(file.score.value * 100)))

const stubText = (stub: string, bytes: number): string => (stub.startsWith('link') ? stub : `${stub} ${bytesText(bytes)}`)

/** `812 B`, `12 KB`, `3.4 MB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Whether what a file holds was not looked at: its line costs what its size is about. */
const isFar = (file: CorpusFile): file is CorpusFile & { readonly about: number } => file.about !== undefined && file.entry.stub === undefined && file.alias === undefined

/** The view of a file for a price that does not follow from its exact size. */
const roughViewOf = (file: CorpusFile): FileView => (isFar(file) ? farView(file, file.about) : fileViewOf(file))

const farView = (file: CorpusFile, about: number): FileView => ({ ...viewOf({ path: file.entry.path, tokens: about }), language: file.language, priority: priorityOf(file) })

const viewOf = ({ path, tokens }: { path: string; tokens: number }): FileView => ({
  path, language: 'text', level: 'shape', priority: 100, originalTokens: tokens, tokens, md5: '', sha8: '', body: '', hidden: 100, originalLines: 1000,
})
