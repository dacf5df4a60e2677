// What is remembered changes nothing but the time: after any edits, a run with a cache gives the bytes of a run without one.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { compileWorkspace, openWorkspace, settle } from '../../src/index.ts'
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
  expect(memory?.recall('tokens-o200k_base', entry?.sha256 ?? '')).toHaveLength(4)
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

test('skeletons of a folder are made once for each text, and are the same with and without a cache', async () => {
  const root = mkdtempSync(join(home, 's-'))
  writeFileSync(join(root, 'a.py'), 'def login(user):\n    """Opens."""\n    return 1\n')
  writeFileSync(join(root, 'b.py'), 'def broken(:\n')
  writeFileSync(join(root, 'c.bin'), 'x\0')
  const skeletons = async (): Promise<{ sheets: Sheet[]; said: readonly unknown[] }> => {
    const desk = new Desk(root, { level: 'detail', countLines: false })
    const sheets: Sheet[] = []
    for await (const some of desk.folder(root, () => {})) for (const { file, language, skeleton, error } of some) sheets.push({ file, language, skeleton, ...(error === undefined ? {} : { error }) })
    return { sheets, said: desk.diagnostics }
  }
  const [first, second] = [await skeletons(), await skeletons()]
  vi.stubEnv('FOVEA_CACHE', 'off')
  expect(await skeletons()).toEqual(first)
  vi.stubEnv('FOVEA_CACHE', join(home, 'cache'))
  expect(second).toEqual(first)
  const { memory } = openWorkspace(root)
  const sha256 = createHash('sha256').update('def login(user):\n    """Opens."""\n    return 1\n').digest('hex')
  expect(memory?.recallText('skeleton-detail-plain-python', sha256)).toBe(`\n${first.sheets[0]?.skeleton}`)
})
