// Which operation gives what another one needs: `/person/{person_id}/credits` cannot be called without a person's id, and `/search/person` answers with one.
import type { Input, Resource } from '../record.ts'
import { questionStems } from './words.ts'

/** Somebody that gives a needed value. */
export interface Feed {
  /** Who gives it. */
  readonly from: number
  /** The input that needs it. */
  readonly need: string
  /** How likely it is the one: a search by words before anything else. */
  readonly weight: number
}

/** Many operations give the same: more than this of them say nothing. */
const MOST_GIVERS = 12
const SEARCHES = 1
const OTHERS = 0.6

/** For each resource, who gives what it needs; only within one source. */
export function feedsOf(resources: readonly Resource[]): readonly (readonly Feed[])[] {
  const operations = resources.map(operationOf)
  const givers = new Map<string, number[]>()
  operations.forEach((operation, at) => {
    for (const what of operation?.gives ?? []) push(givers, `${resources[at]?.source}\n${what}`, at)
  })
  return operations.map((operation, at) => (operation?.needs ?? []).flatMap(({ input, whats }) => {
    const from = (what: string): Feed[] => (givers.get(`${resources[at]?.source}\n${what}`) ?? []).filter((giver) => giver !== at)
      .flatMap((giver) => feedFrom(operations[giver] as Operation, what).map((weight) => ({ from: giver, need: input, weight })))
    const feeds = whats.map(from).find((list) => list.length > 0) ?? []
    return feeds.sort((a, b) => b.weight - a.weight || a.from - b.from).slice(0, MOST_GIVERS)
  }))
}

function push(map: Map<string, number[]>, key: string, value: number): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

interface Need {
  readonly input: string
  readonly whats: readonly string[]
}

interface Operation {
  /** What may be needed, the likeliest first. */
  readonly needs: readonly Need[]
  readonly gives: ReadonlySet<string>
  readonly method: string
  readonly searches: boolean
  /** It can be called without a value from elsewhere in its path. */
  readonly free: boolean
  /** What its path ends with. */
  readonly last: readonly string[]
}

/** A list of weights with one or no entry: a giver that changes things is only one when it makes the thing. */
function feedFrom({ method, searches, free, last }: Operation, what: string): number[] {
  if (method === 'GET' && free) return [searches ? SEARCHES : OTHERS]
  return (method === 'GET' || method === 'POST') && last.includes(what) ? [OTHERS] : []
}

const REFERENCE = /^(?:.*[._-])?(?:ids?|uris?|key|slug)$|[a-z](?:Ids?|Uris?)$/i
const BY_WORDS = /^(?:q|query|search|keywords?|term|text)$/i
/** The tag by which a connector says whose records come back. */
const RETURNS = 'returns:'
const WRAPPERS = new Set(['items', 'results', 'data'])

function operationOf({ overview, details }: Resource): Operation | undefined {
  if (details.call?.by !== 'http') return undefined
  const { call: { method, path }, inputs = [], columns } = details
  const steps = path.split('/').filter((step) => step !== '')
  const spoken = steps.filter((step) => !step.startsWith('{'))
  const answers = columns.map(({ name }) => name)
  const returned = overview.tags.filter((tag) => tag.startsWith(RETURNS)).map((tag) => tag.slice(RETURNS.length).replace(/(?:Object|Response|Dto|Model)$/i, ''))
  const about = (returned.length > 0 ? returned : [...spoken, (overview.description ?? '').split('.')[0] as string]).flatMap(questionStems)
  return {
    needs: inputs.filter((input) => isNeeded(input, method)).flatMap((input) => needOf(input, steps)), method: method.toUpperCase(), searches: inputs.some(({ name, in: where }) => where !== 'path' && BY_WORDS.test(name)),
    gives: new Set([...(answers.some((name) => /(?:^|[._])(?:id|uri)$|[a-z]Id$/i.test(name)) ? about : []), ...answers.flatMap(ownerOfId)]),
    free: spoken.length === steps.length, last: questionStems(spoken.at(-1) ?? ''),
  }
}

/** Whose id a field of an answer is: `artists.items.id` is one of artists. */
function ownerOfId(name: string): string[] {
  const parts = name.split(/\[\]\.|\./).filter((part) => !WRAPPERS.has(part))
  return parts.length > 1 && /^(?:ids?|uri)$/i.test(parts.at(-1) as string) ? questionStems(parts.at(-2) as string) : []
}

/** What stands in the path, and references that are asked for; what changes things is told of which things. */
const isNeeded = ({ name, in: where, required }: Input, method: string): boolean => (where === 'path' ? required !== false : REFERENCE.test(name) && (required === true || where === 'body' || method !== 'GET'))

/** What an input names: `person_id` a person; a bare `id` is of what stands before it in the path, or of what its description speaks of. */
function needOf({ name, description = '' }: Input, steps: readonly string[]): Need[] {
  const own = questionStems(name.replace(/^.*\./, '').replace(/(?:^|[_-])(?:ids?|uris?|key|slug)$/i, '').replace(/(?:Ids?|Uris?)$/, '')).slice(-1)
  const at = steps.indexOf(`{${name}}`)
  const before = steps.slice(0, at < 0 ? undefined : at).filter((step) => !step.startsWith('{')).at(-1) ?? ''
  const whats = [...(own.length > 0 ? own : questionStems(before).slice(-1)), ...(at < 0 ? questionStems(description.split('.')[0] as string) : [])]
  return whats.length === 0 ? [] : [{ input: name, whats }]
}
