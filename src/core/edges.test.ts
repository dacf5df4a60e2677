import { describe, expect, test } from 'vitest'
import { openParser, parseAs } from '../../test/cases/parser.ts'
import { walk } from './block.ts'
import { definitionsOf, edgesFrom } from './edges.ts'
import { filesOf, linksOf, type Reading } from './links.ts'
import type { Language } from './ports.ts'
import { fileBlock } from './tile.ts'
import { usesIn } from './uses.ts'

const parser = openParser()

async function read(tree: Readonly<Record<string, string>>): Promise<Map<string, Reading>> {
  const readings = new Map<string, Reading>()
  for (const [path, text] of Object.entries(tree)) {
    const language = parser.languageOf(path, text) as Language
    readings.set(path, { path, text, language, block: fileBlock(path, text, (await parseAs(parser, language, text)).tiles) })
  }
  return readings
}

/** Where the uses of one block lead, as ids; a question mark for a guess. */
async function leads(tree: Readonly<Record<string, string>>, id: string): Promise<string[]> {
  const readings = await read(tree)
  const reading = readings.get(id.slice(0, id.indexOf('#'))) as Reading
  const files = filesOf(readings.values())
  const block = [...walk(reading.block)].find((one) => one.id === id)
  if (block === undefined) throw new Error(`${[...walk(reading.block)].map((one) => one.id).join(' ')} has no ${id}`)
  const neighbours = reading.language.sharesFolder === true ? files.within('').filter((path) => path !== reading.path) : []
  const around = { reading, links: linksOf(reading, files), neighbours, definitions: (path: string) => definitionsOf((readings.get(path) as Reading).block) }
  return edgesFrom(block, usesIn(reading.text.slice(block.start, block.end), reading.language), around).map(({ to, certain }) => `${to.block.id}${certain ? '' : '?'}`)
}

describe('certain', () => {
  test('an imported name, also by another name', async () => {
    const tree = { 'a.ts': "import { open as start } from './b'\nexport function go() { start() }\n", 'b.ts': 'export function open() { return 1 }\n', 'c.ts': 'export function open() { return 2 }\n' }
    expect(await leads(tree, 'a.ts#go')).toEqual(['b.ts#open'])
  })
  test('a name of the file, before the same name elsewhere', async () => {
    expect(await leads({ 'a.py': 'def audit():\n    pass\n\ndef go():\n    audit()\n', 'b.py': 'def audit():\n    pass\n' }, 'a.py#go')).toEqual(['a.py#audit'])
  })
  test('a member of one’s own class, and not of another', async () => {
    expect(await leads({ 'a.py': 'class A:\n    def run(self):\n        self.stop()\n    def stop(self):\n        pass\n\nclass B:\n    def stop(self):\n        pass\n' }, 'a.py#A.run')).toEqual(['a.py#A.stop'])
  })
  test('a name of a module that is known by a name', async () => {
    expect(await leads({ 'a.py': 'from pkg import store\n\ndef go():\n    store.load()\n', 'pkg/store.py': 'def load():\n    pass\n', 'pkg/__init__.py': 'def load():\n    pass\n' }, 'a.py#go')).toContain('pkg/store.py#load')
    expect(await leads({ 'main.rs': 'mod net;\nfn go() { net::open() }\n', 'net.rs': 'pub fn open() {}\n' }, 'main.rs#go')).toEqual(['main.rs#net', 'net.rs#open'])
  })
  test('a module that is brought in as a whole, a folder whose files see each other', async () => {
    expect(await leads({ 'a.py': 'from b import *\n\ndef go():\n    help()\n', 'b.py': 'def help():\n    pass\n' }, 'a.py#go')).toEqual(['b.py#help'])
    expect(await leads({ 'a.go': 'package x\n\nfunc Go() { help() }\n', 'b.go': 'package x\n\nfunc help() {}\n' }, 'a.go#Go')).toEqual(['b.go#help'])
  })
  test('a method by the type beside the name', async () => {
    const tree = { 'a.go': 'package x\n\nfunc Serve(c *Context) { c.Next() }\n', 'b.go': 'package x\n\ntype Context struct{}\n\nfunc (c *Context) Next() {}\n\ntype Other struct{}\n\nfunc (o *Other) Next() {}\n' }
    expect(await leads(tree, 'a.go#Serve')).toEqual(['b.go#Context', 'b.go#Context.Next'])
  })
})

test('a method of an unknown thing is a guess', async () => {
  const tree = { 'a.ts': "import { Store } from './b'\nexport function go(thing) { thing.load() }\n", 'b.ts': 'export class Store {\n  load() {\n    return 1\n  }\n}\n' }
  expect(await leads(tree, 'a.ts#go')).toEqual(['b.ts#Store.load?'])
})

test('what is in a comment or a string leads nowhere', async () => {
  expect(await leads({ 'a.ts': "function help() {}\nfunction go() { // help()\n  return 'help()'\n}\n" }, 'a.ts#go')).toEqual([])
})
