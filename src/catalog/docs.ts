// `resources.md` (S3.54): the details of everything, for people and for diffs. The same catalogue gives the same bytes.
import { codeBlock, codeSpan, oneLine, plainText } from './safe-markdown.ts'
import type { Column, Details, Input, Resource } from './record.ts'

/** The document, part by part: a heading for each source, a card for each resource. */
export function* docsOf(resources: readonly Resource[]): Iterable<string> {
  const sources = bySource(resources)
  yield `# Resources\n\n${count(resources.length, 'resource')} in ${count(sources.size, 'source')}.\n`
  for (const [name, held] of sources) yield `- ${plainText(name)}: ${count(held.length, 'resource')}, ${kindsOf(held)}\n`
  for (const [name, held] of sources) {
    yield `\n## ${plainText(name)}\n`
    for (const resource of held) yield card(resource)
  }
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
const kindsOf = (held: readonly Resource[]): string => [...new Set(held.map(({ overview }) => overview.kind))].sort().join(', ')

function bySource(resources: readonly Resource[]): ReadonlyMap<string, readonly Resource[]> {
  const sorted = [...resources].sort((a, b) => (a.source === b.source ? (a.overview.id < b.overview.id ? -1 : 1) : a.source < b.source ? -1 : 1))
  const sources = new Map<string, Resource[]>()
  for (const resource of sorted) {
    const held = sources.get(resource.source)
    if (held === undefined) sources.set(resource.source, [resource])
    else held.push(resource)
  }
  return sources
}

function card({ overview, details }: Resource): string {
  const { description = '', examples } = overview
  const { snippets, anti_patterns } = details.usage
  return [
    `\n### ${plainText(overview.title)}\n`,
    description === '' ? '' : `${plainText(description)}\n`,
    facts(factsOf({ overview, details })),
    columnTable(details.columns), inputTable(details.inputs ?? []), rules(details.constraints),
    bullets('Examples', examples.map(({ task, ops }) => `${plainText(task)}${ops.length === 0 ? '' : `: ${plainText(ops.join(', '))}`}`)),
    ...snippets.map(({ engine, code }) => `${plainText(engine)}:\n\n${codeBlock(code, engine)}`),
    bullets('Avoid', anti_patterns.map(plainText)),
    bullets('Changed', overview.what_changed.map(codeSpan)),
  ].filter((part) => part !== '').join('\n')
}

const facts = (rows: readonly (readonly [string, string | undefined])[]): string => rows.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`- ${name}: ${value}\n`])).join('')

function factsOf({ overview, details }: Pick<Resource, 'overview' | 'details'>): readonly (readonly [string, string | undefined])[] {
  const { id, uri, kind, shape, cap, tags, owner, cost_hint, rev, updated_at } = overview
  const { call, access, quality } = details
  return [
    ['id', codeSpan(id)], ['uri', codeSpan(uri)], ['kind', kind], ['rows', shape.rows_est && oneLine(shape.rows_est)], ['columns', shape.cols === 0 ? undefined : String(shape.cols)],
    ['can', cap.join(', ')], ['call', call?.by === 'http' ? codeSpan(`${call.method} ${call.server}${call.path}`) : call && codeSpan(call.by)], ['tags', tags.map(plainText).join(', ')], ['owner', owner && plainText(owner)],
    ['cost', [cost_hint?.latency_ms_p50 === undefined ? '' : `${cost_hint.latency_ms_p50} ms`, cost_hint?.egress_mb === undefined ? '' : `${cost_hint.egress_mb} MB`].filter((part) => part !== '').join(', ')],
    ['access', plainText([access.policy, ...(access.grants ?? [])].join('; '))], ['fresh within', quality.freshness_sla_s === undefined ? undefined : `${quality.freshness_sla_s} s`], ['revision', `${rev}, ${updated_at}`],
  ]
}

const columnTable = (columns: readonly Column[]): string => table(['column', 'type', 'key', 'about'], columns.map((column) => [codeSpan(column.name), codeSpan(column.type), keysOf(column), aboutColumn(column)]))

const keysOf = ({ pk, nn, fk, index }: Column): string => [pk === true ? 'primary' : '', nn === true ? 'not null' : '', fk === undefined ? '' : `to ${codeSpan(fk)}`, index === undefined ? '' : `index ${plainText(index)}`].filter((part) => part !== '').join(', ')

const aboutColumn = ({ description, unit, pii, values }: Column): string =>
  [description === undefined ? '' : plainText(description), unit === undefined ? '' : `in ${plainText(unit)}`, pii === undefined ? '' : `personal: ${plainText(pii)}`, values === undefined || values.length === 0 ? '' : `one of ${values.map(codeSpan).join(', ')}`].filter((part) => part !== '').join('; ')

const inputTable = (inputs: readonly Input[]): string =>
  table(['input', 'in', 'type', 'required', 'about'], inputs.map(({ name, in: where, type, required, description, values, default: otherwise }) => [
    codeSpan(name), where, codeSpan(type), required === true ? 'yes' : '',
    [aboutColumn({ name, type, description, values }), otherwise === undefined ? '' : `${codeSpan(otherwise)} unless given`].filter((part) => part !== '').join('; '),
  ]))

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

const rules = ({ primary_key, unique = [], foreign_keys = [], checks = [], pii, retention }: Details['constraints']): string => bullets('Rules', [
  ...(primary_key === undefined ? [] : [`key ${codeSpan(primary_key.join(', '))}`]), ...unique.map((columns) => `unique ${codeSpan(columns.join(', '))}`),
  ...foreign_keys.map(({ columns, to, to_columns }) => `${codeSpan(columns.join(', '))} to ${codeSpan(`${to}(${to_columns.join(', ')})`)}`), ...checks.map((check) => `check ${codeSpan(check)}`),
  ...(pii === undefined ? [] : [`personal data: ${plainText(pii)}`]), ...(retention === undefined ? [] : [`kept for ${plainText(retention)}`]),
])

const bullets = (title: string, lines: readonly string[]): string => (lines.length === 0 ? '' : `${title}:\n\n${lines.map((line) => `- ${line}\n`).join('')}`)
