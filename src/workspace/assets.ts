// What the build puts beside the code: vocabularies and grammars, nearly all gzipped. They arrive on first use.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { loadZstd, type Zstd } from '../blocks/codec/zstd.ts'
import { largestFunction } from './wasm.ts'

/** Beside the compiled code, or in `dist/` when the sources run directly. */
const PLACES = ['../', '../../dist/'].map((place) => new URL(place, import.meta.url))

/** Where a parser finds its grammars in Node. */
export const nodeAssets = {
  load: (grammar: string): Promise<Uint8Array> => asset(`grammars/${grammar}.wasm`),
  runtime: (): Promise<Uint8Array> => asset('grammars/tree-sitter.wasm'),
  compiling,
}

/** The bytes of one asset: `vocab/o200k_base.bin`. */
export async function asset(name: string): Promise<Uint8Array> {
  for (const place of PLACES) {
    const plain = bytesAt(new URL(name, place))
    if (plain !== undefined) return plain
    const zipped = bytesAt(new URL(`${name}.gz`, place))
    if (zipped !== undefined) return promisify((await import('node:zlib')).gunzip)(zipped)
  }
  throw new Error(`${name}.gz is missing beside ${fileURLToPath(new URL('.', import.meta.url))}: run "npm run build"`)
}

/** Hands over an asset that lies there unzipped, to be read straight to where it belongs; undefined when it is not there. */
export function inPieces<T>(name: string, use: (read: (into: Uint8Array, at: number) => boolean) => T | undefined): T | undefined {
  for (const place of PLACES) {
    const file = orNothing(() => openSync(new URL(name, place), 'r'))
    if (file === undefined) continue
    try {
      return use((into, at) => orNothing(() => readSync(file, into, 0, into.length, at)) === into.length)
    } finally {
      closeSync(file)
    }
  }
  return undefined
}

/** The bytes of a file; undefined when it is not there. */
const bytesAt = (file: URL): Uint8Array | undefined => orNothing(() => readFileSync(file))

function orNothing<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Larger functions keep the optimising compiler busy for seconds, and the process alive for as long: the lexer of PowerShell took 102 s on Node 20. */
const TOO_LARGE_TO_OPTIMISE = 100_000

/** Compiles a grammar; one with a huge lexer by the quick compiler alone. */
async function compiling<T>(wasm: Uint8Array, compile: () => Promise<T>): Promise<T> {
  if (largestFunction(wasm) < TOO_LARGE_TO_OPTIMISE) return compile()
  setFlagsFromString('--liftoff-only')
  try {
    return await compile()
  } finally {
    setFlagsFromString('--no-liftoff-only')
  }
}

/** Zstandard for containers of blocks; with `packing` it also packs. */
export const nodeZstd = (options: { packing?: boolean } = {}): Promise<Zstd> => loadZstd(asset, options)
