import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { About, PlanView, PreviewView, WhyView, Wrong } from './contract.ts'
import { deskFor } from './desk.ts'
import { QUESTIONS } from './pages/index.ts'

const root = mkdtempSync(join(tmpdir(), 'fovea-desk-'))
const desk = deskFor({ root, frozen: true })

beforeAll(() => {
  mkdirSync(join(root, 'src'))
  for (const name of ['a', 'b', 'c', 'x,y']) writeFileSync(join(root, 'src', `${name}.ts`), `/** Says ${name}. */\nexport function say${name.length}(): string {\n${`  console.log('${name}')\n`.repeat(40)}  return '${name}'\n}\n`)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function said<T>(path: string, words: Record<string, unknown> = {}, changes = false): Promise<{ status: number; data: T }> {
  const { status, body, type } = await desk({ path, said: words, changes }, () => {})
  return { status, data: (type === 'text/plain' ? body : JSON.parse(body)) as T }
}

const levelsOf = ({ files }: PlanView): Record<string, number> => Object.fromEntries(files.path.map((path, i) => [path, files.level[i] as number]))

describe('the plan', () => {
  test('says of every file how much is shown and what it costs', async () => {
    const { data: { files, tokens, whole, budget } } = await said<PlanView>('/plan.json', { budget: '600' })
    expect(files.path).toEqual(['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/x,y.ts'])
    expect(tokens).toBeLessThanOrEqual(600)
    expect(budget).toBe(600)
    expect(whole).toBe(files.tokens.reduce((sum, one) => sum + one, 0))
    expect(files.cost.every((cost, i) => cost <= (files.tokens[i] as number))).toBe(true)
  })

  test('a pin, an exclude and a level of the address change it', async () => {
    const { data } = await said<PlanView>('/plan.json', { budget: '20k', exclude: '/src/b.ts', level: ['/src/a.ts=shape', '/src/c.ts=line'] })
    expect(levelsOf(data)).toEqual({ 'src/a.ts': 2, 'src/c.ts': 1, 'src/x,y.ts': 5 })
  })

  test('one text of a list is taken with its comma', async () => {
    const { data } = await said<PlanView>('/plan.json', { budget: '700', pin: '/src/x,y.ts' })
    expect(levelsOf(data)['src/x,y.ts']).toBe(5)
    expect(Object.values(data.files.rules)).toEqual([['pinned: /src/x,y.ts']])
  })

  test('follows the files', async () => {
    const before = (await said<PlanView>('/plan.json', { budget: '9k' })).data
    writeFileSync(join(root, 'src', 'd.ts'), 'export const d = 1\n')
    expect((await said<PlanView>('/plan.json', { budget: '9k' })).data.files.path).toHaveLength(before.files.path.length + 1)
    rmSync(join(root, 'src', 'd.ts'))
    expect((await said<PlanView>('/plan.json', { budget: '9k' })).data.files.path).toEqual(before.files.path)
  })
})

test('why: the level, the score and the definitions of a file', async () => {
  const { data } = await said<WhyView>('/why.json', { target: 'src/a.ts', budget: '20k' })
  expect(data).toMatchObject({ id: 'src/a.ts', level: 'full', language: 'typescript', blocks: [{ name: 'say1', kind: 'function', level: 'full', lines: [1, 44] }] })
  expect(data.handle).toMatch(/^src\/a\.ts@[0-9a-f]{8}$/)
})

test('the text of the page is that of the plan', async () => {
  const { data } = await said<PreviewView>('/preview.json', { budget: '20k', from: '1', count: '2' })
  expect(data.files.map(({ path }) => path)).toEqual(['src/b.ts', 'src/c.ts'])
  expect(data.files[0]?.text).toContain("return 'b'")
  const { data: text } = await said<string>('/context.txt', { budget: '20k', format: 'minimal' })
  expect(text).toContain(data.files[0]?.text.trim())
})

test('what the pages must know first', async () => {
  expect((await said<About>('/about.json')).data).toMatchObject({ budget: 32_000, frozen: true, levels: ['none', 'line', 'shape', 'detail', 'code', 'full'] })
})

test.each([
  ['/plan.json', { budget: 'lots' }, 400, 'a budget looks like 8000, 32k or 1m'],
  ['/plan.json', { colour: 'red' }, 400, 'there is no option --colour'],
  ['/plan.json', { lens: 'magic' }, 400, 'there is no lens "magic"'],
  ['/plan.json', { level: 'src/a.ts' }, 400, 'looks like src/db/**=shape'],
  ['/why.json', { target: 'src/nowhere.ts' }, 422, 'nothing is called'],
  ['/why.json', {}, 400, 'name what is to be explained'],
  ['/context.txt', { budget: '1' }, 422, 'too small'],
  ['/compare.json', { 'a.lens': 'magic' }, 400, 'A: there is no lens "magic"'],
  ['/compare.json', { 'b.include': '/nothing' }, 422, 'B: there is nothing to show'],
  ['/nothing.json', {}, 404, 'there is no page'],
  ['/plan.json', { include: '/nothing' }, 422, 'nothing to show'],
])('%s with %j is refused with %i and what to do', async (path, words, status, message) => {
  const reply = await said<Wrong>(path, words)
  expect(reply.status).toBe(status)
  expect(reply.data.error).toContain(message)
})

test('no address keeps, learns or changes anything: such questions want POST', async () => {
  const changing = [...QUESTIONS.values()].filter((question) => question.changes === true).map(({ path }) => path)
  expect(changing).toEqual(expect.arrayContaining(['/pack.json', '/feedback.json']))
  for (const path of changing) expect((await said<Wrong>(path)).status, path).toBe(405)
})
