// What a function takes and gives, as JSON Schema, from its doc comment and its written types. A skill takes one object, whose members are its arguments.
import { entriesOf, listOf, member, type Tree } from '../schema/tree.ts'
import type { Doc, Tag } from './docs.ts'
import { closing, type Exported, parted } from './exports.ts'
import { schemaOf } from './types.ts'

/** What a function takes and gives. */
export interface Signature {
  readonly inputs: Tree
  readonly outputs: Tree
  /** Whether it takes one object, or nothing. */
  readonly byName: boolean
}

interface Member {
  readonly schema: Tree
  readonly required: boolean
}

const PARAMS = new Set(['param', 'arg', 'argument'])

/** The signature of a function; `defs` are the types that its module declares. */
export function signatureOf({ doc, parameters, after }: Exported, defs: Tree): Signature {
  const tags = doc.tags.filter(({ tag, name }) => PARAMS.has(tag) && name !== '')
  const returns = doc.tags.find(({ tag }) => tag === 'returns' || tag === 'return')
  const [, written] = /^\s*:\s*([^]*)$/.exec(after) ?? []
  const [first = ''] = parameters
  const members = membersOf(first, tags, defs)
  const outputs = written === undefined ? returns?.schema ?? {} : schemaOf(written)
  return { inputs: { ...objectFrom(members), $defs: defs }, outputs: { ...outputs, $defs: defs }, byName: parameters.length === 0 || (parameters.length === 1 && (first.startsWith('{') || members.size > 0)) }
}

/** The members of the first parameter: as its type is written, as its pattern names them, with the words of the tags. */
function membersOf(first: string, tags: readonly Tag[], defs: Tree): Map<string, Member> {
  const { names, type } = parameterOf(first)
  const roots = tags.filter(({ name }) => !name.includes('.'))
  const inner = tags.filter(({ name }) => name.includes('.')).map((tag) => ({ ...tag, name: tag.name.slice(tag.name.indexOf('.') + 1) }))
  const members = declared(type === undefined ? (roots.length === 1 ? roots[0]?.schema ?? {} : {}) : schemaOf(type), defs)
  const parents = new Set(inner.flatMap(({ name }) => (name.includes('.') ? [name.slice(0, name.indexOf('.'))] : [])))
  for (const name of names.keys()) if (!members.has(name) && !parents.has(name)) members.set(name, { schema: {}, required: false })
  for (const tag of inner.length > 0 ? inner : roots.filter(({ name }) => names.has(name))) members.set(tag.name, told(tag, members.get(tag.name)))
  for (const [name, fallback] of names) if (fallback !== undefined) members.set(name, { schema: { ...members.get(name)?.schema, default: unquoted(fallback) }, required: false })
  return members
}

/** The members that a type has, looked up once when it is a name. */
function declared(schema: Tree, defs: Tree): Map<string, Member> {
  const name = member(schema, '$ref')
  const type = typeof name === 'string' ? member(defs, name.replace('#/$defs/', '')) : schema
  const required = new Set(listOf(member(type, 'required')))
  return new Map(entriesOf(member(type, 'properties')).map(([key, one]) => [key, { schema: one as Tree, required: required.has(key) }]))
}

/** What a tag adds to a member: its type where none is written, its words, its default. */
function told({ schema, words, optional, fallback }: Tag, known: Member | undefined): Member {
  const own = known !== undefined && Object.keys(known.schema).length > 0
  return {
    schema: { ...(own ? known.schema : schema), ...(words === '' ? {} : { description: words }), ...(fallback === undefined ? {} : { default: unquoted(fallback) }) },
    required: own ? known.required : !optional && fallback === undefined,
  }
}

const objectFrom = (members: ReadonlyMap<string, Member>): Tree => ({ type: 'object', properties: Object.fromEntries([...members].map(([name, { schema }]) => [name, schema])), required: [...members].filter(([, { required }]) => required).map(([name]) => name) })

/** `{ a, b = 1 }: Options`: the names that are taken out of the object, each with its default, and the type. */
function parameterOf(first: string): { names: Map<string, string | undefined>; type: string | undefined } {
  const end = first.startsWith('{') ? closing(first, 1) : first.search(/[:=?]|$/) - 1
  const pattern = first.slice(0, end + 1)
  const [, type] = /^\s*\??:\s*([^]*)$/.exec(first.slice(end + 1)) ?? []
  return { names: namesIn(pattern), type }
}

function namesIn(pattern: string): Map<string, string | undefined> {
  if (!pattern.startsWith('{')) return new Map()
  return new Map(parted(pattern.slice(1, -1)).flatMap((part) => {
    const [, name, fallback] = /^([\w$]+)(?:\s*:\s*[\w$]+)?(?:\s*=\s*([^]*))?$/.exec(part) ?? []
    return name === undefined ? [] : [[name, fallback?.trim()] as const]
  }))
}

const unquoted = (text: string): string => text.replace(/^(["'`])(.*)\1$/, '$2')

/** The types that `@typedef` and `@property` declare. */
export function typedefsOf(docs: readonly Doc[]): [string, Tree][] {
  return docs.flatMap(({ tags }) => {
    const own = tags.find(({ tag }) => tag === 'typedef')
    const properties = tags.filter(({ tag, name }) => (tag === 'property' || tag === 'prop') && name !== '')
    if (own === undefined || own.name === '') return []
    return [[own.name, properties.length === 0 ? own.schema : objectFrom(new Map(properties.map((tag) => [tag.name, told(tag, undefined)])))]]
  })
}
