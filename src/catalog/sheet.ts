// A resource as a text, for pages that show code and data together: its overview in the first lines, then one line a field, then how to use it. `languages/packs/resource.ts` reads it back into blocks.
import type { Column, Input, Resource } from './record.ts'

/** The text of a resource. Every line stands for one thing, so that a page can show some of them. */
export function sheetOf({ overview, details }: Resource): string {
  const { usage, call } = details
  return [
    headOf({ overview }), overview.id,
    ...(call?.by === 'http' ? [`call ${call.method} ${call.server}${call.path}`] : []),
    ...(details.inputs ?? []).map(inputLine), ...keysFirst(details.columns).map(columnLine),
    ...(details.constraints.checks ?? []).map((check) => `check ${oneLine(check)}`),
    ...usage.snippets.slice(0, 2).map(({ engine, code }) => `use ${oneLine(engine)}: ${oneLine(code)}`),
    ...usage.anti_patterns.map((pattern) => `never ${oneLine(pattern)}`),
  ].map((line) => `${line}\n`).join('')
}

/** What links a resource to others comes before what it holds. */
const keysFirst = (columns: readonly Column[]): readonly Column[] => [...columns.filter(isKey), ...columns.filter((column) => !isKey(column))]

const isKey = ({ pk, fk }: Column): boolean => pk === true || fk !== undefined

function headOf({ overview: { title, kind, shape, description } }: Pick<Resource, 'overview'>): string {
  const size = [kind, ...(shape.rows_est === undefined ? [] : [`about ${shape.rows_est} rows`]), ...(shape.cols === 0 ? [] : [`${shape.cols} fields`])]
  return `${oneLine(title)}: ${size.join(', ')}${description === undefined ? '' : `. ${oneLine(description)}`}`
}

function inputLine({ name, in: place, type, required, values, description }: Input): string {
  const facts = [place, ...(required === true ? ['required'] : []), ...listed(values)]
  return `  <- ${oneLine(name)} ${oneLine(type)}, ${facts.join(', ')}${said(description)}`
}

function columnLine({ name, type, pk, fk, nn, index, unit, values, pii, description }: Column): string {
  const facts = [
    ...(pk === true ? ['key'] : []), ...(fk === undefined ? [] : [`-> ${oneLine(fk)}`]), ...(nn === true && pk !== true ? ['not null'] : []),
    ...(index === undefined ? [] : [`index ${oneLine(index)}`]), ...(pii === undefined ? [] : [`personal: ${oneLine(pii)}`]), ...listed(values),
  ]
  return `  ${oneLine(name)} ${oneLine(type)}${unit === undefined ? '' : ` ${oneLine(unit)}`}${facts.length === 0 ? '' : `, ${facts.join(', ')}`}${said(description)}`
}

const listed = (values: readonly string[] | undefined): string[] => (values === undefined || values.length === 0 ? [] : [`one of ${values.slice(0, 12).map(oneLine).join(' | ')}${values.length > 12 ? ' | …' : ''}`])

const said = (description: string | undefined): string => (description === undefined || description === '' ? '' : ` -- ${oneLine(description)}`)

/** A line end in a name or a comment would make a line of its own. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()
