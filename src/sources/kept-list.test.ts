import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { redactSecrets } from '../guards/secrets.ts'
import type { Keeping } from './kept-list.ts'
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

/** A shelf for one text. */
function forgetting(): Keeping['shelf'] & { value: string | undefined } {
  return { value: undefined, find() { return this.value }, keep(_id, text) { this.value = text; return true } }
}

const LATER = 60_000
const options = (root: string, more: Partial<WalkOptions> = {}): WalkOptions => ({ root, include: [], exclude: [], useIgnoreFiles: true, useLocalExcludes: true, report: () => {}, ...more })
const listed = async (root: string, shelf?: Keeping['shelf'], now = Date.now() + LATER): Promise<string[]> => [...(await list(options(root), shelf === undefined ? {} : { lists: { shelf, now } })).found].map(({ path, kind, indexed }) => `${kind} ${path} ${indexed}`)
/** Longer than a tick of the clock of a disk. */
const tick = (): Promise<void> => new Promise((done) => { setTimeout(done, 25) })

test('a list is given again without asking anybody as long as nothing has changed', async () => {
  const root = repository()
  const memory = forgetting()
  expect(await listed(root, memory)).toEqual(await listed(root))
  // What nobody could find on the disk shows where the list comes from.
  memory.value = memory.value?.replace('src/deep/b.ts', 'src/deep/z.ts')
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
  const shelf: Keeping['shelf'] = { find: () => undefined, keep: (id) => keys.add(id).size > 0 }
  for (const more of [{}, { exclude: ['docs'] }, { include: ['src'] }, { useLocalExcludes: false }]) await list(options(root, more), { lists: { shelf, now: Date.now() + LATER } })
  expect(keys.size).toBe(4)
})

test('a folder that git knows and that is gone, or is a link, hides no other folder', async () => {
  for (const change of [(root: string) => rmSync(join(root, 'docs'), { recursive: true }), (root: string) => { renameSync(join(root, 'docs'), join(root, 'away')); symlinkSync('away', join(root, 'docs')) }]) {
    const root = repository()
    git(root, 'add', 'docs')
    change(root)
    const shelf = forgetting()
    await listed(root, shelf)
    expect(shelf.value).toBeDefined()
    await tick()
    put(root, 'empty/new.ts')
    expect(await listed(root, shelf)).toEqual(await listed(root))
    expect(await listed(root, shelf)).toContain('file empty/new.ts undefined')
  }
})

test('nothing behind a link is watched', async () => {
  const root = repository()
  const outside = mkdtempSync(join(home, 'outside-'))
  put(outside, 'deep/b.ts')
  put(outside, 'deep/private/c.ts')
  rmSync(join(root, 'src'), { recursive: true })
  symlinkSync(outside, join(root, 'src'))
  const shelf = forgetting()
  await listed(root, shelf)
  expect(shelf.value).toBeDefined()
  expect(shelf.value).not.toContain('src/deep')
})

test('settings that git reads from elsewhere, and names that are no text, are not kept under', async () => {
  const root = repository()
  git(root, 'config', 'include.path', 'extra')
  const shelf = forgetting()
  await listed(root, shelf)
  expect(shelf.value).toBeUndefined()
})

test('where there is too much to watch, nobody tries again before the index changes', async () => {
  const root = repository()
  for (let i = 0; i < 1002; i++) mkdirSync(join(root, 'many', String(i)), { recursive: true })
  const shelf = forgetting()
  let kept = 0
  const counting = { find: (id: string) => shelf.find(id), keep: (id: string, text: string) => { kept++; return shelf.keep(id, text) } }
  for (let i = 0; i < 3; i++) expect(await listed(root, counting)).toEqual(await listed(root))
  expect(kept).toBe(1)
  expect(shelf.value).not.toContain('"found"')
  git(root, 'add', '-f', 'logs/x.log')
  await listed(root, counting)
  expect(kept).toBe(2)
})

test.each(['{}', 'null', '{"key":1', '[]'])('what is no list is none: %s', async (text) => {
  const root = repository()
  const shelf = forgetting()
  await listed(root, shelf)
  const { key } = JSON.parse(shelf.value as string) as { key: string }
  for (const broken of [text, JSON.stringify({ key }), JSON.stringify({ key, watched: 'a', stamps: {} }), JSON.stringify({ key, watched: [], stamps: [], found: 7 })]) {
    shelf.value = broken
    expect(await listed(root, shelf)).toEqual(await listed(root))
  }
})

test('a name that may not be kept is not kept in a list', async () => {
  const root = repository()
  const shelf = forgetting()
  const lists = { shelf, now: Date.now() + LATER, isSecret: (text: string) => text.includes('src/deep/b.ts') }
  expect([...(await list(options(root), { lists })).found].map(({ path }) => path)).toContain('src/deep/b.ts')
  expect(shelf.value).toBeUndefined()
})

test('a name that begins a private key is not kept, whatever names follow it', async () => {
  const root = repository()
  put(root, `src/-----BEGIN PRIVATE KEY-----${'MIIEvQIBADANBgkqhkiG9w0B'.repeat(4)}`)
  for (let at = 0; at < 40; at++) put(root, `src/some file of many words, number ${at}.ts`)
  put(root, 'src/z-----END PRIVATE KEY-----')
  const shelf = forgetting()
  const lists = { shelf, now: Date.now() + LATER, isSecret: (text: string) => redactSecrets(text).text !== text }
  expect([...(await list(options(root), { lists })).found].length).toBeGreaterThan(40)
  expect(shelf.value).toBeUndefined()
})
