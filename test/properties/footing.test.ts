// An answer is given again while only files changed that it follows from roughly: after any edits of far and near files, a run that remembers says what one without a cache says.
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aboutTokens } from '../../src/core/rough.ts'
import { type PackInput, packInput, said as saidBy } from '../kit/said.ts'
import { randomness } from '../kit/trees.mjs'

const home = mkdtempSync(join(tmpdir(), 'fovea-footing-'))
const cache = join(home, 'cache')
beforeAll(() => { vi.stubEnv('FOVEA_CACHE', cache) })
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true, force: true })
})

const PLAIN: Partial<PackInput> = { budget: 2000, task: 'a session is not closed after logout, and its token does not expire', frozen: true }

const said = (root: string, input: Partial<PackInput> = {}): Promise<string> => saidBy(root, packInput({ ...PLAIN, ...input }))

/** The answers that are kept: one more when one was made. */
const answers = (): string[] => readdirSync(cache, { recursive: true }).map(String).filter((name) => /answer-[0-9a-f]{8}\.json$/.test(name))

const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'store', 'window', 'paint', 'matrix', 'value', 'index', 'report', 'buffer', 'list', 'graph', 'render', 'layout']
const COMMON = ['session', 'token', 'close', 'after']

/** A file of about a kilobyte that says a little of the task, as most files do. */
function source(random: ReturnType<typeof randomness>, name: string): string {
  const word = (): string => (random.below(18) === 0 ? random.pick(COMMON) : random.pick(WORDS))
  const lines = Array.from({ length: 12 }, (_, i) => `export function ${word()}${name}${i}(${word()}: number): number { return ${word()} + ${word()}(${word()}) } // ${word()} ${word()} ${word()}`)
  return `import { ${random.pick(WORDS)} } from '@own/${random.pick(WORDS)}'\n${lines.join('\n')}\n`
}

const ENDINGS = ['.ts', '.ts', '.ts', '.js', '.py', '.md', '.txt', '.yml', '']

/** More files than a task looks at, a few of which it is about. */
function project(seed: number, count = 1400): string {
  const random = randomness(seed)
  const root = mkdtempSync(join(home, 'r-'))
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (let i = 0; i < count; i++) put(`${random.pick(['src', 'lib', 'test', 'docs'])}/p${i % 23}/f${i}${random.pick(ENDINGS)}`, source(random, `F${i}`))
  for (let i = 0; i < 8; i++) put(`src/auth/logout${i}.ts`, `import { expire } from '@own/token'\nexport function logout${i}(session: Session) {\n  // the token of a session must expire when it is closed after logout\n  return session.close() && expire(session.token, ${i})\n}\n${source(random, `L${i}`)}`)
  put('src/own/token.ts', 'export function expire(token: string, after: number) { return token.slice(after) }\n')
  put('tsconfig.json', '{ "compilerOptions": { "paths": { "@own/*": ["./src/own/*"] } } }\n')
  put('package.json', '{ "name": "own" }\n')
  return root
}

const filesIn = (root: string): string[] => readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).sort()

/** Edits of one file, by what they could move. */
const EDITS: Readonly<Record<string, (file: string, random: ReturnType<typeof randomness>) => void>> = {
  'a line feed': (file) => appendFileSync(file, '\n'),
  'a word': (file, random) => appendFileSync(file, `\n// ${random.pick(WORDS)}`),
  'a few words': (file, random) => appendFileSync(file, `\n// ${Array.from({ length: 5 }, () => random.pick(WORDS)).join(' ')}\n`),
  'a word less': (file) => writeFileSync(file, readFileSync(file, 'utf8').replace(/ \w+\n/, '\n')),
  'a common word of the task': (file, random) => appendFileSync(file, `\n// ${random.pick(COMMON)}`),
  'a rare word of the task': (file) => appendFileSync(file, '\n// logout expire'),
  'the task over and over': (file) => appendFileSync(file, `\n// ${'session logout closed token expire '.repeat(30)}`),
  'ten times as much': (file) => writeFileSync(file, readFileSync(file, 'utf8').repeat(10)),
  'nothing left': (file) => writeFileSync(file, ''),
  'a secret': (file) => appendFileSync(file, '\npassword = "hunter2hunter2xk"\n'),
  'a binary file': (file) => writeFileSync(file, 'x\0y'),
  'another language': (file) => writeFileSync(file, `#!/bin/bash\n${readFileSync(file, 'utf8')}`),
}

/** So many of them are small. */
const SMALL = 5

/** How it is asked, with so many edits each. */
const RUNS: readonly Partial<PackInput>[] = [{ format: 'json' }, { format: 'claude-xml' }, { meter: 'claude' }, { frozen: false }]
const STEPS = 24

test('after any edit of any file the same is said with a cache as without one, and seldom is everything ranked again', async () => {
  const kinds = new Map<string, number>()
  for (const [seed, asked] of RUNS.entries()) {
    let cutOff = 0
    const random = randomness(seed)
    const root = project(seed)
    await said(root, asked)
    const files = filesIn(root)
    for (let step = 0; step < STEPS; step++) {
      // Most edits are small.
      const kind = random.pick(Object.keys(EDITS).slice(0, random.below(3) === 0 ? undefined : SMALL))
      const file = random.below(8) === 0 ? join(root, random.pick(['tsconfig.json', 'src/auth/logout3.ts', 'src/own/token.ts', 'package.json'])) : random.pick(files)
      const before = readFileSync(file)
      EDITS[kind]?.(file, random)
      const had = new Set(answers())
      const remembered = await said(root, asked)
      const given = answers().every((name) => had.has(name))
      expect(remembered, `${seed} ${step} ${kind} ${file}`).toBe(await said(root, { ...asked, noCache: true }))
      if (given) {
        cutOff++
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      }
      // Every third edit is taken back: then it is what it was.
      if (step % 3 === 2) writeFileSync(file, before)
    }
    expect(cutOff, JSON.stringify(asked)).toBeGreaterThan(STEPS / 4)
  }
  // What moves what all files are held against is never overlooked.
  for (const kind of ['the task over and over', 'ten times as much', 'a secret', 'a binary file']) expect(kinds.get(kind), kind).toBe(undefined)
}, 300_000)

/** A file that nothing was asked of, by what is kept: the last that says nothing of the task. */
function farFile(root: string): string {
  const file = join(root, 'zz/far.ts')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'export const paint = "window"\n'.repeat(40))
  return file
}

/** Whether the answer of before is given again after a change. */
async function isGivenAfter(root: string, change: () => void, input: Partial<PackInput> = {}): Promise<boolean> {
  await said(root, input)
  const had = new Set(answers())
  change()
  const remembered = await said(root, input)
  expect(remembered).toBe(await said(root, { ...input, noCache: true }))
  return answers().every((name) => had.has(name))
}

test('what a page shows, reads or lists is not far, and neither is what is new, gone or another kind of file', async () => {
  const root = project(7, 900)
  const far = farFile(root)
  const twice = (path: string) => () => appendFileSync(join(root, path), '\n')
  expect(await isGivenAfter(root, () => appendFileSync(far, '\n'))).toBe(true)
  // One after the other, and taken back.
  expect(await isGivenAfter(root, () => appendFileSync(far, '// paint\n'))).toBe(true)
  expect(await isGivenAfter(root, () => writeFileSync(far, 'export const paint = "window"\n'.repeat(40)))).toBe(true)
  for (const path of ['src/auth/logout3.ts', 'src/own/token.ts', 'tsconfig.json']) expect(await isGivenAfter(root, twice(path)), path).toBe(false)
  expect(await isGivenAfter(root, () => writeFileSync(`${far}.new.ts`, 'export const a = 1\n')), 'a new file').toBe(false)
  expect(await isGivenAfter(root, () => rmSync(`${far}.new.ts`)), 'a file that is gone').toBe(true)
  expect(await isGivenAfter(root, () => renameSync(far, `${far}.moved.ts`)), 'another name').toBe(false)
  renameSync(`${far}.moved.ts`, far)
  expect(await isGivenAfter(root, () => writeFileSync(far, 'x\0')), 'a stub').toBe(false)
  writeFileSync(far, 'export const paint = "window"\n'.repeat(40))
  expect(await isGivenAfter(root, () => appendFileSync(far, '\npassword = "hunter2hunter2xk"\n'), { failOnSecret: true }), 'a secret').toBe(false)
}, 120_000)

test('what a rule shows, an alias names or a trace leads through is not far', async () => {
  const root = project(8, 900)
  const far = farFile(root)
  const append = (): void => appendFileSync(far, '\n')
  expect(await isGivenAfter(root, append)).toBe(true)
  expect(await isGivenAfter(root, append, { pin: ['zz/far.ts'] })).toBe(false)
  expect(await isGivenAfter(root, append, { budget: 60_000 }), 'a line of its own').toBe(false)
  mkdirSync(join(root, '.ado'))
  writeFileSync(join(root, '.ado', 'aliases.json'), '{ "A.far": { "path": "zz/far.ts", "sha": "d00dad42" } }\n')
  expect(await isGivenAfter(root, append)).toBe(false)
  rmSync(join(root, '.ado'), { recursive: true })
  const trace = { task: 'logout fails:\nError: no session\n    at logout (/app/node_modules/own/src/auth/logout1.ts:2:5)\n' }
  const manifest = join(root, 'zz/Cargo.toml')
  writeFileSync(manifest, `[package]\nname = "other"\nfiles = [${'"paint", '.repeat(200)}"window"]\n`)
  expect(await isGivenAfter(root, () => appendFileSync(manifest, '\n'))).toBe(true)
  expect(await isGivenAfter(root, () => appendFileSync(manifest, '\n'), trace)).toBe(false)
}, 120_000)

test('a footing that is broken, or is not what was meant, is none', async () => {
  const root = project(9, 900)
  const far = farFile(root)
  const footings = (): string[] => readdirSync(cache, { recursive: true }).map(String).filter((name) => /footing-[0-9a-f]{8}\.json$/.test(name)).map((name) => join(cache, name))
  for (const broken of [(text: string) => text.slice(0, -1), () => 'null', () => '{}', () => '[]', (text: string) => text.replace(/"under":"./, '"under":"x'), (text: string) => text.replace(/"digests":"./, '"digests":"')]) {
    expect(await isGivenAfter(root, () => {
      for (const file of footings()) {
        const text = broken(readFileSync(file, 'utf8').slice(17))
        writeFileSync(file, `${createHash('sha256').update(text).digest('hex').slice(0, 16)}\n${text}`)
      }
      appendFileSync(far, '\n')
    }), broken.toString()).toBe(false)
  }
}, 120_000)

test('a file that grows over a step of its meter is as large no more, though in another meter it is', async () => {
  const root = project(10, 900)
  const far = farFile(root)
  const [gpt, claude] = [{ bytesPerToken: 4 }, { bytesPerToken: 4 / 1.4 }]
  const grown = (meter: { bytesPerToken: number }, bytes: number): boolean => aboutTokens(bytes, meter) !== aboutTokens(bytes + 1, meter)
  const size = Array.from({ length: 1000 }, (_, i) => 1000 + i).find((bytes) => grown(claude, bytes) && !grown(gpt, bytes)) as number
  for (const [meter, given] of [['o200k_base', true], ['claude', false]] as const) {
    writeFileSync(far, 'export const paint = "window"\n'.padEnd(size, '\n'))
    expect(await isGivenAfter(root, () => appendFileSync(far, '\n'), { meter }), meter).toBe(given)
  }
}, 120_000)
