import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder, fovea } from './run.ts'

/** Node keeps compiled code where it can (from 22.1): its line and its folder are there on some versions only. */
const withoutCode = (status: string): string => status.replace(/^.*compiled by Node\n/m, '')

const OLD = 1_600_000_000

/** A folder whose files are old enough to be known by their times, and an empty cache. */
async function known(): Promise<{ root: string; place: string; env: Record<string, string> }> {
  const root = folder({ 'a.py': 'def login(user):\n    return 1\n', 'b.py': 'def logout(user):\n    return 2\n' })
  for (const name of ['a.py', 'b.py']) utimesSync(join(root, name), OLD, OLD)
  await new Promise((done) => { setTimeout(done, 80) })
  const place = mkdtempSync(join(tmpdir(), 'fovea-walk-cache-'))
  return { root, place, env: { FOVEA_CACHE: place } }
}

describe.concurrent('the cache', () => {
  test('is filled by a run, told by status, emptied by clear, and changes no byte', async () => {
    const { root, place, env } = await known()
    expect(withoutCode((await fovea(['cache', 'status'], { env })).out)).toBe(`${place}: 0 workspaces, 0 B\n`)
    const [first, second] = [await fovea([root, '--frozen', '-q'], { env }), await fovea([root, '--frozen', '-q'], { env })]
    expect(second).toEqual(first)
    expect(await fovea([root, '--frozen', '-q', '--no-cache'], { env })).toEqual(first)
    const status = JSON.parse((await fovea(['cache', 'status', '--json'], { env })).out) as { workspaces: { root: string; bytes: number }[] }
    expect(status.workspaces.map((one) => one.root)).toEqual([root])
    expect((await fovea(['cache', 'clear', root], { env })).out).toMatch(/^removed 1 workspace, /)
    expect(withoutCode((await fovea(['cache', 'status'], { env })).out)).toBe(`${place}: 0 workspaces, 0 B\n`)
    await fovea(['cache', 'clear'], { env })
    // What Node keeps of that very run comes at its end.
    expect(readdirSync(place).filter((name) => name !== 'fovea-code')).toEqual([])
  })

  test('an answer is kept for whoever wants a report and for whoever wants none, however the folder is called', async () => {
    const { root, place, env } = await known()
    const kept = (): string[] => readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => /answer-[0-9a-f]{8}/.test(name))
    const [quiet, told] = [await fovea([root, '--frozen', '-q'], { env }), await fovea([root, '--frozen'], { env })]
    expect(quiet).toMatchObject({ code: 0, err: '' })
    expect(told.out).toBe(quiet.out)
    expect(told.err).toMatch(/^\d+ tokens of 32000/)
    expect(await fovea(['.', '--frozen'], { env, cwd: root })).toEqual(told)
    expect(kept()).toHaveLength(1)
    expect(await fovea([root, '--frozen', '--no-cache'], { env })).toEqual(told)
  })

  test('compiled code is told, and removed with all caches but not with one', async () => {
    const { root, place, env } = await known()
    const code = join(place, 'fovea-code', 'v0', 'module')
    mkdirSync(join(place, 'fovea-code', 'v0'), { recursive: true })
    writeFileSync(code, 'x'.repeat(5_000_000))
    expect((await fovea(['cache', 'status'], { env })).out).toMatch(/^ +[56]\.\d MB {2}Fovea itself, compiled by Node$/m)
    expect((JSON.parse((await fovea(['cache', 'status', '--json'], { env })).out) as { code: number }).code).toBeGreaterThanOrEqual(5_000_000)
    await fovea(['cache', 'clear', root], { env })
    expect(existsSync(code)).toBe(true)
    expect((await fovea(['cache', 'clear'], { env })).out).toMatch(/^removed 0 workspaces, [56]\.\d MB\n$/)
    expect(existsSync(code)).toBe(false)
  })

  test('--no-cache keeps nothing; a place that is no folder is told', async () => {
    const { root, place, env } = await known()
    await fovea([root, '-q', '--no-cache'], { env })
    expect(readdirSync(place)).toEqual([])
    expect(await fovea([root], { env: { FOVEA_CACHE: 'here' } })).toMatchObject({ code: 2, out: '', err: expect.stringContaining('FOVEA_CACHE is "off" or an absolute folder, not "here"') as unknown })
  })

  test('a mistyped FOVEA_CACHE clears nothing, and the cache of a folder that is gone can be cleared', async () => {
    const { root, place, env } = await known()
    for (const args of [['cache', 'clear'], ['cache', 'status']]) {
      expect(await fovea(args, { env: { FOVEA_CACHE: 'rel/x', XDG_CACHE_HOME: place } })).toMatchObject({ code: 2, out: '', err: expect.stringContaining('not "rel/x"') as unknown })
      expect(await fovea(args, { env: { FOVEA_CACHE: 'off' } })).toMatchObject({ code: 1, err: 'fovea: there is no cache: FOVEA_CACHE is off\n' })
    }
    await fovea([root, '-q'], { env })
    rmSync(root, { recursive: true })
    expect((await fovea(['cache', 'clear', root], { env })).out).toMatch(/^removed 1 workspace, /)
    expect(await fovea(['cache', 'clear', root], { env })).toMatchObject({ code: 2, out: '', err: expect.stringContaining('there is no folder') as unknown })
  })

  test('a place where nothing can be kept is told by status and doctor, wherever its name comes from', async () => {
    const home = folder({ file: '' })
    const env = { XDG_CACHE_HOME: join(home, 'file') }
    const said = `the cache is ${join(home, 'file', 'fovea')}, which is no folder, for ${join(home, 'file')} is none: nothing is kept from run to run`
    expect(await fovea(['cache', 'status'], { env })).toMatchObject({ code: 0, err: `${said}\n` })
    expect((JSON.parse((await fovea(['cache', 'status', '--json'], { env })).out) as { problem: string }).problem).toBe(said)
    expect(await fovea(['doctor', home], { env })).toMatchObject({ code: 6, out: expect.stringContaining(`FAIL  cache: ${said}`) as unknown })
  })

  test('skeletons of a folder are kept, verified and made anew like everything else', async () => {
    const { root, place, env } = await known()
    const fresh = await fovea(['skeleton', root, '--no-cache'], { env })
    expect(readdirSync(place)).toEqual([])
    expect([fresh.code, fresh.out]).toEqual([0, `==> ${root}/a.py <==\ndef login(user): ...\n\n==> ${root}/b.py <==\ndef logout(user): ...\n\n`])
    for (const more of [[], [], ['--verify']]) expect(await fovea(['skeleton', root, ...more], { env })).toEqual(fresh)
    expect(readdirSync(place).filter((name) => name !== 'fovea-code')).toHaveLength(1)
  })

  test('a pack of everything is written from the disk the second time, byte for byte', async () => {
    const root = folder({ 'a.py': '# a\n\ndef a():\n    return 1\n', 'b.txt': 'crlf\r\nlines\r\n', 'c.md': '```\ncode\n```', 'd.ts': '// first\n/* second */\nexport const d = 1\n', 'e.txt': '\uFEFFmark\n', 'f.env': `TOKEN_SECRET=${'aB3dE5fG7hJ9kL1mN3pQ'}\n`, 'g.txt': new Uint8Array([0xe9, 0x0a]), 'empty.txt': '' })
    for (const name of readdirSync(root)) utimesSync(join(root, name), OLD, OLD)
    await new Promise((done) => { setTimeout(done, 80) })
    for (const format of ['claude-xml', 'xml', 'markdown', 'minimal', 'plusminus', 'json']) {
      const env = { FOVEA_CACHE: mkdtempSync(join(tmpdir(), 'fovea-walk-cache-')) }
      const args = [root, '--frozen', '-q', '--budget', 'none', '--format', format]
      const without = await fovea([...args, '--no-cache'], { env })
      expect(without).toMatchObject({ code: 0 })
      for (const time of ['cold', 'warm']) expect([time, await fovea(args, { env })]).toEqual([time, without])
      await fovea([...args, '-o', join(env.FOVEA_CACHE, 'page')], { env })
      expect(readFileSync(join(env.FOVEA_CACHE, 'page'), 'utf8')).toBe(without.out)
    }
  })

  test('a wrong row heals: the run begins again without trusting it, with its standard input', async () => {
    const { root, place, env } = await known()
    await fovea([root, '-q'], { env })
    const [cache = ''] = readdirSync(place).filter((name) => name !== 'fovea-code')
    const ledger = join(place, cache, readdirSync(join(place, cache)).find((name) => name.startsWith('files-')) ?? '')
    const bytes = readFileSync(ledger)
    // The first byte of the first hash: after eight numbers of four bytes and two stamps of four doubles.
    bytes[32 + 2 * 32] = (bytes[32 + 2 * 32] as number) ^ 1
    writeFileSync(ledger, bytes)
    const run = await fovea([root, '--frozen', '-q', '--task-file', '-'], { env, input: 'login returns the wrong number' })
    expect(run).toMatchObject({ code: 0, err: '' })
    expect(run.out).toContain('def login(user):')
    expect(await fovea([root, '--frozen', '-q', '--no-cache', '--task-file', '-'], { env, input: 'login returns the wrong number' })).toEqual(run)
  })
})
