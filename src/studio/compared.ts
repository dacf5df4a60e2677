// What is different between two plans, for a page.
import { editsBetween, linesOf } from '../core/delta/lines.ts'
import { counted } from '../core/names.ts'
import { comparePacks, type Side } from '../operations/diff.ts'
import { packReport } from '../operations/report.ts'
import { type Compilation, packOf } from '../workspace/index.ts'
import type { CompareFile, CompareFiles, CompareView, Difference, SavingView, SideView } from './contract.ts'
import { problemOf } from './page.ts'
import type { Made } from './room.ts'
import { planFiles, wholeOf } from './view.ts'

const CHANGES: readonly Difference[] = ['more', 'less', 'changed', 'onlyA', 'onlyB']

/** One file on one side. */
interface Spot {
  readonly level: number
  readonly cost: number
  readonly sha: string
  /** Its text on the page, when it has one. */
  body(): string
}

type Spots = ReadonlyMap<string, Spot>

/** Both plans, what is different, and what a reader of the first saves. */
export function compareView(a: Made, b: Made): CompareView {
  const [left, right] = [spotsOf(a.compilation), spotsOf(b.compilation)]
  const files = differing(left, right)
  const counts = CHANGES.map((_, place) => files.change.filter((change) => change === place).length)
  const same = new Set([...left.keys(), ...right.keys()]).size - files.path.length
  const saving = savingOf(a, b)
  const more = b.compilation.compiled.tokens - a.compilation.compiled.tokens
  return { a: sideOf(a), b: sideOf(b), counts, same, summary: [totals(counts, same, more), ...saved(saving)], files, ...(saving === undefined ? {} : { saving }) }
}

function sideOf({ workspace: { commit }, compilation }: Made): SideView {
  const { compiled, settings, corpus, diagnostics } = compilation
  const { value: budget } = settings.budget
  return {
    budget: Number.isFinite(budget) ? budget : 'none', task: settings.task, lens: settings.lens.value.name, format: settings.format.value, meter: settings.meter.value,
    tokens: compiled.tokens, ...wholeOf(corpus), files: corpus.files.length, ...(commit === undefined ? {} : { commit }), summary: packReport(compilation), problems: diagnostics.map(problemOf),
  }
}

function spotsOf(compilation: Compilation): Spots {
  const { path, level, cost } = planFiles(compilation)
  const { compiled: { page }, corpus } = compilation
  const places = new Map(page.files.map((file, place) => [file.path, place]))
  return new Map(path.map((name, i) => {
    const place = places.get(name)
    return [name, { level: level[i] ?? 0, cost: cost[i] ?? 0, sha: corpus.files[i]?.entry.sha256 ?? '', body: () => (place === undefined ? '' : page.bodyOf(place)) }]
  }))
}

/** Every file that is not the same on both sides, by path. */
function differing(a: Spots, b: Spots): CompareFiles {
  const paths = [...new Set([...a.keys(), ...b.keys()])].sort()
  const rows = paths.flatMap((path) => {
    const [left, right] = [a.get(path), b.get(path)]
    const change = changeOf(left, right)
    return change === undefined ? [] : [{ path, change: CHANGES.indexOf(change), left, right, edited: left !== undefined && right !== undefined && left.sha !== right.sha }]
  })
  return {
    path: rows.map(({ path }) => path), change: rows.map(({ change }) => change), edited: rows.flatMap(({ edited }, i) => (edited ? [i] : [])),
    levelA: rows.map(({ left }) => left?.level ?? -1), levelB: rows.map(({ right }) => right?.level ?? -1), costA: rows.map(({ left }) => left?.cost ?? 0), costB: rows.map(({ right }) => right?.cost ?? 0),
  }
}

/** Undefined when a reader sees the same of it, and it is the same. */
function changeOf(a: Spot | undefined, b: Spot | undefined): Difference | undefined {
  if (a === undefined) return 'onlyB'
  if (b === undefined) return 'onlyA'
  if (a.level !== b.level) return b.level > a.level ? 'more' : 'less'
  return a.sha !== b.sha || a.cost !== b.cost || a.body() !== b.body() ? 'changed' : undefined
}

function totals(counts: readonly number[], same: number, more: number): string {
  const of = (change: Difference): number => counts[CHANGES.indexOf(change)] ?? 0
  const files = (count: number, one: string, many: string): string => `${counted(count, 'file')} ${count === 1 ? one : many}`
  const parts = [
    ...(of('more') > 0 ? [files(of('more'), 'gains detail', 'gain detail')] : []), ...(of('less') > 0 ? [files(of('less'), 'loses detail', 'lose detail')] : []),
    ...(of('changed') > 0 ? [files(of('changed'), 'reads otherwise', 'read otherwise')] : []), ...(of('onlyA') > 0 ? [`${of('onlyA')} only in A`] : []), ...(of('onlyB') > 0 ? [`${of('onlyB')} only in B`] : []),
    files(same, 'is the same', 'are the same'),
  ]
  return `${parts.join(', ')}; ${more === 0 ? 'as many tokens' : `${counted(Math.abs(more), 'token')} ${more > 0 ? 'more' : 'fewer'} in B`}`
}

/** What a prompt cache or a delta would spare; undefined when one of them has no budget, because such a pack is not held. */
function savingOf(a: Made, b: Made): SavingView | undefined {
  const [first, second] = [packed(a, 'A'), packed(b, 'B')]
  if (first === undefined || second === undefined) return undefined
  const { prefix, delta_tokens: delta, unchanged, files, first_difference: difference } = comparePacks(first, second, b.compilation.meter)
  return { prefix: prefix.tokens, share: prefix.share, line: difference?.line ?? 0, path: difference?.path ?? null, delta, unchanged, files, whole: b.compilation.compiled.tokens }
}

function packed({ workspace, compilation }: Made, shown: string): Side | undefined {
  const pack = packOf(workspace, compilation)
  return pack === undefined ? undefined : { ...pack, shown }
}

function saved(saving: SavingView | undefined): string[] {
  if (saving === undefined) return ['what a prompt cache keeps is told for two contexts with a budget']
  const { prefix, share, line, path, delta, whole } = saving
  const parted = line === 0 ? '' : `, up to line ${line}${path === null ? '' : ` in ${path}`}`
  return [
    `a prompt cache that has seen A keeps ${counted(prefix, 'token')} of B (${(share * 100).toFixed(1)} %)${parted}`,
    delta < whole ? `as a delta, B costs ${counted(delta, 'token')} instead of ${counted(whole, 'token')}` : `a delta would cost ${counted(delta, 'token')}, so a reader of A is better served with the whole of B`,
  ]
}

/** Edits that are looked for between two texts; one person looks at one file, so more than for a delta. */
const MOST_EDITS = 2000

/** The two texts of one file, and the lines that differ. */
export function fileView([a, b]: readonly [Made, Made], path: string, whole: boolean): CompareFile {
  const [left, right] = [textOf(a, path, whole), textOf(b, path, whole)]
  const [old, now] = [linesOf(left ?? ''), linesOf(right ?? '')]
  const edits = editsBetween(old, now, MOST_EDITS).map(({ from, to, start, end }) => [from, to, start, end] as const)
  return { path, a: left ?? null, b: right ?? null, edits }
}

function textOf({ compilation: { compiled: { page }, corpus } }: Made, path: string, whole: boolean): string | undefined {
  const place = page.files.findIndex((file) => file.path === path)
  const entry = corpus.files.find((file) => file.entry.path === path)?.entry
  return entry === undefined ? undefined : whole ? entry.text : place < 0 ? '' : page.bodyOf(place)
}
