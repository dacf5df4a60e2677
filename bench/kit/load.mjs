// Many clients of a server, and what is seen of it from outside: plain HTTP, one connection a client, so that the clients cost little beside what they measure.
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { median, quantile, round, sum } from './numbers.mjs'

const META = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} }

/** A die that always rolls the same. */
export function dice(seed) {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/** One request over an agent's connection: status, headers, text. `stop` hangs up. */
export function sent(url, { agent, method = 'POST', headers = {}, body, stop } = {}) {
  return new Promise((done, fail) => {
    const ours = request(url, { agent, method, headers, ...(stop === undefined ? {} : { signal: stop }) }, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk)).on('error', fail)
      response.on('end', () => done({ status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString('utf8') }))
    })
    ours.on('error', fail)
    ours.end(body)
  })
}

/** A client of the protocol: a connection of its own (or more), and in the 2025 era a session. */
export class Client {
  constructor({ url, token }, { era, name, connections = 1 }) {
    Object.assign(this, { url, era, name, agent: new Agent({ keepAlive: true, maxSockets: connections }), count: 0 })
    this.headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', Authorization: `Bearer ${token}` }
  }

  async begin() {
    if (this.era === 'modern') return this
    const { status, headers, text } = await this.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: this.name, version: '1' } })
    if (status !== 200) throw new Error(`initialize: ${status} ${text}`)
    Object.assign(this.headers, { 'Mcp-Session-Id': headers['mcp-session-id'], 'MCP-Protocol-Version': '2025-11-25' })
    return this
  }

  /** What came back, with the message of the protocol in it. */
  async ask(method, params = {}, stop) {
    const meta = { ...META, 'io.modelcontextprotocol/clientInfo': { name: this.name, version: '1' } }
    const modern = this.era === 'modern' ? { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method, ...(params.name === undefined && params.uri === undefined ? {} : { 'Mcp-Name': params.name ?? params.uri }) } : {}
    const body = JSON.stringify({ jsonrpc: '2.0', id: ++this.count, method, params: this.era === 'modern' ? { ...params, _meta: meta } : params })
    const answer = await sent(this.url, { agent: this.agent, headers: { ...this.headers, ...modern }, body, stop })
    return { ...answer, message: messageIn(answer) }
  }

  close() {
    this.agent.destroy()
  }
}

/** An answer comes as JSON or as the last event of a stream. A page may hold the words of an event itself; only those at the beginning of a line are one. */
function messageIn({ text, headers }) {
  try {
    return JSON.parse(headers['content-type']?.startsWith('text/event-stream') ? `\n${text}`.split('\ndata: ').at(-1) : text)
  } catch {
    return undefined
  }
}

/** What went wrong with an answer; undefined when nothing did. */
export function wrongIn({ status, message, text }) {
  if (status !== 200) return `status ${status}`
  if (message?.error !== undefined) return `error ${message.error.message.slice(0, 60)}`
  if (message?.result === undefined) return `no result: ${text.slice(0, 80)}`
  const { text: said = '' } = message.result.isError ? message.result.content[0] : {}
  // A repository without a catalogue says so.
  return said === '' || said.startsWith('the catalogue is empty') ? undefined : `said: ${said.slice(0, 60)}`
}

/** Does something again and again with each of these until the time is over, and says how long each took and what went wrong. */
export async function pressed(clients, seconds, act) {
  const end = performance.now() + seconds * 1000
  const taken = await Promise.all(clients.map(async (client, i) => {
    const one = { latencies: [], wrong: [] }
    while (performance.now() < end) {
      const began = performance.now()
      const wrong = await act(client, i).catch((error) => `broke off: ${error.code ?? error.message}`)
      one.latencies.push(performance.now() - began)
      if (wrong !== undefined) one.wrong.push(wrong)
    }
    return one
  }))
  return summary(taken, seconds)
}

export function summary(clients, seconds) {
  const all = clients.flatMap(({ latencies }) => latencies)
  const [refused, wrong] = [clients.flatMap((one) => one.wrong.filter(isRefusal)), clients.flatMap((one) => one.wrong.filter((word) => !isRefusal(word)))]
  const p95 = clients.filter(({ latencies }) => latencies.length > 0).map(({ latencies }) => quantile(latencies, 0.95))
  const done = clients.map(({ latencies }) => latencies.length)
  return {
    calls: all.length, perSecond: round(all.length / seconds, 1), errors: wrong.length, wrong: tally(wrong), refused: refused.length,
    p50: Math.round(median(all)), p95: Math.round(quantile(all, 0.95)), p99: Math.round(quantile(all, 0.99)), longest: Math.round(all.reduce((a, b) => Math.max(a, b), 0)),
    worstOverMedian: round(Math.max(...p95) / median(p95)), jain: round(sum(done) ** 2 / (done.length * sum(done.map((count) => count ** 2))), 4), fewest: Math.min(...done), most: Math.max(...done),
  }
}

/** A full server that says so. */
const isRefusal = (word) => /^status (?:429|503)/.test(word)

/** How often each was said. */
export function tally(words) {
  const counts = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

/** What the system knows of a process. */
export const look = (pid) => ({ megabytes: round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024, 1), files: readdirSync(`/proc/${pid}/fd`).length, threads: readdirSync(`/proc/${pid}/task`).length })

/** Looks every few seconds until it is told to stop. */
export function watching(pid, seconds = 5) {
  const began = performance.now()
  const samples = []
  const clock = setInterval(() => samples.push({ second: Math.round((performance.now() - began) / 1000), ...look(pid) }), seconds * 1000)
  return () => {
    clearInterval(clock)
    return samples
  }
}

/** Whether memory grows: the medians of the quarters, and megabytes a minute by the line of least squares through the second half, when what is kept has been filled. */
export function flatness(samples) {
  // A run of seconds has few samples: then a quarter is what was seen last.
  if (samples.length < 4) return flatness([...Array(4 - samples.length).fill(samples.at(-1)), ...samples])
  const quarter = Math.floor(samples.length / 4)
  const quarters = [0, 1, 2, 3].map((i) => Math.round(median(samples.slice(i * quarter, i === 3 ? undefined : (i + 1) * quarter).map(({ megabytes }) => megabytes))))
  const half = samples.slice(2 * quarter)
  const [x, y] = [sum(half.map(({ second }) => second)) / half.length / 60, sum(half.map(({ megabytes }) => megabytes)) / half.length]
  const slope = sum(half.map(({ second, megabytes }) => (second / 60 - x) * (megabytes - y))) / (sum(half.map(({ second }) => (second / 60 - x) ** 2)) || 1)
  return { quarters, growth: round(quarters[3] / quarters[2]), slope: round(slope), peak: Math.round(Math.max(...samples.map(({ megabytes }) => megabytes))) }
}

/** Connections that say these bytes and then nothing, and read nothing. */
export async function silent({ url }, count, bytes) {
  const { hostname, port } = new URL(url)
  const sockets = []
  for (let i = 0; i < count; i++) {
    const socket = connect(Number(port), hostname).on('error', () => {}).pause()
    socket.once('connect', () => socket.write(bytes(i)))
    sockets.push(socket)
    // The line of connections that a system keeps for a program is short.
    if (i % 100 === 99) await pause(20)
  }
  await pause(3000)
  return { close: () => { for (const socket of sockets) socket.destroy() } }
}
