import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CatalogStore } from '../../src/catalog/ports.ts'
import { catalogStoreIn } from '../../src/stores/catalog.ts'
import { sourceNamed, storeBehaves, tableIn } from './store-conformance.ts'

const AT = '2026-01-01T00:00:00Z'
const freshRoot = (): string => mkdtempSync(join(tmpdir(), 'fovea-catalog-'))

storeBehaves('embedded', async () => {
  const root = freshRoot()
  return async () => catalogStoreIn(root)
})

describe('the files of an embedded catalogue', () => {
  const folderOf = (root: string): string => join(root, '.fovea', 'catalog')
  const filesIn = (root: string, ending: string): string[] => readdirSync(folderOf(root)).filter((name) => name.endsWith(ending))
  const kept = async (): Promise<{ root: string; store: CatalogStore }> => {
    const root = freshRoot()
    const store = catalogStoreIn(root)
    await store.register(sourceNamed('main'))
    await store.publish('main', [tableIn('main', 'orders'), tableIn('main', 'users')], AT)
    return { root, store }
  }
  const snapshotIn = (root: string): string => join(folderOf(root), filesIn(root, '.jsonl').find((name) => readFileSync(join(folderOf(root), name), 'utf8').includes('"overview"')) as string)

  test('looking at a folder writes nothing there', async () => {
    const root = freshRoot()
    await catalogStoreIn(root).resources()
    expect(readdirSync(root)).toEqual([])
  })

  test('a damaged line is named with what to do, and a scan mends it', async () => {
    const { root, store } = await kept()
    writeFileSync(snapshotIn(root), readFileSync(snapshotIn(root), 'utf8').replace('"kind":"tabular"', '"kind":"'))
    await expect(store.resources()).rejects.toThrow(/\.jsonl is damaged \(line 1\): run "fovea catalog scan main" to write it again/)
    await store.publish('main', [tableIn('main', 'orders')], AT)
    expect((await store.resources()).length).toBe(1)
  })

  test('a record that was changed by hand is not taken for one that was scanned', async () => {
    const { root, store } = await kept()
    writeFileSync(snapshotIn(root), readFileSync(snapshotIn(root), 'utf8').replaceAll('orders', 'ordurs'))
    await expect(store.resources()).rejects.toThrow(/is damaged: run/)
  })

  test.each(['{}', '[]', 'null', '{"source":"main","overview":{},"details":{}}', '{"source'])('a line that is no record is damage, whatever its hash: %s', async (line) => {
    const { root, store } = await kept()
    const file = snapshotIn(root)
    const newest = join(folderOf(root), filesIn(root, '.json').sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).at(-1) as string)
    const sha = (text: string): string => createHash('sha256').update(text).digest('hex')
    const before = readFileSync(file, 'utf8')
    for (const text of [`${line}\n`, before.replace(/"columns":\[.*?\](?=,")/, '"columns":[1,null]')]) {
      expect(text).not.toBe(before)
      writeFileSync(newest, readFileSync(newest, 'utf8').replace(sha(readFileSync(file, 'utf8')), sha(text)))
      writeFileSync(file, text)
      await expect(catalogStoreIn(root).resources()).rejects.toThrow(/\.jsonl is damaged \(line 1\): run "fovea catalog scan main" to write it again/)
    }
    await store.publish('main', [tableIn('main', 'orders')], AT)
    expect((await store.resources()).length).toBe(1)
  })

  test('a manifest of a later version is not called damaged', async () => {
    const { root } = await kept()
    for (const name of filesIn(root, '.json')) writeFileSync(join(folderOf(root), name), readFileSync(join(folderOf(root), name), 'utf8').replace('"version": 1', '"version": 2'))
    await expect(catalogStoreIn(root).sources()).rejects.toThrow(/was written by a newer Fovea and was left as it is: update Fovea to read this catalogue/)
  })

  test('a snapshot that is gone says how to get it back', async () => {
    const { root, store } = await kept()
    rmSync(snapshotIn(root))
    await expect(store.resources()).rejects.toThrow(/is missing: run "fovea catalog scan main"/)
  })

  test('a damaged manifest can be taken back', async () => {
    const { root, store } = await kept()
    const before = await store.resources()
    await store.failed('main', 'down', AT)
    const newest = filesIn(root, '.json').sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).at(-1) as string
    appendFileSync(join(folderOf(root), newest), 'x')
    const other = catalogStoreIn(root)
    await expect(other.sources()).rejects.toThrow(`.fovea/catalog/${newest} is damaged and was left as it is: "fovea doctor --repair"`)
    rmSync(join(folderOf(root), newest))
    expect(await other.resources()).toEqual(before)
  })

  test('a folder that is a link is not followed', async () => {
    const [root, elsewhere] = [freshRoot(), freshRoot()]
    mkdirSync(join(root, '.fovea'))
    symlinkSync(elsewhere, folderOf(root))
    await expect(catalogStoreIn(root).register(sourceNamed('main'))).rejects.toThrow(/is a link, and links are not followed/)
    expect(readdirSync(elsewhere)).toEqual([])
  })

  test('a snapshot that is a link is not followed', async () => {
    const { root, store } = await kept()
    const file = snapshotIn(root)
    const elsewhere = join(freshRoot(), 'theirs')
    writeFileSync(elsewhere, readFileSync(file))
    rmSync(file)
    symlinkSync(elsewhere, file)
    await expect(store.resources()).rejects.toThrow(/is a link, and links are not followed/)
  })

  test('what nobody needs any more is removed: old snapshots, and what a killed process left', async () => {
    const { root, store } = await kept()
    const left = join(folderOf(root), '1-aa.tmp')
    writeFileSync(left, 'x')
    utimesSync(left, 0, 0)
    for (let round = 0; round < 8; round++) await store.publish('main', [tableIn('main', 'orders', ['id', `c${round}`])], AT)
    // The newest state and the one before it: a snapshot and a journal each.
    expect([filesIn(root, '.jsonl').length, filesIn(root, '.tmp').length]).toEqual([4, 0])
  })

  test('the number of an old manifest stays taken for a writer that slept', async () => {
    const { root, store } = await kept()
    for (let round = 0; round < 5; round++) await store.failed('main', `${round}`, AT)
    expect(filesIn(root, '.json').map((name) => readFileSync(join(folderOf(root), name), 'utf8') === '').filter(Boolean).length).toBe(5)
  })
})
