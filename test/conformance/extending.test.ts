// The page on extending Fovea is a program: its code blocks are joined and run against the sources.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const page = readFileSync(new URL('../../docs/guide/extending.md', import.meta.url), 'utf8')
const folder = mkdtempSync(fileURLToPath(new URL('./.extending-', import.meta.url)))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const code = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => match[1]).join('\n').replace("from 'fovea'", `from '${fileURLToPath(new URL('../../src/index.ts', import.meta.url))}'`)
const file = join(folder, 'page.ts')
writeFileSync(file, code)
const { apiContext, words } = (await import(pathToFileURL(file).href)) as { apiContext(budget: string): Promise<string>; words: { count(text: string): number } }

test('source, language, rules, signal, meter and format of the page work together', async () => {
  const text = await apiContext('200')
  expect(text).toContain('> GET /orders\n>   lists orders')
  expect(text).toContain('[omitted: code api/internal.endpoint')
  expect(text).not.toContain('resets everything')
})

test('the budget holds in the meter of the page', async () => {
  for (const budget of ['0', '8', '14', '20', '30', '60']) expect(words.count(await apiContext(budget))).toBeLessThanOrEqual(Number(budget))
  expect(await apiContext('20')).not.toContain('newest first')
})
