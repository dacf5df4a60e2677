import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as workspace from '../workspace/compile.ts'
import type { PlanView } from './contract.ts'
import { deskFor } from './desk.ts'

const root = mkdtempSync(join(tmpdir(), 'fovea-first-'))
const write = (path: string, text: string): void => {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}

beforeEach(() => {
  vi.stubEnv('FOVEA_CACHE', mkdtempSync(join(tmpdir(), 'fovea-first-cache-')))
  for (const name of ['a', 'b', 'c']) write(`src/${name}.ts`, `/** Says ${name}. */\nexport function ${name}(): string {\n${`  console.log('${name}')\n`.repeat(30)}  return '${name}'\n}\n`)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

/** The first answer of a studio that was just started, and whether a plan was made for it. */
async function opened(said: Record<string, unknown> = { budget: '900' }): Promise<{ view: PlanView; made: boolean }> {
  const making = vi.spyOn(workspace, 'compileGathered')
  const { body } = await deskFor({ root, frozen: false })({ path: '/plan.json', said, changes: false }, () => {})
  const made = making.mock.calls.length > 0
  making.mockRestore()
  return { view: JSON.parse(body) as PlanView, made }
}

describe('the first view of a studio', () => {
  test('comes from the studio before while everything is as it was', async () => {
    const before = await opened()
    const again = await opened()
    expect(before.made).toBe(true)
    expect(again).toEqual({ view: before.view, made: false })
  })

  test.each<[string, () => unknown]>([
    ['a file that changed', () => write('src/a.ts', 'export const a = 1\n')],
    ['a new file', () => write('src/d.ts', 'export const d = 1\n')],
    ['a configuration', () => write('fovea.config.json', '{"exclude":["src/b.ts"]}')],
    ['an ignore file', () => write('.gitignore', 'b.ts\n')],
    ['what was learned', () => deskFor({ root, frozen: false })({ path: '/feedback.json', said: { targets: ['src/c.ts'], useful: true }, changes: true }, () => {})],
  ])('is made anew after %s', async (_what, change) => {
    await opened()
    await change()
    expect((await opened()).made).toBe(true)
  })

  test('is shown although what was learned cannot be read', async () => {
    write('.fovea/memory.json', '{')
    const { view } = await opened()
    expect(view.problems.map(({ message }) => message)).toEqual([expect.stringContaining('nothing that was learned counts')])
    expect(await opened()).toEqual({ view, made: false })
  })

  test('is made for every task, and for other choices', async () => {
    await opened({ budget: '900', task: 'says a' })
    expect((await opened({ budget: '900', task: 'says a' })).made).toBe(true)
    await opened({ budget: '900' })
    expect((await opened({ budget: '901' })).made).toBe(true)
  })
})
