// What a task says of whole files: their words, their paths, their names.
import { bm25, rarities, type Weighing } from './bm25.ts'
import { mentionsPath } from './mention.ts'
import type { Query } from './query.ts'
import { type Holder, type Scan, scannerFor } from './scan.ts'

/** What was found in one file. Scores are not yet compared with those of other files. */
export interface FileFacts {
  readonly path: string
  readonly scan: Scan
  /** BM25 of the text: all words of the task, those of its first line, and identifiers as they are written. */
  readonly words: number
  readonly title: number
  readonly names: number
  /** BM25 of the path. */
  readonly path_words: number
  readonly path_title: number
  /** 1 when the task names the path or the file, less for its name without the ending. */
  readonly mention: number
  /** 1 when the task names it as a module: `requests.sessions`. */
  readonly module: number
  readonly stem: number
}

/** A text that can be looked into. */
export interface Text extends Holder {
  readonly path: string
}

const SLOPE = 0.6

/** The facts of every file. */
export function fileFacts(files: readonly Text[], query: Query): FileFacts[] {
  const scan = scannerFor(query)
  const scans = files.map((file) => scan.kept(file))
  const paths = files.map(({ path }) => scan.passing(path).terms)
  const mean = scans.reduce((sum, one) => sum + one.words, 0) / Math.max(1, scans.length)
  const all = Float64Array.from(query.terms, ({ weight }) => weight)
  const title = Float64Array.from(query.terms, (term) => Number(term.title))
  const names = Float64Array.from(query.names, ({ weight }) => weight)
  const inText = { rarity: rarities(scans.map(({ terms }) => terms), all.length), mean, slope: SLOPE }
  const inNames = { rarity: rarities(scans.map((one) => one.names), names.length), mean, slope: SLOPE, weights: names }
  const inPath = { rarity: rarities(paths, all.length), mean: 1, slope: 0 }
  const weighing = { words: { ...inText, weights: all }, title: { ...inText, weights: title }, names: inNames, path: { ...inPath, weights: all }, pathTitle: { ...inPath, weights: title } }
  return files.map(({ path }, i) => factsOf(path, { scan: scans[i] as Scan, inPath: paths[i] as Float64Array, weighing, query }))
}

interface Found {
  readonly scan: Scan
  readonly inPath: Float64Array
  readonly weighing: Readonly<Record<'words' | 'title' | 'names' | 'path' | 'pathTitle', Weighing>>
  readonly query: Query
}

function factsOf(path: string, { scan, inPath, weighing, query }: Found): FileFacts {
  return {
    path, scan,
    words: bm25(scan.terms, scan.words, weighing.words),
    title: bm25(scan.terms, scan.words, weighing.title),
    names: bm25(scan.names, scan.words, weighing.names),
    path_words: bm25(inPath, 1, weighing.path),
    path_title: bm25(inPath, 1, weighing.pathTitle),
    ...mentionFacts(path, query),
  }
}

/** What a file name without its ending must have to be told from a word. */
const LEAST_STEM = 3

function mentionFacts(path: string, { mentions, names, text }: Query): Pick<FileFacts, 'mention' | 'module' | 'stem'> {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const stem = name.replace(/\.[^.]+$/, '')
  const dotted = path.replace(/\.[^./]+$/, '').replace(/\/(?:__init__|index|mod)$/, '').split('/').slice(-2).join('.')
  const spoken = stem.length < LEAST_STEM ? undefined : names.find((one) => one.name === stem)
  return {
    mention: text.includes(path) ? 1 : mentionsPath(mentions, path) > 0 ? 0.7 : 0,
    module: dotted.includes('.') && text.includes(dotted) ? 1 : 0,
    stem: spoken?.weight ?? 0,
  }
}
