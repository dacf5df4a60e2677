// From a name that a block uses to the definition it means. What an import, the file itself or the class around it says is certain; what only has the
// same name is a guess, and says so.
import { type Block, isDefinition, walk } from './block.ts'
import type { Link, Reading } from './links.ts'
import { lastPart } from './names.ts'
import type { Use } from './uses.ts'

/** A definition in its file. */
export interface Site {
  readonly path: string
  readonly block: Block
}

/** One name and the definition it leads to. */
export interface Edge {
  readonly use: Use
  readonly to: Site
  readonly certain: boolean
}

/** What is known around a block. */
export interface Surroundings {
  readonly reading: Reading
  readonly links: readonly Link[]
  /** The definitions of another file; undefined when it is not at hand. */
  definitions(path: string): Definitions | undefined
  /** Files that are seen without an import. */
  readonly neighbours: readonly string[]
}

/** Definitions by the last part of their name, each with the name of what holds it. */
export type Definitions = ReadonlyMap<string, readonly { readonly block: Block; readonly holder: string }[]>

/** The definitions of a file. */
export function definitionsOf(file: Block): Definitions {
  const byName = new Map<string, { block: Block; holder: string }[]>()
  const visit = (block: Block, holder: string): void => {
    for (const child of block.children) {
      if (isDefinition(child)) byName.set(lastPart(child.name), [...byName.get(lastPart(child.name)) ?? [], { block: child, holder: holderIn(child.name) ?? holder }])
      visit(child, child.name === '' ? holder : lastPart(child.name))
    }
  }
  visit(file, '')
  return byName
}

const holderIn = (name: string): string | undefined => (name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : undefined)

/** The definitions that the uses of a block lead to; a use that leads nowhere gives none. */
export function edgesFrom(block: Block, uses: readonly Use[], around: Surroundings): Edge[] {
  const own = definitionsOf(around.reading.block)
  const seen = new Set<Block>()
  const from: From = { block, own, around, types: new Map() }
  return uses.flatMap((use) => leadsOf(use, from).filter(({ to }) => to.block !== block && !seen.has(to.block) && seen.add(to.block)).map((lead) => ({ use, ...lead })))
}

type Lead = Pick<Edge, 'to' | 'certain'>

interface From {
  readonly block: Block
  readonly own: Definitions
  readonly around: Surroundings
  /** The types that names of the block were declared with, as far as they were asked for. */
  readonly types: Map<string, string | undefined>
}

function leadsOf(use: Use, from: From): Lead[] {
  if (use.of === undefined) return first([() => imported(use.name, from), () => ownNames(use.name, from), () => wholesale(use.name, from)])
  return first([() => selfMembers(use, from), () => moduleMembers(use, from), () => classMembers(use, from), () => typedMembers(use, from), () => guesses(use, from)])
}

function first(ways: readonly (() => Lead[])[]): Lead[] {
  for (const way of ways) {
    const leads = way()
    if (leads.length > 0) return leads
  }
  return []
}

/** A name that an import brings. */
function imported(name: string, { around }: From): Lead[] {
  return around.links.flatMap(({ wanted, found }) => {
    const names = wanted.names.filter(({ as }) => as === name)
    return names.flatMap((one) => found.flatMap(({ path, certain }) => sites(around, path, one.name === 'default' ? name : one.name).map((to) => ({ to, certain }))))
  })
}

/** A name of this file: what stands outside every class, or beside the block. */
function ownNames(name: string, { block, own, around }: From): Lead[] {
  const holder = holderOf(around.reading.block, block)
  return (own.get(name) ?? []).filter((one) => one.holder === '' || one.holder === holder).map((one) => ({ to: { path: around.reading.path, block: one.block }, certain: true }))
}

/** A name of a module that is brought in as a whole, or of a file that is seen without an import. */
function wholesale(name: string, { around }: From): Lead[] {
  const open = around.links.filter(({ wanted }) => wanted.names.length === 0 && wanted.as === undefined).flatMap(({ found }) => found)
  const near = around.neighbours.map((path) => ({ path, certain: true }))
  return [...open, ...near].flatMap(({ path, certain }) => sites(around, path, name, '').map((to) => ({ to, certain })))
}

const SELF = new Set(['this', 'self', 'Self', 'cls', 'super', '@', 'static', 'me'])

function selfMembers(use: Use, { block, own, around }: From): Lead[] {
  if (!SELF.has(use.of as string)) return []
  const holder = holderOf(around.reading.block, block)
  return (own.get(use.name) ?? []).filter((one) => one.holder === holder).map((one) => ({ to: { path: around.reading.path, block: one.block }, certain: true }))
}

/** `fs.open`: a name of the module that is known as `fs` here. */
function moduleMembers(use: Use, { around }: From): Lead[] {
  const modules = around.links.filter(({ wanted }) => wanted.as === use.of || wanted.names.some(({ as }) => as === use.of))
  return modules.flatMap(({ found }) => found.flatMap(({ path, certain }) => sites(around, path, use.name, '').map((to) => ({ to, certain }))))
}

/** `Store.open`: a member of a class of this file, of an imported file or of a neighbour. */
function classMembers(use: Use, { own, around }: From): Lead[] {
  const here = (own.get(use.name) ?? []).filter((one) => one.holder === use.of).map((one) => ({ to: { path: around.reading.path, block: one.block }, certain: true }))
  const files = [...around.links.flatMap(({ found }) => found), ...around.neighbours.map((path) => ({ path, certain: true }))]
  return [...here, ...files.flatMap(({ path, certain }) => sites(around, path, use.name, use.of).map((to) => ({ to, certain })))]
}

/** `c.Next()` where the block says `c *Context`: a member of the type that the name was declared with. */
function typedMembers(use: Use, from: From): Lead[] {
  const name = use.of as string
  // The same name is asked for at each of its uses.
  if (!from.types.has(name)) from.types.set(name, declaredType(from.around.reading.text.slice(from.block.start, from.block.end), name))
  const type = from.types.get(name)
  return type === undefined ? [] : classMembers({ ...use, of: type }, from)
}

const TYPE_AFTER = /\s{0,4}(?::=|[:=])?\s{0,4}(?:new\s+|&|\*|mut\s+|\?){0,3}(?:[\p{L}_][\p{L}\p{N}_]*(?:\.|::)){0,4}(\p{Lu}[\p{L}\p{N}_]*)/uy
const TYPE_BEFORE = /(?<![\p{L}\p{N}_$.])(\p{Lu}[\p{L}\p{N}_]*)(?:<[^<>]{0,80}>)?[ *&]{1,3}$/u

/** Characters before a name in which its type may stand. */
const NEAR = 200

/** The type beside a name, as languages write it: `c: &mut Type`, `c *pkg.Type`, `Type c`, `c = new Type(`. Only the places of the name are looked at. */
function declaredType(text: string, name: string): string | undefined {
  const places = placesOf(text, name)
  for (const at of places) {
    TYPE_AFTER.lastIndex = at + name.length
    const after = TYPE_AFTER.exec(text)
    if (after !== null) return after[1]
  }
  for (const at of places) {
    const before = /[\p{L}\p{N}_$]/u.test(text.charAt(at + name.length)) ? null : TYPE_BEFORE.exec(text.slice(Math.max(0, at - NEAR), at))
    if (before !== null) return before[1]
  }
  return undefined
}

/** Where a name begins a word of its own. */
function placesOf(text: string, name: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) if (at === 0 || !/[\p{L}\p{N}_$.]/u.test(text.charAt(at - 1))) places.push(at)
  return places
}

/** A method of something whose type is not known: what has this name here or in an imported file. */
function guesses(use: Use, { own, around }: From): Lead[] {
  const here = (own.get(use.name) ?? []).map((one) => ({ to: { path: around.reading.path, block: one.block }, certain: false }))
  return [...here, ...around.links.flatMap(({ found }) => found.flatMap(({ path }) => sites(around, path, use.name).map((to) => ({ to, certain: false }))))]
}

function sites(around: Surroundings, path: string, name: string, holder?: string): Site[] {
  return (around.definitions(path)?.get(name) ?? []).filter((one) => holder === undefined || one.holder === holder).map(({ block }) => ({ path, block }))
}

/** The name of the definition that directly holds a block. */
function holderOf(file: Block, block: Block): string {
  const written = holderIn(block.name)
  if (written !== undefined) return written
  for (const parent of walk(file)) if (parent.children.includes(block)) return parent.kind === 'file' ? '' : lastPart(parent.name)
  return ''
}
