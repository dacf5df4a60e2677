// What a server bears: fifty clients at once for ten minutes, then more than it takes, then clients that do not keep to the manners; the same, shorter, for the studio. Everything runs against the program that is shipped, over HTTP.
// Memory and connections of the server are what the system says of its process, from /proc; so this runs on Linux only.
//   node bench/load.mjs [--minutes 10] [--clients 50] [--corpus express=../express]
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startServer } from '../test/studio/kit/server.mjs'
import { options } from './kit/args.mjs'
import { Client, dice, flatness, look, pressed, sent, silent, tally, watching, wrongIn } from './kit/load.mjs'
import { grouped, round } from './kit/numbers.mjs'
import { FOVEA, PROJECT } from './kit/places.mjs'
import { copied, repository, told } from './kit/repositories.mjs'
import { commitOf, filesIn, say, table, writeResults } from './kit/results.mjs'
import { plainEnv } from './kit/run.mjs'

const flags = options({ minutes: { type: 'string' }, clients: { type: 'string' }, corpus: { type: 'string' } })
const minutes = Number(flags.minutes ?? 10)
const CLIENTS = Number(flags.clients ?? 50)
/** Of a phase beside the long one: half a minute of a run of ten, less of a shorter one. */
const SHORT = Math.min(30, Math.max(5, minutes * 3))
/** Fair: no client waits much longer than the one in the middle. Flat: in the last quarter not more than a twentieth above the one before. */
const BARS = { errors: 0, worstOverMedian: 1.5, jain: 0.95, growth: 1.05 }

const scratch = mkdtempSync(join(tmpdir(), 'fovea-load-'))
const env = plainEnv({ HOME: join(scratch, 'home') })
const corpus = flags.corpus === undefined ? ours() : copied(repository(flags.corpus), scratch)
const paths = filesIn(corpus.folder).filter((path) => /\.(?:js|ts|py|go|md)$/.test(path) && !path.startsWith('.git/')).sort()
try {
  const agents = await ofAgents()
  const studio = await ofStudio()
  report(agents, studio)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** This project as it is committed. */
function ours() {
  const folder = join(scratch, 'fovea')
  execFileSync('git', ['clone', '-q', PROJECT, folder])
  return { name: 'fovea', folder, upstream: 'this project', version: commitOf(folder), tasks: ['clients that do not read their answers are dropped', 'the budget is exceeded by one token'], files: filesIn(folder).filter((path) => !path.startsWith('.git/')).length, megabytes: 0 }
}

async function serving() {
  const child = spawn(process.execPath, [FOVEA, 'serve', corpus.folder, '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  const stop = async () => {
    child.kill('SIGTERM')
    return (await (child.exitCode === null ? once(child, 'exit') : [child.exitCode]))[0]
  }
  return { ...JSON.parse(String(line)), pid: child.pid, child, stop }
}

/** What a client asks next: mostly context for a task, then closer looks. */
function wish(roll) {
  const path = paths[roll(paths.length)]
  const word = basename(path).replace(/\..*/, '')
  const task = roll(4) === 0 ? corpus.tasks[roll(corpus.tasks.length)] : `change what ${word} does when its input is empty`
  const tool = (name, args) => ['tools/call', { name, arguments: args }]
  const choice = roll(100)
  if (choice < 35) return tool('get_context', { task, budget: [2000, 4000, 8000][roll(3)] })
  if (choice < 60) return tool('zoom', { target: `file=${path}`, budget: [1000, 2000][roll(2)] })
  if (choice < 80) return tool('search', { query: word })
  if (choice < 85) return tool('catalog', {})
  if (choice < 90) return ['resources/read', { uri: 'fovea://overview' }]
  return ['tools/list', {}]
}

async function ofAgents() {
  const server = await serving()
  const named = (i, how = {}) => new Client(server, { era: i % 2 === 0 ? 'modern' : 'legacy', name: `agent-${i % 5}`, ...how }).begin()
  const many = (count) => Promise.all(Array.from({ length: count }, (_, i) => named(i)))
  const asking = (seed) => {
    const rolls = new Map()
    return async (client, i) => {
      const roll = rolls.get(i) ?? dice(seed + i * 7919)
      rolls.set(i, roll)
      return wrongIn(await client.ask(...wish(roll)))
    }
  }
  const phases = []
  /** A phase with some that misbehave, while five clients ask as always. */
  const phase = async (name, act) => {
    const before = look(server.pid)
    const calm = await many(5)
    const stop = watching(server.pid, 1)
    const what = await act((seconds) => pressed(calm, seconds, asking(11)))
    const peak = stop().reduce((most, { megabytes }) => Math.max(most, megabytes), before.megabytes)
    for (const client of calm) client.close()
    await pause(1000)
    phases.push({ name, ...what, memory: { before: before.megabytes, peak, after: look(server.pid).megabytes }, files: { before: before.files, after: look(server.pid).files } })
    say(`${name}: ${JSON.stringify(phases.at(-1))}`)
  }

  const clients = await many(CLIENTS)
  const probe = await named(0)
  const stopLooking = watching(server.pid)
  const speaks = pressed([probe], minutes * 60, async (client) => {
    const wrong = wrongIn(await client.ask('tools/list'))
    await pause(250)
    return wrong
  })
  const long = await pressed(clients, minutes * 60, asking(1))
  const speaking = await speaks
  const samples = stopLooking()
  for (const client of [...clients, probe]) client.close()
  say(`${CLIENTS} clients: ${JSON.stringify(long)} ${JSON.stringify(flatness(samples))}`)

  for (const count of [200, 1000]) await phase(`${count} clients at once, each three calls`, async (calm) => {
    const began = performance.now()
    const crowd = await Promise.all(Array.from({ length: count }, (_, i) => named(2 * i, { era: 'modern' })))
    const asks = asking(3)
    const served = calm(SHORT)
    const heard = await Promise.all(crowd.map(async (client, i) => {
      const words = []
      for (let k = 0; k < 3; k++) words.push(await asks(client, i).then((wrong) => wrong ?? 'answered', (error) => `broke off: ${error.code}`))
      client.close()
      return words
    }))
    return { heard: tally(heard.flat()), seconds: round((performance.now() - began) / 1000, 1), calm: await served }
  })

  await phase('one client with 1,000 calls', async (calm) => {
    const greedy = await named(1, { connections: 1000, name: 'greedy' })
    const roll = dice(5)
    const calls = Array.from({ length: 1000 }, () => greedy.ask('tools/call', { name: 'get_context', arguments: { task: `task ${roll(1e6)}`, budget: 4000 } }).then((answer) => wrongIn(answer) ?? 'answered', (error) => `broke off: ${error.code}`))
    const served = calm(SHORT)
    const heard = tally(await Promise.all(calls))
    greedy.close()
    return { heard, calm: await served }
  })

  await phase('storm of cancelled calls, 50 clients', async (calm) => {
    const storm = await many(50)
    const roll = dice(9)
    const [cancelled, served] = await Promise.all([
      pressed(storm, SHORT, async (client) => {
        const stop = AbortSignal.timeout(10 + roll(90))
        await client.ask('tools/call', { name: 'get_context', arguments: { task: `storm ${roll(1e6)}`, budget: 4000 } }, stop).catch(() => {})
      }), calm(SHORT),
    ])
    for (const client of storm) client.close()
    return { heard: { cancelled: cancelled.calls }, calm: served }
  })

  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_context', arguments: { budget: 400_000 }, _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} } } })
  const large = `POST /mcp HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: get_context\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  await phase('5 connections that read nothing, each with 25 large answers', async (calm) => {
    const slow = await silent(server, 5, () => large.repeat(25))
    const open = look(server.pid).files
    const served = await calm(Math.max(SHORT, 30))
    // After a minute what was not taken is dropped.
    await pause(70_000)
    const left = look(server.pid).files
    slow.close()
    return { heard: { 'files open at first': open, 'after two minutes': left }, calm: served }
  })

  await phase('2,000 connections that say nothing or half a request', async (calm) => {
    const half = await silent(server, 2000, (i) => ['', 'POST /mcp HTTP/1.1\r\nHost: 127', large.slice(0, -20)][i % 3])
    const open = look(server.pid).files
    const served = await calm(SHORT)
    await pause(40_000)
    const left = look(server.pid).files
    half.close()
    return { heard: { 'files open at first': open, 'after their time': left }, calm: served }
  })

  const last = await named(0, { connections: 8 })
  const under = Promise.all(Array.from({ length: 8 }, (_, i) => last.ask('tools/call', { name: 'get_context', arguments: { task: `the last of ${i}`, budget: 8000 } }).then(wrongIn, (error) => `broke off: ${error.code}`)))
  await pause(500)
  const began = performance.now()
  const code = await server.stop()
  const ending = { code, milliseconds: Math.round(performance.now() - began), heard: tally((await under).map((wrong) => wrong ?? 'answered')) }
  last.close()
  return { long, speaking, memory: flatness(samples), samples, phases, ending }
}

/** The studio: the questions of its pages, asked by many. */
async function ofStudio() {
  const server = await startServer(corpus.folder, { env: { HOME: join(scratch, 'home') } })
  const question = (roll) => {
    const path = paths[roll(paths.length)]
    const choice = roll(100)
    if (choice < 50) return `/plan.json?budget=${[4000, 8000, 16_000, 32_000][roll(4)]}${roll(2) === 0 ? '' : `&task=${encodeURIComponent(corpus.tasks[roll(corpus.tasks.length)])}`}`
    if (choice < 70) return `/why.json?budget=8000&target=${encodeURIComponent(path)}`
    if (choice < 85) return '/preview.json?budget=8000&count=20'
    if (choice < 95) return '/context.txt?budget=8000'
    return '/about.json'
  }
  const clients = Array.from({ length: CLIENTS }, (_, i) => ({ agent: new Agent({ keepAlive: true, maxSockets: 1 }), roll: dice(100 + i) }))
  const ask = async ({ agent, roll }) => {
    const url = question(roll)
    const { status, text } = await sent(`${server.origin}${url}`, { agent, method: 'GET', headers: { Authorization: `Bearer ${server.token}` } })
    return status === 200 ? undefined : `status ${status}: ${text.slice(0, 80)}`
  }
  const stopLooking = watching(server.pid)
  const long = await pressed(clients, Math.max(10, minutes * 12), ask)
  const samples = stopLooking()
  const beyond = tally(await Promise.all(Array.from({ length: 1000 }, async (_, i) => {
    const agent = new Agent()
    const wrong = await ask({ agent, roll: dice(5000 + i) }).catch((error) => `broke off: ${error.code}`)
    return wrong?.replace(/: .*/, '') ?? 'answered'
  })))
  const calm = await pressed(clients.slice(0, 5), SHORT, ask)
  for (const { agent } of clients) agent.destroy()
  await server.stop()
  return { long, memory: flatness(samples), beyond, calm }
}

function report({ long, speaking, memory, samples, phases, ending }, studio) {
  const verdict = (met) => (met ? 'met' : 'MISSED')
  const bars = [
    [`errors of ${CLIENTS} clients in ${minutes} minutes`, long.errors, BARS.errors, long.errors === 0],
    ['memory, last quarter over the third', memory.growth, `<= ${BARS.growth}`, memory.growth <= BARS.growth],
    ['95 % of the slowest client over the one in the middle', long.worstOverMedian, `<= ${BARS.worstOverMedian}`, long.worstOverMedian <= BARS.worstOverMedian],
    ['Jain\'s index of calls answered', long.jain, `>= ${BARS.jain}`, long.jain >= BARS.jain],
    ['errors of five other clients in the phases below', phases.reduce((total, { calm }) => total + calm.errors, 0), 0, phases.every(({ calm }) => calm.errors === 0)],
    [`errors of ${CLIENTS} clients of the studio`, studio.long.errors, 0, studio.long.errors === 0],
  ]
  const lost = bars.filter(([, , , met]) => !met)
  const words = (counts) => Object.entries(counts).map(([word, count]) => `${grouped(count)} ${word}`).join(', ') || '-'
  const row = (name, one) => [name, grouped(one.calls), one.perSecond, one.p50, one.p95, one.p99, one.longest, one.worstOverMedian, one.jain, one.errors === 0 ? 0 : words(one.wrong)]
  const HEAD = ['', 'calls', 'a second', 'half, ms', '95 %, ms', '99 %, ms', 'longest, ms', 'worst / middle', 'Jain', 'errors']
  writeResults('load', { bars: BARS, minutes, clients: CLIENTS, corpus: told(corpus), load: round(loadavg()[0], 1), agents: { long, speaking, memory, phases, ending, samples }, studio }, [
    '# What a server bears',
    '', `\`fovea serve\` and \`fovea ui\` on ${corpus.name} (${corpus.upstream}, ${corpus.version}, ${grouped(corpus.files)} files). ${CLIENTS} clients, half of each era, ask one thing after the other without a pause for ${minutes} minutes: context for a task 35 %, zoom 25 %, search 20 %, catalogue 5 %, overview 5 %, the list of tools 10 %. The clients run on the same machine (load ${round(loadavg()[0], 1)} at the end), so the times are for comparing, not for boasting: with no pause, each call waits for those of all other clients.`,
    ...table(['bar', 'measured', 'bar', 'verdict'], bars.map(([name, value, bar, met]) => [name, value, bar, verdict(met)])),
    lost.length === 0 ? 'No bar is missed.' : `Missed: ${lost.map(([name]) => name).join('; ')}.`,
    ...table(HEAD, [row(`fovea serve, ${CLIENTS} clients`, long), row('the list of tools meanwhile, every quarter second: how soon the speaking thread hears', speaking), row(`fovea ui, ${CLIENTS} clients`, studio.long)]),
    ...table(['memory of the process, MB, median of', 'first quarter', 'second', 'third', 'last', 'peak', 'growth a minute in the second half'], [['fovea serve', memory], ['fovea ui', studio.memory]].map(([name, { quarters, peak, slope }]) => [name, ...quarters, peak, slope])),
    'Looked at every five seconds. Memory rises while what is kept fills, and both threads let their young objects grow old before they are swept; then it stays.',
    '', '## Beyond, and without manners', '', 'Five other clients ask as always meanwhile. `calm` is how they fared; a full server refuses them, too, and says when to ask again.',
    ...table(['phase', 'heard', 'calm: calls', '95 %, ms', 'refused', 'errors', 'memory before, peak, after, MB', 'open files before, after'], phases.map(({ name, heard, calm, memory: { before, peak, after }, files }) => [name, words(heard), grouped(calm.calls), calm.p95, calm.refused, calm.errors === 0 ? 0 : words(calm.wrong), `${Math.round(before)}, ${Math.round(peak)}, ${Math.round(after)}`, `${files.before}, ${files.after}`])),
    `The studio, 1,000 questions at once: ${words(studio.beyond)}; afterwards five clients: ${studio.calm.errors} errors, 95 % within ${studio.calm.p95} ms.`,
    '', `Told to end (SIGTERM) with eight calls under way, \`fovea serve\` exits with ${ending.code} after ${grouped(ending.milliseconds)} ms; they heard: ${words(ending.heard)}.`,
  ])
  if (lost.length > 0) process.exitCode = 1
}
