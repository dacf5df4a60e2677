import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PreviewFile, PreviewView, Wrong, ZoomAnswer } from '../contract.ts'
import { deskFor } from '../desk.ts'

const root = mkdtempSync(join(tmpdir(), 'fovea-preview-'))
const desk = deskFor({ root, frozen: true })
const put = (path: string, text: string): void => writeFileSync(join(root, path), text)
const step = (name: string): string => `/** Does ${name}. */\nexport function ${name}(input: string): string {\n${`  input += '${name}'\n`.repeat(30)}  return input\n}\n`

beforeAll(() => {
  mkdirSync(join(root, 'src'))
  put('src/a.ts', `import { two } from './b.ts'\n\n${['one', 'needle', 'three', 'four', 'five'].map(step).join('\n')}`)
  put('src/b.ts', `${step('two')}\nexport const use = (): string => two('x')\n`)
  put('src/c.ts', step('two'))
  put('src/many.ts', Array.from({ length: 60 }, (_, i) => step(`number${i}`)).join('\n'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function said<T>(path: string, words: Record<string, unknown> = {}): Promise<{ status: number; data: T }> {
  const { status, body, type } = await desk({ path, said: words, changes: false }, () => {})
  return { status, data: (type === 'text/plain' ? body : JSON.parse(body)) as T }
}

describe('the text file by file', () => {
  test('what is hidden has a remark, and its target shows it', async () => {
    const { data: { files } } = await said<PreviewView>('/preview.json', { budget: '700', include: '/src/many.ts' })
    const file = files.find(({ path }) => path === 'src/many.ts') as PreviewFile
    expect(file.gaps.length).toBeGreaterThan(0)
    for (const { line, target, names } of file.gaps) {
      expect(file.text.split('\n')[line]).toMatch(/^\/\/ … \d+ more$/)
      expect(file.levels).toContainEqual([line, 0])
      const { data } = await said<ZoomAnswer>('/zoom.json', { target, budget: 'none' })
      expect([...data.files[0]?.text.matchAll(/function (\w+)/g) ?? []].map(([, name]) => name).slice(0, 12)).toEqual(names)
      for (const name of names) expect(file.text).not.toContain(`function ${name}(`)
    }
  })

  test('every line has a level: hidden where a remark stands, full where the source stands', async () => {
    const { data: { files } } = await said<PreviewView>('/preview.json', { budget: 'none', level: '/src/a.ts=shape' })
    const file = files.find(({ path }) => path === 'src/a.ts') as PreviewFile
    expect(file.levels[0]?.[0]).toBe(0)
    expect(file.levels.map(([line]) => line)).toEqual(file.levels.map(([line]) => line).toSorted((a, b) => a - b))
    const at = file.text.split('\n').findIndex((line) => line.includes('needle'))
    expect(file.levels.findLast(([line]) => line <= at)?.[1]).toBe(2)
    expect(files.find(({ path }) => path === 'src/c.ts')?.levels).toEqual([[0, 5]])
  })

  test('the index has every file with its lines, and its mark changes with the text alone', async () => {
    const indexAt = async (budget: string): Promise<PreviewView> => (await said<PreviewView>('/preview.json', { budget, index: 'true' })).data
    const [small, large] = [await indexAt('900'), await indexAt('none')]
    for (const { index, files } of [small, large]) {
      expect(index?.path).toEqual(files.map(({ path }) => path))
      expect(index?.lines).toEqual(files.map(({ text }) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)))
    }
    expect((await indexAt('none')).index?.mark).toEqual(large.index?.mark)
    expect(small.index?.mark).not.toEqual(large.index?.mark)
  })

  test('files come in the order of the format and of --order', async () => {
    const { data } = await said<PreviewView>('/preview.json', { budget: '20k', format: 'minimal', task: 'the needle' })
    const { data: page } = await said<string>('/context.txt', { budget: '20k', format: 'minimal', task: 'the needle' })
    const places = data.files.map(({ path }) => page.indexOf(path))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })
})

describe('zoom', () => {
  test('a handle shows its definition with who uses it', async () => {
    const { data } = await said<ZoomAnswer>('/zoom.json', { target: 'src/b.ts#two' })
    expect(data.files[0]?.text).toContain('Does two.')
    expect(data.related.map(({ target }) => target)).toContain('use')
    expect(data.stale).toBe(false)
  })

  test('a name in several places lists them', async () => {
    const { data } = await said<ZoomAnswer>('/zoom.json', { target: 'fn=two' })
    expect(data.files).toEqual([])
    expect(data.places?.listed.map(({ target }) => target)).toEqual(['src/b.ts#two', 'src/c.ts#two'])
  })

  test('a handle of what has changed says so', async () => {
    const { data } = await said<ZoomAnswer>('/zoom.json', { target: 'src/b.ts#two@00000000' })
    expect(data.stale).toBe(true)
    expect(data.files[0]?.text).toContain('Does two.')
  })

  test('a range that does not fit names the rest by its own lines', async () => {
    const { data } = await said<ZoomAnswer>('/zoom.json', { target: 'file=src/a.ts:40-120', budget: '300' })
    const [file] = data.files as [PreviewFile]
    const [gap] = file.gaps as [PreviewFile['gaps'][number]]
    const from = Number(/:(\d+)-\d+$/.exec(gap.target)?.[1])
    const source = readFileSync(join(root, 'src/a.ts'), 'utf8').split('\n')
    expect(file.text.split('\n').slice(0, gap.line)).toEqual(source.slice(39, from - 1))
  })

  test('what is not there, and what is no target, says what to do', async () => {
    expect(await said<Wrong>('/zoom.json', { target: 'fn=nothing' })).toMatchObject({ status: 422, data: { error: expect.stringContaining('nothing') } })
    expect(await said<Wrong>('/zoom.json')).toMatchObject({ status: 400, data: { error: expect.stringContaining('target=') } })
    expect(await said<Wrong>('/zoom.json', { target: 'src/a.ts', depth: 'line' })).toMatchObject({ status: 400 })
  })
})
