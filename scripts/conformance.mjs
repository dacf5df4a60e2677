// Runs the official conformance suite of the Model Context Protocol against Fovea's server, for the revision of each era: every scenario that is scored must pass.
// Then the official inspector, a foreign client, calls every tool in both eras. Both need Node 22 or newer, which npm brings.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { freshProgram } from './fresh.mjs'

const PACKAGES = ['node@24', '@modelcontextprotocol/conformance@0.2.0-alpha.12', '@modelcontextprotocol/inspector@2.12.0']

// Asking npm once where it put them is quicker than running each through it.
const [node, suite, inspector] = execFileSync('npx', ['--yes', ...PACKAGES.flatMap((name) => ['-p', name]), 'which', 'node', 'conformance', 'mcp-inspector'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim().split('\n')

/** One call of every tool, with what its answer must hold. */
const CALLS = {
  get_context: [['task=parse a large module', 'budget=600'], '[fovea pack='],
  zoom: [['target=file=large_module.rs:1-5'], '[fovea pack='],
  search: [['query=Sessions'], 'large_module.rs'],
  // The server is frozen: it says that it learns nothing, which is an answer too.
  feedback: [['effectiveness=1'], 'learns nothing'],
}

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const workspace = here('../test/fixtures')

async function run(program, args) {
  const child = spawn(node, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { out, err, status }
}

async function conformance(revision, url) {
  const ran = await run(suite, ['server', '--url', url, '--requirements', revision])
  const { scored, failed, others } = readReport(ran.out)
  check(`conformance ${revision}: ${scored - failed} of ${scored} scored scenarios pass; not scored: ${others}`, ran.status === 0 && failed === 0 && scored > 0, ran)
}

/** Scenarios by name in the summary; those that extensions or drafts bring are listed after it and not scored. */
function readReport(report) {
  const [summary = '', rest = ''] = report.slice(report.lastIndexOf('=== SUMMARY')).split('Not scored')
  const unscored = new Set([...rest.matchAll(/^ +[✓✗] (\S+)/gm)].map(([, name]) => name))
  const scenarios = [...summary.matchAll(/^([✓✗]) ([^:\s]+):/gm)].filter(([, , name]) => !unscored.has(name))
  return { scored: scenarios.length, failed: scenarios.filter(([, mark]) => mark === '✗').length, others: /\d+ scenario\(s\) run, \d+ failing/.exec(rest)?.[0] ?? 'none' }
}

async function inspect(era, config) {
  const ask = (args) => run(inspector, ['--cli', '--config', config, '--server', era, ...args])
  const listed = await ask(['--method', 'tools/list'])
  check(`inspector, ${era} era: tools/list`, Object.keys(CALLS).every((name) => listed.out.includes(`"${name}"`)), listed)
  for (const [tool, [args, holds]] of Object.entries(CALLS)) {
    const ran = await ask(['--method', 'tools/call', '--tool-name', tool, ...args.flatMap((arg) => ['--tool-arg', arg])])
    check(`inspector, ${era} era: ${tool}`, ran.out.includes(holds), ran)
  }
}

function check(name, ok, { out, err }) {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}`)
  if (ok) return
  console.log(out.slice(-4000), err.slice(-2000))
  process.exitCode = 1
}

const server = spawn(process.execPath, [here('../test/mcp/conformance/server.mjs'), workspace], { stdio: ['ignore', 'pipe', 'inherit'] })
const folder = mkdtempSync(join(tmpdir(), 'fovea-conformance-'))
try {
  const url = String((await once(server.stdout, 'data'))[0]).trim()
  const entry = (protocolEra) => ({ command: process.execPath, args: [freshProgram(), 'mcp', workspace, '--frozen'], env: { FOVEA_CACHE: 'off' }, protocolEra })
  writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: { modern: entry('modern'), legacy: entry('legacy') } }))
  await Promise.all([...['2026-07-28', '2025-11-25'].map((revision) => conformance(revision, url)), ...['modern', 'legacy'].map((era) => inspect(era, join(folder, 'mcp.json')))])
} finally {
  server.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
