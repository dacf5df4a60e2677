// A studio that keeps plans answers like one that was just started, whatever happened in another window: edits, lessons, names, another configuration of one's own.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { deskFor } from '../../src/studio/desk.ts'
import { openWorkspace } from '../../src/workspace/index.ts'
import { dice, edit, git, repository } from '../kit/edits.mjs'

const home = mkdtempSync(join(tmpdir(), 'fovea-studio-'))
const mine = join(home, 'config')
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true, force: true })
})
beforeEach(() => {
  vi.stubEnv('XDG_CONFIG_HOME', mine)
  vi.stubEnv('FOVEA_CACHE', join(home, 'cache'))
  rmSync(mine, { recursive: true, force: true })
})

type Roll = (most: number) => number
type Desk = ReturnType<typeof deskFor>

const CARD = ['4539 1488', '0343 6467'].join(' ')

function configure(config: object): void {
  mkdirSync(join(mine, 'fovea'), { recursive: true })
  writeFileSync(join(mine, 'fovea', 'config.json'), JSON.stringify(config))
}

function name(root: string, alias: string): void {
  mkdirSync(join(root, '.ado'), { recursive: true })
  writeFileSync(join(root, '.ado', 'aliases.json'), JSON.stringify({ [alias]: { path: 'src/helpers.ts', sha: '00000000' } }))
}

const CHANGES: readonly ((root: string, roll: Roll, step: number) => unknown)[] = [
  edit,
  (_, roll) => configure([{}, { secrets: { pii: true } }, { meter: 'cl100k_base' }, { exclude: ['src/d2'] }][roll(4)] as object),
  (root, roll) => openWorkspace(root).experience.learn([{ kind: 'rated', path: `src/d${roll(4)}/f${roll(12)}.ts`, value: roll(2) }]),
  (root, roll) => name(root, `A.RUN${roll(3)}`),
  (root, _, step) => git(root, 'commit', '-q', '--allow-empty', '-m', `name${step} is said`),
  () => undefined,
]

function choices(roll: Roll): Record<string, unknown> {
  const some = <T>(of: readonly T[]): T => of[roll(of.length)] as T
  return {
    budget: some(['500', '900', '2k']), lens: some(['default', 'minimal', 'debug']), format: some(['claude-xml', 'markdown', 'json']), meter: some([undefined, 'bytes', 'cl100k_base']),
    task: some([undefined, undefined, 'what does name3 say']), level: some([[], ['/src/d0/**=full'], ['/src/d1/**=line']]), commit: some([undefined, undefined, 'HEAD', 'other']),
  }
}

/** Everything but the time of day. */
async function told(desk: Desk, path: string, said: Record<string, unknown>): Promise<string> {
  const words = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
  const { status, body } = await desk({ path, said: words, changes: false }, () => {})
  return `${status} ${body.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '(now)')}`
}

test.each([1, 2, 3, 4, 5, 6])('changes between questions, sequence %i', async (seed) => {
  const roll = dice(seed * 104_729)
  const root = mkdtempSync(join(home, 'tree-'))
  repository(root, roll)
  writeFileSync(join(root, 'src', 'card.ts'), `export const card = '${CARD}'\n`)
  const kept = deskFor({ root, frozen: false })
  const asked = [choices(roll), choices(roll)]
  for (let step = 0; step < 8; step++) {
    // Sometimes at once, sometimes after what was read has become certain.
    if (roll(2) === 0) await pause(60)
    await (CHANGES[roll(CHANGES.length)] as (typeof CHANGES)[number])(root, roll, step)
    // What was asked before is asked again: its plan may be held.
    const said = roll(3) === 0 ? choices(roll) : asked[roll(2)] as Record<string, unknown>
    for (const path of ['/plan.json', '/context.txt']) expect(await told(kept, path, said), JSON.stringify(said)).toBe(await told(deskFor({ root, frozen: false }), path, said))
  }
})

test('numbers of people are hidden at once when their reader says so, on disk and in commits', async () => {
  const root = mkdtempSync(join(home, 'tree-'))
  repository(root, dice(7))
  writeFileSync(join(root, 'src', 'card.ts'), `export const card = '${CARD}'\n`)
  git(root, 'add', '-A')
  git(root, 'commit', '-qm', 'a card')
  const desk = deskFor({ root, frozen: false })
  const shown = (): Promise<boolean[]> => Promise.all([{}, { commit: 'HEAD' }].map(async (said) => (await told(desk, '/context.txt', { ...said, budget: '20k' })).includes(CARD)))
  expect(await shown()).toEqual([true, true])
  // Long enough for what was read to be trusted.
  await pause(100)
  await shown()
  await pause(60)
  configure({ secrets: { pii: true } })
  expect(await shown()).toEqual([false, false])
})

test.each<[string, (root: string, step: number) => unknown]>([
  ['a lesson', (root, step) => openWorkspace(root).experience.learn([{ kind: 'rated', path: 'src/d3/f11.ts', value: step }])],
  ['a name', (root, step) => name(root, `A.RUN${step}`)],
  ['a commit', (root, step) => git(root, 'commit', '-q', '--allow-empty', '-m', `name3 says more ${step}`)],
])('what another window did counts: %s', async (_, change) => {
  const root = mkdtempSync(join(home, 'tree-'))
  repository(root, dice(9))
  // The folder that it is written to is there already: nothing that was read changes.
  await change(root, 0)
  const desk = deskFor({ root, frozen: false })
  const both = async (): Promise<string[]> => Promise.all([desk, deskFor({ root, frozen: false })].map((one) => told(one, '/plan.json', { budget: '700', lens: 'debug' })))
  for (let round = 0; round < 3; round++) {
    await both()
    await pause(60)
  }
  await change(root, 1)
  const [kept, fresh] = await both()
  expect(kept).toBe(fresh)
})
