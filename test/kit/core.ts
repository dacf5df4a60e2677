// What the tests of the core share: meters that can be counted by hand, a format of a few characters, and a language that is read in thirty lines.
import fc from 'fast-check'
import type { Block, BlockKind, Form, Tile } from '../../src/core/block.ts'
import { walk } from '../../src/core/block.ts'
import type { Corpus, CorpusFile } from '../../src/core/corpus.ts'
import type { FileView, Format, PageView } from '../../src/core/format.ts'
import type { About } from '../../src/core/page.ts'
import type { Entry, Language, Meter } from '../../src/core/ports.ts'
import { focusOn, glance } from '../../src/core/focus.ts'
import { withParts } from '../../src/core/gather.ts'
import { isAsked, queryOf } from '../../src/core/rank/query.ts'
import { type Evidence, type Priced, rankFiles } from '../../src/core/rank/rank.ts'
import { type Request, WHOLE_LADDER } from '../../src/core/request.ts'
import { plain } from '../../src/core/lenses.ts'
import { fileBlock } from '../../src/core/tile.ts'

/** Every property runs the same cases each time. */
export const runs = (numRuns: number): { seed: number; numRuns: number } => ({ seed: 42, numRuns })

/** One token per word. */
export const words: Meter = { name: 'words', exact: true, count: (text) => text.match(/\S+/g)?.length ?? 0 }

/** One token per four characters, begun ones included: parts cost more than their whole. */
export const quarters: Meter = { name: 'quarters', exact: false, count: (text) => Math.ceil(text.length / 4) }

/** The meters of the kit. */
export const METERS: readonly Meter[] = [words, quarters]

const shown = (view: FileView): string => `${view.path} ${view.level}`

/** The smallest format that has every part. */
export const tiny: Format = {
  name: 'tiny', doc: 'for tests', join: '',
  open: (page, brief) => (brief ? '[\n' : `[ v${page.version} used ${page.utilized} of ${page.budget}\n${page.notices.map((notice) => `! ${notice}\n`).join('')}`),
  outline: { open: () => '(\n', close: () => ')\n' },
  line: (view) => `- ${view.path}\n`,
  folder: (view) => `+ ${view.path} ${view.files}\n`,
  file: (view) => ({ head: `> ${shown(view)}\n`, tail: '<\n' }),
  body: (text) => text,
  close: () => ']\n',
}

/** What a page says beyond its plan. */
export const about = (budget: number): About => ({
  version: '1', lens: 'default', strategy: 'adaptive', budget: Number.isFinite(budget) ? budget : 0, frozen: true, timestamp: '1970-01-01T00:00:00Z', facts: [], notices: [], related: [],
})

/** A page with nothing on it. */
export const blankPage: PageView = { ...about(0), meter: 'words', utilized: 0, files: [], lines: [], folders: [] }

/** An entry of plain text. */
export const entryOf = (path: string, text: string, more: Partial<Entry> = {}): Entry => ({
  path, text, bytes: text.length, md5: 'd41d8cd98f00b204e9800998ecf8427e', sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', modified: 0, ...more,
})

/** A request for everything, in which only what matters to a test is said. */
export const ask = (more: Partial<Request> = {}): Request => ({ task: '', budget: Infinity, lens: plain, rules: [], ladder: WHOLE_LADDER, ...more })

/** A corpus of files by path; those that end in `.sk` are read as the language of the kit, the others stay whole. */
export function corpusOf(files: Readonly<Record<string, string>> | readonly Entry[], request: Request, { meter = words, ...evidence }: Partial<Evidence> & { meter?: Meter } = {}): Corpus {
  const entries = Array.isArray(files) ? (files as readonly Entry[]) : Object.entries(files as Record<string, string>).map(([path, text]) => entryOf(path, text))
  const priced: Priced[] = entries
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map((entry) => ({ entry, language: entry.path.endsWith('.sk') ? 'sketch' : 'text', remark: ['// ', ''], tokens: meter.count(entry.text) }))
  const ask = { query: queryOf(request.task), request, evidence: { utility: new Map(), ...evidence } }
  if (!isAsked(ask.query)) return { files: rankFiles(priced, request, ask.evidence).map((file) => (isSketch(file) ? withParts(file, { block: treeOf(file) }) : file)) }
  const seen = glance(priced, ask)
  return focusOn(seen, new Map(seen.files.filter(isSketch).map((file) => [file, { block: treeOf(file), language: sketch }])), ask)
}

const isSketch = ({ entry }: CorpusFile): boolean => entry.path.endsWith('.sk')
const treeOf = ({ entry }: CorpusFile): Block => fileBlock(entry.path, entry.text, sketchTiles(entry.text))

/** The language of the kit, for parsers. */
export const sketch: Language = { name: 'sketch', title: 'Sketch', family: 'code', extensions: ['.sk'], remark: ['// ', ''] }

/**
 * The language of the kit: `fn name` and `class Name` begin a definition, deeper lines are its body, `# words` right below it are its doc.
 * Its shape is the first line, its detail the first line and the doc.
 */
export function sketchTiles(text: string): Tile[] {
  return tilesIn(linesOf(text), 0)
}

interface Line { readonly start: number; readonly end: number; readonly text: string; readonly indent: number }

function linesOf(text: string): Line[] {
  let at = 0
  return text.split(/(?<=\n)/).map((line) => {
    const start = at
    at += line.length
    return { start, end: at, text: line, indent: line.trim() === '' ? Infinity : line.length - line.trimStart().length }
  })
}

function tilesIn(lines: readonly Line[], indent: number): Tile[] {
  const tiles: Tile[] = []
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as Line
    const match = /^\s*(fn|class) (\w+)/.exec(line.text)
    if (match === null || line.indent !== indent) continue
    let last = i
    for (let j = i + 1; j < lines.length && (lines[j] as Line).indent > indent; j++) if ((lines[j] as Line).indent < Infinity) last = j
    tiles.push(tileOf(match, lines.slice(i, last + 1)))
    i = last
  }
  return tiles
}

function tileOf(match: RegExpExecArray, lines: readonly Line[]): Tile {
  const [first, ...rest] = lines as [Line, ...Line[]]
  const end = (lines.at(-1) as Line).end
  const head = whole(first.text)
  const doc = rest.findIndex((line) => !/^\s*#/.test(line.text))
  const docs = rest.slice(0, doc < 0 ? rest.length : doc).map((line) => whole(line.text)).join('')
  const tiles = match[1] === 'class' ? tilesIn(rest, Math.min(...rest.map((line) => line.indent))) : []
  return {
    kind: match[1] === 'class' ? 'class' : 'function', name: match[2] as string, start: first.start, end,
    ...(tiles.length === 0 ? {} : { body: { start: first.end, end, tiles } }),
    shape: { head, tail: '' }, detail: { head: tiles.length === 0 ? head + docs : head, tail: '' },
  }
}

const whole = (line: string): string => (line.endsWith('\n') ? line : `${line}\n`)

/** The first block of a file with a name. */
export function blockNamed(file: Block, name: string): Block {
  for (const block of walk(file)) if (block.name === name) return block
  throw new Error(`no block ${name}`)
}

const KINDS: readonly Tile['kind'][] = ['class', 'function', 'method', 'field', 'import', 'doc', 'constant']

/** Tiles carved out of a text at places that a list of numbers decides: nested, in order, never overlapping. */
export function carve(text: string, numbers: readonly number[]): Tile[] {
  let at = 0
  const draw = (below: number): number => (below <= 0 ? 0 : (numbers[at++ % numbers.length] ?? 0) % below)
  const between = (start: number, end: number, depth: number): Tile[] => {
    const tiles: Tile[] = []
    let from = start
    for (let more = draw(5); more > 0 && from < end; more--) {
      const first = from + draw(Math.min(8, end - from))
      const last = first + 1 + draw(end - first)
      if (last > end) break
      tiles.push(tile(first, last, depth))
      from = last
    }
    return tiles
  }
  const tile = (start: number, end: number, depth: number): Tile => {
    const kind = KINDS[draw(KINDS.length)] as Tile['kind']
    const name = kind === 'import' || kind === 'doc' ? '' : ['get', 'set', 'Map', 'x'][draw(4)] as string
    const [shape, detail] = [formOf(draw(3), `«${kind} ${name}»\n`), formOf(draw(3) + 1, `«${kind} ${name} detail»\n`)]
    if (depth > 3 || draw(2) === 0 || end - start < 4) return { kind, name, start, end, shape, detail }
    const bodyStart = start + draw(Math.floor((end - start) / 2))
    const bodyEnd = end - draw(Math.floor((end - start) / 2))
    return { kind, name, start, end, shape, detail, body: { start: bodyStart, end: bodyEnd, tiles: between(bodyStart, bodyEnd, depth + 1) } }
  }
  return between(0, text.length, 0)
}

const formOf = (way: number, line: string): Form => (way === 0 ? { head: '', tail: '' } : way === 1 ? { head: line, tail: '' } : { head: line, tail: line })

/** Any text with tiles. Words are numbered, so that a line put together from two places is never found in the source. */
export const tiledText: fc.Arbitrary<{ text: string; tiles: readonly Tile[] }> = fc
  .tuple(fc.array(fc.constantFrom('w', 'w', 'w', ' ', '  ', '\n', '\n', '\n\n', '\r\n', '\t', '\n    '), { maxLength: 60 }), fc.array(fc.nat(10_000), { minLength: 1, maxLength: 60 }))
  .map(([pieces, numbers]) => {
    const text = pieces.map((piece, i) => (piece === 'w' ? `w${i}.` : piece)).join('')
    return { text, tiles: carve(text, numbers) }
  })

const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'token', 'session', 'cache', 'route', 'parse', 'print')
const bodyLine = fc.array(word, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(' '))
const fn = (indent: string): fc.Arbitrary<string> => fc
  .record({ name: word, doc: fc.array(bodyLine, { maxLength: 2 }), body: fc.array(bodyLine, { maxLength: 8 }), gap: fc.constantFrom('', '\n', '\n\n') })
  .map(({ name, doc, body, gap }) => [`fn ${name}(x)`, ...doc.map((line) => `  # ${line}`), ...body.map((line) => `  ${line}`)].map((line) => `${indent}${line}\n`).join('') + gap)
const cls = fc.record({ name: word, parts: fc.array(fn('  '), { minLength: 1, maxLength: 4 }) }).map(({ name, parts }) => `class ${name}\n${parts.join('')}\n`)
const glue = bodyLine.map((line) => `${line}\n`)

/** A source text in the language of the kit. */
export const sketchText: fc.Arbitrary<string> = fc.array(fc.oneof({ weight: 3, arbitrary: fn('') }, cls, glue), { maxLength: 7 }).map((parts) => parts.join(''))

const pathOf = fc.tuple(fc.constantFrom('', 'src/', 'src/core/', 'lib/a/b/', 'tests/', 'docs/'), word, fc.constantFrom('.sk', '.sk', '.txt', '.ts')).map((parts) => parts.join(''))

/** A few files by path. */
export const someFiles = (most: number): fc.Arbitrary<Readonly<Record<string, string>>> =>
  fc.array(fc.tuple(pathOf, sketchText), { minLength: 1, maxLength: most }).map((files) => Object.fromEntries(files))

/** A kind of block in few letters, for tests that build blocks by hand. */
export const blockOf = (id: string, kind: BlockKind, children: readonly Block[] = []): Block => ({
  id, kind, name: id.slice(Math.max(id.lastIndexOf('#'), id.lastIndexOf('.')) + 1), start: 0, end: 0, bodyStart: 0, bodyEnd: 0, children,
  shape: { head: '', tail: '' }, detail: { head: '', tail: '' },
})
