// Writes dist/vocab/<encoding>.bin.gz, the vocabularies that src/meters/vocabulary.ts reads, and of the usual one <encoding>.laid, the memory of the counter with the
// vocabulary in it: unzipping and laying out would be a tenth of a small pack.
//
// Layout before gzip: the eight letters `fovea-v1`, the number of tokens (32 bits, little end first), one length byte per token
// in order of rank, then the bytes of all tokens without separators. The data come from the package gpt-tokenizer (MIT).
//
// Layout of the memory: a head of 4,096 bytes, which src/meters/wasm.ts describes, then the stretches that are not zeros.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'

const HEADER = 'fovea-v1'
const RANKS = {
  o200k_base: () => import('gpt-tokenizer/bpeRanks/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/bpeRanks/cl100k_base'),
}

/** The encoding that nearly every run counts by. */
const USUAL = 'o200k_base'

/** The encodings a vocabulary can be built for. */
export const ENCODINGS = Object.keys(RANKS)

/** Where the build keeps vocabularies. */
export const VOCABULARY_FOLDER = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'vocab')

// A token is a string where its bytes are valid UTF-8 and a list of bytes where they are not.
const bytesOf = (token) => (typeof token === 'string' ? Buffer.from(token, 'utf8') : Buffer.from(token))

/** The vocabulary of one encoding in the layout above, not compressed. */
export async function buildVocabulary(encoding) {
  const { default: ranks } = await RANKS[encoding]()
  const tokens = Array.from(ranks, bytesOf)
  const odd = tokens.findIndex((token) => token.length === 0 || token.length > 255)
  if (odd >= 0) throw new Error(`token ${odd} of ${encoding} has ${tokens[odd].length} bytes; the layout holds 1 to 255`)
  const count = Buffer.alloc(4)
  count.writeUInt32LE(tokens.length)
  return Buffer.concat([Buffer.from(HEADER, 'latin1'), count, Buffer.from(tokens.map((token) => token.length)), ...tokens])
}

const PAGE = 4096
/** A gap of fewer pages is read along: asking once more would cost as much. */
const GAP = 16

/** Where memory is not zeros, page by page: begin and end of each stretch. */
function stretchesOf(memory) {
  const stretches = []
  for (let at = 0; at < memory.length; at += PAGE) {
    const end = Math.min(at + PAGE, memory.length)
    if (!memory.subarray(at, end).some((byte) => byte !== 0)) continue
    const last = stretches.at(-1)
    if (last !== undefined && at - last.end < GAP * PAGE) last.end = end
    else stretches.push({ at, end })
  }
  return stretches
}

/** The memory of the counter with a vocabulary in it. The counter is taken from the build, which also runs it. */
export async function layVocabulary(encoding, vocabulary) {
  const { laidMemory } = await import('../dist/meters/wasm.js')
  const { mark, longest, memory } = laidMemory(encoding, vocabulary)
  const stretches = stretchesOf(memory)
  const head = Buffer.alloc(PAGE)
  head.write(mark, 'latin1')
  const numbers = [longest, memory.length, ...stretches.flatMap(({ at, end }) => [at, end])]
  // Zeros end the list.
  if (16 + 4 * numbers.length + 8 > PAGE) throw new Error(`${stretches.length} stretches do not fit into the head of ${encoding}.laid`)
  numbers.forEach((number, i) => head.writeUInt32LE(number, 16 + 4 * i))
  return Buffer.concat([head, ...stretches.map(({ at, end }) => memory.subarray(at, end))])
}

/** Writes every vocabulary into a folder and returns the paths. */
export async function writeVocabularies(folder = VOCABULARY_FOLDER) {
  // What an earlier build wrote would be a part that nobody knows.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const paths = []
  for (const encoding of ENCODINGS) {
    const path = join(folder, `${encoding}.bin.gz`)
    const bytes = await buildVocabulary(encoding)
    await writeFile(path, gzipSync(bytes, { level: 9 }))
    paths.push(path)
    if (encoding !== USUAL) continue
    const laid = join(folder, `${encoding}.laid`)
    await writeFile(laid, await layVocabulary(encoding, bytes))
    paths.push(laid)
  }
  return paths
}

/** The vocabulary of one encoding: from the folder where it has been written, otherwise built in memory. For tests and benchmarks. */
export async function loadVocabulary(encoding, folder = VOCABULARY_FOLDER) {
  const written = await readFile(join(folder, `${encoding}.bin.gz`)).catch(() => undefined)
  return written === undefined ? buildVocabulary(encoding) : gunzipSync(written)
}

const invoked = process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href
if (invoked) for (const path of await writeVocabularies()) console.log(path)
