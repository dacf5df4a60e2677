// What every conversation with the server costs before anything is asked: the list of tools, pinned with its tokens.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { INSTRUCTIONS, TOOLS } from '../../src/mcp/tools.ts'
import { createMeter } from '../../dist/meters/index.js'
import { asset } from '../../dist/workspace/assets.js'

const meter = await createMeter('o200k_base', (encoding) => asset(`vocab/${encoding}.bin`))

test('the tools, in their order', () => {
  expect(TOOLS.map(({ name }) => name)).toEqual(['get_context', 'zoom', 'search', 'catalog', 'feedback'])
  expect(TOOLS).toMatchSnapshot()
})

test('at most 6 tools and 1,500 tokens; instructions below 2 KB', () => {
  const tokens = meter.count(JSON.stringify(TOOLS))
  expect(TOOLS.length).toBeLessThanOrEqual(6)
  expect(tokens).toBeLessThanOrEqual(1500)
  expect({ tokens, instructions: meter.count(INSTRUCTIONS) }).toMatchSnapshot()
  expect(Buffer.byteLength(INSTRUCTIONS)).toBeLessThan(2048)
})

test('the first sentence of every tool says when to use it', () => {
  for (const { name, description } of TOOLS) expect(description, name).toMatch(/^Use (?:first )?when /)
})

test('the registry is told the name and version of the package', () => {
  const read = (file: string) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')) as { name: string; version: string; mcpName: string; description: string; packages: { identifier: string; version: string }[] }
  const [registry, own] = [read('server.json'), read('package.json')]
  expect([registry.name, registry.version, registry.packages[0]]).toEqual([own.mcpName, own.version, expect.objectContaining({ identifier: own.name, version: own.version })])
  expect(registry.description.length).toBeLessThanOrEqual(100)
})
