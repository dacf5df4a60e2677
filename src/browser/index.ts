// Fovea without a file system: files come as { path, content }, everything else is the same core.
import { type Compiled, compile } from '../core/compile.ts'
import { gather } from '../core/gather.ts'
import { plain, LENSES } from '../core/lenses.ts'
import { md5 } from '../core/md5.ts'
import { suggestion } from '../core/nearest.ts'
import type { Entry, Meter, Parser } from '../core/ports.ts'
import { tokensFrom, WHOLE_LADDER } from '../core/request.ts'
import { VERSION } from '../core/version.ts'
import type { Lens } from '../core/rule.ts'
import { formatNamed } from '../formats/index.ts'
import { redactSecrets } from '../guards/secrets.ts'
import { createParser } from '../languages/index.ts'
import { createMeter } from '../meters/index.ts'
import { fetchAsset, sha256, utf8 } from './platform.ts'

export { decodeBlocks, encodeBlocks, type Loading, renderBlocks, type RenderOptions, zstdFor } from './blocks.ts'
export { BlockReader, type Bodies, CodecError, type Fault } from '../blocks/codec/index.ts'
export { blocksFrom as blocksFromManifest } from '../blocks/manifest.ts'
export { manifestOf as manifestOfBlocks } from '../blocks/manifest-text.ts'
export type { TypedBlock } from '../blocks/typed.ts'

/** A file as a page or an editor holds it. */
export interface VirtualFile {
  readonly path: string
  readonly content: string
}

/** What to pack and how. */
export interface BrowserOptions {
  readonly format?: string
  /** `8k`, `none`; everything when absent. */
  readonly budget?: string
  readonly task?: string
  readonly lens?: string
  readonly meter?: string
  readonly frozen?: boolean
  /** Shown in the metadata; the epoch when frozen or absent. */
  readonly timestamp?: string
  /** Brings `vocab/…` and `grammars/…`, unzipped; fetched from beside this module when absent. */
  readonly load?: (asset: string) => Promise<Uint8Array>
}

/** Packs files that are already in memory. The same files and options give the same bytes. */
export async function packFiles(files: readonly VirtualFile[], options: BrowserOptions = {}): Promise<Compiled> {
  const load = options.load ?? fetchAsset
  const meter: Meter = await createMeter(options.meter ?? 'o200k_base', (encoding) => load(`vocab/${encoding}.bin`))
  const parser: Parser = createParser({ load: (grammar) => load(`grammars/${grammar}.wasm`), runtime: () => load('grammars/tree-sitter.wasm') })
  const budget = tokensFrom(options.budget ?? 'none')
  const lens = lensNamed(options.lens ?? plain.name)
  const request = { task: options.task ?? '', budget, lens, rules: [], ladder: WHOLE_LADDER }
  const corpus = await gather(await entriesFrom(files), request, { parser, meter, utility: new Map() })
  const frozen = options.frozen ?? false
  return compile(corpus, request, {
    format: formatNamed(options.format ?? 'claude-xml'), meter,
    about: {
      version: VERSION, lens: lens.name, strategy: Number.isFinite(budget) ? 'adaptive' : 'everything', budget: Number.isFinite(budget) ? budget : 0,
      frozen, timestamp: (frozen ? undefined : options.timestamp) ?? '1970-01-01T00:00:00Z', facts: [['project_root', '.']], notices: [], related: [],
    },
  })
}

function lensNamed(name: string): Lens {
  const lens = LENSES.find((known) => known.name === name)
  if (lens === undefined) throw new TypeError(`there is no lens "${name}"; ${suggestion(name, LENSES.map((known) => known.name))}`)
  return lens
}

async function entriesFrom(files: readonly VirtualFile[]): Promise<Entry[]> {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  return Promise.all(sorted.map(async ({ path, content }) => {
    const bytes = utf8(content)
    return { path, text: redactSecrets(content).text, bytes: bytes.length, md5: md5(content), sha256: await sha256(bytes), modified: 0 }
  }))
}

/** The protocol's API is started before use; here everything starts when it is needed. */
export default async function init(): Promise<void> {}

/** The configuration of the Fractal protocol's JavaScript API: each call gives a new one. */
export class EncoderConfig {
  private constructor(readonly options: BrowserOptions) {}

  static new(): EncoderConfig {
    return new EncoderConfig({})
  }

  with_format(format: string): EncoderConfig {
    return new EncoderConfig({ ...this.options, format })
  }

  with_frozen(frozen: boolean): EncoderConfig {
    return new EncoderConfig({ ...this.options, frozen })
  }

  with_budget(budget: string): EncoderConfig {
    return new EncoderConfig({ ...this.options, budget })
  }

  with_loader(load: (asset: string) => Promise<Uint8Array>): EncoderConfig {
    return new EncoderConfig({ ...this.options, load })
  }
}

/** The engine of the Fractal protocol's JavaScript API. */
export class ContextEngine {
  private constructor(private readonly options: BrowserOptions) {}

  static with_config(config: EncoderConfig): ContextEngine {
    return new ContextEngine(config.options)
  }

  /** The context of these files as text. */
  async serialize_files(files: readonly VirtualFile[]): Promise<string> {
    return (await packFiles(files, this.options)).parts.join('')
  }
}
