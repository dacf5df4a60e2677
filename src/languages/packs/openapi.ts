// OpenAPI and Swagger, in YAML or JSON: both become the same tree of items, and every operation and schema one line.
import type { Tile } from '../../core/block.ts'
import type { Parsed } from '../../core/ports.ts'
import { defineScanner } from '../language.ts'
import { brief, form, holder, leaf, linesOf, type Place } from '../leaf.ts'
import { type Member, readJson, scanJson } from './json.ts'
import { scanYaml } from './yaml.ts'
import { fromLineStart, toLineEnd } from '../span.ts'

/** One key with its value and what stands below it; an element of a list has the key `-`. */
interface Item {
  readonly key: string
  readonly value: string
  readonly start: number
  end: number
  readonly items: Item[]
}

/** Cuts a description of an interface into its operations and schemas. */
export function scanOpenapi(text: string): Parsed {
  const isJson = /^\uFEFF?\s*\{/.test(text)
  const items = isJson ? (readJson(text).root?.members ?? []).map((member) => fromJson(text, member)) : fromYaml(text)
  if (!items.some(({ key }) => key === 'openapi' || key === 'swagger')) return isJson ? scanJson(text) : scanYaml(text)
  return { tiles: items.map((item) => topTile(text, item)) }
}

/** The reader of JSON keeps no members below a depth, so this cannot go deep. */
function fromJson(text: string, { key, start, value }: Member): Item {
  const stop = value.end + (/^\s*,/.exec(text.slice(value.end, value.end + 20))?.[0].length ?? 0)
  const scalar = value.type !== 'object' && value.type !== 'array'
  return { key: key === '' ? '-' : key, value: scalar ? unquoted(text.slice(value.start, value.end)) : '', start, end: stop, items: value.members.map((member) => fromJson(text, member)) }
}

const unquoted = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/, '$2')

const KEY = /^(?:"([^"]*)"|'([^']*)'|([^\s#"'[\]{}&*!|>%@`-][^:#]*|[^\s#:]+))\s*:(?:\s+|$)(.*)$/
const DEEPEST = 40

function fromYaml(text: string): Item[] {
  const roots: Item[] = []
  const open: { item: Item; indent: number }[] = []
  let scalar = -1
  for (const line of linesOf(text)) {
    const content = line.text.trim()
    const indent = line.text.length - line.text.trimStart().length
    if (content === '' || content.startsWith('#') || (scalar >= 0 && indent > scalar)) continue
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent) open.pop()
    for (const { item, indent: at } of begun(content, { indent, start: line.start, end: line.end })) {
      const parent = open.at(-1)?.item
      if (parent === undefined) roots.push(item)
      else parent.items.push(item)
      if (open.length < DEEPEST) open.push({ item, indent: at })
    }
    for (const { item } of open) item.end = line.end
    scalar = /(?:^|\s)[|>][-+\d]*$/.test(content) ? indent : -1
  }
  return roots
}

/** What begins on one line: `- name: id` is an element and its first key. */
function begun(content: string, { indent, start, end }: { indent: number; start: number; end: number }): { item: Item; indent: number }[] {
  const element = /^-(?:\s+|$)/.exec(content)?.[0]
  const rest = element === undefined ? content : content.slice(element.length)
  const key = KEY.exec(rest)
  const own = key === null ? [] : [{ item: { key: (key[1] ?? key[2] ?? key[3] ?? '').trim(), value: unquoted((key[4] ?? '').replace(/\s#.*$/, '')), start, end, items: [] }, indent: indent + (element?.length ?? 0) }]
  return element === undefined ? own : [{ item: { key: '-', value: key === null ? unquoted(rest) : '', start, end, items: [] }, indent }, ...own]
}

const child = (item: Item | undefined, key: string): Item | undefined => item?.items.find((one) => one.key === key)

const placeOf = (text: string, kind: Place['kind'], { name, from, to }: { name: string; from: Item; to: Item }): Place =>
  ({ kind, name, start: fromLineStart(text, from.start), end: toLineEnd(text, to.end) })

const line = (text: string, kind: Place['kind'], at: { item: Item; name: string; detail: string; shape: string; from?: Item }): Tile =>
  leaf(text, placeOf(text, kind, { name: at.name, from: at.from ?? at.item, to: at.item }), { detail: `${at.detail}\n`, shape: `${at.shape}\n` })

/** A tile over the items of one key. */
function over(text: string, item: Item, { head, tiles }: { head: string; tiles: readonly Tile[] }): Tile {
  const place = placeOf(text, 'module', { name: item.key, from: item, to: item })
  if (tiles.length === 0) return leaf(text, { ...place, kind: 'entry' }, { detail: head, shape: head })
  const body = { start: tiles[0]?.start ?? place.start, end: tiles.at(-1)?.end ?? place.end, tiles }
  return holder(place, body, { detail: form(head), shape: form(head) })
}

function topTile(text: string, item: Item): Tile {
  const { key } = item
  if (key === 'paths' || key === 'webhooks') return over(text, item, { head: `${key}:\n`, tiles: item.items.flatMap((path) => operations(text, path)) })
  if (key === 'definitions') return over(text, item, { head: `${key}:\n`, tiles: schemas(text, item, '  ') })
  if (key === 'components') return over(text, item, { head: `${key}:\n`, tiles: item.items.map((part) => component(text, part)) })
  return line(text, 'entry', { item, name: key, ...summary(item, '') })
}

/** A key with its value, or with the names below it. */
function summary(item: Item, margin: string): { detail: string; shape: string } {
  const titles = [child(item, 'title'), child(item, 'version')].map((one) => one?.value ?? '').filter((word) => word !== '')
  const inside = titles.length > 0 ? titles.join(' ') : item.items.map((one) => (one.key === '-' ? child(one, 'url')?.value ?? child(one, 'name')?.value ?? one.value : one.key)).filter((word) => word !== '').join(', ')
  const said = item.items.length === 0 ? item.value : inside
  return { detail: `${margin}${item.key}: ${brief(said, 160)}`, shape: `${margin}${item.key}: ${brief(said, 60)}` }
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])

/** The operations of a path; its own line belongs to the first of them. */
function operations(text: string, path: Item): Tile[] {
  const found = path.items.filter(({ key }) => METHODS.has(key))
  if (found.length === 0) return [line(text, 'entry', { item: path, name: path.key, detail: `  ${path.key}`, shape: `  ${path.key}` })]
  return found.map((item, index) => {
    const id = child(item, 'operationId')?.value ?? ''
    const shape = `  ${item.key.toUpperCase()} ${path.key}${id === '' ? '' : ` ${id}`}`
    const said = child(item, 'summary')?.value ?? ''
    return line(text, 'function', { item, name: id === '' ? `${item.key.toUpperCase()} ${path.key}` : id, shape, detail: said === '' ? shape : `${shape}  # ${brief(said)}`, ...(index === 0 ? { from: path } : {}) })
  })
}

const component = (text: string, item: Item): Tile => (item.key === 'schemas'
  ? over(text, item, { head: '  schemas:\n', tiles: schemas(text, item, '    ') })
  : line(text, 'entry', { item, name: item.key, ...summary(item, '  ') }))

const schemas = (text: string, { items }: Item, margin: string): Tile[] =>
  items.map((item) => line(text, 'class', { item, name: item.key, detail: `${margin}${item.key}${bodyOf(item, true)}`, shape: `${margin}${item.key}${bodyOf(item, false)}` }))

/** The properties of a schema with their types, else what it is. */
function bodyOf(item: Item, typed: boolean): string {
  const properties = propertiesOf(item)
  if (properties.length === 0) return typed ? `: ${typeOf(item)}` : ''
  const needed = new Set(child(item, 'required')?.items.map(({ value }) => value))
  return ` { ${properties.map((one) => (typed ? `${one.key}${needed.has(one.key) ? '' : '?'}: ${typeOf(one)}` : one.key)).join(', ')} }`
}

const propertiesOf = (item: Item): readonly Item[] =>
  child(item, 'properties')?.items ?? child(item, 'allOf')?.items.flatMap((part) => child(part, 'properties')?.items ?? []) ?? []

const lastPart = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

function typeOf(item: Item): string {
  const reference = child(item, '$ref')?.value
  if (reference !== undefined) return lastPart(reference)
  const inner = child(item, 'items')
  if (inner !== undefined) return `[${child(inner, '$ref') === undefined ? child(inner, 'type')?.value ?? 'any' : lastPart(child(inner, '$ref')?.value ?? '')}]`
  return child(item, 'type')?.value || ['oneOf', 'anyOf', 'allOf', 'enum'].find((key) => child(item, key) !== undefined) || 'any'
}

/** OpenAPI and Swagger, told by their first keys. */
export default defineScanner({
  name: 'openapi', title: 'OpenAPI', family: 'data', extensions: ['.yaml', '.yml', '.json'], remark: ['# ', ''], scan: scanOpenapi,
  // What is rare comes first, so that hardly any place of a text is tried.
  owns: /(?:openapi|swagger)(?<=^(?:\uFEFF?\s*\{\s*)?["']?(?:openapi|swagger))["']?\s*:\s*["']?\d/m,
  note: 'Operations and schemas are one line each; what lies deeper than a property is told by its type.',
})
