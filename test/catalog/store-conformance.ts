// What every store of the catalogue must do; one suite judges them all.
import { expect, test } from 'vitest'
import type { Descriptor } from '../../src/catalog/descriptor.ts'
import type { CatalogStore, SourceSpec } from '../../src/catalog/ports.ts'
import type { Resource } from '../../src/catalog/record.ts'
import { resourceOf } from '../../src/catalog/resource.ts'

/** A place for a catalogue: every call opens it once more, as another process would. */
export type MakePlace = () => Promise<() => Promise<CatalogStore>>

const AT = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'] as const

/** A source without secrets. */
export const sourceNamed = (name: string, owner?: string): SourceSpec => ({ name, type: 'postgres', location: `env:${name.toUpperCase()}_URL`, secrets: { token: 'env:TOKEN' }, options: { schemas: 'public' }, ...(owner === undefined ? {} : { owner }) })

/** A table with columns of type int. */
export function tableIn(source: string, name: string, columns: readonly string[] = ['id']): Resource {
  const found: Descriptor = { kind: 'tabular', place: { ns: 'db', engine: 'pg', source, path: ['public', name] }, columns: columns.map((column) => ({ name: column, type: 'int' })), cap: ['scan', 'filter'], updated: AT[0] }
  return resourceOf(found, AT[0])
}

/** So many tables. */
export const tablesIn = (source: string, count: number): Resource[] => Array.from({ length: count }, (_, at) => tableIn(source, `t${at}`, ['id', 'a', 'b', 'c']))

const ids = (resources: readonly Resource[]): string[] => resources.map(({ overview }) => overview.id)

/** Runs the suite against a kind of store. */
export function storeBehaves(kind: string, make: MakePlace): void {
  const fresh = async (...sources: string[]): Promise<{ store: CatalogStore; again: () => Promise<CatalogStore> }> => {
    const again = await make()
    const store = await again()
    for (const source of sources) await store.register(sourceNamed(source))
    return { store, again }
  }

  test(`${kind}: a new catalogue is empty, and looking at it changes nothing`, async () => {
    const { store, again } = await fresh()
    expect([await store.sources(), await store.resources(), await store.changes(10), await store.remove('main')]).toEqual([[], [], [], false])
    expect(await (await again()).state()).toBe(await store.state())
  })

  test(`${kind}: sources are registered, replaced and listed by name`, async () => {
    const { store, again } = await fresh('zeta', 'main')
    await store.register({ ...sourceNamed('main', 'data'), options: {} })
    const listed = await (await again()).sources()
    expect(listed).toEqual([{ spec: { ...sourceNamed('main', 'data'), options: {} }, resources: 0 }, { spec: sourceNamed('zeta'), resources: 0 }])
  })

  test(`${kind}: what is no source is refused`, async () => {
    const { store } = await fresh()
    await expect(store.register({ ...sourceNamed('main'), type: 7 } as never)).rejects.toThrow(/cannot be registered: it needs a name, a type/)
    expect(await store.sources()).toEqual([])
  })

  test(`${kind}: a scan replaces what a source holds, revisions go on, and changes are told`, async () => {
    const { store, again } = await fresh('main')
    await store.publish('main', [tableIn('main', 'orders'), tableIn('main', 'cities')], AT[0])
    const told = await store.publish('main', [tableIn('main', 'orders', ['id', 'amount']), tableIn('main', 'users')], AT[1])
    expect(told.map(({ id, what, rev }) => [id.split('.').at(-1), what, rev])).toEqual([['cities', 'removed', 1], ['orders', 'changed', 2], ['users', 'added', 1]])
    const other = await again()
    expect((await other.resources()).map(({ overview }) => [overview.id.split('.').at(-1), overview.rev])).toEqual([['orders', 2], ['users', 1]])
    expect(await other.sources()).toMatchObject([{ scanned: AT[1], resources: 2 }])
    expect(await other.changes(4)).toEqual([...told, (await other.changes(10))[3]])
    expect((await other.changes(10)).map(({ at }) => at)).toEqual([AT[1], AT[1], AT[1], AT[0], AT[0]])
  })

  test(`${kind}: publishing the same again changes nothing but the time of the scan`, async () => {
    const { store } = await fresh('main')
    await store.publish('main', tablesIn('main', 3), AT[0])
    const before = [await store.state(), await store.resources(), await store.changes(10)]
    expect(await store.publish('main', tablesIn('main', 3).reverse(), AT[1])).toEqual([])
    expect([await store.state(), await store.resources(), await store.changes(10)]).toEqual(before)
    expect(await store.sources()).toMatchObject([{ scanned: AT[1] }])
  })

  test(`${kind}: the word for the state changes with the resources and with nothing else`, async () => {
    const { store, again } = await fresh('main')
    const empty = await store.state()
    await store.publish('main', [tableIn('main', 'orders')], AT[0])
    const one = await store.state()
    await store.failed('main', 'it is down', AT[1])
    await store.register(sourceNamed('other'))
    expect([one === empty, await (await again()).state()]).toEqual([false, one])
    await store.publish('main', [], AT[2])
    expect(await store.state()).toBe(empty)
  })

  test(`${kind}: a scan that failed keeps what was known, and the next success forgets the failure`, async () => {
    const { store, again } = await fresh('main')
    await store.publish('main', [tableIn('main', 'orders')], AT[0])
    await store.failed('main', 'it is down', AT[1])
    expect(await (await again()).sources()).toMatchObject([{ scanned: AT[0], resources: 1, failure: { at: AT[1], message: 'it is down' } }])
    expect(ids(await store.resources())).toEqual(['res:db.pg.main.public.orders'])
    await store.publish('main', [tableIn('main', 'orders')], AT[2])
    expect((await store.sources())[0]).not.toHaveProperty('failure')
  })

  test(`${kind}: registering a source again keeps what is known of it`, async () => {
    const { store } = await fresh('main')
    await store.publish('main', [tableIn('main', 'orders')], AT[0])
    await store.register(sourceNamed('main', 'data'))
    expect([(await store.sources())[0]?.scanned, (await store.resources()).length]).toEqual([AT[0], 1])
  })

  test(`${kind}: a source is forgotten with its resources and its changes; the others stay`, async () => {
    const { store, again } = await fresh('main', 'other')
    await store.publish('main', [tableIn('main', 'secret_plans')], AT[0])
    await store.publish('other', [tableIn('other', 'orders')], AT[0])
    expect([await store.remove('main'), await store.remove('main')]).toEqual([true, false])
    const now = await again()
    expect(JSON.stringify([await now.sources(), await now.resources(), await now.changes(100)])).not.toContain('secret_plans')
    expect([ids(await now.resources()), (await now.changes(100)).length]).toEqual([['res:db.pg.other.public.orders'], 1])
  })

  test(`${kind}: a source that is not registered can neither be published nor fail`, async () => {
    const { store } = await fresh('main')
    await expect(store.publish('nobody', [], AT[0])).rejects.toThrow(/no source "nobody".*fovea catalog add/)
    await expect(store.failed('nobody', 'down', AT[0])).rejects.toThrow(/no source "nobody"/)
  })

  test(`${kind}: records that are none, belong elsewhere or come twice are refused, and nothing changes`, async () => {
    const { store } = await fresh('main')
    await store.publish('main', [tableIn('main', 'orders')], AT[0])
    const good = tableIn('main', 'cities')
    const bad = { ...good, overview: { ...good.overview, cap_hash: 'no hash' } }
    for (const wrong of [[good, bad], [tableIn('other', 'orders')], [good, good]]) await expect(store.publish('main', wrong, AT[1])).rejects.toThrow(/cannot be kept: .*Nothing was changed/)
    expect([ids(await store.resources()), (await store.sources())[0]?.scanned]).toEqual([['res:db.pg.main.public.orders'], AT[0]])
  })

  test(`${kind}: resources can be had by source, always in the order of ids`, async () => {
    const { store } = await fresh('b', 'a', 'c')
    for (const source of ['b', 'a', 'c']) await store.publish(source, [tableIn(source, 'z'), tableIn(source, 'Z'), tableIn(source, 'é'), tableIn(source, '😀'), tableIn(source, '\uFFFD')], AT[0])
    const all = ids(await store.resources())
    expect(all).toEqual([...all].sort())
    expect([all.length, ids(await store.resources(['c', 'a', 'nobody'])), await store.resources([])]).toEqual([15, all.filter((id) => !id.includes('.b.')), []])
  })

  test(`${kind}: any text comes back as it was given`, async () => {
    const { store, again } = await fresh('main')
    const odd = 'naïve "quotes" \\ \u0000 \u2028 \u{1F600} \ud800 lone\nline\ttab'
    const resource = tableIn('main', 'таблица', ['id', odd])
    const kept = { ...resource, overview: { ...resource.overview, description: odd, owner: odd } }
    await store.publish('main', [kept], AT[0])
    await store.failed('main', odd, AT[1])
    const now = await again()
    expect([await now.resources(), (await now.sources())[0]?.failure?.message]).toEqual([[kept], odd])
  })

  test(`${kind}: the newest changes come first, as many as are asked for`, async () => {
    const { store } = await fresh('main')
    for (let day = 0; day < 5; day++) await store.publish('main', [tableIn('main', 'orders', ['id', `c${day}`])], `2026-02-0${day + 1}T00:00:00Z`)
    const told = await store.changes(3)
    expect([told.map(({ rev }) => rev), (await store.changes(0)).length, (await store.changes(99)).length]).toEqual([[5, 4, 3], 0, 5])
  })

  test(`${kind}: writers that meet lose nothing`, async () => {
    const names = ['a', 'b', 'c', 'd']
    const { store, again } = await fresh(...names)
    const writers = await Promise.all(names.map(again))
    await Promise.all(writers.map(async (writer, at) => {
      for (let round = 1; round <= 5; round++) await writer.publish(names[at] as string, [tableIn(names[at] as string, 'orders', Array.from({ length: round }, (_, column) => `c${column}`))], AT[0])
    }))
    expect((await store.resources()).map(({ overview }) => overview.rev)).toEqual([5, 5, 5, 5])
    expect((await store.changes(100)).length).toBe(20)
  })

  test(`${kind}: two scanners of one source leave the whole of one of them, and revisions count both`, async () => {
    const { store, again } = await fresh('main')
    await store.publish('main', [tableIn('main', 'orders')], AT[0])
    const [one, two] = [await again(), await again()]
    await Promise.all([one.publish('main', [tableIn('main', 'orders', ['id', 'one'])], AT[1]), two.publish('main', [tableIn('main', 'orders', ['id', 'two'])], AT[1])])
    expect((await store.resources()).map(({ overview }) => overview.rev)).toEqual([3])
    expect((await store.changes(100)).map(({ rev }) => rev)).toEqual([3, 2, 1])
  })

  test(`${kind}: whoever reads during a scan sees the state before or after it`, async () => {
    const { store, again } = await fresh('main')
    const reader = await again()
    const sizes = new Set<number>()
    const done = new AbortController()
    const reads = (async () => {
      while (!done.signal.aborted) {
        sizes.add((await reader.resources()).length)
        // A store that never waits for anything would not let the writer in.
        await new Promise(setImmediate)
      }
    })()
    try {
      for (const count of [40, 80, 120, 160]) await store.publish('main', tablesIn('main', count), AT[0])
    } finally {
      done.abort()
    }
    await reads
    expect([...sizes].filter((size) => ![0, 40, 80, 120, 160].includes(size))).toEqual([])
  })

  test(`${kind}: a catalogue of 3,000 tables is kept whole`, async () => {
    const { store, again } = await fresh('main')
    const all = tablesIn('main', 3000)
    expect((await store.publish('main', all, AT[0])).length).toBe(3000)
    const kept = await (await again()).resources()
    expect([kept.length, (await store.changes(5000)).length]).toEqual([3000, 3000])
    expect(kept.find(({ overview }) => overview.id === all[1234]?.overview.id)).toEqual(all[1234])
  })
}
