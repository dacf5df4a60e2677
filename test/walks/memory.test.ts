import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder, fovea } from './run.ts'

const body = (name: string): string => `export function ${name}(input: number[]): number {\n${Array.from({ length: 30 }, (_, i) => `  const ${name}${i} = input[${i}] ?? ${i}`).join('\n')}\n  return 0\n}\n`
const tree = (): string => folder(Object.fromEntries(['alpha', 'beta', 'gamma', 'delta'].map((name) => [`src/${name}.ts`, body(name)])))

/** How much of each file a plan shows. */
async function levels(cwd: string, ...more: string[]): Promise<Record<string, string>> {
  const { out } = await fovea(['.', '--format', 'json', '--budget', '1200', ...more], { cwd })
  const page = JSON.parse(out) as { files: { path: string; level: string }[] }
  return Object.fromEntries(page.files.map(({ path, level }) => [path, level]))
}

describe('what was learned changes the next plan', () => {
  test.each([['mark', ['mark', 'src/gamma.ts', '--utility', '1']], ['feedback', ['feedback', 'src/gamma.ts', '--useful', '--reason', 'the bug was here']], ['zoom', ['zoom', 'fn=gamma']]])('after %s', async (_, command) => {
    const cwd = tree()
    const before = await levels(cwd)
    expect(before['src/gamma.ts']).not.toBe('L0')
    const frozen = await fovea(['.', '--frozen', '--budget', '1200'], { cwd })
    expect((await fovea(command, { cwd })).code).toBe(0)
    const after = await levels(cwd)
    expect(after['src/gamma.ts']).toBe('L0')
    const memory = readFileSync(join(cwd, '.fovea/memory.json'), 'utf8')
    expect((await fovea(['.', '--frozen', '--budget', '1200'], { cwd })).out).toBe(frozen.out)
    expect((await fovea(['zoom', 'fn=beta', '--frozen'], { cwd })).code).toBe(0)
    expect(readFileSync(join(cwd, '.fovea/memory.json'), 'utf8')).toBe(memory)
    expect((await fovea(['memory', 'forget', 'src/gamma.ts'], { cwd })).code).toBe(0)
    expect(await levels(cwd)).toEqual(before)
  })

  test('under the lens for which it was learned', async () => {
    const cwd = tree()
    const message = { file_ratings: { 'src/gamma.ts': { utility: 1 } }, overall_effectiveness: 1, lens: 'architecture' }
    for (let i = 0; i < 3; i++) expect((await fovea(['feedback', '--from', '-'], { cwd, input: JSON.stringify(message) })).code).toBe(0)
    await fovea(['mark', 'src/gamma.ts', '--utility', '0'], { cwd })
    expect((await levels(cwd))['src/gamma.ts']).not.toBe('L0')
    expect((await levels(cwd, '--lens', 'architecture'))['src/gamma.ts']).toBe('L0')
  })
})

test('a frozen zoom leaves no folder behind', async () => {
  const cwd = tree()
  await fovea(['zoom', 'fn=gamma', '--frozen'], { cwd })
  expect(readdirSync(cwd)).toEqual(['src'])
})

test('many processes at once: no lesson is lost', async () => {
  const cwd = tree()
  const runs = await Promise.all(Array.from({ length: 8 }, (_, i) => fovea(['feedback', `src/${['alpha', 'beta'][i % 2]}.ts`, '--useful'], { cwd })))
  expect(runs.map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 0))
  const store = JSON.parse((await fovea(['memory', 'export'], { cwd })).out) as { files: Record<string, { access_count: number; utility_score: number }> }
  expect(Object.values(store.files).map(({ access_count, utility_score }) => [access_count, utility_score])).toEqual([[4, 0.87995], [4, 0.87995]])
  expect(readdirSync(join(cwd, '.fovea')).sort()).toEqual(['.gitignore', 'memory.json', 'memory.json.last-good'])
})

describe('a file that cannot be used', () => {
  test.each([['{"version":"2.0.0",', 'it ends too early'], ['{"name":"other"}', 'version is missing']])('%s is a clear error and is never lost', async (text, why) => {
    const cwd = tree()
    await fovea(['mark', 'src/beta.ts', '--tag', 'x'], { cwd })
    const file = join(cwd, '.fovea/memory.json')
    writeFileSync(file, text)
    for (const command of [['mark', 'src/beta.ts', '--utility', '1'], ['feedback', 'src/beta.ts', '--useful'], ['journal'], ['memory', 'export'], ['memory', 'forget', 'src/beta.ts']]) {
      const { code, err } = await fovea(command, { cwd })
      expect([code, err]).toEqual([1, expect.stringContaining(`.fovea/memory.json cannot be used: `)])
      expect(err).toContain(why)
      expect(err).toContain('fovea memory reset')
    }
    const pack = await fovea(['.'], { cwd })
    expect([pack.code, pack.err]).toEqual([0, expect.stringContaining('nothing that was learned counts')])
    expect((await fovea(['zoom', 'fn=beta'], { cwd })).err).toContain('nothing was learned')
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect((await fovea(['memory', 'reset'], { cwd })).out).toContain('.fovea/memory.json.bak')
    expect(readFileSync(`${file}.bak`, 'utf8')).toBe(text)
    expect((await fovea(['mark', 'src/beta.ts', '--utility', '1'], { cwd })).code).toBe(0)
  })
})

test('S1.46: the store of the protocol comes in and goes out', async () => {
  const cwd = tree()
  const store = { version: '2.0.0', files: { 'src/gamma.ts': { utility_score: 1, access_count: 47, last_accessed: '2025-12-20T10:28:00Z', tags: ['core'] } }, lens_profiles: { architecture: { learned_priorities: { 'src/beta.ts': 80 }, effectiveness_score: 0.87 } } }
  writeFileSync(join(cwd, '.pm_context_store.json'), JSON.stringify(store))
  expect((await fovea(['memory', 'import'], { cwd })).out).toBe('1 file and 1 lens taken over\n')
  expect((await levels(cwd, '--exclude', '.pm_context_store.json'))['src/gamma.ts']).toBe('L0')
  expect(JSON.parse((await fovea(['memory', 'export'], { cwd })).out)).toEqual(store)
  const written = await fovea(['memory', 'export', 'out.json'], { cwd })
  expect([written.out, JSON.parse(readFileSync(join(cwd, 'out.json'), 'utf8'))]).toEqual(['', store])
})

test('the journal tells what was learned and why', async () => {
  const cwd = tree()
  await fovea(['feedback', 'src/beta.ts', '--useless', '--reason', 'dead code', '--session', 's1'], { cwd })
  await fovea(['zoom', 'fn=alpha'], { cwd })
  await fovea(['mark', 'src/alpha.ts', '--tag', 'core'], { cwd })
  const { out } = await fovea(['journal'], { cwd })
  expect(out).toMatch(/src\/alpha\.ts {2}\(marked, tags core\)\n.*src\/alpha\.ts {2}0\.50 -> 0\.52 {2}\(zoomed\): function=alpha\n.*src\/beta\.ts {2}0\.50 -> 0\.35 {2}\(rated, from s1\): dead code\n/)
  expect((await fovea(['journal', '--tag', 'core'], { cwd })).out).not.toContain('beta')
  expect((await fovea(['journal', 'src/beta.ts', '--json'], { cwd })).out).toContain('"why": "dead code"')
})

test('what the studio calls not useful can be said so', async () => {
  const cwd = tree()
  expect(await fovea(['feedback', 'src/beta.ts', '--not-useful'], { cwd })).toMatchObject({ code: 0, out: 'src/beta.ts  utility 0.35\n' })
})

test('the journal says what it does not know, and of what it knows something', async () => {
  const cwd = tree()
  expect((await fovea(['journal', 'nope'], { cwd })).err).toContain('nothing was learned yet')
  await fovea(['mark', 'src/beta.ts', '--tag', 'core'], { cwd })
  expect(await fovea(['journal', 'src/bet.ts'], { cwd })).toMatchObject({ code: 1, err: 'fovea: nothing was learned about src/bet.ts; did you mean src/beta.ts?\n' })
  expect(await fovea(['journal', 'elsewhere/nope'], { cwd })).toMatchObject({ code: 1, err: expect.stringContaining('"fovea journal" shows what was learned') as string })
  expect(await fovea(['journal', '--tag', 'zig'], { cwd })).toMatchObject({ code: 1, err: 'fovea: no file has the tag zig; it is one of core\n' })
  expect(await fovea(['journal', 'src/beta.ts', '--tag', 'nope'], { cwd })).toMatchObject({ code: 1, err: 'fovea: src/beta.ts does not have the tag nope\n' })
  expect((await fovea(['journal', './src/beta.ts', '--tag', 'core'], { cwd })).code).toBe(0)
})

test('an export is JSON, also when that is asked for', async () => {
  const cwd = tree()
  await fovea(['mark', 'src/beta.ts', '--tag', 'core'], { cwd })
  const { out, code } = await fovea(['memory', 'export', '--json'], { cwd })
  expect([code, out]).toEqual([0, (await fovea(['memory', 'export'], { cwd })).out])
  expect(JSON.parse((await fovea(['memory', 'export', 'out.json', '--json'], { cwd })).out)).toEqual({ file: 'out.json', files: 1, lenses: 0 })
})

test.each([
  [['feedback', 'src/beta.ts'], 2, 'say how useful it was'],
  [['feedback', 'src/beta.ts', '--useful', '--useless'], 2, 'give one of them'],
  [['feedback', 'src/beta.ts', '--useful', '--not-useful'], 2, 'give one of them'],
  [['feedback', '--useful'], 2, 'name what was useful'],
  [['feedback', 'src/beta.ts', '--utility', 'good'], 2, 'a rating lies between 0 and 1'],
  [['feedback', '../secret.ts', '--useful'], 1, 'it leads outside the root'],
  [['feedback', '00000000', '--useful'], 1, 'the pack 00000000 is not known here: packs are kept for a while only'],
  [['feedback', 'src/beta.ts', '--useful', '--lens', 'nope'], 2, 'there is no lens "nope"'],
  [['feedback', '--from', 'no.json'], 1, 'no.json cannot be read: it does not exist'],
  [['mark', 'src/beta.ts'], 2, 'say what is to be kept'],
  [['mark', 'src/nope.ts', '--utility', '1'], 1, 'there is no such file'],
  [['memory', 'forget', 'src/beta.ts'], 1, 'nothing was learned about src/beta.ts'],
  [['memory', 'import', 'no.json'], 1, 'no.json cannot be read: it does not exist'],
])('%j is refused and changes nothing', async (command, code, why) => {
  const cwd = tree()
  const ran = await fovea(command, { cwd })
  expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(why)])
  expect(readdirSync(cwd)).toEqual(['src'])
})
