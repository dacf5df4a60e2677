import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { applyDelta } from '../../src/core/delta/apply.ts'
import { folder, fovea, type Ran, tokensOf } from './run.ts'

const body = (name: string, lines = 20): string => `export function ${name}(input: number[]): number {\n${Array.from({ length: lines }, (_, i) => `  const ${name}${i} = input[${i}] ?? ${i}`).join('\n')}\n  return 0\n}\n`
const NAMES = ['alpha', 'beta', 'gamma', 'delta']

interface Place { readonly cwd: string; readonly run: (...args: string[]) => Promise<Ran>; readonly pack: (...args: string[]) => Promise<{ id: string; text: string }> }

/** A folder with a cache of its own. */
function place(): Place {
  const cwd = folder(Object.fromEntries(NAMES.map((name) => [`src/${name}.ts`, body(name)])))
  const cache = folder({})
  const run: Place['run'] = (...args) => fovea(args, { cwd, env: { FOVEA_CACHE: cache } })
  const pack: Place['pack'] = async (...args) => {
    const { out, err } = await run('.', ...args)
    return { id: /^pack ([0-9a-f]{8})$/m.exec(err)?.[1] ?? '', text: out }
  }
  return { cwd, run, pack }
}

/** The same page without the second in which it was made. */
const timeless = (text: string): string => text.replace(/<timestamp>[^<]*<\/timestamp>|"timestamp":"[^"]*"/, '')

describe('S3.20: a delta tells what changed since a pack', () => {
  test.each([['claude-xml'], ['xml'], ['markdown'], ['minimal'], ['plusminus'], ['plusminus-classic'], ['json'], ['prompt']])('in %s: base and delta give the full answer', async (format) => {
    const { cwd, run, pack } = place()
    const base = await pack('--budget', '3k', '--format', format)
    writeFileSync(join(cwd, 'src/beta.ts'), body('beta').replace('input[7]', 'input[8]'))
    writeFileSync(join(cwd, 'src/omega.ts'), body('omega', 3))
    rmSync(join(cwd, 'src/delta.ts'))
    const delta = await run('delta', '--base', base.id, '--budget', '3k', '--format', format)
    const full = await pack('--budget', '3k', '--format', format)
    expect(delta.code).toBe(0)
    expect(timeless(applyDelta(base.text, delta.out))).toBe(timeless(full.text))
    if (format === 'plusminus-classic' || format === 'json' || format === 'prompt') return
    expect(delta.out).toMatch(new RegExp(`^BASE: ctx@${base.id}\nDELTA: ctx@[0-9a-f]{8}, 2 of 4 files as shown`))
    expect(delta.out).toContain('- src/beta.ts: changed\n')
    expect(delta.out).toContain('- src/omega.ts: new\n')
    expect(delta.out).toContain('- src/delta.ts: gone\n')
    expect(delta.out).not.toContain('alpha3')
    expect(tokensOf(delta.out)).toBeLessThan(tokensOf(full.text) / 2)
  })

  test('the next delta begins where the last one ended', async () => {
    const { cwd, run, pack } = place()
    const base = await pack('--budget', '3k')
    writeFileSync(join(cwd, 'src/beta.ts'), body('beta', 21))
    const first = await run('delta', '--base', base.id, '--budget', '3k')
    const second = /^pack ([0-9a-f]{8})$/m.exec(first.err)?.[1] as string
    writeFileSync(join(cwd, 'src/beta.ts'), body('beta', 22))
    const next = await run('delta', '--base', `ctx@${second}`, '--budget', '3k', '--action', 'fix the tests')
    expect(next.out).toContain(`BASE: ctx@${second}\n`)
    expect(next.out).toMatch(/\nACTION: fix the tests\n$/)
    expect(timeless(applyDelta(applyDelta(base.text, first.out), next.out))).toBe(timeless((await pack('--budget', '3k')).text))
  })

  test('a raised and a renamed file are told as such', async () => {
    const { cwd, run, pack } = place()
    const base = await pack('--budget', '900')
    const raised = JSON.parse((await run('delta', '--base', base.id, '--budget', '1400', '--json')).out) as { raised: string[]; pack: string }
    expect(raised.raised.length).toBeGreaterThan(0)
    const whole = await pack('--budget', '3k')
    renameSync(join(cwd, 'src/gamma.ts'), join(cwd, 'src/omega.ts'))
    expect((await run('delta', '--base', whole.id, '--budget', '3k')).out).toContain('- src/omega.ts: changed, was src/gamma.ts\n')
  })
})

describe('when there is no delta', () => {
  test('a base that is not known gives the full answer and says so', async () => {
    const { run, pack } = place()
    const { out, err, code } = await run('delta', '--base', '00000000', '--budget', '3k')
    expect([code, timeless(out)]).toEqual([0, timeless((await pack('--budget', '3k')).text)])
    expect(err).toContain('the pack 00000000 is not known here, so this is the whole answer')
    expect(JSON.parse((await run('delta', '--base', '00000000', '--json')).out)).toMatchObject({ whole: true, why: expect.stringContaining('not known') })
  })

  test('when all changed, the whole answer costs less', async () => {
    const { cwd, run, pack } = place()
    const base = await pack('--budget', '3k')
    for (const name of NAMES) rmSync(join(cwd, `src/${name}.ts`))
    // Many small files: naming each as new costs more than what is left of the page saves.
    for (let i = 0; i < 60; i++) writeFileSync(join(cwd, `src/other-file-${i}.ts`), `export const other${i} = ${i}\n`)
    const { out, err } = await run('delta', '--base', base.id, '--budget', '8k')
    expect(out).toContain('<context')
    expect(err).toContain('so much changed')
  })

  test.each([['--frozen'], ['--no-cache']])('%s keeps nothing and knows nothing', async (option) => {
    const cwd = folder({ 'a.ts': body('a') })
    const cache = folder({})
    const base = await fovea(['.', option, '--budget', '3k'], { cwd, env: { FOVEA_CACHE: cache } })
    expect(base.err).not.toMatch(/^pack /m)
    expect(readdirSync(cache, { recursive: true }).filter((name) => String(name).includes('pack-'))).toEqual([])
    const known = await fovea(['.', '--budget', '3k'], { cwd, env: { FOVEA_CACHE: cache } })
    const id = /^pack ([0-9a-f]{8})$/m.exec(known.err)?.[1] as string
    expect((await fovea(['delta', '--base', id, option, '--budget', '3k'], { cwd, env: { FOVEA_CACHE: cache } })).err).toContain('no packs are kept')
    expect(readdirSync(cwd)).toEqual(['a.ts'])
  })

  test('a pack that the disk altered is not known any more', async () => {
    const cwd = folder({ 'a.ts': body('a') })
    const cache = folder({})
    const id = /^pack ([0-9a-f]{8})$/m.exec((await fovea(['.', '--budget', '3k'], { cwd, env: { FOVEA_CACHE: cache } })).err)?.[1] as string
    const file = join(cache, String(readdirSync(cache, { recursive: true }).find((name) => String(name).endsWith(`pack-${id}.json`))))
    writeFileSync(file, readFileSync(file, 'utf8').replace('input[3]', 'input[4]'))
    expect((await fovea(['delta', '--base', id, '--budget', '3k'], { cwd, env: { FOVEA_CACHE: cache } })).err).toContain('is not known here')
  })
})

test.each([
  [['delta'], 2, 'name the pack that the reader has'],
  [['delta', '--base', '00000000', '--json', '-o', 'x'], 2, 'give --json or --output, not both'],
  [['delta', '--base', 'lots'], 2, '--base is the id of a pack'],
  [['delta', '--base', '00000000', '--budget', '1'], 5, 'a budget of 1 tokens is too small'],
])('%j is refused', async (args, code, why) => {
  const { run } = place()
  const ran = await run(...args)
  expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(why)])
})

test('a delta keeps the budget, whatever it is', async () => {
  const { cwd, run, pack } = place()
  for (const budget of [150, 300, 600, 1000]) {
    const base = await pack('--budget', '3k')
    writeFileSync(join(cwd, 'src/beta.ts'), body('beta', budget % 17))
    expect(tokensOf((await run('delta', '--base', base.id, '--budget', String(budget))).out)).toBeLessThanOrEqual(budget)
  }
})

test('the id of a pack rates what it showed, and its lens', async () => {
  const { run, pack } = place()
  const { id } = await pack('--budget', '3k', '--lens', 'architecture')
  const { out, code } = await run('feedback', id, '--useful')
  expect([code, out]).toEqual([0, expect.stringContaining('src/alpha.ts  utility 0.55\n')])
  expect(out).toContain('lens architecture  effectiveness 0.65\n')
  expect((await run('journal')).out).toContain(`(shown in a pack that was rated, lens architecture, from pack ${id})`)
})

describe('diff', () => {
  test('says how much of a pack a prompt cache can take from another', async () => {
    const { cwd, run, pack } = place()
    const a = await pack('--budget', '3k', '--format', 'minimal')
    writeFileSync(join(cwd, 'src/gamma.ts'), body('gamma').replace('input[7]', 'input[8]'))
    const b = await pack('--budget', '3k', '--format', 'minimal')
    const { out, code } = await run('diff', a.id, b.id)
    expect([code, out]).toEqual([0, expect.stringContaining('first difference: line ')])
    expect(out).toContain(', in src/gamma.ts\n')
    expect(out).toContain('3 of 4 files read the same\n')
    const data = JSON.parse((await run('diff', a.id, b.id, '--json')).out) as { prefix: { bytes: number; lines: number; tokens: number }; saved_tokens: number; b: { tokens: number } }
    const kept = b.text.split(/(?<=\n)/).slice(0, data.prefix.lines).join('')
    expect(a.text.startsWith(kept)).toBe(true)
    expect([data.saved_tokens, data.b.tokens]).toEqual([tokensOf(kept), tokensOf(b.text)])
    expect(data.prefix.bytes).toBeGreaterThanOrEqual(Buffer.byteLength(kept))
  })

  test('takes files, and knows packs among them', async () => {
    const { cwd, run, pack } = place()
    const a = await pack('--budget', '3k', '--format', 'minimal')
    const one = join(folder({ 'one.txt': a.text, 'two.txt': 'other\n' }))
    expect((await run('diff', a.id, join(one, 'one.txt'))).out).toContain('are the same')
    expect((await run('diff', join(one, 'one.txt'), join(one, 'two.txt'))).out).toContain('shared from the beginning: 0 bytes')
    expect(readdirSync(cwd)).toEqual(['src'])
  })

  test.each([[['diff', 'a'], 2, 'name two packs'], [['diff', '00000000', '00000001'], 1, 'the pack 00000000 is not known here'], [['diff', 'no.md', 'no.md'], 1, 'no.md is neither the id of a pack nor a file'], [['diff', '.', '.'], 1, 'it is not a plain file']])('%j is refused', async (args, code, why) => {
    const ran = await place().run(...args)
    expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(why)])
  })
})
