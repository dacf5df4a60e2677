// Writes dist/vocab/<encoding>.bin.gz, the vocabularies that src/meters/vocabulary.ts reads, and the usual one as it is too: unzipping it would be a twentieth of a small pack.
//
// Layout before gzip: the eight letters `fovea-v1`, the number of tokens (32 bits, little end first), one length byte per token
// in order of rank, then the bytes of all tokens without separators. The data come from the package gpt-tokenizer (MIT).

import { mkdir, readFile, writeFile } from 'node:fs/promises'
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

/** Writes every vocabulary into a folder and returns the paths. */
export async function writeVocabularies(folder = VOCABULARY_FOLDER) {
  await mkdir(folder, { recursive: true })
  const paths = []
  for (const encoding of ENCODINGS) {
    const path = join(folder, `${encoding}.bin.gz`)
    const bytes = await buildVocabulary(encoding)
    await writeFile(path, gzipSync(bytes, { level: 9 }))
    paths.push(path)
    if (encoding !== USUAL) continue
    await writeFile(join(folder, `${encoding}.bin`), bytes)
    paths.push(join(folder, `${encoding}.bin`))
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
