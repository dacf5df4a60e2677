import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { likeOllama, startModel, type TestModel } from '../../test/kit/model.ts'
import { type Compilation, compileWorkspace, openWorkspace, settle, type WorkspaceOptions } from './index.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-meaning-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const SECRET = 'ghp_0123456789abcdefghijklmnopqrstuvwxyzAB'
const FILES: Readonly<Record<string, string>> = {
  'src/aaa.ts': 'export function tint(layout: string) { return `font and colour of ${layout}` }\n',
  'src/basket.ts': 'export function total(order: number[]) { return order.length }\n',
  'src/secret.ts': `export const credential = "${SECRET}"\n`,
  'src/zzz.ts': 'export function verify(password: string) { return password }\n',
}

let model: TestModel
let made = 0
let root: string
beforeEach(async () => {
  model = await startModel(likeOllama)
  root = join(home, `tree-${made++}`)
  put(root, FILES)
  configure({})
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await model.close()
})

function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** One's own configuration, with the model in it. */
function configure(more: Readonly<Record<string, unknown>>, embeddings: unknown = { kind: 'ollama', url: model.url, model: 'tiny' }): void {
  put(join(home, 'config', 'fovea'), { 'config.json': JSON.stringify({ embeddings, ...more }) })
  vi.stubEnv('XDG_CONFIG_HOME', join(home, 'config'))
}

async function packed(options: WorkspaceOptions = {}): Promise<Compilation> {
  const workspace = openWorkspace(root, options)
  const compilation = await compileWorkspace(workspace, settle({ task: 'nobody gets through the login', budget: 4000 }, workspace.layers))
  await workspace.store.close()
  return compilation
}

const scores = ({ corpus }: Compilation): Record<string, number> => Object.fromEntries(corpus.files.map(({ entry, score }) => [entry.path, score.value]))
const best = (compilation: Compilation): string | undefined => Object.entries(scores(compilation)).toSorted(([, a], [, b]) => b - a)[0]?.[0]
const codes = ({ diagnostics }: Compilation): string[] => diagnostics.map(({ code }) => code).filter((code) => code.startsWith('model/') || code.startsWith('config/'))
const sent = (): string => model.asked.flatMap(({ input }) => input).join('\n')

describe('a model that is configured', () => {
  test('changes how files stand to each other, and says why', async () => {
    const with_ = await packed()
    expect(['src/zzz.ts', 'src/secret.ts']).toContain(best(with_))
    expect(with_.corpus.files.find(({ entry }) => entry.path === 'src/zzz.ts')?.score.signals.map(({ name }) => name)).toContain('meaning')
    rmSync(join(home, 'config'), { recursive: true })
    const without = await packed()
    // Scores are parts of the best one: what tells is how two files stand to each other.
    const ahead = (compilation: Compilation): number => (scores(compilation)['src/zzz.ts'] as number) / (scores(compilation)['src/aaa.ts'] as number)
    expect(ahead(with_)).toBeGreaterThan(2 * ahead(without))
    expect(without.corpus.files.flatMap(({ score }) => score.signals).map(({ name }) => name)).not.toContain('meaning')
    expect(codes(with_)).toEqual([])
  })

  test('is asked once for each text; what changed is asked again, another model for all', async () => {
    const first = await packed()
    const passages = model.asked.flatMap(({ input }) => input).length
    model.asked.length = 0
    expect(scores(await packed())).toEqual(scores(first))
    expect(model.asked.map(({ input }) => input)).toEqual([['nobody gets through the login']])
    put(root, { 'src/basket.ts': 'export function price() {}\n' })
    model.asked.length = 0
    await packed()
    expect(model.asked.flatMap(({ input }) => input).filter((text) => text.startsWith('src/'))).toEqual(['src/basket.ts\nprice', 'src/basket.ts\nexport function price() {}\n'])
    configure({}, { kind: 'ollama', url: model.url, model: 'other' })
    model.asked.length = 0
    await packed()
    expect(model.asked.flatMap(({ input }) => input)).toHaveLength(passages)
  })

  test('gets no secrets, and of a file with a ceiling no more than may be shown', async () => {
    configure({ rules: [{ match: 'src/zzz.ts', atMost: 'line' }, { match: 'src/aaa.ts', atMost: 'shape' }, { match: 'src/basket.ts', atMost: 'none' }] })
    await packed()
    expect(sent()).toContain('credential')
    expect(sent()).not.toContain(SECRET)
    expect(sent()).toContain('src/zzz.ts')
    expect(sent()).not.toMatch(/verify|font and|basket/)
    expect(sent()).toContain('src/aaa.ts\ntint')
  })

  test('is not asked when frozen or without a task', async () => {
    await packed({ frozen: true })
    const workspace = openWorkspace(root)
    await compileWorkspace(workspace, settle({}, workspace.layers))
    expect(model.asked).toEqual([])
  })

  test('that is down is a warning, and the context is as it would be without', async () => {
    await model.close()
    const down = await packed()
    expect(codes(down)).toEqual(['model/silent'])
    expect(down.diagnostics.find(({ code }) => code === 'model/silent')?.message).toMatch(/^the model ollama:tiny was not used: 127\.0\.0\.1:\d+: nothing listens there$/)
    rmSync(join(home, 'config'), { recursive: true })
    expect(scores(await packed())).toEqual(scores(down))
  })
})

test('a repository cannot name a model: it would be sent code and a key', async () => {
  rmSync(join(home, 'config'), { recursive: true })
  put(root, { 'fovea.config.json': JSON.stringify({ embeddings: { kind: 'ollama', url: model.url, model: 'theirs', key: 'env:HOME' } }) })
  expect(codes(await packed())).toEqual(['config/widening'])
  expect(model.asked).toEqual([])
})

test('a configuration that would leak is refused before anything is read', async () => {
  for (const [embeddings, words] of [
    [{ kind: 'openai', url: 'http://models.example.com', model: 'm' }, 'must begin with https://'],
    [{ kind: 'openai', url: 'https://models.example.com', model: 'm', key: 'sk-abc' }, 'must name an environment variable'],
    [{ kind: 'other', url: 'https://models.example.com', model: 'm' }, 'embeddings.kind cannot be "other"'],
    [{ kind: 'openai', url: 'https://models.example.com' }, 'embeddings.model is missing'],
  ] as const) {
    configure({}, embeddings)
    await expect(packed()).rejects.toThrow(words)
  }
})

test('a model of one\'s own is asked before the configured one; what it throws is a warning', async () => {
  const own = await packed({ embedder: { name: 'own', embed: async (texts) => texts.map((text) => Float32Array.of(text.includes('aaa') || text.includes('login') ? 1 : 0, 0.1)) } })
  expect(best(own)).toBe('src/aaa.ts')
  expect(model.asked).toEqual([])
  const broken = await packed({ embedder: { name: 'own2', embed: () => Promise.reject(new Error(`no, ${SECRET}`)) } })
  expect(codes(broken)).toEqual(['model/silent'])
  expect(JSON.stringify(broken.diagnostics)).not.toContain(SECRET)
})
