// What the server costs: CPU from its start to its first words and to its first answer, and of each warm call, on a real repository. CPU is user and system time of the
// process with its threads and the programs it ran, from /proc; so this runs on Linux only.
//   node bench/mcp.mjs /path/of/repository [class=Name] [task words]
import { readFileSync } from 'node:fs'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { freshProgram } from '../scripts/fresh.mjs'

const [root, target = 'class=QuerySet', task = 'close the cursor when the iterator of a query set ends early'] = process.argv.slice(2)
const CALLS = 10
const STARTS = 5

/** Milliseconds of CPU that a process and what it waited for have used. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * 10
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

async function started() {
  const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const transport = new StdioClientTransport({ command: process.execPath, args: [freshProgram(), 'mcp', root, '--frozen'], env, stderr: 'ignore' })
  await client.connect(transport)
  await client.listTools()
  return { client, cpu: () => cpuOf(transport.pid) }
}

const call = (client, name, args) => client.callTool({ name, arguments: args }, { timeout: 600_000 })

const ready = []
const first = []
for (let i = 0; i <= STARTS; i++) {
  const { client, cpu } = await started()
  const before = cpu()
  await call(client, 'zoom', { target })
  // The first start fills the cache and is not counted.
  if (i === 0) await call(client, 'get_context', { task })
  else {
    ready.push(before)
    first.push(cpu())
  }
  await client.close()
}

const { client, cpu } = await started()
const each = async (name, args) => {
  const costs = []
  for (let i = 0; i < CALLS + 2; i++) {
    const before = cpu()
    await call(client, name, args)
    if (i > 1) costs.push(cpu() - before)
  }
  return median(costs)
}
const rows = [
  ['start to the list of tools', median(ready)], ['start to the first answer (zoom), warm cache', median(first)],
  ['zoom, by name', await each('zoom', { target })], ['search', await each('search', { query: target.replace(/^.*=/, '') })],
  ['get_context with a task, 8,000 tokens', await each('get_context', { task })], ['get_context, overview', await each('get_context', {})],
]
const { text } = (await call(client, 'get_context', { budget: 200 })).content[0]
await client.close()
console.log(`${process.version}, ${text.includes('omitted=') ? text.match(/omitted=(\d+)/)[1] : '?'} files\n`)
console.log('| | CPU, ms |\n|---|---|')
for (const [name, ms] of rows) console.log(`| ${name} | ${Math.round(ms)} |`)
