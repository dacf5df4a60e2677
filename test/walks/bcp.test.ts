// Containers of blocks, as people use them: made from a manifest, looked at, checked, read again.
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { encode, loadZstd } from '../../dist/blocks/codec/index.js'
import { asset } from '../../dist/workspace/assets.js'
import { bombs } from '../kit/bombs.mjs'
import { BIN, folder, fovea, start, tokensOf } from './run.ts'

const BLOCKS = [
  { type: 'code', lang: 'rust', path: 'src/a.rs', content: 'fn a() {}\n', summary: 'one function', priority: 'high' },
  { type: 'conversation', role: 'user', content: 'why?' },
  { type: 'document', title: 'Long', content: 'a line of text\n'.repeat(60), format_hint: 'markdown' },
]
const manifest = (blocks: readonly object[]): string => JSON.stringify({ blocks })
const place = (): string => folder({ 'blocks.json': manifest(BLOCKS) })

/** A folder with a container made of the blocks above. */
async function packed(...options: string[]): Promise<string> {
  const cwd = place()
  expect(await fovea(['bcp', 'encode', 'blocks.json', '-o', 'c.bcp', ...options], { cwd })).toMatchObject({ code: 0, out: '', err: expect.stringMatching(/^4 blocks, \d+ bytes, written to c\.bcp\n$/) as string })
  return cwd
}

describe('encode and decode', () => {
  test.each([[], ['--compress', 'none'], ['--compress', 'payload', '--dedup']])('give the manifest back (%s %s)', async (...options) => {
    const cwd = await packed(...options)
    const { code, out, err } = await fovea(['bcp', 'decode', 'c.bcp'], { cwd })
    expect({ code, err, manifest: JSON.parse(out) as unknown }).toEqual({ code: 0, err: '', manifest: { blocks: BLOCKS } })
    const lines = await fovea(['bcp', 'decode', 'c.bcp', '--jsonl', '-o', 'again.jsonl'], { cwd })
    expect(lines).toMatchObject({ code: 0, out: '', err: '4 blocks written to again.jsonl\n' })
    await fovea(['bcp', 'encode', 'again.jsonl', '-o', 'd.bcp', ...options], { cwd })
    expect(readFileSync(join(cwd, 'd.bcp'))).toEqual(readFileSync(join(cwd, 'c.bcp')))
  })

  test('never replace what they read, by whatever name', async () => {
    const cwd = await packed()
    symlinkSync('blocks.json', join(cwd, 'link.json'))
    for (const [command, input, output] of [['encode', 'blocks.json', 'blocks.json'], ['encode', 'blocks.json', './link.json'], ['decode', 'c.bcp', 'c.bcp']] as const) {
      const before = readFileSync(join(cwd, input))
      expect(await fovea(['bcp', command, input, '-o', output], { cwd })).toMatchObject({ code: 2, err: expect.stringContaining(`${output} is what is read: name another file with -o`) as string })
      expect(readFileSync(join(cwd, input))).toEqual(before)
    }
  })

  test('through pipes, byte by byte the same', async () => {
    const cwd = await packed()
    const piped = await start('sh', ['-c', `"${process.execPath}" "${BIN}" bcp encode - < blocks.json | tee piped.bcp | "${process.execPath}" "${BIN}" bcp validate -`], { cwd })
    expect(piped).toMatchObject({ code: 0, out: 'standard input is valid: 4 blocks\n' })
    expect(readFileSync(join(cwd, 'piped.bcp'))).toEqual(readFileSync(join(cwd, 'c.bcp')))
  })

  test('--json tells what was written, and needs a file for it', async () => {
    const cwd = place()
    const told = await fovea(['bcp', 'encode', 'blocks.json', '--json', '-o', 'c.bcp'], { cwd })
    expect(JSON.parse(told.out)).toMatchObject({ blocks: 4, compress: 'blocks', dedup: false, output: 'c.bcp', bytes: readFileSync(join(cwd, 'c.bcp')).length })
    expect(await fovea(['bcp', 'encode', 'blocks.json', '--json'], { cwd })).toMatchObject({ code: 2, out: '' })
  })

  test('a mistake in the manifest leaves the file as it was', async () => {
    const cwd = await packed()
    const before = readFileSync(join(cwd, 'c.bcp'))
    writeFileSync(join(cwd, 'wrong.json'), manifest([...BLOCKS, { type: 'code', lang: 'rust', content: '' }]))
    expect(await fovea(['bcp', 'encode', 'wrong.json', '-o', 'c.bcp'], { cwd })).toMatchObject({ code: 2, err: expect.stringContaining('wrong.json: block 3 (code): path is missing') as string })
    expect(readFileSync(join(cwd, 'c.bcp'))).toEqual(before)
    expect(await fovea(['bcp', 'encode', 'blocks.json', '-o', 'no/such/c.bcp'], { cwd })).toMatchObject({ code: 1, err: expect.stringContaining('no/such/c.bcp cannot be written: its folder does not exist') as string })
  })
})

describe('content_file', () => {
  test('is read from the folder of the manifest, never from elsewhere', async () => {
    const outside = folder({ 'secret.txt': 'secret' })
    const cwd = folder({ 'in/part.txt': 'part of it' })
    symlinkSync(join(outside, 'secret.txt'), join(cwd, 'in', 'link.txt'))
    const encode = async (content_file: string): Promise<{ code: number | null; err: string }> => {
      writeFileSync(join(cwd, 'in', 'm.json'), manifest([{ type: 'document', title: 't', format_hint: 'plain', content_file }]))
      return fovea(['bcp', 'encode', 'in/m.json', '-o', 'c.bcp'], { cwd })
    }
    expect(await encode('part.txt')).toMatchObject({ code: 0 })
    expect((await fovea(['bcp', 'decode', 'c.bcp'], { cwd })).out).toContain('"content":"part of it"')
    for (const path of ['../secret.txt', 'link.txt', join(outside, 'secret.txt'), '.git/config', 'missing.txt', '.']) {
      const { code, err } = await encode(path)
      expect([path, code, err.includes('content_file')]).toEqual([path, 2, true])
    }
  })
})

describe('the older mark', () => {
  test('is written and read by name or by --lcp', async () => {
    const cwd = place()
    await fovea(['bcp', 'encode', 'blocks.json', '-o', 'old.lcp'], { cwd })
    expect(readFileSync(join(cwd, 'old.lcp')).subarray(0, 4).toString('latin1')).toBe('LCP\0')
    writeFileSync(join(cwd, 'old.bin'), readFileSync(join(cwd, 'old.lcp')))
    expect(await fovea(['bcp', 'validate', 'old.lcp'], { cwd })).toMatchObject({ code: 0, out: 'old.lcp is valid: 4 blocks\n' })
    expect(await fovea(['bcp', 'validate', 'old.bin', '--lcp'], { cwd })).toMatchObject({ code: 0 })
    expect(await fovea(['bcp', 'decode', 'old.bin'], { cwd })).toMatchObject({ code: 1, err: expect.stringContaining('name it .lcp or pass --lcp') as string })
    expect((await fovea(['render', 'old.lcp', '--mode', 'minimal', '-q'], { cwd })).out).toContain('fn a() {}')
  })
})

describe('inspect, validate, stats', () => {
  test('list frames with offsets, sizes and flags', async () => {
    const cwd = await packed()
    const { code, out } = await fovea(['bcp', 'inspect', 'c.bcp'], { cwd })
    expect(code).toBe(0)
    expect(out.split('\n')[0]).toBe('BCP 1.0, payload not packed')
    expect(out).toMatch(/^ +0 +8 +\d+ +\d+ +code +summary +src\/a\.rs$/m)
    expect(out).toMatch(/^ +3 +\d+ +\d+ +9\d\d +document +zstd +Long$/m)
    const { frames } = JSON.parse((await fovea(['bcp', 'inspect', 'c.bcp', '--json'], { cwd })).out) as { frames: { offset: number; bytes: number }[] }
    frames.slice(1).forEach((frame, i) => expect(frame.offset).toBe((frames[i]?.offset ?? 0) + (frames[i]?.bytes ?? 0)))
  })

  test('say every fault, and go on behind one', async () => {
    const cwd = await packed('--compress', 'none')
    const bytes = readFileSync(join(cwd, 'c.bcp'))
    // The role of the turn is not one, and the file lacks its end.
    bytes[bytes.indexOf('why?') - 4] = 9
    writeFileSync(join(cwd, 'bad.bcp'), bytes.subarray(0, -4))
    const { code, out } = await fovea(['bcp', 'validate', 'bad.bcp'], { cwd })
    expect(code).toBe(1)
    expect(out).toMatch(/^block 2 \(conversation\): 9 is no role at byte \d+; 1 to 4 are/)
    expect(out).toContain('the mark of the end is missing')
    expect(out).toContain('bad.bcp is not valid: 2 faults, 4 blocks found')
    expect(await fovea(['bcp', 'inspect', 'c.bcp'], { cwd })).toMatchObject({ code: 0 })
    const told = await fovea(['bcp', 'validate', 'bad.bcp', '--json'], { cwd })
    expect(JSON.parse(told.out)).toMatchObject({ valid: false, blocks: 4, faults: [{ fault: 'word' }, { fault: 'no-end' }], notes: [] })
  })

  test('what is allowed and odd is a note', async () => {
    const cwd = folder({ 'm.json': manifest([...BLOCKS, { type: 'annotation', target_block_id: 99, kind: 'priority', value_base64: 'CQ==' }, { type: 'unknown', code: 66, body: 'x' }]) })
    await fovea(['bcp', 'encode', 'm.json', '-o', 'c.bcp'], { cwd })
    const { code, out } = await fovea(['bcp', 'validate', 'c.bcp'], { cwd })
    expect(code).toBe(0)
    expect(out).toContain('note: block 4 (annotation): its priority is not 1 to 5, so it says nothing')
    expect(out).toContain('note: block 4 (annotation): it speaks of block 99, which is not there')
    expect(out).toContain('note: block 5 (type 0x42): this type is not known here; it is kept as it is')
  })

  test('count tokens by type', async () => {
    const cwd = await packed()
    const { code, out } = await fovea(['bcp', 'stats', 'c.bcp', '--json'], { cwd })
    expect(code).toBe(0)
    const figures = JSON.parse(out) as { blocks: number; tokens: number; ratio: number; packed_blocks: number; by_type: { type: string; tokens: number }[] }
    expect(figures).toMatchObject({ blocks: 4, packed_blocks: 1, meter: 'o200k_base' })
    expect(figures.ratio).toBeLessThan(0.3)
    expect(figures.by_type.map(({ type }) => type)).toEqual(['document', 'code', 'conversation', 'annotation'])
    expect(figures.tokens).toBe(figures.by_type.reduce((sum, { tokens }) => sum + tokens, 0))
    expect((await fovea(['bcp', 'stats', 'c.bcp'], { cwd })).out).toMatch(/^4 blocks, \d+ tokens\n {2}document/)
  })

  test('what is no container is told so, and a missing file is named', async () => {
    const cwd = place()
    for (const command of ['decode', 'inspect', 'stats']) expect(await fovea(['bcp', command, 'blocks.json'], { cwd })).toMatchObject({ code: 1, err: expect.stringContaining('blocks.json: it does not begin with "BCP\\0"') as string })
    expect(await fovea(['bcp', 'decode', 'nothing.bcp'], { cwd })).toMatchObject({ code: 1, err: expect.stringContaining('nothing.bcp does not exist') as string })
    expect(await fovea(['bcp', 'decode'], { cwd })).toMatchObject({ code: 2, err: expect.stringContaining('name a container') as string })
    expect(existsSync(join(cwd, 'c.bcp'))).toBe(false)
    const made = await packed()
    expect(await fovea(['bcp', 'encode', 'c.bcp', '-o', 'd.bcp'], { cwd: made })).toMatchObject({ code: 2, err: expect.stringContaining('c.bcp is a container already') as string })
  })
})

describe('bombs', () => {
  const cwd = folder({ 'peak.cjs': "process.on('exit', () => process.stderr.write('\\npeak ' + process.resourceUsage().maxRSS))\n" })

  /** The exit code and the peak memory of a command, in MiB. */
  async function peakOf(...args: string[]): Promise<{ code: number | null; err: string; peak: number }> {
    const { code, err } = await start(process.execPath, ['--require', join(cwd, 'peak.cjs'), BIN, ...args], { cwd })
    return { code, err, peak: Number(/peak (\d+)$/.exec(err)?.[1]) / 1024 }
  }

  // When memory is given back is the engine's choice, so this asks for less than the least of them unpacks to; `bench/bcp-fuzz.mjs` measures it against 64 MiB.
  test('are refused by every command before they are unpacked', async () => {
    const zstd = await loadZstd(asset, { packing: true })
    writeFileSync(join(cwd, 'small.bcp'), encode([{ type: 'unknown', code: 66, body: new Uint8Array(1000) }], { zstd, compress: 'blocks' }))
    const usual = await peakOf('bcp', 'decode', 'small.bcp')
    expect(usual.code).toBe(0)
    const all = bombs((bytes: Uint8Array) => zstd.pack(bytes)) as Record<string, Uint8Array>
    for (const [command, name] of [['decode', 'a payload of 20 blocks of 16 MiB that does not say so'], ['validate', '100 bodies of 16 MiB'], ['stats', 'a body of 1 GiB that does not say so'], ['inspect', 'a tree of 2 million files']] as const) {
      writeFileSync(join(cwd, 'bomb.bcp'), all[name] as Uint8Array)
      const { code, peak } = await peakOf('bcp', command, 'bomb.bcp')
      expect([name, code, peak - usual.peak < 160]).toEqual([name, 1, true])
    }
  })
})

describe('pack', () => {
  const source = Array.from({ length: 30 }, (_, i) => `/** Number ${i}. */\nexport function step${i}(a: number): number {\n  const b = a * ${i}\n  return b > 10 ? b - 1 : b + 1\n}\n`).join('\n')

  test('a folder becomes a container that is fitted into smaller budgets without the folder', async () => {
    const root = folder({ ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`src/${name}.ts`, source.replaceAll('step', name)])), 'src/close.ts': 'export function closeSession(id: string): void {\n  console.log(id)\n}\n' })
    const elsewhere = folder({})
    const packed = await fovea(['bcp', 'pack', root, '--task', 'closeSession does not close', '--budget', '6k', '-o', 'c.bcp', '--frozen'], { cwd: elsewhere })
    expect(packed).toMatchObject({ code: 0, out: '' })
    expect(packed.err).toMatch(/^\d files? shown, \d+ tokens as a page\n\d+ blocks, \d+ bytes, written to c\.bcp\n$/m)
    expect(await fovea(['bcp', 'validate', 'c.bcp'], { cwd: elsewhere })).toMatchObject({ code: 0 })
    for (const budget of [200, 600, 1500, 4000, 9000]) {
      const { code, out } = await fovea(['render', 'c.bcp', '--budget', String(budget), '--mode', 'minimal', '-q'], { cwd: elsewhere })
      expect(code).toBe(0)
      expect(tokensOf(out)).toBeLessThanOrEqual(budget)
      expect(out).toContain('export function closeSession(id: string)')
    }
    const everything = (await fovea(['render', 'c.bcp', '--mode', 'minimal', '-q'], { cwd: elsewhere })).out
    expect((await fovea(['render', 'c.bcp', '--mode', 'minimal', '-q', '--budget', '20k'], { cwd: elsewhere })).out).toBe(everything)
  })

  test('the same files give the same bytes; what is pinned is critical; too little is exit code 5', async () => {
    const root = folder({ 'a.ts': source, 'b.ts': source.replaceAll('step', 'b') })
    const bytes = async (): Promise<Buffer> => {
      await fovea(['bcp', 'pack', '.', '--frozen', '--pin', 'b.ts', '-o', 'out.bcp', '-q'], { cwd: root })
      return readFileSync(join(root, 'out.bcp'))
    }
    expect(await bytes()).toEqual(await bytes())
    const { blocks } = JSON.parse((await fovea(['bcp', 'decode', 'out.bcp'], { cwd: root })).out) as { blocks: { path: string; priority: string }[] }
    expect(blocks.map(({ path, priority }) => `${path.slice(0, 4)} ${priority === 'critical'}`)).toEqual(['a.ts false', 'b.ts true'])
    expect(await fovea(['bcp', 'pack', '.', '--budget', '3', '-o', 'none.bcp'], { cwd: root })).toMatchObject({ code: 5, err: expect.stringContaining('too small') as string })
    expect(existsSync(join(root, 'none.bcp'))).toBe(false)
  })
})
