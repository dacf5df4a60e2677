// A zoom is the same line with a closer root: a corpus of just what was asked for, allocated and printed like any other.
import type { Tile } from '../core/block.ts'
import { type Compiled, compile } from '../core/compile.ts'
import type { CorpusFile } from '../core/corpus.ts'
import { aliased } from '../core/ctx/corpus.ts'
import { onlyBlocks } from '../core/find.ts'
import { handleOf, type Target } from '../core/handle.ts'
import { heightOf, type Level } from '../core/level.ts'
import type { Entry, Meter } from '../core/ports.ts'
import { bytesText } from '../core/price.ts'
import { WHOLE_LADDER } from '../core/request.ts'
import { verdictsOf } from '../core/rank/rank.ts'
import type { Verdict } from '../core/rule.ts'
import { fileBlock } from '../core/tile.ts'
import { linesIn } from '../core/whole.ts'
import { aliasesShown, requestOf, type Settings, settingOf, type Workspace } from '../workspace/index.ts'
import { Failure } from './operation.ts'
import { relatedTo } from './related.ts'
import type { Library, Place } from './resolve.ts'

/** What is to be shown. */
export interface Fragment {
  readonly places: readonly Place[]
  readonly target: Target
  readonly library: Library
  readonly settings: Settings
  readonly depth: Level
  /** Lines around a range. */
  readonly context: number
}

/** Compiles what was asked for. */
export async function fragmentOf(workspace: Workspace, fragment: Fragment, stale: boolean): Promise<Compiled & { budget: number }> {
  const { settings, places, library, depth } = fragment
  const meter = await workspace.meter(settings.meter.value)
  const first = places[0] as Place
  if (first.entry.stub !== undefined) throw new Failure(`${first.entry.path} is not shown: it is ${first.entry.stub} (${bytesText(first.entry.bytes)})`)
  const setting = settingOf(workspace, settings, { meter, allowSensitive: false })
  const related = await relatedTo(library, first, meter)
  const notices = stale ? [`This handle is stale: here is ${first.block.id} as it is now, ${handleOf(first.block.id, library.shaOf(first))}.`] : []
  const request = { ...requestOf(settings), ladder: WHOLE_LADDER.filter((level) => heightOf(level) <= heightOf(depth)) }
  const corpus = aliased({ files: corpusFiles(fragment, workspace, meter) }, aliasesShown(workspace).aliases)
  const compiled = compile(corpus, request, { ...setting, about: { ...setting.about, related, notices: [...setting.about.notices, ...notices], strategy: `zoom ${depth}` } })
  return { ...compiled, budget: settings.budget.value }
}

/** One corpus file for each file that has a place. */
function corpusFiles(fragment: Fragment, workspace: Workspace, meter: Meter): CorpusFile[] {
  const byEntry = grouped(fragment.places)
  return [...byEntry].map(([entry, places]) => {
    const language = workspace.parser.languageOf(entry.path, entry.text)
    const file = { language: language?.name ?? 'text', remark: language?.remark ?? (['', ''] as const), verdict: permitted(entry.path, verdictsOf(requestOf(fragment.settings))(entry.path)), score: { value: WANTED, signals: [] } }
    return { ...file, ...(fragment.target.lines === undefined ? blocksPart(entry, places, meter) : linesPart(entry, fragment, meter)) }
  })
}

function grouped(places: readonly Place[]): Map<Entry, Place[]> {
  const groups = new Map<Entry, Place[]>()
  for (const place of places) {
    const group = groups.get(place.entry)
    if (group === undefined) groups.set(place.entry, [place])
    else group.push(place)
  }
  return groups
}

/** A ceiling holds on every path out. What may not be shown at all is refused with the reason. */
export function permitted(path: string, verdict: Verdict): Verdict {
  if (heightOf(verdict.ceiling) >= heightOf('shape')) return verdict
  throw new Failure(`${path} may be named but not shown: ${verdict.why.join('; ')}`)
}

/** What was asked for outweighs everything around it: metadata and related handles come after it. */
const WANTED = 10

type Part = Pick<CorpusFile, 'entry' | 'tokens' | 'lines' | 'parts'>

function blocksPart(entry: Entry, places: readonly Place[], meter: Meter): Part {
  const { file } = places[0] as Place
  if (places.some((place) => place.block === file)) return { entry, tokens: meter.count(entry.text), parts: { block: file, scores: new Map(), piecemeal: true } }
  const block = onlyBlocks(file, new Set(places.map((place) => place.block)))
  const start = places.reduce((least, place) => Math.min(least, place.block.start), entry.text.length)
  const end = places.reduce((most, place) => Math.max(most, place.block.end), 0)
  return { entry, tokens: meter.count(entry.text.slice(start, end)), lines: [lineAt(entry.text, start), lineAt(entry.text, end - 1)], parts: { block, scores: new Map(), piecemeal: true } }
}

const lineAt = (text: string, at: number): number => linesIn(text.slice(0, at))

/** A range of lines as blocks of a few lines each: when the budget does not hold all, the first come first. */
function linesPart(entry: Entry, { target, context }: Fragment, meter: Meter): Part {
  const [from, to] = target.lines as readonly [number, number]
  const lines = entry.text.split('\n')
  if (from > lines.length) throw new Failure(`${entry.path} has ${lines.length} lines, so there is no line ${from}`)
  const first = Math.max(1, from - context)
  const last = Math.min(to + context, lines.length)
  const slice = lines.slice(first - 1, last).join('\n') + (last < lines.length ? '\n' : '')
  const block = fileBlock(entry.path, slice, stripes(slice))
  const scores = new Map(block.children.map((child, i) => [child, WANTED / (1 + i / 100)]))
  return { entry: { ...entry, md5: entry.md5, text: slice }, tokens: meter.count(slice), lines: [first, Math.max(first, last)], parts: { block, scores, piecemeal: true } }
}

const STRIPE = 4

function stripes(text: string): Tile[] {
  const tiles: Tile[] = []
  const nothing = { head: '', tail: '' }
  for (let start = 0; start < text.length;) {
    let end = start
    for (let line = 0; line < STRIPE && end < text.length; line++) {
      const newline = text.indexOf('\n', end)
      end = newline < 0 ? text.length : newline + 1
    }
    tiles.push({ kind: 'entry', name: `lines${tiles.length}`, start, end, shape: nothing, detail: nothing })
    start = end
  }
  return tiles
}

