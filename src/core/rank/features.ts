// The signals of a unit, each a column of numbers. Together with `weights.ts` they are the whole ranking: a score is their weighted sum, and so is its explanation.
import type { BlockKind } from '../block.ts'
import type { PastFacts } from './past.ts'
import type { Name } from './query.ts'
import { importDistance, mentioned, neighbours, quoted, type Sight, testedFiles, traced } from './sight.ts'
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
const log = (column: Float64Array): Float64Array => column.map((value) => Math.log(LEAST + value) - Math.log(LEAST))

/** All features of all units. */
export function featuresOf(sight: Sight): Features {
  return new Map([...wordFeatures(sight), ...fileFeatures(sight), ...mentionFeatures(sight), ...pastFeatures(sight), ...graphFeatures(sight), ...placeFeatures(sight)])
}

type Feature = readonly [string, Float64Array]

function wordFeatures({ words }: Sight): Feature[] {
  return [
    ['words.body', words.words], ['words.body_log', log(words.words)], ['words.title', words.title], ['words.title_log', log(words.title)], ['words.signature', words.signature],
    ['names.body', words.names], ['names.body_log', log(words.names)], ['names.own', words.name], ['names.own_title', words.name_title],
  ]
}

function fileFeatures({ ofFile }: Sight): Feature[] {
  const words = ofFile(({ facts }) => facts.words)
  const title = ofFile(({ facts }) => facts.title)
  const names = ofFile(({ facts }) => facts.names)
  const path = ofFile(({ facts }) => facts.path_words)
  return [
    ['words.file', words], ['words.file_log', log(words)], ['words.file_title', title], ['words.file_title_log', log(title)],
    ['names.file', names], ['names.file_log', log(names)],
    ['path.words', path], ['path.words_log', log(path)], ['path.title', ofFile(({ facts }) => facts.path_title)],
  ]
}

function mentionFeatures(sight: Sight): Feature[] {
  const { units, query } = sight
  const names = new Map(query.names.map((name) => [name.name, name]))
  const column = (of: (name: string, holder: Name | undefined) => number): Float64Array => Float64Array.from(units, ({ name, holder }) => of(name, names.get(holder)))
  const { unit, file } = traced(sight)
  return [
    ['mention.name', mentioned(sight)],
    ['mention.title', column((name) => Number(names.get(name)?.title ?? false))],
    ['mention.holder', column((_, holder) => holder?.weight ?? 0)],
    ['mention.both', column((name, holder) => Number(names.has(name) && holder !== undefined))],
    ['mention.path', raw(sight, ({ facts }) => facts.mention)], ['mention.module', raw(sight, ({ facts }) => facts.module)], ['mention.stem', raw(sight, ({ facts }) => facts.stem)],
    ['stack.unit', unit], ['stack.file', raw(sight, (_, i) => file[i] as number)],
    ['quote.text', quoted(sight)],
  ]
}

/** A value of each file as it is, not compared with the largest. */
const raw = ({ files, units }: Sight, value: (file: Sight['files'][number], index: number) => number): Float64Array => {
  const values = files.map(value)
  return Float64Array.from(units, ({ file }) => values[file] as number)
}

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
  const { used, using, tested } = neighbours(sight)
  const { imported, importing } = importDistance(sight)
  const pairs = testedFiles(sight)
  return [
    ['graph.used', used], ['graph.used_log', log(used)], ['graph.using', using], ['graph.using_log', log(using)],
    ['tests.used', tested], ['tests.used_log', log(tested)], ['tests.paired', raw(sight, (_, i) => pairs[i] as number)],
    ['imports.imported', raw(sight, (_, i) => imported[i] as number)], ['imports.importing', raw(sight, (_, i) => importing[i] as number)],
  ]
}

const CALLABLE: ReadonlySet<BlockKind> = new Set(['function', 'method'])
const VALUES: ReadonlySet<BlockKind> = new Set(['constant', 'field'])
const BETWEEN: ReadonlySet<BlockKind> = new Set(['glue', 'doc', 'import'])

/** Tests that stand in the file they test: `mod tests` in Rust, a function that says it is one. */
const TEST_HOLDER = /^tests?$/i
const TEST_NAME = /^(?:test_|Test(?=[A-Z_])|Benchmark(?=[A-Z_]))/

function placeFeatures(sight: Sight): Feature[] {
  const is = (of: (unit: Sight['units'][number]) => boolean): Float64Array => Float64Array.from(sight.units, (unit) => Number(of(unit)))
  const tier = (wanted: Tier): Float64Array => is(({ file }) => sight.tiers[file] === wanted)
  return [
    ['place.function', is(({ block }) => CALLABLE.has(block.kind))], ['place.container', is(({ block }) => block.children.length > 0)],
    ['place.value', is(({ block }) => VALUES.has(block.kind))], ['place.between', is(({ block }) => BETWEEN.has(block.kind))],
    ['place.private', is(({ name }) => name.startsWith('_'))],
    ['place.tests', is(({ file }) => sight.tiers[file] === 'tests')], ['place.test_code', is(({ holder, name }) => TEST_HOLDER.test(holder) || TEST_NAME.test(name))], ['place.other', tier('other')], ['place.config', tier('config')],
    ['place.size', Float64Array.from(sight.units, ({ size }) => Math.log(1 + size / 4) / 5)],
    ['place.file_size', raw(sight, ({ facts }) => Math.log(1 + facts.scan.words) / 8)],
  ]
}
