// Operations of an OpenAPI or Swagger document, one descriptor each.
import type { Descriptor } from '../../catalog/descriptor.ts'
import type { OpenSource } from '../../catalog/ports.ts'
import type { Cap, Column, Input, Lifecycle } from '../../catalog/record.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Refs } from '../schema/refs.ts'
import { entriesOf, isTree, listOf, member, nameOf, textOf, wordsOf } from '../schema/tree.ts'
import { type Answer, answerOf } from './answer.ts'
import { type Taken, takenBy } from './inputs.ts'
import { type Entrance, entranceOf } from './security.ts'
import { serverOf } from './servers.ts'
import { snippetOf } from './snippet.ts'

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete']
const MOST_OPERATIONS = 50_000

/** An operation where it stands in its document. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly item: unknown
  readonly operation: unknown
  /** The parts of its name: `repos/list-for-user` has two, and so has `repos.list`. */
  readonly name: readonly string[]
}

/** What surrounds the operations of one document. */
export interface Around {
  readonly document: unknown
  readonly source: OpenSource
  readonly refs: Refs
}

/** The operations of a document, each with a name that no other has. */
export function* operationsOf({ document, refs }: Around): Iterable<Operation | Diagnostic> {
  const names = new Set<string>()
  for (const [rawPath, rawItem] of entriesOf(member(document, 'paths'))) {
    const path = nameOf(rawPath, 500)
    if (path === undefined || rawPath.startsWith('x-')) continue
    const item = refs.follow(rawItem).schema
    for (const method of METHODS) {
      const operation = member(item, method)
      if (!isTree(operation)) continue
      if (names.size >= MOST_OPERATIONS) return yield tooMany()
      const { name, clash } = named(operation, [method.toUpperCase(), ...partsOf(path)], names)
      if (clash !== undefined) yield clash
      names.add(name.join(' '))
      yield { method: method.toUpperCase(), path, item, operation, name }
    }
  }
}

const tooMany = (): Diagnostic => ({ code: 'openapi/too-many', severity: 'warning', message: `only the first ${MOST_OPERATIONS} operations were taken` })

function named(operation: unknown, fallback: readonly string[], taken: ReadonlySet<string>): { name: readonly string[]; clash?: Diagnostic } {
  const id = nameOf(member(operation, 'operationId'))
  const parts = id === undefined ? [] : partsOf(id)
  if (parts.length > 0 && !taken.has(parts.join(' '))) return { name: parts }
  const name = firstFree(fallback, taken)
  return id === undefined ? { name } : { name, clash: { code: 'openapi/same-id', severity: 'warning', message: `two operations have the operationId "${id}"; the second is named "${name.join('.')}"`, hint: 'Give every operation an operationId of its own.' } }
}

/** A name in parts: ids with dots between them are shorter to read and to write than ids with codes in them. */
const partsOf = (name: string): string[] => name.split(/[/.]+/).filter((part) => part !== '')

function firstFree(name: readonly string[], taken: ReadonlySet<string>): readonly string[] {
  for (let at = 1; ; at += 1) {
    const free = at === 1 ? name : [...name, `~${at}`]
    if (!taken.has(free.join(' '))) return free
  }
}

/** The facts of an operation. */
export function descriptorOf(found: Operation, { document, source, refs }: Around): Descriptor {
  const { method, path, item, operation, name } = found
  const taken = takenBy(operation, item, { refs, swagger: member(document, 'swagger') !== undefined })
  const answer = answerOf(operation, refs)
  const entrance = entranceOf(document, operation, refs)
  const { server, prefix } = serverOf(document, [operation, item], source.address)
  const call = { by: 'http' as const, method, server: source.options['server'] ?? server, path: `${prefix}${path}`, rows: [...answer.rows], auth: entrance.auth, ...(entrance.auth_name === undefined ? {} : { auth_name: entrance.auth_name }) }
  const description = wordsOf([textOf(member(operation, 'summary')), textOf(member(operation, 'description'))].filter((words) => words !== undefined).join('. '))
  const lifecycle = lifecycleOf(operation)
  const snippet = snippetOf(call, taken.inputs)
  return {
    kind: 'api', place: { ns: 'api', engine: '', source: source.name, path: name }, title: `${method} ${call.path}`,
    ...(description === undefined ? {} : { description }), tags: tagsOf(found, taken, answer), columns: answer.columns, inputs: taken.inputs, call,
    cap: capsOf(found, { taken, answer, source }), ...(lifecycle === undefined ? {} : { lifecycle }), ...(source.owner === undefined ? {} : { owner: source.owner }),
    ...(snippet === undefined ? {} : { snippets: [snippet] }), antiPatterns: antiPatternsOf(taken.inputs, answer), access: { secrets: secretsOf(source.name, entrance) },
  }
}

const secretsOf = (source: string, { auth, scheme = 'token' }: Entrance): string[] => (auth === 'none' ? [] : [`ada://secret/api:${source}/${scheme}`])

/** Methods that only read. */
export const READS = new Set(['GET', 'HEAD'])

/** What its owner calls it, what it takes and gives by the names of their schemas, and whether it changes something. */
function tagsOf({ method, operation }: Operation, { body }: Taken, { returns }: Answer): string[] {
  const own = listOf(member(operation, 'tags')).slice(0, 10).flatMap((tag) => nameOf(tag, 60) ?? [])
  return [...new Set([...own, ...(returns === undefined ? [] : [`returns:${returns}`]), ...(body === undefined ? [] : [`takes:${body}`]), ...(READS.has(method) ? [] : ['writes']), ...(member(operation, 'deprecated') === true ? ['deprecated'] : [])])]
}

const LIMIT = /^(?:\$?top|limit|max|per_?page|page_?size|size|count|max_?results|first|rows|take|page\[size\]|num_?results)$/i
const PAGE = /^(?:\$?skip|page|offset|cursor|after|before|start|page_?token|next_?token|page_?number|page\[number\]|starting_after|marker)$/i

/** Calls that only read, and what parameters leave to the server. Others are calls when the source allows their method. */
function capsOf({ method }: Operation, { taken, answer, source }: { taken: Taken; answer: Answer; source: OpenSource }): Cap[] {
  if (!(READS.has(method) || allowed(source, method)) || !taken.json) return []
  const queries = taken.inputs.filter((input) => input.in === 'query')
  return ['call', ...(answer.many && queries.some((input) => filters(input, answer.columns)) ? ['filter' as const] : []), ...(answer.many && queries.some(({ name }) => LIMIT.test(name)) ? ['limit' as const] : [])]
}

/** Whether a source's option `allow` names a method. */
export const allowed = ({ options }: OpenSource, method: string): boolean => (options['allow'] ?? '').split(/[\s,]+/).some((word) => word.toUpperCase() === method)

const filters = ({ name, separator, type }: Input, columns: readonly Column[]): boolean => separator === undefined && !type.endsWith('[]') && columns.some((column) => column.name === name)

function antiPatternsOf(inputs: readonly Input[], { many }: Answer): string[] {
  const page = inputs.find((input) => input.in === 'query' && PAGE.test(input.name))
  return many && page !== undefined ? [`one answer is one page: ask for the next with ${page.name}`] : []
}

/** What the document says of how steady an operation is; most say nothing. */
function lifecycleOf(operation: unknown): Lifecycle | undefined {
  const told = ['x-stability-level', 'x-lifecycle', 'x-stability', 'x-status', 'x-maturity'].map((key) => textOf(member(operation, key))?.toLowerCase()).find((word) => word !== undefined)
  if (told !== undefined) return /stable|ga\b|general/.test(told) && !told.includes('unstable') ? 'stable' : /alpha|beta|draft|preview|experimental|unstable/.test(told) ? 'experimental' : 'evolving'
  return ['x-beta', 'x-experimental', 'x-preview', 'x-alpha'].some((key) => ![undefined, false, null].includes(member(operation, key) as undefined)) ? 'experimental' : undefined
}
