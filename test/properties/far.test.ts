// Files that are far from a task are not counted by whoever looks at its plan: that would read each of them again.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isAbout, sizeOf } from '../../src/core/corpus.ts'
import { LateFile } from '../../src/core/late.ts'
import { emptyCheckpoint } from '../../src/core/session/checkpoint.ts'
import { inflate } from '../../src/operations/session/inflate.ts'
import { compileWorkspace, openWorkspace, settle } from '../../src/workspace/index.ts'
import { compareView } from '../../src/studio/compared.ts'
import { planView } from '../../src/studio/view.ts'

const root = mkdtempSync(join(tmpdir(), 'fovea-view-'))
const FILES = 900
const FLAGS = { task: 'a session is not closed after logout', budget: 2000 }
beforeAll(() => {
  for (let i = 0; i < FILES; i++) {
    mkdirSync(join(root, `p${i % 9}`), { recursive: true })
    writeFileSync(join(root, `p${i % 9}`, `f${i}.ts`), `export function paint${i}() {\n${'  window.draw(matrix)\n'.repeat(20 + (i % 7))}}\n`)
  }
  writeFileSync(join(root, 'logout.ts'), 'export function logout(session) {\n  return session.close()\n}\n')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const open = () => openWorkspace(root, { frozen: true, caching: 'off' })

/** How many files were counted while something was done. */
async function countedIn<T>(work: () => T | Promise<T>): Promise<{ done: T; counted: number }> {
  const spy = vi.spyOn(LateFile.prototype, 'tokens', 'get')
  try {
    const done = await work()
    return { done, counted: new Set(spy.mock.contexts).size }
  } finally {
    spy.mockRestore()
  }
}

test('no view of a plan or of two has far files counted, and each says which sizes are about right', async () => {
  const workspace = open()
  const compilation = await compileWorkspace(workspace, settle(FLAGS, workspace.layers))
  const { files } = compilation.corpus
  expect(files.filter(isAbout).length).toBeGreaterThan(FILES / 3)
  const made = { workspace, compilation } as unknown as Parameters<typeof compareView>[0]
  const { done: [plan, compared], counted } = await countedIn(() => [planView(compilation), compareView(made, made)] as const)
  expect(counted).toBe(0)
  const whole = files.reduce((sum, file) => sum + sizeOf(file), 0)
  expect(plan).toMatchObject({ whole, about: true, files: { tokens: files.map(sizeOf), about: files.map((file) => Number(isAbout(file))) } })
  expect(compared.a).toMatchObject({ whole, about: true })
  const { whole: all, about, files: exact } = planView(await compileWorkspace(workspace, settle({ ...FLAGS, task: '' }, workspace.layers)))
  expect([all, about, exact.about]).toEqual([exact.tokens.reduce((sum, one) => sum + one, 0), undefined, undefined])
}, 60_000)

test('a session that is taken up has no more files counted than its context', async () => {
  const workspace = open()
  const plain = await countedIn(async () => compileWorkspace(workspace, settle(FLAGS, workspace.layers)))
  const session = await countedIn(async () => inflate(workspace, emptyCheckpoint('s'), { flags: FLAGS, hidden: [] }))
  expect(session.done.compilation.compiled.parts.join('')).toBe(plain.done.compiled.parts.join(''))
  expect(session.counted).toBeLessThanOrEqual(plain.counted)
  expect(session.counted).toBeLessThan(FILES / 2)
}, 60_000)
