import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { A_WHILE, AGAIN, quietFolder } from '../../test/kit/quiet.ts'
import { entryOf, filesSource, readingOn } from './files.ts'
import { PathError } from '../disk/inside.ts'
import { readEntry } from './jail.ts'
import { type Found, walk } from './walk.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Redact } from '../core/entry/reading.ts'
import type { Entry, Ledger, Source } from '../core/ports.ts'
import type { FilesOptions } from './files.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-files-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

let made = 0
function folder(): string {
  const root = join(home, `r${made++}`)
  mkdirSync(root)
  return root
}

async function all(source: Source): Promise<Entry[]> {
  const result: Entry[] = []
  for await (const entry of source.entries()) result.push(entry)
  return result
}

async function read(root: string, options: FilesOptions = {}): Promise<{ entries: Entry[]; diagnostics: readonly Diagnostic[] }> {
  const source = filesSource(root, options)
  return { entries: await all(source), diagnostics: source.diagnostics }
}

const hash = (kind: string, bytes: string | Buffer): string => createHash(kind).update(bytes).digest('hex')

test('an entry has the text, the size, the time and the digests of the bytes', async () => {
  const root = folder()
  writeFileSync(join(root, 'a.txt'), 'caf\u00e9\r\n')
  utimesSync(join(root, 'a.txt'), 1000, 1000)
  const bytes = Buffer.from('caf\u00e9\r\n')
  const entry = { path: 'a.txt', text: 'caf\u00e9\r\n', bytes: 7, md5: hash('md5', bytes), sha256: hash('sha256', bytes), modified: 1_000_000 }
  expect((await read(root)).entries).toMatchObject([entry])
  expect((await read(root, { frozen: true })).entries).toMatchObject([{ ...entry, modified: 0 }])
  expect(readEntry(root, 'a.txt')).toEqual(entry)
})

test('listing twice gives the same entries and does not repeat diagnostics', async () => {
  const root = folder()
  writeFileSync(join(root, 'a'), 'x')
  execFileSync('mkfifo', [join(root, 'pipe')])
  const source = filesSource(root)
  expect(await all(source)).toEqual(await all(source))
  expect(source.diagnostics).toHaveLength(1)
})

test('links are never followed and say where they lead only below the root', async () => {
  const root = folder()
  mkdirSync(join(root, 'sub'))
  writeFileSync(join(root, 'x'), 'text')
  symlinkSync('../x', join(root, 'sub/in'))
  symlinkSync('../../r0/a.txt', join(root, 'sub/out'))
  symlinkSync('/etc/passwd', join(root, 'etc'))
  symlinkSync('loop', join(root, 'loop'))
  symlinkSync('sub', join(root, 'dir'))
  const { entries } = await read(root)
  expect(entries.filter((entry) => entry.stub !== undefined).map((entry) => [entry.path, entry.stub, entry.text])).toEqual([
    ['dir', 'link to sub', ''], ['etc', 'link outside the root', ''], ['loop', 'link to loop', ''],
    ['sub/in', 'link to ../x', ''], ['sub/out', 'link outside the root', ''],
  ])
})

test('pipes, sockets and unreadable things are reported and the rest is read', async () => {
  const root = folder()
  execFileSync('mkfifo', [join(root, 'pipe')])
  const server = createServer().listen(join(root, 'socket'))
  await new Promise((done) => { server.once('listening', done) })
  writeFileSync(join(root, 'z.txt'), 'here')
  const { entries, diagnostics } = await read(root)
  server.close()
  expect(entries.map((entry) => entry.path)).toEqual(['z.txt'])
  expect(diagnostics.map((one) => [one.code, one.path])).toEqual(expect.arrayContaining([['source/special-file', 'pipe'], ['source/special-file', 'socket']]))
  expect(JSON.stringify(diagnostics)).not.toContain(home)
})

// The superuser may read everything, so the listing is done by a child that is nobody.
test('what may not be read is reported by name, file and folder', () => {
  const root = folder()
  chmodSync(home, 0o755)
  mkdirSync(join(root, 'shut'))
  writeFileSync(join(root, 'shut/a'), '')
  writeFileSync(join(root, 'locked'), '')
  writeFileSync(join(root, 'z'), '')
  chmodSync(join(root, 'shut'), 0)
  chmodSync(join(root, 'locked'), 0)
  chmodSync(root, 0o755)
  const seen = asNobody(root)
  chmodSync(join(root, 'shut'), 0o755)
  expect(seen.paths).toEqual(['z'])
  expect(seen.codes).toEqual(['source/unreadable locked', 'source/unreadable-folder shut'])
})

test('a tracked file that may not be read is reported like any other, and one that was removed is not', () => {
  const root = folder()
  chmodSync(home, 0o755)
  for (const name of ['gone', 'locked', 'z']) writeFileSync(join(root, name), '')
  chmodSync(join(root, 'locked'), 0)
  chmodSync(root, 0o755)
  rmSync(join(root, 'gone'))
  const found = ['gone', 'locked', 'z'].map((path) => ({ path, kind: 'file' as const, indexed: true as const }))
  expect(asNobody(root, found)).toEqual({ paths: ['z'], codes: ['source/unreadable locked'] })
})

function asNobody(root: string, listed?: readonly Found[]): { paths: string[]; codes: string[] } {
  const before = process.geteuid?.()
  const paths: string[] = []
  const codes: string[] = []
  if (before === 0) process.seteuid?.(65534)
  try {
    // Synchronous from start to end, so that no other test runs as nobody.
    for (const found of listed ?? walk({ root, include: [], exclude: [], useIgnoreFiles: true, useLocalExcludes: true, report: (one) => codes.push(`${one.code} ${one.path}`) })) {
      const entry = entryOf(found, readingOn(root, { maxFileBytes: 10, frozen: true, asked: false, report: (one) => codes.push(`${one.code} ${one.path}`) }))
      if (entry !== undefined) paths.push(entry.path)
    }
  } finally {
    if (before === 0) process.seteuid?.(0)
  }
  return { paths, codes }
}

test('a file that vanishes between listing and reading is reported', async () => {
  const root = folder()
  writeFileSync(join(root, 'a'), 'a')
  writeFileSync(join(root, 'b'), 'b')
  const source = filesSource(root)
  const paths: string[] = []
  for await (const entry of source.entries()) {
    paths.push(entry.path)
    rmSync(join(root, 'b'), { force: true })
  }
  expect(paths).toEqual(['a'])
  expect(source.diagnostics.map((one) => one.code)).toEqual(['source/vanished'])
})

test('a file replaced by a link or a pipe after listing is not opened', async () => {
  const root = folder()
  for (const name of ['a', 'b', 'c']) writeFileSync(join(root, name), name)
  const source = filesSource(root)
  const paths: string[] = []
  for await (const entry of source.entries()) {
    paths.push(entry.path)
    if (entry.path !== 'a') continue
    rmSync(join(root, 'b'))
    rmSync(join(root, 'c'))
    symlinkSync('/etc/passwd', join(root, 'b'))
    execFileSync('mkfifo', [join(root, 'c')])
  }
  expect(paths).toEqual(['a'])
  expect(source.diagnostics.map((one) => one.code)).toEqual(['source/unreadable', 'source/special-file'])
})

describe('what is proven in the end', () => {
  const quiet = quietFolder()
  afterAll(() => rmSync(quiet, { recursive: true, force: true }))

  /** A folder that has been still for longer than the clock of a disk may stand, with one like it outside. */
  async function still(): Promise<{ root: string; outside: string }> {
    const [root, outside] = [join(quiet, `r${made++}`), join(quiet, `r${made++}`)]
    for (const at of [root, outside]) {
      mkdirSync(join(at, 'src'), { recursive: true })
      for (const name of 'abc') writeFileSync(join(at, 'src', name), at === root ? 'inside' : 'outside')
    }
    await pause(A_WHILE)
    return { root, outside }
  }

  /** Reads a folder, and after its first file lets something happen. */
  async function reading(root: string, after: () => void, before = (): void => {}): Promise<{ said: string[]; noted: string[] }> {
    const [said, noted]: [string[], string[]] = [[], []]
    const ledger: Ledger = { find: () => undefined, note: (path) => void noted.push(path) }
    for await (const { path, text } of filesSource(root, { isGathered: true, ledger }).entries()) {
      if (said.length === 1) before()
      said.push(`${path} ${text}`)
      if (said.length === 1) after()
      if (said.length === 3) expect(noted).toEqual([])
    }
    return { said, noted }
  }

  test('a folder that nobody touches: all is noted', AGAIN, async () => {
    const { root } = await still()
    expect(await reading(root, () => {})).toEqual({ said: ['src/a inside', 'src/b inside', 'src/c inside'], noted: ['src/a', 'src/b', 'src/c'] })
  })

  test('a folder that was another one for a moment: nothing of it counts', AGAIN, async () => {
    const { root, outside } = await still()
    const swap = (): void => {
      renameSync(join(root, 'src'), join(root, '.away'))
      symlinkSync(join(outside, 'src'), join(root, 'src'))
    }
    const back = (): void => {
      rmSync(join(root, 'src'))
      renameSync(join(root, '.away'), join(root, 'src'))
    }
    await expect(reading(root, swap, back)).rejects.toThrow('src/b changed while it was being read')
  })

  test('a folder in which something is made or removed meanwhile: its files tell', AGAIN, async () => {
    const { root } = await still()
    const { said, noted } = await reading(root, () => writeFileSync(join(root, 'src', 'new'), ''))
    expect([said.length, noted]).toEqual([3, ['src/a', 'src/b', 'src/c']])
  })

  test('a file that grows while its folder changes is the file that was read', AGAIN, async () => {
    const { root } = await still()
    const { said, noted } = await reading(root, () => {
      appendFileSync(join(root, 'src', 'a'), ' and more')
      writeFileSync(join(root, 'src', 'new'), '')
    })
    expect([said[0], noted]).toEqual(['src/a inside', ['src/a', 'src/b', 'src/c']])
  })

  test('a file that went away after it was read: whoever begins again comes to an end, whatever goes away then', AGAIN, async () => {
    const { root } = await still()
    await expect(reading(root, () => rmSync(join(root, 'src', 'a')))).rejects.toThrow('src/a changed while it was being read')
    await pause(A_WHILE)
    expect(await reading(root, () => rmSync(join(root, 'src', 'b')))).toMatchObject({ said: ['src/b inside', 'src/c inside'] })
  })
})

test('names that are not UTF-8 are reported, twins of them too; other odd names work', async () => {
  const root = folder()
  const raw = (name: Buffer): Buffer => Buffer.concat([Buffer.from(`${root}/`), name])
  writeFileSync(raw(Buffer.from([0x61, 0xff])), 'no')
  writeFileSync(raw(Buffer.from([0x62, 0xff])), 'no')
  writeFileSync(join(root, 'b\uFFFD'), 'yes')
  for (const name of ['new\nline', '--help', ' lead', 'trail ', ']]>&<"\'', '__proto__', 'a\\b']) writeFileSync(join(root, name), name)
  const { entries, diagnostics } = await read(root)
  expect(entries.map((entry) => entry.path)).toEqual(['new\nline', '--help', ' lead', 'trail ', ']]>&<"\'', '__proto__', 'a\\b', 'b\uFFFD'].sort())
  expect(entries.every((entry) => entry.text === entry.path || entry.text === 'yes')).toBe(true)
  expect(diagnostics.map((one) => one.code)).toEqual(['source/unnameable', 'source/unnameable'])
})

test('large files are one line, cheap however large, and told apart by beginning and size', async () => {
  const root = folder()
  for (const [name, size] of [['one', 5_000_000_000], ['two', 5_000_000_001]] as const) {
    writeFileSync(join(root, name), 'x'.repeat(1000))
    truncateSync(join(root, name), size)
  }
  writeFileSync(join(root, 'text'), 'line\n'.repeat(300_000))
  writeFileSync(join(root, 'edge'), 'line\n'.repeat(20))
  const { entries } = await read(root)
  expect(entries.map((entry) => [entry.path, entry.stub, entry.bytes])).toEqual([
    ['edge', undefined, 100], ['one', 'binary', 5_000_000_000], ['text', 'larger than 1.0 MB', 1_500_000], ['two', 'binary', 5_000_000_001],
  ])
  expect(entries[1]?.sha256).not.toBe(entries[3]?.sha256)
  expect((await read(root, { maxFileBytes: 100 })).entries[0]?.stub).toBe(undefined)
  expect((await read(root, { maxFileBytes: 99 })).entries[0]?.stub).toBe('larger than 99 bytes')
})

test('stops when asked to and tells how far it is', async () => {
  const root = folder()
  for (let i = 0; i < 600; i++) writeFileSync(join(root, String(i)), '')
  const counts: number[] = []
  await read(root, { onProgress: (count) => counts.push(count) })
  expect(counts).toEqual([0, 256, 512, 600])
  const control = new AbortController()
  setImmediate(() => control.abort(new Error('enough')))
  await expect(read(root, { signal: control.signal })).rejects.toThrow('enough')
  await expect(read(root, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before')
})

test('redacts before anyone sees the text and says where; digests stay those of the bytes', async () => {
  const root = folder()
  writeFileSync(join(root, 'a'), 'hide me\n')
  const redact: Redact = ({ text }, path) => ({ text: text.replace('me', path), found: [{ line: 1 }] })
  const { entries, diagnostics } = await read(root, { redact })
  expect(entries).toMatchObject([{ text: 'hide a\n', bytes: 8, sha256: hash('sha256', 'hide me\n') }])
  expect(diagnostics).toMatchObject([{ code: 'source/redacted', path: 'a' }])
  expect(readEntry(root, 'a', { redact }).text).toBe('hide a\n')
})

describe('one path', () => {
  const base = join(home, 'jail')
  const root = join(base, 'root')
  mkdirSync(join(root, 'sub'), { recursive: true })
  mkdirSync(join(root, '.git'))
  mkdirSync(join(base, 'root_evil'))
  writeFileSync(join(root, '.git/config'), 'CANARY')
  writeFileSync(join(base, 'root_evil/x'), 'CANARY')
  writeFileSync(join(base, 'x'), 'CANARY')
  writeFileSync(join(root, 'sub/f.txt'), 'fine')
  symlinkSync('../..', join(root, 'sub/up'))
  symlinkSync('../root_evil', join(root, 'evil'))
  symlinkSync('../x', join(root, 'leak'))
  symlinkSync('.git/config', join(root, 'inner'))
  symlinkSync('sub', join(root, 'alias'))
  symlinkSync('gone', join(root, 'dangling'))
  execFileSync('mkfifo', [join(root, 'pipe')])

  const attacks = [
    '', '.', '..', './', '../x', 'a/../../x', 'sub/../../x', 'sub/../sub/f.txt', '/etc/passwd', '//etc/passwd', '\\etc\\passwd', 'C:\\x', 'c:/x', 'sub/up/x', 'sub/up/root_evil/x',
    'evil/x', 'leak', 'inner', '../root_evil/x', 'sub/f.txt\0', '\0', 'sub\0/../../x', 'sub/f.txt/', 'sub', 'pipe', 'dangling', 'nowhere', '.git/config', 'sub/../.git/config', '.GIT/config',
    '....//x', '..\\x', '%2e%2e/x', '..%2fx', `${'../'.repeat(50)}etc/passwd`, '~/x', join(base, 'x'), join(root, 'sub/f.txt'), 'file:///etc/passwd', '\u2025/x', '.\u200b./x',
  ]
  test.each(attacks.map((path) => [path]))('%j gives nothing away', (path) => {
    const attempt = () => readEntry(root, path)
    if (path === 'sub/f.txt/') return expect(attempt().text).toBe('fine')
    expect(attempt).toThrow(PathError)
    try { attempt() } catch (error) { expect((error as Error).message.replace(JSON.stringify(path), '')).not.toContain(base) }
  })

  test('plain paths, and links that stay inside, work from any spelling of the root', () => {
    symlinkSync('root', join(base, 'linked-root'))
    for (const start of [root, `${root}/`, join(base, 'linked-root')]) {
      for (const path of ['sub/f.txt', './sub//f.txt', 'alias/f.txt']) expect(readEntry(start, path).text).toBe('fine')
    }
    expect(readEntry(root, './sub//f.txt').path).toBe('sub/f.txt')
  })
})

test('a file that was asked for by its name is read, whatever wrote it; binaries and giants are not', () => {
  const root = folder()
  writeFileSync(join(root, 'yarn.lock'), '# yarn lockfile v1\n')
  writeFileSync(join(root, 'a.ts'), '// @generated\n')
  writeFileSync(join(root, 'Cargo.lock'), 'a\0b')
  expect(readEntry(root, 'yarn.lock').stub).toBe('lock file')
  expect(readEntry(root, 'yarn.lock', { asked: true })).toMatchObject({ text: '# yarn lockfile v1\n' })
  expect(readEntry(root, 'a.ts', { asked: true })).not.toHaveProperty('stub')
  expect(readEntry(root, 'Cargo.lock', { asked: true }).stub).toBe('binary')
  expect(readEntry(root, 'yarn.lock', { asked: true, maxFileBytes: 9 }).stub).toBe('larger than 9 bytes')
})
