// What a task says of whole files: their words, their paths, their names.
import { bm25, rarities, type Weighing } from './bm25.ts'
import { mentionsPath } from './mention.ts'
import type { Query } from './query.ts'
import { type Holder, type Scan, type Scanner, scannerFor } from './scan.ts'

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
  const paths = pathTerms(files, scan)
  const mean = scans.reduce((sum, one) => sum + one.words, 0) / Math.max(1, scans.length)
  const all = Float64Array.from(query.terms, ({ weight }) => weight)
  const title = Float64Array.from(query.terms, (term) => Number(term.title))
  const names = Float64Array.from(query.names, ({ weight }) => weight)
  const inText = { rarity: rarities(scans.map(({ terms }) => terms), all.length), mean, slope: SLOPE }
  const inNames = { rarity: rarities(scans.map((one) => one.names), names.length), mean, slope: SLOPE, weights: names }
  const inPath = { rarity: rarities(paths, all.length), mean: 1, slope: 0 }
  const weighing = { words: { ...inText, weights: all }, title: { ...inText, weights: title }, names: inNames, path: { ...inPath, weights: all } }
  const naming = namingOf(query)
  return files.map(({ path }, i) => factsOf(path, { scan: scans[i] as Scan, inPath: paths[i] as Float64Array, weighing, naming }))
}

/** The terms in each path. No word crosses a slash, so those of a folder are looked for once. */
function pathTerms(files: readonly Text[], scan: Scanner): Float64Array[] {
  const folders = new Map<string, Float64Array>()
  const none = scan.terms('')
  const termsOf = (path: string): Float64Array => {
    const cut = path.lastIndexOf('/')
    const name = scan.terms(path.slice(cut + 1))
    if (cut < 0) return name
    const folder = path.slice(0, cut)
    const around = folders.get(folder) ?? termsOf(folder)
    folders.set(folder, around)
    return name === none ? around : around === none ? name : around.map((count, i) => count + (name[i] as number))
  }
  return files.map(({ path }) => termsOf(path))
}

interface Found {
  readonly scan: Scan
  readonly inPath: Float64Array
  readonly weighing: Readonly<Record<'words' | 'title' | 'names' | 'path', Weighing>>
  readonly naming: Naming
}

function factsOf(path: string, { scan, inPath, weighing, naming }: Found): FileFacts {
  return {
    path, scan,
    words: bm25(scan.terms, scan.words, weighing.words),
    title: bm25(scan.terms, scan.words, weighing.title),
    names: bm25(scan.names, scan.words, weighing.names),
    path_words: bm25(inPath, 1, weighing.path),
    ...mentionFacts(path, naming),
  }
}

/** What a file name without its ending must have to be told from a word. */
const LEAST_STEM = 3

/** What a task may name files by. */
interface Naming {
  readonly query: Query
  readonly names: ReadonlyMap<string, number>
  /** Without a dot it names no module. */
  readonly dotted: boolean
}

const namingOf = (query: Query): Naming => ({ query, names: new Map(query.names.map(({ name, weight }) => [name, weight])), dotted: query.text.includes('.') })

function mentionFacts(path: string, { query, names, dotted }: Naming): Pick<FileFacts, 'mention' | 'module' | 'stem'> {
  const stem = withoutEnding(path.slice(path.lastIndexOf('/') + 1))
  return {
    mention: query.text.includes(path) ? 1 : mentionsPath(query.mentions, path) > 0 ? 0.7 : 0,
    module: dotted && isModuleIn(query.text, path) ? 1 : 0,
    stem: stem.length < LEAST_STEM ? 0 : names.get(stem) ?? 0,
  }
}

function withoutEnding(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 || dot === name.length - 1 ? name : name.slice(0, dot)
}

/** Whether a text names a path as a module, `folder.name`. */
function isModuleIn(text: string, path: string): boolean {
  const module = path.replace(/\.[^./]+$/, '').replace(/\/(?:__init__|index|mod)$/, '').split('/').slice(-2).join('.')
  return module.includes('.') && text.includes(module)
}
