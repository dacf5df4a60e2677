// The signals of a unit, each a column of numbers. Together with `weights.ts` they are the whole ranking: a score is their weighted sum, and so is its explanation.
import type { BlockKind } from '../block.ts'
import { columnOf } from '../column.ts'
import type { PastFacts } from './past.ts'
import { importDistance, mentioned, named, neighbours, ofFiles, quoted, type Sight, testedFiles, traced, usedByNamed } from './sight.ts'
import type { Tier } from './tier.ts'

/** What kind of evidence a feature is; an ablation leaves one kind out. */
export const SIGNALS = ['words', 'names', 'mention', 'path', 'stack', 'quote', 'history', 'recency', 'together', 'graph', 'tests', 'imports', 'place'] as const

export type SignalName = (typeof SIGNALS)[number]

/** Columns by the name of their feature, `signal.part`. */
export type Features = ReadonlyMap<string, Float64Array>

/** The signal that a feature belongs to. */
export const signalOf = (feature: string): SignalName => feature.slice(0, feature.indexOf('.')) as SignalName

/** Small values matter as powers too: twice as much is worth the same at every height. */
const LEAST = 0.02
const NOTHING = Math.log(LEAST)

function log(column: Float64Array): Float64Array {
  const logs = new Float64Array(column.length)
  for (let i = 0; i < logs.length; i++) logs[i] = column[i] === 0 ? 0 : Math.log(LEAST + (column[i] as number)) - NOTHING
  return logs
}

/** All features of all units. */
export function featuresOf(sight: Sight): Features {
  return new Map([...wordFeatures(sight), ...fileFeatures(sight), ...mentionFeatures(sight), ...pastFeatures(sight), ...graphFeatures(sight), ...placeFeatures(sight)])
}

type Feature = readonly [string, Float64Array]

/** Each value as a part of the best in its file: which block of a file is meant, whatever the file is worth. */
function leading({ files, fileOf }: Sight, column: Float64Array): Float64Array {
  const best = new Float64Array(files.length)
  for (let i = 0; i < column.length; i++) best[fileOf[i] as number] = Math.max(best[fileOf[i] as number] as number, column[i] as number)
  const parts = ofFiles(fileOf, best)
  for (let i = 0; i < parts.length; i++) parts[i] = (parts[i] as number) > 0 ? (column[i] as number) / (parts[i] as number) : 0
  return parts
}

function wordFeatures(sight: Sight): Feature[] {
  const { words } = sight
  return [
    ['words.leading', leading(sight, words.words)], ['names.own_leading', leading(sight, words.name)],
    ['words.body', words.words], ['words.body_log', log(words.words)], ['words.title', words.title],
    ['words.cover', words.cover], ['words.cover_log', log(words.cover)], ['words.around', words.around], ['words.rare', words.rare], ['names.holder', words.holder],
    ['names.body', words.names], ['names.body_log', log(words.names)], ['names.own', words.name],
  ]
}

function fileFeatures(sight: Sight): Feature[] {
  const { ofFile } = sight
  const words = ofFile(({ facts }) => facts.words)
  const title = ofFile(({ facts }) => facts.title)
  return [
    ['words.file', words], ['words.file_log', log(words)], ['words.file_title', title], ['words.file_title_log', log(title)],
    ['names.file', ofFile(({ facts }) => facts.names)], ['path.name', named(sight)],
  ]
}

function mentionFeatures(sight: Sight): Feature[] {
  const { units, query } = sight
  const names = new Map(query.names.map((name) => [name.name, name]))
  return [
    ['mention.name', mentioned(sight)],
    ['mention.title', columnOf(units, ({ name }) => Number(names.get(name)?.title ?? false))],
    ['mention.both', columnOf(units, ({ name, holder }) => Number(names.has(name) && names.has(holder)))],
    ['mention.path', raw(sight, ({ facts }) => facts.mention)], ['mention.stem', raw(sight, ({ facts }) => facts.stem)],
    ['stack.unit', traced(sight)],
    ['quote.text', quoted(sight)],
  ]
}

/** A value of each file as it is, not compared with the largest. */
const raw = ({ files, fileOf }: Sight, value: (file: Sight['files'][number], index: number) => number): Float64Array => ofFiles(fileOf, files.map(value))

function pastFeatures(sight: Sight): Feature[] {
  const of = (part: keyof PastFacts): Float64Array => sight.ofFile((_, i) => (sight.past[i] as PastFacts)[part])
  const messages = of('messages')
  return [
    ['history.messages', messages], ['history.messages_log', log(messages)], ['history.story', of('story')],
    ['recency.last', raw(sight, (_, i) => (sight.past[i] as PastFacts).recency)], ['recency.churn', of('churn')],
    ['together.changed', of('together')],
  ]
}

function graphFeatures(sight: Sight): Feature[] {
  const { used, using } = neighbours(sight)
  const imported = importDistance(sight)
  const pairs = testedFiles(sight)
  const { fame, reach } = degreesOf(sight)
  return [
    ['graph.fame', fame], ['graph.reach', reach], ['graph.named', usedByNamed(sight)],
    ['graph.used_log', log(used)], ['graph.using', using], ['graph.using_log', log(using)],
    ['tests.paired', raw(sight, (_, i) => pairs[i] as number)],
    ['imports.imported', raw(sight, (_, i) => imported[i] as number)],
  ]
}

/** How much each unit is used by others, and uses others, whatever the task: what everybody uses is rarely what a task changes. */
function degreesOf({ arrows, units }: Sight): { readonly fame: Float64Array; readonly reach: Float64Array } {
  const tempered = (column: Float64Array): Float64Array => column.map((sum) => Math.log(1 + sum) / 5)
  return { fame: tempered(arrows.sums(units.length, 'to')), reach: tempered(arrows.sums(units.length, 'from')) }
}

const CALLABLE: ReadonlySet<BlockKind> = new Set(['function', 'method'])
const VALUES: ReadonlySet<BlockKind> = new Set(['constant', 'field'])
const BETWEEN: ReadonlySet<BlockKind> = new Set(['glue', 'doc', 'import'])

/** Tests that stand in the file they test: `mod tests` in Rust, a function that says it is one. */
const TEST_HOLDER = /^tests?$/i
const TEST_NAME = /^(?:test_|Test(?=[A-Z_])|Benchmark(?=[A-Z_]))/

/** Folders that say what their files are for: the product itself, and what stands beside it. */
const SOURCE_FOLDER = /(?:^|\/)(?:src|lib|pkg|internal)\//
const SIDE_FOLDER = /(?:^|\/)(?:examples?|docs?|bench\w*|samples?|demo|scripts?|tools?|vendor|third_party|dist|build)\//i

function placeFeatures(sight: Sight): Feature[] {
  const is = (of: (unit: Sight['units'][number]) => boolean): Float64Array => columnOf(sight.units, (unit) => Number(of(unit)))
  const tier = (wanted: Tier): Float64Array => raw(sight, (_, i) => Number(sight.tiers[i] === wanted))
  return [
    ['place.function', is(({ block }) => CALLABLE.has(block.kind))], ['place.container', is(({ block }) => block.children.length > 0)],
    ['place.value', is(({ block }) => VALUES.has(block.kind))], ['place.between', is(({ block }) => BETWEEN.has(block.kind))],
    ['place.private', is(({ name }) => name.startsWith('_'))],
    ['place.tests', tier('tests')], ['place.test_code', is(({ holder, name }) => TEST_HOLDER.test(holder) || TEST_NAME.test(name))], ['place.other', tier('other')], ['place.config', tier('config')],
    ['place.source', raw(sight, ({ facts }) => Number(SOURCE_FOLDER.test(facts.path)))], ['place.aside', raw(sight, ({ facts }) => Number(SIDE_FOLDER.test(facts.path)))],
    ['place.size', columnOf(sight.units, ({ size }) => Math.log(1 + size / 4) / 5)],
    ['place.span', columnOf(sight.units, ({ block }) => Math.log(1 + block.end - block.start) / 10)],
    ['place.file_size', raw(sight, ({ facts }) => Math.log(1 + facts.scan.words) / 8)],
  ]
}
