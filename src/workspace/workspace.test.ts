import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { VERSION } from '../core/version.ts'
import { compileWorkspace, openWorkspace, settle } from './index.ts'
import { Warm } from './warm.ts'
import type { WorkspaceOptions } from './workspace.ts'

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

  describe('in a repository', () => {
    const git = (root: string, ...args: string[]): void => { execFileSync('git', args, { cwd: root, stdio: 'ignore' }) }
    const before = process.env['XDG_CONFIG_HOME']
    const own = folder('own', {})
    afterEach(() => {
      if (before === undefined) delete process.env['XDG_CONFIG_HOME']
      else process.env['XDG_CONFIG_HOME'] = before
    })

    async function taught(name: string): Promise<string> {
      const root = folder(name, files)
      git(root, 'init', '-q')
      git(root, 'add', '.')
      await openWorkspace(root).experience.learn([{ kind: 'rated', path: 'src/a.ts', value: 0 }, { kind: 'rated', path: 'src/b.ts', value: 1 }])
      return root
    }

    async function judged(root: string): Promise<{ bent: boolean; told: string[] }> {
      const workspace = openWorkspace(root)
      const { corpus, diagnostics } = await compileWorkspace(workspace, settle({ budget: 2000 }, workspace.layers))
      const score = (path: string): number => corpus.files.find((file) => file.entry.path === path)?.score.value ?? 0
      return { bent: score('src/a.ts') !== score('src/b.ts'), told: diagnostics.flatMap(({ code, message }) => (code.startsWith('memory/') ? [message] : [])) }
    }

    test('one\'s own counts; one that the repository brings does not, and that is said once', async () => {
      const root = await taught('brought')
      expect(await judged(root)).toEqual({ bent: true, told: [] })
      git(root, 'add', '-f', '.fovea/memory.json')
      expect(await judged(root)).toEqual({ bent: false, told: ['.fovea/memory.json does not count: this repository tracks it, so it may be somebody else\'s'] })
      // It can still be looked at.
      expect((await openWorkspace(root).experience.recall()).files.size).toBe(2)
      git(root, 'rm', '-q', '--cached', '.fovea/memory.json')
      git(root, 'add', '-f', '.fovea/memory.json.last-good')
      expect((await judged(root)).bent).toBe(false)
      git(root, 'rm', '-q', '--cached', '.fovea/memory.json.last-good')
      expect(await judged(root)).toEqual({ bent: true, told: [] })
    })

    test('it counts where its user trusts the folder; the repository cannot say so', async () => {
      const root = await taught('trusted')
      git(root, 'add', '-f', '.fovea/memory.json')
      const trust = JSON.stringify({ memory: { trust: [home] } })
      writeFileSync(join(root, 'fovea.config.json'), trust)
      expect((await judged(root)).bent).toBe(false)
      mkdirSync(join(own, 'fovea'), { recursive: true })
      writeFileSync(join(own, 'fovea/config.json'), trust)
      process.env['XDG_CONFIG_HOME'] = own
      expect(await judged(root)).toEqual({ bent: true, told: [] })
      writeFileSync(join(own, 'fovea/config.json'), JSON.stringify({ memory: { trust: [`${root}-other`, join(root, 'src')] } }))
      expect((await judged(root)).bent).toBe(false)
    })

    test('where git cannot say, it does not count either', async () => {
      const root = await taught('unsure')
      rmSync(join(root, '.git/index'))
      mkdirSync(join(root, '.git/index'))
      expect(await judged(root)).toEqual({ bent: false, told: ['.fovea/memory.json does not count: git cannot say whether this repository brings it'] })
    })
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
  const pack = async (root: string, more: WorkspaceOptions = {}) => compileWorkspace(openWorkspace(root, { frozen: true, caching: 'off', ...more }), settle({ budget: Infinity }, []))

  test('what was read is held and printed as it was counted, in bytes and as text', async () => {
    const root = folder('streamed', { 'a.txt': 'first\n', 'b.txt': 'second\n'.repeat(20_000) })
    const { compiled } = await pack(root)
    rmSync(join(root, 'b.txt'))
    writeFileSync(join(root, 'a.txt'), 'other\n')
    const printed = [...compiled.parts.bytes?.() ?? []].map((part) => Buffer.from(part as string).toString()).join('')
    expect(printed).toContain('first\n')
    expect(printed).toContain('second\n'.repeat(20_000))
    expect(compiled.parts.join('')).toBe(printed)
  })

  test('nothing that was not counted is printed by a server, which holds a few megabytes: the page ends before the changed file', async () => {
    const root = folder('streaming', { ...Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`0${i}.txt`, 'line\n'.repeat(200_000)])), 'a.txt': `first\n${'line\n'.repeat(100_000)}`, 'b.txt': 'second\n'.repeat(20_000) })
    const { compiled } = await pack(root, { warm: new Warm() })
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
  const workspace = openWorkspace(root, { frozen: true, caching: 'off', warm: new Warm() })
  const settings = settle({ budget: Infinity }, [])
  const learned: string[] = []
  const reading = await workspace.read(settings, (entry) => { learned.push(entry.path) })
  expect(learned).toEqual(reading.entries.map(({ path }) => path))
  const { compiled } = await compileWorkspace(workspace, settings)
  rmSync(join(root, 'f9.ts'))
  expect(compiled.page.files).toHaveLength(20)
  expect(() => compiled.parts.join('')).toThrow('f9.ts changed while it was being read')
})
