import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Resource } from '../../catalog/record.ts'
import { resourceOf } from '../../catalog/resource.ts'
import type { Embedder, Memory } from '../../core/ports.ts'
import { openWorkspace } from '../workspace.ts'
import { finderOf } from './find.ts'
import type { OpenCatalog } from './open.ts'

const root = mkdtempSync(join(tmpdir(), 'fovea-find-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const table = (name: string): Resource => resourceOf({ kind: 'tabular', place: { ns: 'db', engine: 'pg', source: 'main', path: [name] }, cap: ['scan'], columns: [{ name: 'id', type: 'int' }] }, '2026-01-02T03:04:05Z')
const catalogOf = (resources: readonly Resource[], state = 'one'): OpenCatalog => ({ resources: async () => resources, state: async () => state }) as unknown as OpenCatalog
const byId = (a: Resource, b: Resource): number => (a.overview.id < b.overview.id ? -1 : 1)

/** A memory that can be looked into. */
function remembering(): Memory & { readonly kept: Map<string, Uint8Array> } {
  const kept = new Map<string, Uint8Array>()
  return { kept, recall: (kind, key) => kept.get(`${kind} ${key}`), keep: (kind, key, value) => void kept.set(`${kind} ${key}`, value.slice()), recallText: () => undefined, keepText() {} }
}

test('an index is kept by the state of the catalogue, opened again, and made anew when ids are others', async () => {
  const memory = remembering()
  const workspace = { ...openWorkspace(root), memory }
  const many = Array.from({ length: 400 }, (_, i) => table(`orders_${i}`)).sort(byId)
  const first = await finderOf(workspace, catalogOf(many))
  expect([...memory.kept.keys()].map((key) => key.split(' ')[0])).toEqual(['catalog'])
  expect((await finderOf(workspace, catalogOf(many))).index, 'as long as the resources are held').toBe(first.index)
  const again = await finderOf(workspace, catalogOf([...many]))
  expect(again.index.counts).toEqual(first.index.counts)
  expect(again.index).not.toBe(first.index)
  const others = [...many.slice(1), table('zebra')].sort(byId)
  expect((await (await finderOf(workspace, catalogOf(others))).find({ text: 'zebra' })).hits.map(({ id }) => id)).toEqual(['res:db.pg.main.zebra'])
  await finderOf(workspace, catalogOf(many.slice(0, 10), 'few'))
  expect(memory.kept.size).toBe(1)
})

test('meaning counts when a model is there, its vectors are asked for once, and a model that fails is told', async () => {
  const asked: string[] = []
  const embedder: Embedder = { name: 'test', embed: async (texts) => { asked.push(...texts); return texts.map((text) => (/animal|dog/.test(text) ? Float32Array.of(1, 0) : Float32Array.of(0, 1))) } }
  const workspace = { ...openWorkspace(root, { embedder }), memory: remembering() }
  const catalog = catalogOf([table('dogs'), table('invoices')])
  const found = await (await finderOf(workspace, catalog)).find({ text: 'which animals' })
  expect(found.hits[0]).toMatchObject({ id: 'res:db.pg.main.dogs', parts: { vector: 1 } })
  expect(asked).toEqual(['which animals', 'dogs; id', 'invoices; id'])
  await (await finderOf(workspace, catalog)).find({ text: 'animals again' })
  expect(asked).toHaveLength(4)
  const broken = { ...openWorkspace(root, { embedder: { name: 'down', embed: () => Promise.reject(new Error('no answer')) } }) }
  const { hits, diagnostics } = await (await finderOf(broken, catalog)).find({ text: 'dogs' })
  expect([hits.length, diagnostics[0]?.message]).toEqual([1, 'the model down was not used: no answer'])
  const frozen = openWorkspace(root, { embedder, frozen: true })
  expect((await (await finderOf(frozen, catalog)).find({ text: 'dogs' })).diagnostics).toEqual([])
})
