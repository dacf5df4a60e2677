// Fovea's own server is a server like any other: its tools are found over standard input and output and over HTTP, and can be invoked.
import { afterAll, expect, test } from 'vitest'
import { mcp } from '../../src/connectors/mcp/index.ts'
import { recordOf, scanned, sourceAt } from '../kit/catalog-source.ts'
import { served } from '../mcp/client.ts'
import { BIN, folder, PROJECT } from '../walks/run.ts'

const LIMITS = { rows: 10, bytes: 100_000, milliseconds: 30_000 }
const root = folder(PROJECT)
const server = await served([root])
afterAll(async () => { await server.stop() })

test.each([
  ['a command', sourceAt(root, `stdio:"${process.execPath}" "${BIN}" mcp`)],
  ['an address', sourceAt(root, server.url, { credentials: { token: server.token } })],
])('the tools of a server behind %s', async (_, source) => {
  const { descriptors } = await scanned(mcp, source)
  const found = descriptors.map(recordOf).find(({ overview }) => overview.id === 'res:skill.mcp.main.get_context')
  expect(found?.details.inputs?.map(({ name }) => name)).toEqual(expect.arrayContaining(['task', 'budget']))
  expect(found?.overview.cap).toEqual(['invoke'])
  const table = await mcp.run?.(source, { by: 'call', resource: found as NonNullable<typeof found>, args: { task: 'close all sessions', budget: 400 } }, LIMITS)
  expect(JSON.stringify(table)).toContain('closeAll')
})

test('a server that asks for a token says so', async () => expect(scanned(mcp, sourceAt(root, server.url))).rejects.toThrow(/the MCP server at http:\/\/127\.0\.0\.1/))
