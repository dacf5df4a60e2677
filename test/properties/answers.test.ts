// An answer that was given before is given again only while it would be the same: whatever it follows from, a change of that makes a new one.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { applyEdit, folderEdit } from '../kit/folder-edits.ts'
import { type Pack, packFrom } from '../../src/core/delta/pack.ts'
import type { Digest } from '../../src/core/ports.ts'
import { type PackInput, packInput, ran, said as saidBy } from '../kit/said.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-answers-'))
const cache = join(home, 'cache')
beforeAll(() => { vi.stubEnv('FOVEA_CACHE', cache) })
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true, force: true })
})

const PLAIN: Partial<PackInput> = { budget: 600, task: 'a session is not closed after logout' }

const said = (root: string, input: Partial<PackInput> = {}): Promise<string> => saidBy(root, packInput({ ...PLAIN, ...input }))

const kept = (): string[] => readdirSync(cache, { recursive: true }).map(String).filter((name) => /answer-[0-9a-f]{8}\.json$/.test(name)).map((name) => join(cache, name))

/** Marks every answer that is kept, so that one which is given again can be told from a new one. */
function mark(): void {
  for (const file of kept()) {
    const [, head = '', ...lines] = readFileSync(file, 'utf8').split('\n')
    const lying = JSON.parse(head) as { answer: { lengths: number[] } }
    lying.answer.lengths[0] = (lying.answer.lengths[0] as number) + MARK.length
    rewrite(file, `${JSON.stringify(lying)}\n${MARK}${lines.join('\n')}`)
  }
}

const MARK = 'GIVEN AGAIN '

/** Puts a text in the place of an answer, whole as far as anybody can tell. */
const rewrite = (file: string, text: string): void => writeFileSync(file, `${createHash('sha256').update(text).digest('hex').slice(0, 16)}\n${text}`)

const isAgain = (answer: string): boolean => answer.includes('GIVEN AGAIN')

function project(): string {
  const root = mkdtempSync(join(home, 'r-'))
  writeFileSync(join(root, 'a.py'), 'def logout(session):\n    return session.close()\n')
  writeFileSync(join(root, 'b.py'), 'def login(user):\n    return 1\n')
  return root
}

test('after any edit the first answer, the same asked again, and one without a cache say the same', async () => {
  let edits = 0
  await fc.assert(fc.asyncProperty(fc.array(folderEdit, { minLength: 15, maxLength: 15 }), async (sequence) => {
    const root = project()
    for (const one of sequence) {
      applyEdit(root, one)
      edits++
      const input = ([{}, { task: undefined, frozen: true }, { task: undefined, budget: Infinity, frozen: true }, { task: undefined, budget: Infinity, frozen: true, format: 'markdown' }] as const)[edits % 4]
      const fresh = await said(root, { ...input, noCache: true })
      expect(await said(root, input)).toBe(fresh)
      expect(await said(root, input)).toBe(fresh)
    }
  }), { seed: 7, numRuns: 3 })
  expect(edits).toBe(45)
})

test('the same question is answered again, and not when everything is to be looked at anew, or without a cache', async () => {
  const root = project()
  const first = await said(root)
  mark()
  expect(isAgain(await said(root))).toBe(true)
  expect(isAgain(await said(root, { path: root }))).toBe(true)
  expect(isAgain(await said(root, { quiet: true }))).toBe(true)
  expect(await said(root, { verify: true })).toBe(first)
  expect(await said(root, { noCache: true })).toBe(first)
})

test('whatever an answer follows from makes a new one', async () => {
  const root = project()
  const git = (...args: string[]): unknown => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, stdio: 'ignore', env: { PATH: process.env['PATH'], HOME: home } })
  const changes: Readonly<Record<string, () => void>> = {
    'a file': () => appendFileSync(join(root, 'b.py'), '\n'),
    'a new file': () => writeFileSync(join(root, 'c.py'), 'x = 1\n'),
    'a file that is gone': () => rmSync(join(root, 'b.py')),
    'an ignore file': () => writeFileSync(join(root, '.gitignore'), 'c.py\n'),
    'a configuration': () => writeFileSync(join(root, 'fovea.config.json'), '{ "exclude": ["nothing/**"] }\n'),
    'a commit': () => { git('init', '-q'); git('add', '.'); git('commit', '-q', '-m', 'sessions are closed') },
    'another commit': () => { git('commit', '-q', '--allow-empty', '-m', 'logout') },
    'an alias': () => { mkdirSync(join(root, '.ado'), { recursive: true }); writeFileSync(join(root, '.ado', 'aliases.json'), '{ "A1": { "path": "a.py" } }\n') },
  }
  for (const [what, change] of Object.entries(changes)) {
    await said(root)
    mark()
    expect(isAgain(await said(root)), `before ${what}`).toBe(true)
    change()
    expect(isAgain(await said(root)), what).toBe(false)
  }
  mark()
  for (const other of [{ budget: 601 }, { task: 'login' }, { pin: ['a.py'] }, { strict: true }, { format: 'markdown' }, { allowSensitive: true }, { frozen: true }] satisfies Partial<PackInput>[]) {
    expect(isAgain(await said(root, other)), JSON.stringify(other)).toBe(false)
  }
  const frozen = project()
  await said(frozen, { frozen: true })
  mark()
  expect(isAgain(await said(frozen, { frozen: true }))).toBe(true)
  expect(isAgain(await said(frozen))).toBe(false)
})

test('a page of everything is given again from its files, with the time of now', async () => {
  const root = project()
  writeFileSync(join(root, 'b.py'), 'def login(user):\r\n    return "]]>"\r\n')
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 })
  try {
    const all = { task: undefined, budget: Infinity } as const
    const first = await said(root, all)
    expect(first).toContain('2023-11-14T22:13:20Z')
    mark()
    vi.setSystemTime(1_700_000_061_000)
    const second = await said(root, all)
    expect(second).toContain('GIVEN AGAIN')
    expect(second.replace('GIVEN AGAIN ', '').replaceAll('2023-11-14T22:14:21Z', '2023-11-14T22:13:20Z')).toBe(first)
    expect(second).toContain('2023-11-14T22:14:21Z')
    // Its files are not kept with it.
    for (const file of kept()) if (readFileSync(file, 'utf8').includes('2023-11-14')) expect(readFileSync(file, 'utf8')).not.toContain('def logout')
  } finally {
    vi.useRealTimers()
  }
})

test('a page that is a pack is given again with the time of now, as the pack that this makes', async () => {
  const root = project()
  const short = { task: undefined, budget: 4000 } as const
  const packed = async (): Promise<{ text: string; pack: Pack }> => {
    const { text, report } = await ran(root, packInput(short))
    const id = report?.find((line) => line.startsWith('pack '))?.slice(5) ?? ''
    const file = readdirSync(cache, { recursive: true }).map(String).find((name) => name.endsWith(`pack-${id}.json`)) ?? ''
    return { text: [...text as Iterable<string>].join(''), pack: packFrom(readFileSync(join(cache, file), 'utf8').split('\n').slice(1).join('\n'), id, { sha256: (text) => createHash('sha256').update(text).digest('hex') } as Digest) as Pack }
  }
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 })
  try {
    const first = await packed()
    vi.setSystemTime(1_700_000_061_000)
    const second = await packed()
    expect(second.text).toBe(first.text.replace('2023-11-14T22:13:20Z', '2023-11-14T22:14:21Z'))
    expect(second.text).not.toBe(first.text)
    expect(second.pack).toEqual({ ...first.pack, id: second.pack.id, text: second.text, at: '2023-11-14T22:14:21Z' })
    expect(first.pack.text).toBe(first.text)
    mark()
    expect(isAgain(await said(root, short))).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

test('a broken answer is not given again', async () => {
  const root = project()
  const first = await said(root)
  for (const file of kept()) writeFileSync(file, readFileSync(file, 'utf8').replace('logout', 'LOGOUT'))
  expect(await said(root)).toBe(first)
})

test('an answer names a pack that is there: without it, it is made again', async () => {
  const root = project()
  await said(root)
  mark()
  for (const name of readdirSync(cache, { recursive: true }).map(String)) if (/pack-[0-9a-f]{8}\.json$/.test(name)) rmSync(join(cache, name))
  expect(isAgain(await said(root))).toBe(false)
})

test('the word of a file is not taken for the time of the page', async () => {
  const root = project()
  // The second file is not shown as it lies on the disk, and says the second in which the page is made.
  writeFileSync(join(root, 'a.txt'), 'built at 2023-11-14T22:13:20Z ]]> x\r\n')
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 })
  try {
    const all = { task: undefined, budget: Infinity } as const
    await said(root, all)
    vi.setSystemTime(1_700_000_061_000)
    expect(await said(root, all)).toContain('built at 2023-11-14T22:13:20Z')
  } finally {
    vi.useRealTimers()
  }
})

test('an answer without the past, because git could not be asked, is not given when it can', async () => {
  const root = project()
  const git = (...args: string[]): unknown => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, stdio: 'ignore', env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home } })
  git('init', '-q')
  git('add', '.')
  git('commit', '-q', '-m', 'sessions are closed')
  vi.stubEnv('PATH', '')
  try {
    expect(await said(root)).toContain('history')
    mark()
    expect(isAgain(await said(root))).toBe(false)
  } finally {
    vi.unstubAllEnvs()
    vi.stubEnv('FOVEA_CACHE', cache)
  }
  expect(isAgain(await said(root))).toBe(false)
  expect(isAgain(await said(root))).toBe(false)
  mark()
  expect(isAgain(await said(root))).toBe(true)
})

test('what is no answer is none', async () => {
  const root = project()
  const first = await said(root)
  for (const answer of ['{}', 'null', '[]', '{"told":{},"lengths":[1,0],"files":[9]}', '{"told":{},"lengths":"a","files":[]}', '{"told":{},"lengths":[2],"files":[]}']) {
    for (const file of kept()) {
      const { origin } = JSON.parse(readFileSync(file, 'utf8').split('\n')[1] as string) as { origin: string }
      rewrite(file, `{"origin":"${origin}","answer":${answer}}\na`)
    }
    expect(await said(root)).toBe(first)
  }
})
