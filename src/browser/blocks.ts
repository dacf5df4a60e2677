// Typed blocks without a file system: containers, manifests, and text that fits.
import { decode, encode, type EncodeOptions, loadZstd, type ReadOptions, type Zstd } from '../blocks/codec/index.ts'
import type { ModeName } from '../blocks/modes/index.ts'
import { type Rendered, render } from '../blocks/render.ts'
import type { TypedBlock } from '../blocks/typed.ts'
import { tokensFrom } from '../core/request.ts'
import { visible } from '../core/visible.ts'
import { redactSecrets } from '../guards/secrets.ts'
import { createMeter } from '../meters/index.ts'
import { fetchAsset } from './platform.ts'

/** Brings `vocab/…` and `zstd/…`, unzipped; fetched from beside this module when absent. */
export interface Loading {
  readonly load?: (asset: string) => Promise<Uint8Array>
}

/** The blocks of a container. */
export async function decodeBlocks(bytes: Uint8Array, { load, ...options }: Omit<ReadOptions, 'zstd'> & Loading = {}): Promise<TypedBlock[]> {
  return decode(bytes, { ...options, zstd: await zstdFor(load) })
}

/** Blocks as a container. */
export async function encodeBlocks(blocks: readonly TypedBlock[], { load, ...options }: Omit<EncodeOptions, 'zstd'> & Loading = {}): Promise<Uint8Array> {
  const packs = options.compress !== undefined && options.compress !== 'none'
  return encode(blocks, packs ? { ...options, zstd: await zstdFor(load, true) } : options)
}

/** What `BlockReader` needs for containers that are packed. */
export const zstdFor = (load: Loading['load'] = fetchAsset, packing = false): Promise<Zstd> => loadZstd(load, { packing })

/** How blocks are written. */
export interface RenderOptions extends Loading {
  /** `4k`; everything in full when absent. */
  readonly budget?: string
  readonly mode?: ModeName
  readonly meter?: string
}

/** Blocks as text that fits the budget, with the decision for each. Secrets are redacted. */
export async function renderBlocks(blocks: readonly TypedBlock[], { budget, mode = 'xml', meter = 'o200k_base', load = fetchAsset }: RenderOptions = {}): Promise<Rendered> {
  const counter = await createMeter(meter, (encoding) => load(`vocab/${encoding}.bin`))
  return render(blocks, { mode, meter: counter, clean: (text) => redactSecrets(visible(text)).text, ...(budget === undefined ? {} : { budget: tokensFrom(budget) }) })
}
