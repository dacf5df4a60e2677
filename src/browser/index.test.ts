import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { asset } from '../workspace/assets.ts'
import { assetsAt, BlockReader, blocksFromManifest, ContextEngine, decodeBlocks, EncoderConfig, encodeBlocks, manifestOfBlocks, packFiles, renderBlocks, zstdFor } from './index.ts'

const files = [
  { path: 'src/b.ts', content: 'export function b(): number {\n  return 2\n}\n' },
  { path: 'src/a.ts', content: `export function a(): string {\n  return ${'"x" + '.repeat(400)}"]]>"\n}\n` },
]

describe('S1.59-S1.63: the core without a file system', () => {
  test('packs files that are in memory, within the budget', async () => {
    const { parts, tokens } = await packFiles(files, { budget: '400', load: asset, frozen: true })
    const text = parts.join('')
    expect(text).toContain('<file path="src/b.ts"')
    expect(text).toContain('export function a(): string')
    expect(text).not.toContain('"x" + "x"')
    expect(tokens).toBeLessThanOrEqual(400)
  })

  test('speaks the JavaScript API of the protocol, byte-identical when frozen', async () => {
    const engine = ContextEngine.with_config(EncoderConfig.new().with_format('claude-xml').with_frozen(true).with_loader(asset))
    const text = await engine.serialize_files(files)
    expect(text).toContain(']]]]><![CDATA[>')
    expect(text).toContain('<timestamp>1970-01-01T00:00:00Z</timestamp>')
    expect(await engine.serialize_files(files.toReversed())).toBe(text)
  })

  test('redacts secrets like every other way out', async () => {
    const secret = ['ghp', '_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('')
    const { parts } = await packFiles([{ path: 'a.env', content: `TOKEN=${secret}\n` }], { load: asset })
    expect(parts.join('')).not.toContain(secret)
    expect(parts.join('')).toContain('⟨redacted:')
  })

  test('what cannot be fetched is named, with what to do', async () => {
    await expect(packFiles(files)).rejects.toThrow(/^the vocabulary o200k_base could not be fetched from file:.*vocab\/o200k_base\.bin\.gz \(.+\): give packFiles a load function that brings "vocab\/o200k_base\.bin"$/)
  })

  test('assets come from a folder that is named, zipped or unzipped by the server', async () => {
    const asked: string[] = []
    const answers = [gzipSync('zipped'), Buffer.from('plain')]
    vi.stubGlobal('location', { href: 'https://example.org/app/page.html' })
    vi.stubGlobal('fetch', async (url: URL) => { asked.push(String(url)); return new Response(answers[asked.length - 1]) })
    const load = assetsAt('../fovea/')
    const read = async (name: string): Promise<string> => Buffer.from(await load(name)).toString()
    expect([await read('vocab/a.bin'), await read('grammars/b.wasm')]).toEqual(['zipped', 'plain'])
    expect(asked).toEqual(['https://example.org/fovea/vocab/a.bin.gz', 'https://example.org/fovea/grammars/b.wasm.gz'])
    vi.unstubAllGlobals()
  })

  test('nothing it imports needs Node', () => {
    const seen = new Set<string>()
    const open = [fileURLToPath(new URL('./index.ts', import.meta.url))]
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (seen.has(file)) continue
      seen.add(file)
      for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export) [^'\n]*from '([^']+)'/gm)) {
        expect(from, file).not.toMatch(/^node:/)
        if (from.startsWith('.')) open.push(resolve(dirname(file), from))
        else expect(['web-tree-sitter', '@noble/hashes/blake3.js', '@noble/hashes/sha2.js']).toContain(from)
      }
    }
    expect(seen.size).toBeGreaterThan(50)
  })
})

describe('blocks without a file system', () => {
  const manifest = [{ type: 'code', lang: 'rust', path: 'a.rs', content: 'fn a() {}\n'.repeat(60), summary: 'a, sixty times', priority: 'low' }, { type: 'conversation', role: 'user', content: 'why?' }]

  test('a container is written, read, streamed and fitted', async () => {
    const blocks = blocksFromManifest(JSON.stringify(manifest))
    const bytes = await encodeBlocks(blocks, { compress: 'blocks', load: asset })
    expect(bytes.length).toBeLessThan(150)
    expect(manifestOfBlocks(await decodeBlocks(bytes, { load: asset }))).toEqual(manifest)
    const reader = new BlockReader({ zstd: await zstdFor(asset) })
    expect([...reader.push(bytes.subarray(0, 50)), ...reader.push(bytes.subarray(50))]).toEqual(blocks)
    reader.end()
    const { text, tokens } = await renderBlocks(blocks, { budget: '100', mode: 'minimal', load: asset })
    expect(tokens).toBeLessThanOrEqual(100)
    expect(text).toBe('--- a.rs [rust] (summary) ---\na, sixty times\n\n[user] why?')
  })

  test('secrets are redacted', async () => {
    const secret = ['ghp', '_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('')
    expect((await renderBlocks([{ type: 'conversation', role: 'tool', content: new TextEncoder().encode(`TOKEN=${secret}`) }], { load: asset })).text).not.toContain(secret)
  })
})
