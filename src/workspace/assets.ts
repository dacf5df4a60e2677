// What the build puts beside the code: vocabularies and grammars, gzipped. They arrive on first use.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

const unzip = promisify(gunzip)

/** Beside the compiled code, or in `dist/` when the sources run directly. */
const PLACES = ['../', '../../dist/'].map((place) => new URL(place, import.meta.url))

/** Where a parser finds its grammars in Node. */
export const nodeAssets = {
  load: (grammar: string): Promise<Uint8Array> => asset(`grammars/${grammar}.wasm`),
  runtime: (): Promise<Uint8Array> => asset('grammars/tree-sitter.wasm'),
}

/** The bytes of one asset: `vocab/o200k_base.bin`. */
export async function asset(name: string): Promise<Uint8Array> {
  for (const place of PLACES) {
    const zipped = await readFile(new URL(`${name}.gz`, place)).catch(() => undefined)
    if (zipped !== undefined) return unzip(zipped)
  }
  throw new Error(`${name}.gz is missing beside ${fileURLToPath(new URL('.', import.meta.url))}: run "npm run build"`)
}
