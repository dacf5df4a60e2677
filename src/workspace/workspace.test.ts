import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { VERSION } from '../core/version.ts'
import { compileWorkspace, openWorkspace, settle } from './index.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-workspace-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

function folder(name: string, files: Readonly<Record<string, string>>): string {
  const root = join(home, name)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

async function packed(root: string, frozen: boolean): Promise<{ text: string; score: (path: string) => number }> {
  const workspace = openWorkspace(root, { frozen })
  const { compiled, corpus } = await compileWorkspace(workspace, settle({ budget: 2000 }, workspace.layers))
  return { text: compiled.parts.join(''), score: (path) => corpus.files.find((file) => file.entry.path === path)?.score.value ?? 0 }
}

describe('what was learned', () => {
  const files = { 'src/a.ts': 'export const a = 1\n', 'src/b.ts': 'export const b = 2\n' }

  test('S1.47: moves the score, and S1.18-S1.20: a frozen run neither reads nor writes it', async () => {
    const root = folder('learned', files)
    const fresh = await packed(root, true)
    expect(fresh.score('src/a.ts')).toBe(fresh.score('src/b.ts'))
    await openWorkspace(root).experience.learn([{ kind: 'rated', path: 'src/a.ts', value: 0 }, { kind: 'rated', path: 'src/b.ts', value: 1 }])
    const learned = await packed(root, false)
    expect(learned.score('src/b.ts')).toBeGreaterThan(learned.score('src/a.ts'))
    const frozen = await packed(root, true)
    expect(frozen.text).toBe(fresh.text)
  })
})

test('the version is the one in package.json', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
  expect(VERSION).toBe(manifest.version)
})

test('a ceiling of none is not even counted', async () => {
  const root = folder('hidden', { 'src/a.ts': 'export const a = 1\n', 'secret/plan.md': '# Plan\n', 'fovea.config.json': '{"rules":[{"match":"secret/**","atMost":"none"}]}' })
  const { text } = await packed(root, true)
  expect(text).toContain('src/a.ts')
  expect(text).not.toContain('plan.md')
  expect(text).not.toMatch(/^secret\//m)
})

describe('the history', () => {
  const root = folder('remembered', { 'a.ts': 'export const a = 1\n' })
  const git = (...args: string[]): void => { execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], { cwd: root, stdio: 'ignore' }) }
  git('init', '-q')
  git('add', '.')
  git('commit', '-q', '-m', 'Sign in with ghp_0123456789abcdefghijklmnopqrstuvwxyzAB')

  test('is read once, frozen or not, and holds no secrets', async () => {
    for (const frozen of [true, false]) {
      const workspace = openWorkspace(root, { frozen })
      expect(workspace.history()).toBe(workspace.history())
      const [commit] = (await workspace.history())?.commits ?? []
      expect(commit?.paths).toEqual(['a.ts'])
      expect(commit?.message).toMatch(/^Sign in with /)
      expect(commit?.message).not.toContain('ghp_0123456789')
    }
  })

  test('is asked for when there is a task', async () => {
    const workspace = openWorkspace(root, { frozen: true })
    let asked = 0
    const counting = { ...workspace, history: () => { asked += 1; return workspace.history() } }
    await compileWorkspace(counting, settle({}, workspace.layers))
    expect(asked).toBe(0)
    await compileWorkspace(counting, settle({ task: 'sign in' }, workspace.layers))
    expect(asked).toBe(1)
  })
})

describe('a pack of everything, while files change', () => {
  const pack = async (root: string) => compileWorkspace(openWorkspace(root, { frozen: true, caching: 'off' }), settle({ budget: Infinity }, []))

  test('nothing that was not counted is printed: the page ends before the changed file', async () => {
    const root = folder('streaming', { 'a.txt': 'first\n', 'b.txt': 'second\n'.repeat(20_000) })
    const { compiled } = await pack(root)
    writeFileSync(join(root, 'a.txt'), 'other\n')
    const printed: string[] = []
    expect(() => { for (const part of compiled.parts.bytes?.() ?? []) printed.push(Buffer.from(part as string).toString()) }).toThrow('a.txt changed while it was being read')
    expect(printed.join('')).not.toContain('other')
  })

  test('a file that is written again with the same bytes is the same file', async () => {
    const root = folder('rewritten', { 'a.txt': 'first\n' })
    const { compiled } = await pack(root)
    const before = compiled.parts.join('')
    writeFileSync(join(root, 'a.txt'), 'first\n')
    expect([...compiled.parts.bytes?.() ?? []].map((part) => Buffer.from(part as string).toString()).join('')).toBe(before)
  })
})

test('what will be asked of texts is found out while they are read: few are held, and none is read again to choose', async () => {
  const root = folder('held', Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`f${i}.ts`, `export const f${i} = 1\n`.repeat(30_000)])))
  const workspace = openWorkspace(root, { frozen: true, caching: 'off' })
  const settings = settle({ budget: Infinity }, [])
  const learned: string[] = []
  const reading = await workspace.read(settings, (entry) => { learned.push(entry.path) })
  expect(learned).toEqual(reading.entries.map(({ path }) => path))
  const { compiled } = await compileWorkspace(workspace, settings)
  rmSync(join(root, 'f0.ts'))
  expect(compiled.page.files).toHaveLength(20)
  expect(() => compiled.parts.join('')).toThrow('f0.ts changed while it was being read')
})
