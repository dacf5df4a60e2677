import { describe, expect, test, vi } from 'vitest'
import { asset } from '../workspace/assets.ts'
import { countedPaths, openFiles, packFiles, type VirtualFile } from './index.ts'

const source = (name: string): string => `/** ${name} of a session. */\nexport function ${name}(token: string): number {\n${'  const part = token.length * 2\n'.repeat(40)}  return part\n}\n`
const files: readonly VirtualFile[] = [
  { path: 'src/open.ts', content: source('open') }, { path: 'src/close.ts', content: new TextEncoder().encode(source('close')) }, { path: 'docs/guide.md', content: '# Guide\n\nHow to open.\n' },
  { path: '.gitignore', content: 'build/\n' }, { path: 'build/out.js', content: 'built()\n' }, { path: 'node_modules/x/index.js', content: 'foreign()\n' }, { path: '.git/HEAD', content: 'ref: refs/heads/main\n' },
  { path: 'logo.png', content: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0) }, { path: 'yarn.lock', content: 'lock\n' },
]
const text = async (options: Parameters<typeof packFiles>[1] = {}, given = files): Promise<string> => (await packFiles(given, { load: asset, frozen: true, format: 'minimal', ...options })).parts.join('')

describe('S1.60: a folder in memory', () => {
  test('what is ignored, foreign or a stub is as on a disk', async () => {
    const page = await text()
    expect(page).toContain('src/open.ts')
    expect(page).not.toMatch(/built\(\)|foreign\(\)|refs\/heads/)
    expect(page).toContain('binary logo.png')
    expect(page).not.toContain('lock\n')
  })

  test('the options of the command hold: include, exclude, pin, levels, skeleton, lens, meter, task', async () => {
    expect(await text({ include: ['docs'] })).not.toContain('src/open.ts')
    expect(await text({ exclude: ['docs/'] })).not.toContain('guide.md')
    const whole = '  const part = token.length * 2\n'.repeat(40)
    expect(await text({ budget: 300 })).not.toContain(whole)
    expect(await text({ budget: 300, pin: ['src/close.ts'] })).toContain(whole)
    expect(await text({ budget: 600, skeleton: 'disabled' })).not.toContain('{...}')
    expect(await text({ levels: ['line'] })).not.toContain('token.length')
    expect((await packFiles(files, { load: asset, lens: 'security', meter: 'heuristic', budget: '2k' })).page).toMatchObject({ lens: 'security' })
    const { chosen } = await packFiles(files, { load: asset, task: 'close a session', budget: '1k' })
    expect(chosen.format).toEqual({ value: 'minimal', origin: 'default' })
  })

  test('rules of the caller may force, those of the repository may only narrow', async () => {
    const config = (value: unknown): VirtualFile => ({ path: 'fovea.config.json', content: JSON.stringify(value) })
    expect(await text({ budget: 300, rules: [{ match: 'src/close.ts', atLeast: 'full', why: 'asked' }] })).toContain('  const part = token.length * 2\n'.repeat(40))
    expect(await text({}, [...files, config({ exclude: ['docs/'], rules: [{ match: 'src/open.ts', atMost: 'none' }], catalog: { role: 'x' } })])).not.toMatch(/How to open|open of a session/)
    const forced = await packFiles([...files, config({ rules: [{ match: 'src/**', atLeast: 'full' }] })], { load: asset, budget: 300 })
    expect(forced.tokens).toBeLessThanOrEqual(300)
    expect(forced.diagnostics.map(({ code }) => code)).toEqual(['config/widening'])
    await expect(text({}, [...files, config({ exclude: 'docs' })])).rejects.toThrow('fovea.config.json: exclude must be an')
    await expect(text({}, [...files, { path: 'fovea.config.json', content: '{' }])).rejects.toThrow('fovea.config.json: this is not JSON')
  })

  test('aliases of the tree are shown; a registry that cannot be read is told', async () => {
    const alias = { path: '.ado/aliases.json', content: JSON.stringify({ 'S.OPEN': { path: 'src/open.ts', sha: '00000000' } }) }
    expect(await text({ format: 'claude-xml' }, [...files, alias])).toContain('S.OPEN@')
    expect((await packFiles([...files, { ...alias, content: '[' }], { load: asset })).diagnostics).toMatchObject([{ code: 'ctx/unreadable' }])
  })

  test('secrets are told of, and progress reaches the end', async () => {
    const onProgress = vi.fn<(done: number, all: number) => void>()
    const secret = ['ghp', '_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('')
    const { diagnostics } = await packFiles([{ path: 'a.env', content: `TOKEN=${secret}\n` }], { load: asset, onProgress })
    expect(diagnostics).toMatchObject([{ code: 'source/redacted', path: 'a.env' }])
    expect(onProgress.mock.lastCall).toEqual([1, 1])
  })

  test('packed again, nothing is loaded or worked out twice, and the bytes are the same', async () => {
    const load = vi.fn<typeof asset>(asset)
    const open = openFiles(files, { load })
    const first = (await open.pack({ budget: 500, frozen: true })).parts.join('')
    const loads = load.mock.calls.length
    expect((await open.pack({ budget: 500, frozen: true })).parts.join('')).toBe(first)
    expect((await open.pack({ budget: 300, frozen: true, task: 'close' })).tokens).toBeLessThanOrEqual(300)
    expect(load.mock.calls.length).toBe(loads)
  })

  test.each([
    [[{ path: 'a', content: '' }, { path: './a', content: '' }], 'two files are called "a": give each path once'],
    [[{ path: '../a', content: '' }], '"../a" is no path of a file: one looks like "src/index.ts", and stays in its folder'],
    [[{ path: '', content: '' }], '"" is no path of a file'],
    [[{ path: 'a', content: 7 }], 'the content of "a" is neither a text nor bytes (Uint8Array): read it first'],
    [[{ content: 'x' }], 'a file needs a path such as "src/index.ts", not undefined'],
  ])('%j is a mistake with a sentence', (given, message) => {
    expect(() => openFiles(given as VirtualFile[])).toThrow(message)
  })

  test('what counts is known before anything else is read, and a beginning with a size is enough of a large file', async () => {
    const unread = files.map((file) => (file.path === '.gitignore' ? file : { ...file, content: '' }))
    expect(countedPaths(unread)).toEqual(['.gitignore', 'docs/guide.md', 'logo.png', 'src/close.ts', 'src/open.ts', 'yarn.lock'])
    expect(countedPaths(unread, { include: ['src'] })).toEqual(['src/close.ts', 'src/open.ts'])
    const whole = 'large\n'.repeat(300_000)
    const shown = await text({ format: 'claude-xml' }, [{ path: 'a.txt', content: whole }])
    expect(await text({ format: 'claude-xml' }, [{ path: 'a.txt', content: whole.slice(0, (1 << 20) + 1), size: whole.length }])).toBe(shown)
  })

  test('what cannot be is said plainly', async () => {
    await expect(text({ lens: 'securty' })).rejects.toThrow('there is no lens "securty"')
    await expect(text({ budget: 'lots' })).rejects.toThrow('a budget looks like 8000, 32k or 1m, not "lots"')
    await expect(text({ format: 'xlm' })).rejects.toThrow(/there is no format "xlm"/)
  })
})
