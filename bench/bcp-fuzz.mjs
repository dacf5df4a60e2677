// Damaged containers and bombs: every one is read or refused with a fault, nothing else happens, and memory stays small.
//   node bench/bcp-fuzz.mjs [--bytes 100000000]
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { BlockReader, CodecError, COMPRESSIONS, decode, encode, loadZstd, survey } from '../dist/blocks/codec/index.js'
import { asset } from '../dist/workspace/assets.js'
import { bombs } from '../test/kit/bombs.mjs'
import { damaged } from '../test/kit/damage.mjs'
import { dice } from '../test/kit/edits.mjs'
import { options, whole } from './kit/args.mjs'
import { blockList } from './kit/block-lists.mjs'
import { say, table, writeResults } from './kit/results.mjs'

const zstd = await loadZstd(asset, { packing: true })
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

/** MiB of objects and buffers that are still in use. */
function held() {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 2 ** 20
}
function main() {
  const wanted = whole(options({ bytes: { type: 'string' } }).bytes, 100_000_000)
  const fuzz = fuzzed(wanted)
  const exploded = exploding()
  writeResults('bcp-fuzz', { fuzz: { ...fuzz, faults: Object.fromEntries(fuzz.faults) }, bombs: exploded }, pageOf(fuzz, exploded))
  if (fuzz.crashes.length > 0 || exploded.some(({ fault, grown }) => fault === 'none' || grown > 64)) process.exitCode = 1
}

/** Containers to begin with: random blocks in every packing, and recorded ones where they are at hand. */
function seeds() {
  const own = Array.from({ length: 120 }, (_, i) => encode(blockList(i), { zstd, compress: COMPRESSIONS[i % 3], dedup: i % 2 === 0 }))
  const vectors = join(process.env.FOVEA_VECTORS ?? fileURLToPath(new URL('../../shared/vectors', import.meta.url)), 'bcp')
  const recorded = existsSync(vectors) ? readdirSync(vectors, { recursive: true }).map(String).filter((path) => path.endsWith('.bcp')).map((path) => new Uint8Array(readFileSync(join(vectors, path)))) : []
  // Large ones would use up the bytes without being changed in more places.
  return { list: [...own, ...recorded].filter(({ length }) => length < 4000), recorded: recorded.length }
}

function fuzzed(wanted) {
  const { list, recorded } = seeds()
  const roll = dice(7)
  const faults = new Map()
  const crashes = []
  const holding = held()
  const before = process.memoryUsage().rss
  let [bytes, payloads, slowest, peak] = [0, 0, 0, before]
  while (bytes < wanted) {
    const payload = damaged(list[roll(list.length)], list[roll(list.length)], roll)
    const began = process.cpuUsage()
    for (const [name, read] of Object.entries(READERS)) {
      const fault = outcomeOf(() => read(payload, roll))
      if (fault.startsWith('crash')) crashes.push(`${name}: ${fault}: ${Buffer.from(payload).toString('base64').slice(0, 400)}`)
      else if (name === 'whole') faults.set(fault, (faults.get(fault) ?? 0) + 1)
    }
    const used = process.cpuUsage(began)
    slowest = Math.max(slowest, (used.user + used.system) / 1000)
    bytes += payload.length
    if (++payloads % 500 === 0) peak = Math.max(peak, process.memoryUsage().rss)
    if (payloads % 20_000 === 0) say(`${bytes} bytes in ${payloads} containers`)
  }
  return { bytes, payloads, seeds: list.length, recorded, faults, crashes, slowest: Math.round(slowest), grown: Math.round((peak - before) / 2 ** 20), held: Math.round(held() - holding) }
}

const READERS = {
  whole: (payload) => decode(payload, { zstd, older: true }),
  survey: (payload) => { for (const seen of survey(payload, { zstd, older: true })) void seen },
  chunks(payload, roll) {
    const reader = new BlockReader({ zstd, older: true })
    try {
      for (let at = 0, size = 1; at < payload.length; at += size) {
        size = 1 + roll(400)
        for (const block of reader.push(payload.subarray(at, at + size))) void block
      }
      reader.end()
    } finally {
      reader.close()
    }
  },
}

function outcomeOf(read) {
  try {
    read()
    return 'read'
  } catch (error) {
    return error instanceof CodecError ? error.fault : `crash ${error?.stack ?? error}`
  }
}

/** Each bomb is read in a process of its own, so that its memory can be told. */
function exploding() {
  const home = mkdtempSync(join(tmpdir(), 'fovea-bombs-'))
  const rows = Object.entries(bombs((bytes) => zstd.pack(bytes))).map(([name, bytes]) => {
    const file = join(home, 'bomb.bcp')
    writeFileSync(file, bytes)
    const told = JSON.parse(execFileSync(process.execPath, [fileURLToPath(import.meta.url)], { env: { ...process.env, BCP_BOMB: file }, encoding: 'utf8' }))
    say(`${name}: ${told.message}`)
    return { name, bytes: bytes.length, ...told }
  })
  rmSync(home, { recursive: true, force: true })
  return rows
}

function readBomb(file) {
  const bytes = new Uint8Array(readFileSync(file))
  // What was read before has warmed up what reading needs.
  decode(encode([{ type: 'unknown', code: 66, body: new Uint8Array(1000) }], { zstd, compress: 'blocks' }), { zstd })
  const before = process.resourceUsage().maxRSS
  let [fault, message] = ['none', '']
  try {
    decode(bytes, { zstd })
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    ;[fault, message] = [error.fault, error.message]
  }
  process.stdout.write(JSON.stringify({ fault, message, grown: Math.round((process.resourceUsage().maxRSS - before) / 1024) }))
}

function pageOf(fuzz, exploded) {
  const counts = [...fuzz.faults].sort(([, a], [, b]) => b - a).map(([fault, count]) => [fault, count.toLocaleString('en')])
  return [
    '# Damaged containers and bombs', '',
    `${fuzz.bytes.toLocaleString('en')} bytes of damaged containers (${fuzz.payloads.toLocaleString('en')} of them, made from ${fuzz.seeds}${fuzz.recorded === 0 ? '' : `, among them ${fuzz.recorded} recorded by another implementation`}, each changed in one to eight places), read whole, frame by frame and in random chunks: ` +
      `${fuzz.crashes.length === 0 ? 'none did anything but be read or be refused with a fault' : `${fuzz.crashes.length} crashes`}. The slowest took ${fuzz.slowest} ms of CPU for the three readings; the process grew by ${fuzz.grown} MiB, of which ${fuzz.held} were still in use at the end.`,
    ...(fuzz.crashes.length === 0 ? [] : ['', ...fuzz.crashes.slice(0, 10).map((crash) => `- ${crash}`)]),
    ...table(['what became of them', 'containers'], counts),
    'Bombs, each in a process of its own: by how much its peak memory grew until it was refused. The bar is 64 MiB.',
    ...table(['bomb', 'bytes', 'grown by MiB', 'refused with'], exploded.map(({ name, bytes, grown, message }) => [name, bytes.toLocaleString('en'), grown, message])),
  ]
}

if (process.env.BCP_BOMB !== undefined) readBomb(process.env.BCP_BOMB)
else main()
