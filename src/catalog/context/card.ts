// The details of a resource by fragments (S3.49, S3.50): keys first, then what the task names, in batches of ten with a handle on the rest; at most two snippets; what to avoid is always said.
import type { Column, Details, Input, Resource } from '../record.ts'
import { flat } from './line.ts'
import { bestFields, type Telling } from './telling.ts'

/** Columns of one batch. */
export const BATCH = 10
/** Columns of a small card. */
const FEW = 8
const MOST_SNIPPETS = 2

/** A part of the details of a resource. */
export interface Card {
  readonly resource: Resource
  /** Places of columns in the order of the source. */
  readonly columns: readonly number[]
  readonly inputs: readonly number[]
  readonly snippets: Details['usage']['snippets']
  /** Whether descriptions, quality and access are told. */
  readonly full: boolean
}

/** How much of a resource a card tells, the most first. */
export const FORMS = ['full', 'small'] as const
export type Form = (typeof FORMS)[number]

/** The card of a resource in a form. */
export function cardOf(resource: Resource, telling: Telling, form: Form): Card {
  const { details: { columns, inputs = [], usage } } = resource
  const most = form === 'full' ? BATCH : FEW
  return {
    resource, columns: bestFields(columns, telling, most), inputs: form === 'full' ? bestFields(inputs, telling, BATCH) : inputs.flatMap(({ required }, at) => (required === true ? [at] : [])).slice(0, BATCH),
    snippets: usage.snippets.slice(0, form === 'full' ? MOST_SNIPPETS : 1), full: form === 'full',
  }
}

/** The card with the columns of a range instead of the best. */
export const cardWith = (resource: Resource, telling: Telling, columns: readonly number[]): Card =>
  ({ ...cardOf(resource, telling, 'full'), columns: columns.filter((at) => at < resource.details.columns.length) })

/** The columns that a card does not show, as ranges from 1: `3-5,9`. */
const hiddenColumns = ({ resource, columns }: Card): number[] => resource.details.columns.flatMap((_, at) => (columns.includes(at) ? [] : [at]))

/** The command that shows the next batch of hidden columns; undefined when all are shown. */
export function handleOf(card: Card): string | undefined {
  const hidden = hiddenColumns(card)
  return hidden.length === 0 ? undefined : `fovea catalog details ${quoted(card.resource.overview.id)} --columns ${rangesOf(hidden.slice(0, BATCH))}`
}

/** A word as a shell takes it. */
export const quoted = (word: string): string => (/^[\w:.%@/+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

/** Places from 0 as ranges from 1. */
export function rangesOf(places: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const place of places) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] === place) last[1] = place + 1
    else ranges.push([place + 1, place + 1])
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',')
}

/** Places from 0 that ranges from 1 name. */
export function placesIn(ranges: string): number[] {
  const places = ranges.split(',').flatMap((range) => {
    const [, from, to = from] = /^\s*(\d{1,5})(?:-(\d{1,5}))?\s*$/.exec(range) ?? []
    if (from === undefined || to === undefined || Number(from) < 1 || Number(to) < Number(from)) throw new TypeError(`columns look like 11-20 or 3,5-7, not ${JSON.stringify(ranges.slice(0, 60))}`)
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => Number(from) - 1 + i)
  })
  return [...new Set(places)].sort((a, b) => a - b)
}

/** A card as data: the names of S3.35, only what is shown, and how to get the rest. */
export function cardData(card: Card): Record<string, unknown> {
  const { resource: { overview, details }, columns, inputs, snippets, full } = card
  const handle = handleOf(card)
  return {
    id: overview.id, uri: overview.uri, kind: overview.kind, title: overview.title, ...(overview.description === undefined ? {} : { description: overview.description }),
    columns: columns.map((at) => details.columns[at]), columns_total: details.columns.length, ...(handle === undefined ? {} : { more: handle }),
    ...(inputs.length === 0 ? {} : { inputs: inputs.map((at) => details.inputs?.[at]) }), ...(details.call === undefined ? {} : { call: details.call }),
    constraints: details.constraints, pushdown: details.pushdown, usage: { snippets, anti_patterns: details.usage.anti_patterns },
    ...(full ? { access: details.access, quality: details.quality } : {}),
  }
}

/** A card as text. */
export function cardText(card: Card): string {
  const { resource: { overview, details }, columns, inputs, full } = card
  const handle = handleOf(card)
  const facts = [overview.kind, ...(overview.shape.rows_est === undefined ? [] : [`~${overview.shape.rows_est} rows`]), ...overview.tags.filter((tag) => tag !== 'pii:none'), ...(overview.owner === undefined ? [] : [`owner ${overview.owner}`])]
  const lines = [
    `## ${overview.id}`,
    flat([overview.title, overview.description ?? ''].filter((part) => part !== '').join(' - '), full ? 400 : 120), ...(full ? [flat(facts.join(', '), 200)] : []),
    ...inputs.map((at) => `in ${inputLine((details.inputs ?? [])[at] as Input, full)}`),
    ...columns.map((at) => columnLine(details.columns[at] as Column, full)),
    ...(handle === undefined ? [] : [`+${details.columns.length - columns.length} columns: ${handle}`]),
    ...keyLines(details), ...canLine(details),
    ...details.usage.anti_patterns.map((pattern) => `avoid: ${flat(pattern, 200)}`),
    ...card.snippets.map(({ engine, code }) => `${flat(engine, 20)}: ${flat(code, full ? 600 : 200)}`),
    ...(full ? qualityLines(details) : []),
  ]
  return `${lines.join('\n')}\n`
}

function columnLine({ name, type, nn, pk, fk, index, unit, description = '', values = [], pii }: Column, full: boolean): string {
  const marks = [flat(type, 60), ...(pk === true ? ['pk'] : nn === true ? ['not null'] : []), ...(fk === undefined ? [] : [`-> ${flat(fk, 120)}`]), ...(index === undefined ? [] : [`index ${flat(index, 20)}`]),
    ...(unit === undefined ? [] : [`in ${flat(unit, 20)}`]), ...(pii === undefined ? [] : [`pii ${flat(pii, 20)}`])]
  return `${flat(name, 80)} ${marks.join(' ')}${full ? valuesWord(values) : ''}${full && description !== '' ? ` - ${flat(description, 120)}` : ''}`
}

function inputLine({ name, in: where, type, required, description = '', values = [], default: fallback }: Input, full: boolean): string {
  const marks = [flat(type, 60), where, ...(required === true ? ['required'] : []), ...(fallback === undefined ? [] : [`default ${flat(fallback, 40)}`])]
  return `${flat(name, 80)} ${marks.join(' ')}${full ? valuesWord(values) : ''}${full && description !== '' ? ` - ${flat(description, 120)}` : ''}`
}

const valuesWord = (values: readonly string[]): string => (values.length === 0 ? '' : ` {${flat(values.slice(0, 8).map((value) => flat(value, 30)).join(' | '), 160)}${values.length > 8 ? ' | ...' : ''}}`)

function keyLines({ constraints: { primary_key: primary = [], foreign_keys: foreign = [], retention } }: Details): string[] {
  return [
    ...(primary.length > 1 ? [`key: ${flat(primary.join(', '), 120)}`] : []),
    ...foreign.filter(({ columns }) => columns.length > 1).slice(0, 4).map(({ columns, to, to_columns: others }) => `join: (${flat(columns.join(', '), 80)}) -> ${flat(to, 80)} (${flat(others.join(', '), 80)})`),
    ...(retention === undefined ? [] : [`kept: ${flat(retention, 40)}`]),
  ]
}

function canLine({ pushdown, call }: Details): string[] {
  const can = Object.entries(pushdown).filter(([, able]) => able === true).map(([name]) => name)
  const way = call === undefined ? [] : call.by === 'http' ? [`${call.method} ${flat(`${call.server}${call.path}`, 200)}`] : call.by === 'mcp' ? [`tool ${flat(call.tool, 80)}`] : call.by === 'function' ? [`${flat(call.module, 80)}#${flat(call.name, 80)}`] : [flat(call.path, 120)]
  return [...(can.length === 0 ? [] : [`pushdown: ${can.join(' ')}`]), ...(way.length === 0 ? [] : [`call: ${way[0]}`])]
}

function qualityLines({ quality: { freshness_sla_s: fresh, null_rate: nulls = {} }, access: { policy } }: Details): string[] {
  const rates = Object.entries(nulls).slice(0, 5).map(([name, rate]) => `${flat(name, 40)} ${rate}`)
  return [
    ...(fresh === undefined && rates.length === 0 ? [] : [`quality: ${[...(fresh === undefined ? [] : [`fresh within ${fresh} s`]), ...(rates.length === 0 ? [] : [`nulls ${rates.join(', ')}`])].join('; ')}`]),
    ...(policy === 'any' ? [] : [`access: ${flat(policy, 80)}`]),
  ]
}
