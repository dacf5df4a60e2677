import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Memory } from '../core/ports.ts'
import { list } from './listing.ts'
import type { WalkOptions } from './walk.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-kept-list-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const ENV = { PATH: process.env['PATH'] ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }
const git = (root: string, ...args: string[]): unknown => execFileSync('git', args, { cwd: root, env: ENV, stdio: 'ignore' })

function repository(): string {
  const root = mkdtempSync(join(home, 'r-'))
  git(root, 'init', '-q')
  for (const path of ['src/a.ts', 'src/deep/b.ts', 'docs/c.md', 'logs/x.log', 'logs/more/y.log']) put(root, path)
  put(root, '.gitignore', '*.log\n')
  mkdirSync(join(root, 'empty/below'), { recursive: true })
  git(root, 'add', 'src', '.gitignore')
  return root
}

function put(root: string, path: string, text = 'x'): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** A memory of one value. */
function forgetting(): Memory & { value: Uint8Array | undefined } {
  return { value: undefined, recall() { return this.value }, keep(_kind, _key, value) { this.value = value }, recallText: () => undefined, keepText: () => {} }
}

const LATER = 60_000
const options = (root: string, more: Partial<WalkOptions> = {}): WalkOptions => ({ root, include: [], exclude: [], useIgnoreFiles: true, useLocalExcludes: true, report: () => {}, ...more })
const listed = async (root: string, memory?: Memory, now = Date.now() + LATER): Promise<string[]> => [...await list(options(root), memory === undefined ? {} : { lists: { memory, now } })].map(({ path, kind, indexed }) => `${kind} ${path} ${indexed}`)
/** Longer than a tick of the clock of a disk. */
const tick = (): Promise<void> => new Promise((done) => { setTimeout(done, 25) })

test('a list is given again without asking anybody as long as nothing has changed', async () => {
  const root = repository()
  const memory = forgetting()
  expect(await listed(root, memory)).toEqual(await listed(root))
  // What nobody could find on the disk shows where the list comes from.
  memory.value = new Uint8Array(Buffer.from(Buffer.from(memory.value ?? []).toString('latin1').replace('src/deep/b.ts', 'src/deep/z.ts'), 'latin1'))
  expect(await listed(root, memory)).toContain('file src/deep/z.ts true')
  await tick()
  put(root, 'src/new.ts')
  expect(await listed(root, memory)).toEqual(await listed(root))
})

const EDITS: Readonly<Record<string, (root: string) => void>> = {
  'a file appears beside others': (root) => put(root, 'src/new.ts'),
  'a file goes': (root) => rmSync(join(root, 'docs/c.md')),
  'a file appears in a folder that was empty': (root) => put(root, 'empty/below/new.ts'),
  'a file appears beside ignored ones': (root) => put(root, 'logs/more/new.ts'),
  'an ignore file says more': (root) => appendFileSync(join(root, '.gitignore'), '*.md\n'),
  'an ignore file that is ignored itself says less': (root) => put(root, 'logs/.gitignore', '!*.log\n.gitignore\n'),
  'a file becomes a link': (root) => { rmSync(join(root, 'docs/c.md')); symlinkSync('../src/a.ts', join(root, 'docs/c.md')) },
  'a folder becomes a link': (root) => { renameSync(join(root, 'src/deep'), join(root, 'away')); symlinkSync('../away', join(root, 'src/deep')) },
  'git tracks more': (root) => git(root, 'add', '-f', 'logs/x.log'),
  'one clone excludes more': (root) => { mkdirSync(join(root, '.git/info'), { recursive: true }); writeFileSync(join(root, '.git/info/exclude'), 'docs\n') },
  'an ignore file that git does not read appears': (root) => put(root, 'src/.foveaignore', 'a.ts\n'),
  'a repository appears': (root) => { mkdirSync(join(root, 'docs/inner')); git(join(root, 'docs/inner'), 'init', '-q') },
}

for (const [name, edit] of Object.entries(EDITS)) {
  test(`${name}: the list is that of now`, async () => {
    const root = repository()
    const memory = forgetting()
    await listed(root, memory)
    expect(memory.value).toBeDefined()
    await tick()
    edit(root)
    expect(await listed(root, memory)).toEqual(await listed(root))
  })
}

test('what changed just before is not trusted, and so not kept', async () => {
  const root = repository()
  const memory = forgetting()
  await listed(root, memory, Date.now())
  expect(memory.value).toBeUndefined()
})

test('lists for other wishes are other lists', async () => {
  const root = repository()
  const keys = new Set<string>()
  const memory: Memory = { ...forgetting(), recall: () => undefined, keep: (_kind, key) => void keys.add(key) }
  for (const more of [{}, { exclude: ['docs'] }, { include: ['src'] }, { useLocalExcludes: false }]) await list(options(root, more), { lists: { memory, now: Date.now() + LATER } })
  expect(keys.size).toBe(4)
})
