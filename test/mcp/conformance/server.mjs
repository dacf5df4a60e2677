// Fovea's own server over HTTP, on the built code, with the fixtures that the conformance suite needs beside its tools. Prints its address.
import { overHttp } from '../../../dist/mcp/http.js'
import { createServer, handlersOf, OPTIONS } from '../../../dist/mcp/server.js'
import { ThreadClerk } from '../../../dist/mcp/thread.js'
import { states, withFixtures } from './fixtures.mjs'

const clerk = new ThreadClerk({ root: process.argv[2] ?? process.cwd(), named: true, frozen: true })
const options = {
  ...OPTIONS, requestState: { verify: states.verify },
  capabilities: { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true }, prompts: { listChanged: true }, completions: {}, logging: {} },
}
let listening
const handlers = withFixtures(handlersOf({ clerk, compat: false }), () => listening?.handler)
listening = await overHttp({ factory: () => createServer(handlers, options), host: '127.0.0.1', port: 0, token: undefined })
process.stdout.write(`${listening.url}\n`)
process.once('SIGTERM', () => process.exit(0))
