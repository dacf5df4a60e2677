// The program as it is shipped: a few files, of which a start loads only those it needs, and which do what the compiled modules do.
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BIN, folder, PROJECT, put, start } from './run.ts'

const MODULES = join(BIN, '../../cli/bin.js')
const place = folder({ 'loaded.cjs': "process.on('exit', () => process.stderr.write('\\n' + JSON.stringify(Object.keys(require.cache))))\n" })

/** The files that a command loaded: those of the program by name, and other packages. */
async function loadedBy(args: readonly string[], cwd = place): Promise<string[]> {
  const { code, err } = await start(process.execPath, ['--require', join(place, 'loaded.cjs'), BIN, ...args], { cwd })
  expect(code, err).toBe(0)
  const files = JSON.parse(err.slice(err.lastIndexOf('\n'))) as string[]
  return files.filter((file) => !file.startsWith(place)).map((file) => (file.includes('/packs/') ? `packs/${basename(file)}` : basename(file)))
}

describe('a start loads what it needs', () => {
  test('the version: one file', async () => {
    expect(await loadedBy(['--version'])).toEqual(['fovea.cjs'])
  })

  test('help and a page of whole files: no language, no tree-sitter', async () => {
    const root = folder({ 'a.ts': 'export const a = 1\n', 'b.py': 'b = 1\n', 'c.js': 'c = 1\n', 'd.json': '{}\n', 'e.yaml': 'e: 1\n', 'f.svg': '<svg/>\n' })
    for (const args of [['--help'], [root, '--budget', 'none', '--frozen', '-q']]) {
      expect((await loadedBy(args)).filter((file) => file.startsWith('packs/') || file.includes('tree-sitter'))).toEqual([])
    }
  })

  test('the words of commands: for help and for another command than the usual one', async () => {
    const asks = async (...args: string[]): Promise<boolean> => (await loadedBy(args)).includes('commands.cjs')
    expect([await asks('.', '--frozen', '-q'), await asks('--help'), await asks('languages')]).toEqual([false, true, true])
  })

  test('child processes, and the network that comes with them: where git is asked', async () => {
    const parts = folder({ 'parts.cjs': "process.on('exit', () => process.stderr.write(String(process.moduleLoadList.includes('NativeModule child_process'))))\n" })
    const asks = async (cwd: string): Promise<string> => (await start(process.execPath, ['--require', join(parts, 'parts.cjs'), BIN, '.', '--budget', 'none', '-q'], { cwd })).err
    const repository = folder({ 'a.ts': 'export const a = 1\n' })
    await start('git', ['init', '-q'], { cwd: repository })
    expect([await asks(folder({ 'a.ts': 'export const a = 1\n' })), await asks(repository)]).toEqual(['false', 'true'])
  })

  test('the base gives what others need as one object', () => {
    expect(readFileSync(join(BIN, '../base.cjs'), 'latin1')).not.toContain('Object.defineProperty(exports, "')
  })

  test('the file that every command reads is ASCII', () => {
    expect(readFileSync(join(BIN, '../base.cjs'), 'latin1')).not.toMatch(/[^\0-\x7f]/)
  })

  test('it has no remarks, which Node would read at every start', () => {
    expect(readFileSync(join(BIN, '../base.cjs'), 'latin1').split('\n').filter((line) => /^\s*\/\*\*/.test(line))).toEqual([])
  })

  test('it has no literal that asks for properties of characters, which Node would look up at every start', () => {
    expect(readFileSync(join(BIN, '../base.cjs'), 'latin1').split('\n').filter((line) => /(?<!\\)\\p\{/.test(line.replace(/^\s*(?:\/\*\*|\/\/|\*).*/, '')))).toEqual([])
  })

  test('the vocabulary that the build has laid out, and where it is missing or of another build, the one that is zipped', async () => {
    const dist = join(BIN, '../..')
    const copy = folder({})
    const root = folder({ 'a.ts': 'export const a = 1\n' })
    for (const part of ['bin', 'vocab', 'build.txt']) cpSync(join(dist, part), join(copy, 'dist', part), { recursive: true })
    const laid = join(copy, 'dist/vocab/o200k_base.laid')
    const zipped = join(copy, 'dist/vocab/o200k_base.bin.gz')
    const packed = async (): Promise<string> => (await start(process.execPath, [join(copy, 'dist/bin/fovea.cjs'), '.', '--frozen', '--budget', 'none'], { cwd: root })).out
    const usual = await packed()
    expect(usual).toContain('export const a = 1')
    renameSync(zipped, `${zipped}.away`)
    expect(await packed()).toBe(usual)
    renameSync(`${zipped}.away`, zipped)
    writeFileSync(laid, `another build${'\0'.repeat(5000)}`)
    expect(await packed()).toBe(usual)
    rmSync(laid)
    expect(await packed()).toBe(usual)
  })

  test('asking a model: the libraries of providers for those who ask, and for nobody else', async () => {
    const cwd = folder({ 'a.py': 'a = 1\n', '.fovea/aliases.json': '{"H.a": {"path": "a.py", "sha": "00000000"}}' })
    const providers = async (...args: string[]): Promise<boolean> => (await loadedBy(args, cwd)).some((file) => file.endsWith('.cjs') && existsSync(join(BIN, '..', file)) && readFileSync(join(BIN, '..', file), 'utf8').includes('node_modules/@ai-sdk/'))
    expect([await providers('.'), await providers('ctx', 'pack', '--show'), await providers('gen', 'code', '--dry-run'), await providers('gen', 'code', '--dry-run', '--json')]).toEqual([false, false, false, true])
  })

  test('skeletons: the languages that are there', async () => {
    const loaded = await loadedBy(['skeleton', 'b.py'], folder({ 'b.py': 'def b():\n    return 1\n' }))
    expect(loaded.filter((file) => file.startsWith('packs/'))).toEqual(['packs/python.cjs'])
  })
})

test('it prints what the compiled modules print', async () => {
  const root = folder(PROJECT)
  put(root, { 'm.h': 'class A { int b(); };\n', 'n.ml': 'let f x = x\n', 'o.lisp': '(defun f (x) x)\n', 'p.vue': '<script>\nexport default {}\n</script>\n', 'q.sh': '#!/bin/sh\nf() { echo; }\n' })
  for (const args of [['.', '--frozen', '--budget', '900'], ['skeleton', '.', '--jsonl'], ['languages', '--json'], ['zoom', 'fn=closeAll', '--frozen']]) {
    const [bundled, compiled] = await Promise.all([BIN, MODULES].map((program) => start(process.execPath, [program, ...args], { cwd: root })))
    expect(bundled).toEqual(compiled)
  }
})
