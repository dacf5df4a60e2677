// fovea doctor looks after what is kept: it lists every store, mends what is broken, and says exactly what it did.
import { existsSync, lstatSync, lutimesSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DRAFT } from '../../src/core/draft.ts'
import { ownMark } from '../../src/stores/owner.ts'
import { folder, fovea, put, type Ran } from './run.ts'

const FILES = { 'src/a.ts': 'export function a() {\n  return 1\n}\n', 'src/b.ts': 'export const b = 2\n' }

interface Checked { name: string; ok: boolean; found: string; store?: string; file?: string; state?: string; bytes?: number; records?: number; version?: string; yours?: boolean }

function place(): { root: string; run: (...args: string[]) => Promise<Ran>; stores: (...args: string[]) => Promise<Checked[]> } {
  const root = folder(FILES)
  const env = { HOME: folder({}), XDG_CONFIG_HOME: folder({}) }
  const run = (...args: string[]): Promise<Ran> => fovea(args, { cwd: root, env })
  return { root, run, stores: async (...args) => (JSON.parse((await run('doctor', '--json', ...args)).out) as Checked[]).filter(({ store, name }) => store !== undefined || /repair/.test(name)) }
}

async function filled(): Promise<ReturnType<typeof place>> {
  const at = place()
  for (const args of [['feedback', 'src/a.ts', '--useful'], ['ctx', 'alias', 'add', 'A.ONE', 'src/a.ts'], ['session', 'save', 's', '--task', 'close a'], ['pack', '--budget', '2k']]) expect((await at.run(...args)).code).toBe(0)
  return at
}

describe.concurrent('doctor', () => {
  test('lists every store with its size, records and version; then mends, says what it did, and has nothing left to do', async () => {
    const { root, run, stores } = await filled()
    const all = await stores()
    expect(all.map(({ store, file, state, version, yours }) => [store, file, state, version, yours]).slice(0, 3)).toEqual([
      ['memory', '.fovea/memory.json', 'whole', '2.0.0', true], ['aliases', '.fovea/aliases.json', 'whole', '1', true], ['session', '.fovea/sessions/s.json', 'whole', '1', true],
    ])
    expect(all[3]).toMatchObject({ store: 'cache', state: 'whole', yours: false, file: expect.stringMatching(/^~\/\.cache\/fovea\//) as string })
    for (const one of all) expect([(one.bytes ?? 0) > 0, (one.records ?? 0) > 0]).toEqual([true, true])

    const memory = join(root, '.fovea/memory.json')
    const half = readFileSync(memory, 'utf8').slice(0, 120)
    writeFileSync(memory, half)
    mkdirSync(join(root, '.fovea/sessions/t.json'))
    const looked = await run('doctor')
    expect(looked.code).toBe(6)
    expect(looked.out).toContain('FAIL  memory: .fovea/memory.json: broken, it is not JSON: it ends too early')
    expect(looked.out).toContain('-> run "fovea doctor --repair"')

    const dry = await run('doctor', '--repair', '--dry-run')
    expect(dry.code).toBe(6)
    expect(dry.out).toContain('would repair: .fovea/memory.json would be kept as memory.json.broken-1')
    expect([readFileSync(memory, 'utf8'), readdirSync(join(root, '.fovea')).filter((name) => name.includes('broken'))]).toEqual([half, []])

    const done = await run('doctor', '--repair')
    expect(done.code).toBe(0)
    const steps = (out: string): string[] => out.split('\n').filter((line) => line.includes('repair')).map((line) => line.replace(/^ok {4}(?:would repair|repaired): /, '').replaceAll('there would be none', 'there is none now').replaceAll('would be', 'is'))
    expect(steps(done.out)).toEqual(steps(dry.out).filter((line) => !line.includes('->')))
    expect([readFileSync(`${memory}.broken-1`, 'utf8'), existsSync(join(root, '.fovea/sessions/t.json.broken-1'))]).toEqual([half, true])
    expect((await run('journal')).out).toContain('src/a.ts')
    const again = await run('doctor', '--repair')
    expect([again.code, again.out.includes('repaired')]).toEqual([0, false])
    expect(readdirSync(join(root, '.fovea')).filter((name) => name.includes('broken'))).toEqual(['memory.json.broken-1'])
  })

  test('what a newer Fovea wrote is refused with words by every command and by a repair, and stays', async () => {
    const { root, run } = await filled()
    const files = { '.fovea/memory.json': '{"version":"3.0.0","files":{},"lens_profiles":{}}\n', '.fovea/aliases.json': '{"$version":2,"aliases":[]}\n', '.fovea/sessions/s.json': '{"session_id":"s","fovea":{"version":9}}\n' }
    put(root, files)
    const tried = [await run('feedback', 'src/a.ts', '--useful'), await run('ctx', 'alias', 'add', 'A.TWO', 'src/b.ts'), await run('session', 'resume', 's'), await run('doctor', '--repair')]
    expect(tried.map(({ code }) => code)).toEqual([1, 1, 1, 6])
    for (const { out, err } of tried) expect(out + err).toMatch(/update Fovea/)
    for (const [file, text] of Object.entries(files)) expect(readFileSync(join(root, file), 'utf8')).toBe(text)
    // What does not need them works.
    const pack = await run('pack', '--budget', '2k')
    expect([pack.code, pack.err.includes('memory.json cannot be used')]).toEqual([0, true])
  })

  test('fields of a later version in a known one are kept on rewriting', async () => {
    const { root, run } = await filled()
    const at = (file: string): string => join(root, file)
    const edited = (file: string, by: (value: Record<string, object>) => unknown): void => writeFileSync(at(file), JSON.stringify(by(JSON.parse(readFileSync(at(file), 'utf8')) as Record<string, object>)))
    edited('.fovea/memory.json', (value) => ({ ...value, version: '2.7.0', later: 1, fovea: { ...value['fovea'], later: 2 } }))
    edited('.fovea/sessions/s.json', (value) => ({ ...value, later: 3, fovea: { ...value['fovea'], later: 4 } }))
    edited('.fovea/aliases.json', (value) => ({ 'A.ONE': { ...value['A.ONE'], later: 5 } }))
    for (const args of [['feedback', 'src/b.ts', '--useful'], ['session', 'save', 's', '--state', 'done'], ['ctx', 'alias', 'add', 'A.TWO', 'src/b.ts']]) expect((await run(...args)).code).toBe(0)
    expect(JSON.parse(readFileSync(at('.fovea/memory.json'), 'utf8'))).toMatchObject({ version: '2.7.0', later: 1, fovea: { later: 2 } })
    expect(JSON.parse(readFileSync(at('.fovea/sessions/s.json'), 'utf8'))).toMatchObject({ later: 3, state: 'done', fovea: { later: 4 } })
    expect(JSON.parse(readFileSync(at('.fovea/aliases.json'), 'utf8'))).toMatchObject({ 'A.ONE': { later: 5 }, 'A.TWO': { path: 'src/b.ts' } })
  })

  test('drafts and locks of processes that ended are removed; those of the living, and files that only look like them, stay', async () => {
    const { root, run } = await filled()
    const dead = ownMark().replace(/-[^-]+/, `-${(4_194_000).toString(36)}`)
    const left = [`.fovea/${DRAFT}${dead}-0.tmp`, '.fovea/memory.json.4194000.0.tmp'].map((file) => join(root, file))
    const alive = [`.fovea/sessions/${DRAFT}${ownMark()}-0.tmp`, 'yarn.lock'].map((file) => join(root, file))
    for (const file of [...left, ...alive]) {
      writeFileSync(file, 'half')
      utimesSync(file, 1000, 1000)
    }
    const locks = ['.fovea/aliases.json.lock', '.fovea/memory.json.lock', '.fovea/sessions/s.json.lock'].map((file) => join(root, file))
    const [older, gone, held] = locks as [string, string, string]
    writeFileSync(older, '')
    utimesSync(older, 1000, 1000)
    symlinkSync(`${dead}-0`, gone)
    symlinkSync(`${ownMark()}-0`, held)
    expect((await run('doctor')).out).toContain('lock: .fovea/aliases.json.lock: left over')
    const { out } = await run('doctor', '--repair')
    expect(out).toContain(`repaired: .fovea/${DRAFT}${dead}-0.tmp is removed: the process that made it has ended`)
    const there = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined
    expect([...left, older, gone].filter(there)).toEqual([])
    expect([...alive, held].filter(there)).toEqual([...alive, held])
  })

  test('a cache that cannot be looked into is told of, and everything else is looked at', async () => {
    const { root } = await filled()
    const loop = join(root, 'loop')
    symlinkSync('loop', loop)
    const { out, code } = await fovea(['doctor'], { cwd: root, env: { HOME: folder({}), XDG_CONFIG_HOME: folder({}), FOVEA_CACHE: loop } })
    expect(out).toContain('cache: loop: unreadable')
    expect(out).toContain('memory: .fovea/memory.json')
    expect(code).toBe(0)
  })

  test('a cache in which every file is broken gives the answer of a cold run, and a repair makes room', async () => {
    const { run, stores } = await filled()
    const pack = async (): Promise<string> => (await run('pack', '--budget', '2k', '--task', 'close a')).out
    const cold = await pack()
    const home = (await stores()).find(({ store }) => store === 'cache')?.file as string
    // The home of this run is known by the file that says which workspace it is.
    const cache = join((await run('cache', 'status', '--json').then(({ out }) => JSON.parse(out) as { workspaces: { folder: string }[] })).workspaces[0]?.folder ?? home)
    const files = readdirSync(cache).filter((name) => !name.startsWith('.') && !['used', 'CACHEDIR.TAG'].includes(name))
    expect(files.length).toBeGreaterThan(3)
    files.forEach((name, i) => {
      rmSync(join(cache, name))
      if (i % 3 === 0) mkdirSync(join(cache, name))
      else if (i % 3 === 1) writeFileSync(join(cache, name), 'garbage')
      else symlinkSync('/dev/zero', join(cache, name))
    })
    const broken = await run('doctor')
    expect([broken.code, broken.out.includes('cannot be read and are made again when needed')]).toEqual([0, true])
    expect(await pack()).toBe(cold)
    expect((await run('doctor', '--repair')).code).toBe(0)
    expect(await pack()).toBe(cold)
    expect((await stores()).filter(({ store }) => store === 'cache').map(({ state }) => state)).toEqual(['whole'])
  })

  test('what was agreed to: the list of version 1 is brought up to date, and is kept', async () => {
    const config = folder({})
    const root = folder({})
    const key = createHash('sha256').update('x').digest('hex')
    const old = `${JSON.stringify([key], null, 2)}\n`
    put(config, { 'fovea/sources.json': old })
    const env = { XDG_CONFIG_HOME: config }
    expect((await fovea(['doctor'], { cwd: root, env })).out).toMatch(/consent: .*sources\.json: older, 1 source that you agreed to, version 1/)
    const { code, out } = await fovea(['doctor', '--repair'], { cwd: root, env })
    expect([code, out.includes('is brought up to date; the old one is kept as sources.json.v1.bak')]).toEqual([0, true])
    expect(JSON.parse(readFileSync(join(config, 'fovea/sources.json'), 'utf8'))).toEqual({ version: 2, sources: [key] })
    expect(readFileSync(join(config, 'fovea/sources.json.v1.bak'), 'utf8')).toBe(old)
  })

  test('the report of a repair: what is kept, what it holds, where that came from, what is lost', async () => {
    const { root, run } = await filled()
    const session = join(root, '.fovea/sessions/s.json')
    const text = readFileSync(session, 'utf8')
    const handles = (JSON.parse(text) as { fovea: { plan: unknown[] } }).fovea.plan.length
    expect(handles).toBeGreaterThan(0)
    const cut = text.slice(0, text.indexOf('"plan"'))
    writeFileSync(session, cut)
    const told = async (...args: string[]): Promise<string[]> => (await run('doctor', ...args)).out.split('\n').filter((line) => line.includes('repair') && !line.includes('->')).map((line) => line.replace(/^ok {4}/, ''))
    const holds = `revision 1, ${handles} handle${handles === 1 ? '' : 's'}, 0 zooms`
    const from = `1 record is from the broken file, ${handles} ${handles === 1 ? 'is' : 'are'} from s.json.last-good`
    expect(await told('--dry-run')).toEqual(['would repair: .fovea/sessions/s.json would be kept as s.json.broken-1', `would repair: .fovea/sessions/s.json would be written again with ${holds}: ${from}`])
    expect(await told('--repair')).toEqual(['repaired: .fovea/sessions/s.json is kept as s.json.broken-1', `repaired: .fovea/sessions/s.json is written again with ${holds}: ${from}`])
    writeFileSync(session, cut)
    rmSync(`${session}.last-good`)
    expect((await told('--repair'))[1]).toMatch(/with revision \d+, 0 handles, 0 zooms: 1 record is from the broken file; there is no copy, so what cannot be read is in s\.json\.broken-2 alone$/)
    put(root, { '.fovea/catalog/manifest-1.json': '{' })
    expect(await told('--dry-run')).toEqual([
      'would repair: no source can be read of .fovea/catalog/manifest-1.json, nor of a state before it: the catalogue would be empty; add its sources again with "fovea catalog add"', 'would repair: .fovea/catalog/manifest-1.json would be kept as manifest-1.json.broken-1',
    ])
  })

  test('what was removed by hand: the next command says so, and the copy is what a repair brings back', async () => {
    const { root, run } = await filled()
    for (const file of ['memory.json', 'sessions/s.json']) rmSync(join(root, '.fovea', file))
    const tried = [await run('mark', 'src/b.ts', '--utility', '0.9'), await run('session', 'resume', 's'), await run('session', 'save', 's', '--task', 'other')]
    expect(tried.map(({ code, err }) => [code, /it is gone, and its copy (?:memory|s)\.json\.last-good is still there\. .*"fovea doctor --repair"/.test(err)])).toEqual([[1, true], [1, true], [1, true]])
    expect((await run('pack', '--budget', '2k')).err).toContain('nothing that was learned counts: .fovea/memory.json cannot be used: it is gone')
    expect((await run('doctor', '--repair')).out).toMatch(/repaired: \.fovea\/memory\.json is written again with 1 file, .*, all from memory\.json\.last-good/)
    expect([(await run('journal')).out.includes('src/a.ts'), (await run('session', 'resume', 's')).code]).toEqual([true, 0])
    rmSync(join(root, '.fovea/memory.json'))
    rmSync(join(root, '.fovea/sessions/s.json'))
    // Who wants it gone says so, and nothing is in the way then.
    expect([(await run('memory', 'reset')).out, (await run('session', 'rm', 's')).code, (await run('mark', 'src/b.ts', '--utility', '0.9')).code, (await run('doctor')).code]).toEqual(['forgotten; what was known is kept as .fovea/memory.json.bak.last-good\n', 0, 0, 0])
  })

  test('a file in place of the folder of state is one failed check; folders are made for their owner alone', async () => {
    const root = folder({ ...FILES, '.fovea': 'x\n' })
    const { code, out } = await fovea(['doctor', '--repair'], { cwd: root })
    expect([code, out.split('\n').filter((line) => line.startsWith('FAIL')).map((line) => line.replace(/:[^:]*$/, ''))]).toEqual([6, ['FAIL  state: .fovea is a file -> move it away']])
    const { root: other, run } = place()
    expect((await run('feedback', 'src/a.ts', '--useful')).code).toBe(0)
    if (process.platform !== 'win32') expect(statSync(join(other, '.fovea')).mode & 0o777).toBe(0o700)
    put(other, { '.fovea/ctx': 'x\n' })
    expect((await run('doctor')).out).toContain('FAIL  base: .fovea/ctx: unreadable, .fovea/ctx is not a folder')
  })

  test('a folder of state that is a link is told and not touched', async () => {
    const root = folder(FILES)
    const elsewhere = folder({ 'memory.json': '{' })
    symlinkSync(elsewhere, join(root, '.fovea'))
    lutimesSync(join(root, '.fovea'), 1, 1)
    const { code, out } = await fovea(['doctor', '--repair'], { cwd: root })
    expect([code, out.split('\n').filter((line) => line.startsWith('FAIL')).length, out.includes('state: .fovea is a link, and links are not followed')]).toEqual([6, 1, true])
    expect(readdirSync(elsewhere)).toEqual(['memory.json'])
  })
})
