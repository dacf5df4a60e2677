// Functions of modules as skills: described by a `*.skill.json` beside the module, or by doc comments.
import { basename, dirname, join, posix, relative, sep } from 'node:path'
import type { Descriptor } from '../../catalog/descriptor.ts'
import { type OpenSource, SourceDown, type Watch } from '../../catalog/ports.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { dataOf, pathOf, textOfFile } from '../documents/read.ts'
import { pathInside } from '../inside.ts'
import { asSchema, columnsOf, inputsOf } from '../schema/mini.ts'
import { listOf, member, nameOf, type Tree, wordsOf } from '../schema/tree.ts'
import { filesBelow } from '../skills/find.ts'
import { exportsOf, typesOf } from './exports.ts'
import { signatureOf, typedefsOf } from './signature.ts'
import { schemaOf } from './types.ts'

const MODULE = /\.(?:mjs|js|mts|ts)$/
const CARD = /\.skill\.json$/
const MOST_BYTES = 2_000_000
const FAR = { depth: 5, most: 2000 }

/** A module of a source. */
interface Module {
  readonly source: OpenSource
  /** Where it is on the disk. */
  readonly path: string
  /** What comes before the name of a function in its id: nothing when the source is one module. */
  readonly prefix: readonly string[]
}

/** The functions that a module, or every module of a folder, offers. */
export async function* scanFunctions(source: OpenSource, watch: Watch): AsyncIterable<Descriptor | Diagnostic> {
  let found = 0
  for (const module of await modulesOf(source)) {
    if (watch.signal?.aborted === true) throw watch.signal.reason
    for await (const one of functionsOf(module)) {
      yield one
      if (!('severity' in one)) watch.progress((found += 1))
    }
  }
  if (found === 0) yield { code: 'functions/none', severity: 'warning', path: source.location, message: `${source.location} has no exported function with a doc comment and no .skill.json`, hint: 'Describe what a function takes and gives with @param and @returns.' }
}

async function modulesOf(source: OpenSource): Promise<Module[]> {
  const top = pathOf(source)
  const files = await filesBelow(top, source.location, (name) => MODULE.test(name) && !/\.(?:test|spec|d)\.\w+$/.test(name), FAR)
  if (files.length === 1 && files[0] === '') return [{ source, path: CARD.test(top) ? await moduleOfCard(top, source) : top, prefix: [] }]
  return files.map((file) => ({ source, path: join(top, file), prefix: file.replace(MODULE, '').split('/') }))
}

/** The module that a `gmv.skill.json` describes: `gmv.mjs` beside it, or what it names. It cannot lead out of its folder. */
async function moduleOfCard(card: string, source: OpenSource): Promise<string> {
  const named = nameOf(member(await dataOf(await textOfFile(card, source.location, MOST_BYTES), source.location), 'module'))
  const stem = basename(card).replace(CARD, '')
  const names = named === undefined ? ['mjs', 'js', 'mts', 'ts'].map((ending) => `${stem}.${ending}`) : [posix.normalize(named)]
  const beside = await filesBelow(dirname(card), source.location, (name) => MODULE.test(name), { depth: 3, most: 2000 })
  const found = names.find((name) => beside.includes(name))
  if (found === undefined) throw new SourceDown(`${source.location} describes no module that is there: ${names[0] ?? ''} is missing beside it`)
  return join(dirname(card), found)
}

async function* functionsOf(module: Module): AsyncIterable<Descriptor | Diagnostic> {
  const shown = relative(module.source.root, module.path).split(sep).join('/')
  try {
    const cards = await cardsOf(module, shown)
    const names = new Set<string>()
    for (const card of [...cards, ...documented(await textOfFile(module.path, shown, MOST_BYTES))]) {
      if (names.has(card.name)) continue
      names.add(card.name)
      if (!card.byName) yield { code: 'functions/positional', severity: 'info', path: shown, message: `${card.name} of ${shown} takes its arguments by position and cannot be invoked`, hint: 'Let it take one object: ({ city, days }).' }
      yield descriptorOf(card, module, shown)
    }
  } catch (error) {
    if (!(error instanceof SourceDown)) throw error
    yield { code: 'functions/unreadable', severity: 'warning', path: shown, message: error.message }
  }
}

/** What is known of one function. */
interface Card {
  readonly name: string
  readonly title?: string | undefined
  readonly description: string | undefined
  readonly inputs: Tree
  readonly outputs: Tree
  readonly writes: boolean
  readonly byName: boolean
  readonly tags: readonly string[]
  readonly snippets: readonly { readonly engine: string; readonly code: string }[]
}

async function cardsOf({ source, path }: Module, shown: string): Promise<Card[]> {
  const card = pathInside({ root: source.root, location: shown.replace(MODULE, '.skill.json') }, path.replace(MODULE, '.skill.json'))
  const text = await textOfFile(card, shown, MOST_BYTES).catch(() => undefined)
  if (text === undefined) return []
  const data = await dataOf(text, shown.replace(MODULE, '.skill.json'))
  const all = Array.isArray(data) ? data : member(data, 'functions') ?? [data]
  return listOf(all).slice(0, 500).map(cardFrom)
}

const cardFrom = (raw: unknown): Card => ({
  name: nameOf(member(raw, 'export') ?? member(raw, 'name'), 120) ?? 'default', title: nameOf(member(raw, 'title'), 120), description: wordsOf(member(raw, 'description'), 600), inputs: asSchema(member(raw, 'inputs')), outputs: asSchema(member(raw, 'outputs')),
  writes: member(raw, 'writes') === true, byName: true, tags: listOf(member(raw, 'tags')).slice(0, 10).flatMap((tag) => nameOf(tag, 60) ?? []),
  snippets: listOf(member(raw, 'snippets')).slice(0, 2).flatMap((one) => { const code = member(one, 'code'); return typeof code === 'string' && code.length < 1200 ? [{ engine: nameOf(member(one, 'engine'), 30) ?? 'js', code }] : [] }),
})

function documented(text: string): Card[] {
  const { functions, docs } = exportsOf(text)
  const defs: Tree = Object.fromEntries([...typedefsOf([...docs, ...functions.map(({ doc }) => doc)]), ...[...typesOf(text)].map(([name, type]) => [name, schemaOf(type)] as const)])
  return functions.map((one) => {
    const { inputs, outputs, byName } = signatureOf(one, defs)
    const tagged = (tag: string): boolean => one.doc.tags.some((each) => each.tag === tag)
    return { name: one.name, description: wordsOf(one.doc.words, 600), inputs, outputs, byName, writes: tagged('writes'), tags: tagged('deprecated') ? ['deprecated'] : [], snippets: [] }
  })
}

function descriptorOf({ name, title, description, inputs, outputs, writes, byName, tags, snippets }: Card, { source, prefix }: Module, shown: string): Descriptor {
  return {
    kind: 'skill', place: { ns: 'skill', engine: 'js', source: source.name, path: [...prefix, name] }, title: title ?? name, ...(description === undefined ? {} : { description }),
    tags: [...tags, ...(writes ? ['writes'] : [])], inputs: inputsOf(inputs), columns: columnsOf(outputs), call: { by: 'function', module: shown, name }, cap: writes || !byName ? [] : ['invoke'],
    ...(snippets.length === 0 ? {} : { snippets }), ...(source.owner === undefined ? {} : { owner: source.owner }),
  }
}
