// What a task says of whole files: their words, their paths, their names.
import { bm25, rarities, type Weighing } from './bm25.ts'
import { type Gauge, saidIn, weighingsOf } from './gauge.ts'
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

/** The facts of every file. */
export const fileFacts = (files: readonly Text[], query: Query): FileFacts[] => gauged(files, query).facts

/** The facts of every file, and what all of them were held against. */
export function gauged(files: readonly Text[], query: Query): { facts: FileFacts[]; gauge: Gauge } {
  const scan = scannerFor(query)
  const scans = files.map((file) => scan.kept(file))
  const paths = pathTerms(files, scan)
  const words = scans.reduce((sum, one) => sum + one.words, 0)
  const gauge = { files: files.length, words, rarity: { terms: rarities(scans.map(({ terms }) => terms), query.terms.length), names: rarities(scans.map(({ names }) => names), query.names.length) } }
  const weighings = weighingsOf(gauge, query)
  const weighing = { ...weighings, path: { rarity: rarities(paths, query.terms.length), weights: weighings.words.weights, mean: 1, slope: 0 } }
  const naming = namingOf(query)
  return { gauge, facts: files.map(({ path }, i) => factsOf(path, { scan: scans[i] as Scan, inPath: paths[i] as Float64Array, weighing, naming })) }
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
  const { words, names } = saidIn(scan, weighing)
  const { mention, module, stem } = mentionFacts(path, naming)
  // Name by name: there are as many of these as files, and to spread an object takes longer than to make one.
  return { path, scan, words, title: bm25(scan.terms, scan.words, weighing.title), names, path_words: bm25(inPath, 1, weighing.path), mention, module, stem }
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
  const stem = names.size === 0 ? '' : withoutEnding(path.slice(path.lastIndexOf('/') + 1))
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
