// Which test belongs to which source. Names say it (`test_x.py`, `x.test.ts`, `XTest.java`), or the folders do (`tests/x.rs` beside `src/x.rs`);
// where several files have the name, the one whose folders share most words with the test's is meant.
import { folderOf } from '../names.ts'
import { partsOf } from './terms.ts'

/** More equally likely partners than this say nothing. */
const MOST_PARTNERS = 3

const TEST_FOLDER = /^(?:(?:unit|integration|functional|e2e)?[-_]?(?:tests?|specs?)|__tests?__|testing|[a-z\d]+[-_.](?:tests?|specs?))$/i
const CAMEL_TEST_FOLDER = /[a-z\d](?:Tests?|Specs?)$/
const PLAIN_NAMES: readonly RegExp[] = [/^tests?[_-](.+)$/i, /^(.+?)[._-](?:tests?|spec|specs|e2e|cy)$/i]
const CAMEL_NAMES: readonly RegExp[] = [/^(.*[a-z\d])(?:Tests?|TestCase|Spec|Specs|IT)$/, /^Test(?=[A-Z])(.+)$/]
/** Files that stand for their folder. */
const INDEX_NAMES = new Set(['index', '__init__', 'mod', 'main', 'lib'])
/** Words of folders that say nothing about the subject. */
const GENERIC = new Set(['test', 'tests', 'spec', 'specs', 'src', 'lib', 'main', 'java', 'kotlin', 'scala', 'source', 'sources', 'unit', 'integration', 'functional', 'app', 'pkg', 'testing', 'python', 'js', 'ts'])

const FAMILIES: readonly string[] = [
  'js jsx ts tsx mjs cjs mts cts vue svelte astro', 'py pyi pyx', 'java kt kts scala groovy', 'c h cc cpp cxx hpp hh hxx cu m mm', 'cs fs vb', 'ex exs', 'ml mli', 'clj cljs cljc',
  'go', 'rs', 'rb', 'php', 'swift', 'dart', 'hs', 'lua', 'jl', 'zig', 'elm', 'r', 'sh', 'bats', 'pl', 'erl', 'gleam', 'nim', 'sol',
]
const FAMILY_OF = new Map(FAMILIES.flatMap((family) => family.split(' ').map((ending) => [ending, family] as const)))

/** A file as the pairing sees it. */
interface Candidate {
  readonly path: string
  readonly family: string
  readonly test: boolean
  /** What it is about, in lower case without separators. */
  readonly subject: readonly string[]
  /** The words of its folders that tell subjects apart. */
  readonly words: ReadonlySet<string>
}

/** Whether a path is a test by its name or its folder. */
export function isTest(path: string): boolean {
  const named = nameOf(path)
  return named !== undefined && isTestIn(named)
}

/** The tests of each source and the sources of each test, best first; paths without a partner are absent. */
export function testPairs(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const candidates = [...new Set(paths)].flatMap((path) => candidateOf(path) ?? [])
  const sources = groupedBySubject(candidates.filter((one) => !one.test))
  const pairs = new Map<string, string[]>()
  const add = (from: string, to: string): void => { pairs.set(from, [...pairs.get(from) ?? [], to]) }
  for (const test of candidates.filter((one) => one.test)) {
    for (const source of partnersOf(test, sources)) {
      add(test.path, source.path)
      add(source.path, test.path)
    }
  }
  return pairs
}

const keyOf = (family: string, subject: readonly string[]): string => `${family}:${subject.join('')}`

function groupedBySubject(sources: readonly Candidate[]): Map<string, Candidate[]> {
  const groups = new Map<string, Candidate[]>()
  for (const source of sources) {
    const key = keyOf(source.family, source.subject)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [source])
    else group.push(source)
  }
  return groups
}

/** The sources a test means: those with its whole name, else with the longest beginning of it (`test_session_expiry` tests `session`). */
function partnersOf(test: Candidate, sources: ReadonlyMap<string, readonly Candidate[]>): Candidate[] {
  for (let length = test.subject.length; length > 0; length--) {
    const found = sources.get(keyOf(test.family, test.subject.slice(0, length)))
    if (found !== undefined) return nearest(test, found, length < test.subject.length)
  }
  return []
}

/** The candidates whose folders share most with the test's; a guess from half a name needs a shared folder or no rival. */
function nearest(test: Candidate, found: readonly Candidate[], partial: boolean): Candidate[] {
  const shared = found.map((source) => overlap(test, source))
  const best = Math.max(...shared)
  const closest = found.filter((_, i) => shared[i] === best).toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return closest.length > (partial && best <= 0 ? 1 : MOST_PARTNERS) ? [] : closest
}

/** Shared words of the folders, less a little for words that only one has. */
function overlap(test: Candidate, source: Candidate): number {
  let shared = 0
  for (const word of source.words) if (test.words.has(word)) shared++
  return shared - (source.words.size - shared) / 100 + (folderOf(test.path) === folderOf(source.path) ? 0.5 : 0)
}

/** A path of a family, taken apart. */
interface Named {
  readonly family: string
  readonly folders: readonly string[]
  readonly bare: string
  /** What a test's name says it tests. */
  readonly tested: string | undefined
}

function nameOf(path: string): Named | undefined {
  const segments = path.split('/')
  const name = segments.pop() as string
  const dot = name.lastIndexOf('.')
  const family = FAMILY_OF.get(name.slice(dot + 1).toLowerCase())
  if (dot <= 0 || family === undefined) return undefined
  const bare = name.slice(0, dot)
  return { family, folders: segments, bare, tested: testedBy(bare) }
}

const isTestIn = ({ tested, folders }: Named): boolean => tested !== undefined || folders.some((folder) => TEST_FOLDER.test(folder) || CAMEL_TEST_FOLDER.test(folder))

function candidateOf(path: string): Candidate | undefined {
  const named = nameOf(path)
  if (named === undefined) return undefined
  const { family, folders, bare, tested } = named
  const test = isTestIn(named)
  const about = tested ?? (INDEX_NAMES.has(bare.toLowerCase()) ? folders.at(-1) ?? bare : bare)
  return { path, family, test, subject: wordsOf(about), words: new Set(folders.flatMap(wordsOf).filter((word) => !GENERIC.has(word))) }
}

/** What a test's name says it tests; undefined for a name that is not a test's. */
function testedBy(bare: string): string | undefined {
  for (const pattern of [...PLAIN_NAMES, ...CAMEL_NAMES]) {
    const tested = pattern.exec(bare)?.[1]
    if (tested !== undefined && tested !== '') return tested
  }
  return undefined
}

const wordsOf = (name: string): string[] => name.split(/[^\p{L}\p{N}]+/u).flatMap(partsOf)
