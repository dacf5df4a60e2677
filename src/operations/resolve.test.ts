import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Block, walk } from '../core/block.ts'
import type { Entry } from '../core/ports.ts'
import { openWorkspace } from '../workspace/index.ts'
import { Library, resolveTarget } from './resolve.ts'

const root = mkdtempSync(join(tmpdir(), 'fovea-resolve-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const hash = (name: string, text: string): string => createHash(name).update(text).digest('hex')
const asked: string[] = []
const entry = (path: string, text: string, more: Partial<Entry> = {}): Entry => ({ path, text, bytes: text.length, sha256: hash('sha256', path + text), modified: 0, get md5() { asked.push(path); return hash('md5', text) }, ...more })

const library = new Library(openWorkspace(root, { frozen: true, caching: 'off' }), [entry('a.ts', 'export function open(): void {}\n\nexport const one = 1\n'), entry('b.png', '', { stub: 'binary' }), entry('c.ts', 'export const two = 2\n')])

const found = async (pin: string): Promise<string[]> => {
  asked.length = 0
  return (await resolveTarget(library, { kind: 'content', name: '', pin }, { includeTests: true })).map((place) => `${place.entry.path}#${place.block === place.file ? '' : place.block.name}`)
}

test('the pin of a definition or of a file leads there, and no file is hashed once more for it', async () => {
  const first = library.entries[0] as Entry
  const file = await library.file(first)
  const block = [...walk(file)].find(({ name }) => name === 'open') as Block
  expect([await found(library.shaOf({ entry: first, file, block }).slice(0, 8)), asked]).toEqual([['a.ts#open'], []])
  expect([await found(hash('sha256', 'c.tsexport const two = 2\n').slice(0, 8)), asked]).toEqual([['c.ts#'], []])
})

test('the MD5 of a file, as pages tell it, leads there too; what is only a line is not asked for it', async () => {
  expect([await found(hash('md5', 'export const two = 2\n').slice(0, 8)), asked]).toEqual([['c.ts#'], ['a.ts', 'c.ts']])
})
