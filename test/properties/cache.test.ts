// What is remembered changes nothing but the time: after any edits, a run with a cache gives the bytes of a run without one.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { compileWorkspace, openWorkspace, settle } from '../../src/index.ts'
import type { Level } from '../../src/core/level.ts'
import { CONFIG_FILE } from '../../src/core/settings/preferences.ts'
import { Desk, type Sheet } from '../../src/operations/sheets.ts'
import { applyEdit, folderEdit, STILL } from '../kit/folder-edits.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-edits-'))
beforeAll(() => { vi.stubEnv('FOVEA_CACHE', join(home, 'cache')) })
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true, force: true })
})

async function page(root: string, task: string, caching: 'on' | 'off'): Promise<string> {
  const workspace = openWorkspace(root, { frozen: true, caching })
  const { compiled, diagnostics } = await compileWorkspace(workspace, settle({ budget: 600, task, format: task === '' ? 'claude-xml' : 'minimal' }, []))
  const parts = [...compiled.parts].join('')
  await workspace.close()
  return `${parts}\n${JSON.stringify(diagnostics)}`
}

test('a hundred edits, each followed by a run with and one without a cache', async () => {
  let edits = 0
  await fc.assert(fc.asyncProperty(fc.array(folderEdit, { minLength: 25, maxLength: 25 }), async (sequence) => {
    const root = mkdtempSync(join(home, 'r-'))
    for (const one of sequence) {
      applyEdit(root, one)
      edits++
      const task = edits % 2 === 0 ? '' : 'a session is not closed after logout'
      expect(await page(root, task, 'on')).toBe(await page(root, task, 'off'))
    }
  }), { seed: 42, numRuns: 4 })
  expect(edits).toBe(100)
})

test('a second run reads no file that did not change', async () => {
  const root = mkdtempSync(join(home, 'r-'))
  writeFileSync(join(root, 'a.py'), 'def login(user):\n    return 1\n')
  utimesSync(join(root, 'a.py'), STILL, STILL)
  // Its change time is now: only when that has passed can the stamp be trusted.
  await new Promise((done) => { setTimeout(done, 60) })
  await page(root, '', 'on')
  const { memory } = openWorkspace(root)
  const workspace = openWorkspace(root, { frozen: true })
  const reading = await workspace.read(settle({}, []))
  const [entry] = reading.entries
  expect(entry?.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(memory?.recall('tokens-o200k_base', entry?.sha256 ?? '')).toHaveLength(5)
  rmSync(join(root, 'a.py'))
  expect(() => entry?.text).toThrow('changed while it was being read')
})

test('the commits behind a folder are read once for each newest commit', async () => {
  const root = mkdtempSync(join(home, 'g-'))
  const git = (...args: string[]): unknown => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, stdio: 'ignore', env: { PATH: process.env['PATH'], HOME: home } })
  const subjects = async (): Promise<string[] | undefined> => {
    const workspace = openWorkspace(root)
    const history = await workspace.history()
    await workspace.close()
    return history?.commits.map(({ message }) => message)
  }
  git('init', '-q')
  git('commit', '-q', '--allow-empty', '-m', 'one')
  expect(await subjects()).toEqual(['one'])
  vi.stubEnv('PATH', '')
  expect(await subjects()).toEqual(['one'])
  vi.unstubAllEnvs()
  vi.stubEnv('FOVEA_CACHE', join(home, 'cache'))
  git('commit', '-q', '--allow-empty', '-m', 'two')
  expect(await subjects()).toEqual(['two', 'one'])
})

/** The skeletons of a folder as lines, what was said besides, and how many files had to be written. */
async function skeletons(root: string, { name = 'test', cwd = root, level = 'detail', progress = () => {} }: { name?: string; cwd?: string; level?: Level; progress?: (done: number) => void } = {}): Promise<{ text: string; said: readonly unknown[]; written: number }> {
  const desk = new Desk(cwd, { level, countLines: false })
  let written = 0
  const write = ({ file, language, skeleton, error }: Sheet): readonly Uint8Array[] => {
    written++
    return [Buffer.from(`${JSON.stringify({ file, language, skeleton, error })}\n`)]
  }
  const parts: Uint8Array[] = []
  for await (const part of desk.folder(relative(cwd, root) || '.', { form: { name, write }, progress })) parts.push(part)
  return { text: Buffer.concat(parts).toString(), said: desk.diagnostics, written }
}

test('skeletons of a folder are made once for each text, written once for each stretch, and are the same with and without a cache', async () => {
  const root = mkdtempSync(join(home, 's-'))
  writeFileSync(join(root, 'a.py'), 'def login(user):\n    """Opens."""\n    return 1\n')
  writeFileSync(join(root, 'b.py'), 'def broken(:\n')
  writeFileSync(join(root, 'c.bin'), 'x\0')
  const first = await skeletons(root)
  expect(first.text).toContain('"error":')
  expect(first.said).toHaveLength(1)
  expect(await skeletons(root)).toEqual({ ...first, written: 0 })
  expect(await skeletons(root, { name: 'another form' })).toEqual(first)
  vi.stubEnv('FOVEA_CACHE', 'off')
  expect(await skeletons(root)).toEqual(first)
  vi.stubEnv('FOVEA_CACHE', join(home, 'cache'))
  const { memory } = openWorkspace(root)
  const sha256 = createHash('sha256').update('def login(user):\n    """Opens."""\n    return 1\n').digest('hex')
  expect(memory?.recallText('skeleton-detail-plain-python', sha256)).toBe(`\n${(JSON.parse(first.text.slice(0, first.text.indexOf('\n'))) as Sheet).skeleton}`)
})

test('skeletons of a folder after edits are those of a run without a cache', async () => {
  await fc.assert(fc.asyncProperty(fc.array(folderEdit, { minLength: 8, maxLength: 8 }), async (sequence) => {
    const root = mkdtempSync(join(home, 't-'))
    for (const edit of sequence) {
      applyEdit(root, edit)
      const { text, said } = await skeletons(root)
      vi.stubEnv('FOVEA_CACHE', 'off')
      const without = await skeletons(root)
      vi.stubEnv('FOVEA_CACHE', join(home, 'cache'))
      expect({ text, said }).toEqual({ text: without.text, said: without.said })
    }
  }), { numRuns: 4, seed: 5 })
})

test('a rule that changes how much of a file may be shown changes its skeleton at once', async () => {
  const root = mkdtempSync(join(home, 'r-'))
  writeFileSync(join(root, 'a.py'), 'def login(user):\n    """Opens."""\n    return 1\n')
  // The file of the rules is not among those that are shown: nothing but what it says has changed.
  const rule = (...rules: object[]): void => writeFileSync(join(root, CONFIG_FILE), JSON.stringify({ rules: [{ match: '*.json', atMost: 'none' }, ...rules] }))
  rule()
  const free = await skeletons(root)
  expect(free.written).toBe(1)
  rule({ match: '*.py', atMost: 'shape' })
  const { text, written } = await skeletons(root)
  expect(free.text).toContain('Opens')
  expect(text).not.toContain('Opens')
  expect(written).toBe(1)
})

test('what a rule says of a file by its path holds however the folder was typed', async () => {
  const above = mkdtempSync(join(home, 'n-'))
  const root = join(above, 'src')
  mkdirSync(join(root, 'src'), { recursive: true })
  // Texts with such a digest end a stretch, so each of the two is one by itself.
  const text = Array.from({ length: 5000 }, (_, i) => `def login(user):\n    """Opens ${i}."""\n    return 1\n`).find((one) => createHash('sha256').update(one).digest('hex').endsWith('00')) as string
  for (const path of ['a.py', 'src/a.py']) writeFileSync(join(root, path), text)
  writeFileSync(join(root, CONFIG_FILE), JSON.stringify({ rules: [{ match: '*.json', atMost: 'none' }, { match: '/src/*.py', atMost: 'shape' }] }))
  const typed = await skeletons(root, { cwd: above })
  expect(typed.text.split('\n').filter((line) => line.includes('Opens')).map((line) => (JSON.parse(line) as Sheet).file)).toEqual(['src/a.py'])
  const inside = await skeletons(root)
  expect(inside.text.split('\n').filter((line) => line.includes('Opens')).map((line) => (JSON.parse(line) as Sheet).file)).toEqual(['a.py'])
})

test('a file that changed while it was read is told so, and what was told is not kept', async () => {
  const root = mkdtempSync(join(home, 'c-'))
  for (const name of ['a.py', 'b.py']) {
    writeFileSync(join(root, name), `def ${name[0]}(user):\n    return 1\n`)
    utimesSync(join(root, name), STILL, STILL)
  }
  // A stamp that is too young is not trusted.
  await new Promise((done) => { setTimeout(done, 80) })
  await skeletons(root)
  // What is known of both files is trusted; the second one is another by the time it is read.
  const torn = await skeletons(root, { level: 'shape', progress: (done) => { if (done === 0) writeFileSync(join(root, 'b.py'), 'def other(user):\n    return 12\n') } })
  expect(torn.text).toContain('"error":')
  const { text } = await skeletons(root, { level: 'shape' })
  expect(text).not.toContain('"error":')
  expect(text).toContain('def other(user)')
})
