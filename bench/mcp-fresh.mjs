// A server that runs all the time against a program that is started anew: random edits (of files, folders, ignore files, branches, by rename, with old times), and after each the same
// question to both. After the last edit of a sequence the other program is a process of its own; before that a workspace that was opened for this question.
//   node bench/mcp-fresh.mjs [sequences] > bench/results/mcp-fresh.md
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { answer } from '../dist/mcp/desk.js'
import { freshProgram } from '../scripts/fresh.mjs'
import { dice, edit, questions, repository } from '../test/kit/edits.mjs'

const SEQUENCES = Number(process.argv[2] ?? 200)
const STEPS = 6
process.env.FOVEA_CACHE = 'off'

async function started(root) {
  const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [freshProgram(), 'mcp', root, '--frozen'], env, stderr: 'ignore' }))
  return client
}

const told = async (client, name, args) => (await client.callTool({ name, arguments: args }, { timeout: 120_000 })).content[0].text

let compared = 0
let processes = 0
const kinds = new Map()
const differences = []
for (let seed = 1; seed <= SEQUENCES; seed++) {
  const roll = dice(seed * 104_729)
  const root = mkdtempSync(join(tmpdir(), 'fovea-edits-'))
  repository(root, roll)
  const running = await started(root)
  for (let step = 0; step < STEPS; step++) {
    if (roll(2) === 0) await pause(60)
    const kind = edit(root, roll, step)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    const all = questions(roll)
    const [name, args] = all[roll(all.length)]
    const kept = await told(running, name, args)
    const last = step === STEPS - 1
    const other = last ? await started(root) : undefined
    const fresh = other === undefined ? (await answer({ kind: 'tool', name, args }, { root, named: true, frozen: true }, () => {})).text : await told(other, name, args)
    await other?.close()
    compared++
    if (last) processes++
    if (kept !== fresh) differences.push(`sequence ${seed}, step ${step}, ${kind}, ${name} ${JSON.stringify(args)}`)
  }
  await running.close()
  rmSync(root, { recursive: true, force: true })
}
console.log(`# Always fresh\n\nMade by \`node bench/mcp-fresh.mjs ${SEQUENCES}\`, Node ${process.version}: ${SEQUENCES} sequences of ${STEPS} random edits of a git repository, one random question after each, sometimes at once and sometimes 60 ms later.\n`)
console.log('| | |\n|---|---|')
console.log(`| answers compared | ${compared} |\n| of them with a process started for the question | ${processes} |\n| that differ | ${differences.length} |`)
console.log(`\nEdits: ${[...kinds].sort().map(([kind, count]) => `${kind} ${count}`).join(', ')}.`)
for (const difference of differences.slice(0, 20)) console.log(`\n- ${difference}`)
