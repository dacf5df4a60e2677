// Random calls of a real server, sensible and hostile: how many answers were over budget, showed anything from outside the root, or brought the server down. Then calls that
// are cancelled: how much is still worked after that.
//   node bench/mcp-random.mjs [calls] > bench/results/mcp-random.md
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createMeter } from '../dist/meters/index.js'
import { asset } from '../dist/workspace/assets.js'
import { freshProgram } from '../scripts/fresh.mjs'
import { callsFor, faultIn, guarded } from '../test/kit/calls.mjs'
import { dice } from '../test/kit/edits.mjs'

const CALLS = Number(process.argv[2] ?? 10_000)
const meter = await createMeter('o200k_base', (encoding) => asset(`vocab/${encoding}.bin`))
const home = mkdtempSync(join(tmpdir(), 'fovea-random-'))
const root = guarded(home)

async function started(folder, env = {}) {
  const { NODE_EXTRA_CA_CERTS: _certificates, ...own } = process.env
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const transport = new StdioClientTransport({ command: process.execPath, args: [freshProgram(), 'mcp', folder], env: { ...own, ...env }, stderr: 'ignore' })
  await client.connect(transport)
  return { client, pid: transport.pid }
}

const { client } = await started(root, { FOVEA_CACHE: join(home, 'cache') })
const next = callsFor(root, dice(42))
const faults = []
let refused = 0
for (let i = 0; i < CALLS; i++) {
  const call = next()
  const result = await client.callTool({ name: call.name, arguments: call.args }, { timeout: 120_000 }).catch((error) => ({ crash: error }))
  const fault = result.crash === undefined ? faultIn(call, result, (text) => meter.count(text)) : `no answer: ${result.crash.message}`
  if (fault !== undefined) faults.push(`${JSON.stringify(call).slice(0, 200)}: ${fault}`)
  if (result.isError) refused++
}
await client.close()

/** Milliseconds of CPU that a process has used. */
const cpuOf = (pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ').slice(11, 13).reduce((sum, ticks) => sum + Number(ticks), 0) * 10

/** CPU that a server still uses in the half second after a cancel. */
async function stopping() {
  const { client: busy, pid } = await started(join(home, 'large'), { FOVEA_CACHE: 'off' })
  const after = []
  for (let i = 0; i < 20; i++) {
    const stop = new AbortController()
    const long = busy.callTool({ name: 'get_context', arguments: { task: 'words of every step', budget: 20_000 } }, { signal: stop.signal, timeout: 120_000 }).catch(() => {})
    await pause(600 + i * 50)
    const before = cpuOf(pid)
    stop.abort()
    await long
    await pause(500)
    after.push(cpuOf(pid) - before)
  }
  await busy.close()
  return after
}

for (let i = 0; i < 1500; i++) {
  mkdirSync(join(home, `large/d${i % 100}`), { recursive: true })
  writeFileSync(join(home, `large/d${i % 100}/f${i}.ts`), Array.from({ length: 40 }, (_, j) => `/** Step ${j} of every word ${i}. */\nexport function step${i}x${j}(input: string): string {\n  return input.split(' ').map((word) => word + ${j}).join('-')\n}\n`).join('\n'))
}
const after = await stopping()
rmSync(home, { recursive: true, force: true })

const most = (numbers) => Math.round(Math.max(...numbers))
console.log(`# Random calls\n\nMade by \`node bench/mcp-random.mjs ${CALLS}\`, Node ${process.version}. Budgets, arguments and paths are random, a good part of them hostile: paths that climb, links that lead out, private folders, wrong types.\n`)
console.log('| | |\n|---|---|')
console.log(`| calls | ${CALLS} |\n| answered with a refusal that says what to do | ${refused} |\n| over budget, from outside the root, without an answer, or a crash | ${faults.length} |`)
console.log(`| CPU that is still used after a call was cancelled, the most of ${after.length} (the work itself takes seconds) | ${most(after)} ms |`)
for (const fault of faults.slice(0, 20)) console.log(`\n- ${fault}`)
