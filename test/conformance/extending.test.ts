// The page on extending Fovea is a program: its code blocks are joined and run against the sources.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const page = readFileSync(new URL('../../docs/guide/extending.md', import.meta.url), 'utf8')
const folder = mkdtempSync(fileURLToPath(new URL('./.extending-', import.meta.url)))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const code = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => match[1]).join('\n').replace("from 'fovea'", `from '${fileURLToPath(new URL('../../src/index.ts', import.meta.url))}'`)
const file = join(folder, 'page.ts')
writeFileSync(file, code)
const { apiContext, taskPrompt, words } = (await import(pathToFileURL(file).href)) as {
  apiContext(budget: string): Promise<string>
  taskPrompt(folder: string, request: string): Promise<{ prompt: string; sources: readonly string[] }>
  words: { count(text: string): number }
}

test('source, language, rules, signal, meter and format of the page work together', async () => {
  const text = await apiContext('200')
  expect(text).toContain('> GET /orders\n>   lists orders')
  expect(text).toContain('[omitted: code api/internal.endpoint')
  expect(text).not.toContain('resets everything')
})

test('the budget holds in the meter of the page', async () => {
  for (const budget of ['0', '8', '14', '20', '30', '60']) expect(words.count(await apiContext(budget))).toBeLessThanOrEqual(Number(budget))
  expect(await apiContext('14')).not.toContain('newest first')
})

test('S4.47, S4.48: the gatherer and the prioritizer of the page work', async () => {
  const shop = mkdtempSync(join(folder, 'shop-'))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(shop, path)), { recursive: true })
    writeFileSync(join(shop, path), text)
  }
  write('openapi.json', JSON.stringify({ openapi: '3.1.0', paths: { '/orders': { get: {}, post: {} } } }))
  write('src/domain/models/order.ts', 'export interface Order { id: string }\n')
  write('src/another/models/order.ts', 'export interface Order { id: string }\n')
  const { prompt, sources } = await taskPrompt(shop, 'give me an overview')
  expect(prompt).toContain('## openapi.json\n```')
  expect(prompt).toContain('GET POST /orders\n')
  expect(prompt).not.toContain('3.1.0')
  expect(sources.indexOf('src/domain/models/order.ts')).toBeLessThan(sources.indexOf('src/another/models/order.ts'))
})

test('S4.41: a gatherer that fails costs its own part only', async () => {
  const shop = mkdtempSync(join(folder, 'shop-'))
  writeFileSync(join(shop, 'openapi.json'), '{')
  writeFileSync(join(shop, 'order.ts'), 'export interface Order { id: string }\n')
  expect((await taskPrompt(shop, 'what is an Order?')).prompt).toContain('## order.ts\n```')
})
