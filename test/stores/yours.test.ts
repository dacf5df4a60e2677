// What people made survives whatever happens to its file: nothing is written over, the reason names the file and the next step, and a repair keeps the file and brings back what it held.
import { cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogStoreIn } from '../../src/stores/catalog.ts'
import { documentsIn, filed } from '../../src/stores/documents.ts'
import { emptyCheckpoint } from '../../src/core/session/checkpoint.ts'
import { keep, loadIfThere, type Shelf } from '../../src/operations/session/files.ts'
import { type Finding, isAmiss, storesOf } from '../../src/workspace/care/index.ts'
import { consent, consented } from '../../src/workspace/catalog/consent.ts'
import { ctxPlace } from '../../src/workspace/ctx/place.ts'
import { openWorkspace } from '../../src/workspace/index.ts'
import { sourceNamed, tableIn } from '../catalog/store-conformance.ts'
import { type Damage, damagesOf, PLACES, wronglyTyped } from '../kit/corrupt.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-yours-'))
const before = { cache: process.env['FOVEA_CACHE'], config: process.env['XDG_CONFIG_HOME'] }
process.env['FOVEA_CACHE'] = 'off'
afterAll(() => {
  rmSync(home, { recursive: true, force: true })
  process.env['FOVEA_CACHE'] = before.cache
  process.env['XDG_CONFIG_HOME'] = before.config
  if (before.cache === undefined) delete process.env['FOVEA_CACHE']
  if (before.config === undefined) delete process.env['XDG_CONFIG_HOME']
})

let made = 0
function fresh(): string {
  const root = join(home, `r${made++}`)
  process.env['XDG_CONFIG_HOME'] = join(root, 'config')
  mkdirSync(join(root, '.fovea'), { recursive: true })
  return root
}

/** A store, as its own commands use it. */
interface Store {
  readonly name: string
  /** Where it is kept. */
  fileIn(root: string): string
  fill(root: string): Promise<void>
  /** The names of its records. */
  records(root: string): Promise<string[]>
  change(root: string): Promise<unknown>
  /** How a message names the file. */
  readonly named: RegExp
}

const AT = '2026-01-01T00:00:00Z'
const shelfIn = (root: string): Shelf => ({ files: filed(documentsIn(root, '.fovea/sessions', { keepsLast: true })), shown: '.fovea/sessions' })
const specs = ['one', 'two', 'three'].map((name) => sourceNamed(name))

const STORES: readonly Store[] = [
  {
    name: 'memory', named: /\.fovea\/memory\.json/, fileIn: (root) => join(root, '.fovea/memory.json'),
    fill: async (root) => {
      const { experience } = openWorkspace(root)
      await experience.learn([{ kind: 'rated', path: 'src/a.ts', value: 1, lens: 'debug', why: 'é' }, { kind: 'marked', path: 'src/b.ts', tags: ['core'] }])
      await experience.learn([{ kind: 'rated', path: 'src/c.ts', value: 0 }, { kind: 'lens', lens: 'debug', value: 1 }])
    },
    records: async (root) => {
      const { files, lenses, journal } = await openWorkspace(root).experience.recall()
      return [...files.keys(), ...lenses.keys(), ...journal.map(({ kind, path }) => `${kind} ${path}`)]
    },
    change: (root) => openWorkspace(root).experience.learn([{ kind: 'marked', path: 'src/d.ts' }]),
  },
  {
    name: 'aliases', named: /\.fovea\/aliases\.json/, fileIn: (root) => join(root, '.fovea/aliases.json'),
    fill: async (root) => {
      for (const [alias, path] of [['A.ONE', 'src/a.ts'], ['A.TWO', 'src/b.ts'], ['A.THREE', 'docs/é.md']] as const) ctxPlace(root).change((registry) => new Map([...registry, [alias, { alias, path, sha: '00112233', note: 'ours' }]]))
    },
    records: async (root) => [...ctxPlace(root).registry().keys()],
    change: async (root) => ctxPlace(root).change((registry) => new Map([...registry, ['A.FOUR', { alias: 'A.FOUR', path: 'x', sha: '00112233' }]])),
  },
  {
    name: 'session', named: /\.fovea\/sessions\/s\.json/, fileIn: (root) => join(root, '.fovea/sessions/s.json'),
    fill: async (root) => {
      const first = { ...emptyCheckpoint('s'), timestamp: AT, user_request: 'close the sessions', artifacts: [{ type: 'file', path: 'a' }], conversation_history: [{ role: 'user', content: 'é' }], theirs: 1 }
      const saved = await keep(shelfIn(root), { ...first, fovea: { ...first.fovea, request: { budget: 8000, pin: ['src/a.ts'] }, plan: [{ handle: 'src/a.ts@00112233', level: 'full' }], zooms: [{ target: 'fn=a', level: 'full', handles: ['src/a.ts#a@00112233'] }], position: 1 } }, undefined)
      await keep(shelfIn(root), { ...saved, state: 'done' }, (await loadIfThere(shelfIn(root), 's'))?.text)
    },
    records: async (root) => {
      const checkpoint = (await loadIfThere(shelfIn(root), 's'))?.checkpoint
      return checkpoint === undefined ? [] : [checkpoint.user_request, ...checkpoint.fovea.plan.map(({ handle }) => handle), ...checkpoint.fovea.zooms.map(({ target }) => target)]
    },
    change: async (root) => {
      const loaded = await loadIfThere(shelfIn(root), 's')
      return keep(shelfIn(root), loaded?.checkpoint ?? emptyCheckpoint('s'), loaded?.text)
    },
  },
  {
    name: 'consent', named: /sources\.json/, fileIn: (root) => join(root, 'config/fovea/sources.json'),
    fill: async (root) => { for (const spec of specs) await consent(root, spec) },
    records: async (root) => (await Promise.all(specs.map(async (spec) => (await consented(root, spec) ? spec.name : '')))).filter((name) => name !== ''),
    change: (root) => consent(root, sourceNamed('four')),
  },
  {
    name: 'catalogue', named: /\.fovea\/catalog/, fileIn: (root) => join(root, '.fovea/catalog', readdirSync(join(root, '.fovea/catalog')).filter((name) => /^manifest-\d+\.json$/.test(name)).sort().at(-1) as string),
    fill: async (root) => {
      const store = catalogStoreIn(root)
      for (const spec of specs) await store.register(spec)
      await store.publish('one', [tableIn('one', 'orders')], AT)
    },
    records: async (root) => [...(await catalogStoreIn(root).sources()).map(({ spec }) => spec.name), ...(await catalogStoreIn(root).resources()).map(({ overview }) => overview.id)],
    change: (root) => catalogStoreIn(root).register(sourceNamed('four')),
  },
]

const outcome = async <T>(act: () => Promise<T>): Promise<T | Error> => {
  try {
    return await act()
  } catch (error) {
    return error as Error
  }
}

const NEXT = /fovea doctor --repair|fovea catalog scan|update Fovea|links are not followed|not a plain file|too large/

const stateOf = (root: string): Finding[] => storesOf(openWorkspace(root, { caching: 'off' }))

/** Where everything of a store is, to put it back. */
const PARTS = ['.fovea', 'config']

describe.each(STORES)('$name', (store) => {
  const root = fresh()
  const template = `${root}-filled`
  let bytes = Buffer.alloc(0)
  let all: string[] = []
  const file = (): string => store.fileIn(root)

  beforeAll(async () => {
    process.env['XDG_CONFIG_HOME'] = join(root, 'config')
    await store.fill(root)
    bytes = readFileSync(file())
    all = await store.records(root)
    cpSync(root, template, { recursive: true })
  })

  function putBack(): void {
    for (const part of PARTS) {
      rmSync(join(root, part), { recursive: true, force: true })
      if (existsSync(join(template, part))) cpSync(join(template, part), join(root, part), { recursive: true })
    }
  }

  /** Plants a damage, looks at what commands do, repairs, and looks again. Gives the records then, and undefined when the damage went unnoticed or is a newer version, which is left alone. */
  async function survived(damage: Damage, { withCopy }: { withCopy: boolean }): Promise<string[] | undefined> {
    putBack()
    const place = file()
    if (!withCopy) rmSync(`${place}.last-good`, { force: true })
    damage.plant(place)
    const was = await outcome(() => store.records(root))
    if (!(was instanceof Error)) return undefined
    expect(was.message, damage.name).toMatch(store.named)
    expect(was.message, damage.name).toMatch(NEXT)
    expect(await outcome(() => store.change(root)), damage.name).toBeInstanceOf(Error)
    if (damage.bytes !== undefined) expect(readFileSync(place).equals(damage.bytes), damage.name).toBe(true)
    const findings = stateOf(root)
    expect(findings.filter((found) => isAmiss(found.store)).length, damage.name).toBe(1)
    const plans = findings.flatMap(({ plan }) => plan)
    expect(readdirSync(dirname(place)).filter((name) => name.includes('.broken-')), damage.name).toEqual([])
    findings.forEach((found) => found.mend())
    if (/newer|its version is "3/.test(was.message)) {
      expect([plans, readFileSync(place).equals(damage.bytes as Buffer)], damage.name).toEqual([[], true])
      return undefined
    }
    expect(plans.length, damage.name).toBeGreaterThan(0)
    const asides = readdirSync(dirname(place)).filter((name) => name.includes('.broken-'))
    if (!/\.jsonl is missing/.test(was.message)) expect(asides.length, damage.name).toBe(1)
    if (damage.bytes !== undefined && asides[0] !== undefined) expect(readFileSync(join(dirname(place), asides[0])).equals(damage.bytes), damage.name).toBe(true)
    expect(stateOf(root).flatMap(({ plan }) => plan), damage.name).toEqual([])
    const saved = await store.records(root)
    expect(await outcome(() => store.change(root)), damage.name).not.toBeInstanceOf(Error)
    return saved
  }

  test('cut, flipped, emptied, grown: refused by name, kept, and all of it brought back', async () => {
    let refused = 0
    for (const damage of damagesOf(bytes, { most: 6 })) {
      const saved = await survived(damage, { withCopy: true })
      if (saved === undefined) continue
      refused++
      // The state before the last one had no resources yet.
      expect(saved, damage.name).toEqual(expect.arrayContaining(store.name === 'catalogue' ? ['one', 'two', 'three'] : all))
    }
    expect(refused).toBeGreaterThan(9)
  })

  test('without a second copy, what can be read is kept', async () => {
    const shares: number[] = []
    for (const damage of damagesOf(bytes, { most: 4 })) {
      const saved = await survived(damage, { withCopy: false })
      if (saved !== undefined) shares.push(saved.filter((one) => all.includes(one)).length / all.length)
    }
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.3)
  })

  test('wrong types, field by field, and names that objects have anyway', async () => {
    const damages = wronglyTyped(JSON.parse(bytes.toString()))
    const step = Math.ceil(damages.length / 8)
    for (const damage of damages.filter((_, i) => i % step === 0 || i === damages.length - 1)) await survived(damage, { withCopy: true })
    expect(({} as Record<string, unknown>)['polluted']).toBe(undefined)
  })

  test.each(PLACES)('$name in its place is not followed, waited for or removed', async (place) => {
    const saved = await survived(place, { withCopy: true })
    expect(saved).toEqual(expect.arrayContaining(store.name === 'catalogue' ? ['one', 'two', 'three'] : all))
  })

  if (store.name !== 'catalogue') test('a repair that was killed is finished by the next: named twice and not replaced, or moved and not written', async () => {
    putBack()
    writeFileSync(file(), bytes.subarray(0, bytes.length >> 1))
    linkSync(file(), `${file()}.broken-1`)
    stateOf(root).forEach((found) => found.mend())
    expect(readdirSync(dirname(file())).filter((name) => name.includes('.broken-')).length).toBe(1)
    expect(await store.records(root)).toEqual(expect.arrayContaining(all))
    putBack()
    renameSync(file(), `${file()}.broken-1`)
    expect(stateOf(root).map(({ store: { state } }) => state)).toContain('missing')
    stateOf(root).forEach((found) => found.mend())
    expect(await store.records(root)).toEqual(all)
  })
})

describe.each(STORES.filter(({ name }) => name !== 'catalogue'))('$name that somebody removed by hand', (store) => {
  test('nothing is written over its only copy; a repair brings all of it back', async () => {
    const root = fresh()
    await store.fill(root)
    const [file, all] = [store.fileIn(root), await store.records(root)]
    const copy = readFileSync(`${file}.last-good`, 'utf8')
    rmSync(file)
    for (const refused of [await outcome(() => store.change(root)), await outcome(() => store.records(root))]) {
      expect(refused).toBeInstanceOf(Error)
      expect(String(refused)).toMatch(store.named)
      expect(String(refused)).toMatch(/it is gone, and its copy \w+\.json\.last-good is still there.*fovea doctor --repair/)
    }
    expect([existsSync(file), readFileSync(`${file}.last-good`, 'utf8')]).toEqual([false, copy])
    stateOf(root).forEach((found) => found.mend())
    expect(await store.records(root)).toEqual(all)
    await store.change(root)
    // A copy that holds nothing keeps the place for nobody.
    rmSync(file)
    writeFileSync(`${file}.last-good`, '')
    expect(stateOf(root).filter(({ store: { state } }) => state === 'missing').flatMap(({ mend }) => mend())).toEqual([expect.stringContaining('holds nothing that can be read; it is kept as')])
    expect([await store.records(root), stateOf(root).flatMap(({ plan }) => plan)]).toEqual([[], []])
    expect(await outcome(() => store.change(root))).not.toBeInstanceOf(Error)
  })
})

test('a merge that was not finished: aliases of both sides are kept', () => {
  const root = fresh()
  const line = (alias: string): string => `  "${alias}": {"path":"src/a.ts","sha":"00112233"}`
  const text = `{\n<<<<<<< HEAD\n${line('A.MINE')},\n=======\n${line('A.THEIRS')},\n>>>>>>> other\n${line('A.BOTH')}\n}\n`
  writeFileSync(join(root, '.fovea/aliases.json'), text)
  stateOf(root).forEach((found) => found.mend())
  expect([...ctxPlace(root).registry().keys()]).toEqual(['A.BOTH', 'A.MINE', 'A.THEIRS'])
})

test('a damaged snapshot and journal of the catalogue: a scan and a repair keep what can be read', async () => {
  const root = fresh()
  const store = catalogStoreIn(root)
  await store.register(sourceNamed('one'))
  await store.publish('one', ['a', 'b', 'c'].map((name) => tableIn('one', name)), AT)
  const folder = join(root, '.fovea/catalog')
  const lines = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  for (const name of lines) writeFileSync(join(folder, name), readFileSync(join(folder, name), 'utf8').replace('{', '['))
  await expect(store.resources()).rejects.toThrow('is damaged')
  stateOf(root).forEach((found) => found.mend())
  const other = catalogStoreIn(root)
  expect([(await other.resources()).length, (await other.changes(9)).length, readdirSync(folder).filter((name) => name.includes('.broken-')).length]).toEqual([2, 2, 2])
  expect(stateOf(root).flatMap(({ plan }) => plan)).toEqual([])
  // What is found again goes on from the revision that could be read.
  expect((await other.publish('one', ['a', 'b', 'c'].map((name) => tableIn('one', name)), AT)).map(({ what }) => what)).toEqual(['added'])
})
