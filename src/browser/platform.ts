// What every browser has and the pure rooms do not assume. Declared here because these rooms compile without DOM types.

declare global {
  interface ImportMeta { url: string }
}

declare const fetch: (url: unknown) => Promise<{ ok: boolean; status: number; arrayBuffer(): Promise<ArrayBuffer> }>
declare const DecompressionStream: new (kind: string) => unknown
declare class Response { constructor(body: unknown); readonly body: { pipeThrough(stream: unknown): unknown }; arrayBuffer(): Promise<ArrayBuffer> }
declare const URL: new (path: string, base: string) => unknown

// Bundlers would take the address of this module, written in one expression with a path, for a file that they should pack.
const here = import.meta.url

/** Loads assets from a folder that has `vocab/`, `grammars/` and `zstd/` of this package: where a bundler has put them. */
export const assetsAt = (folder: string) => async (name: string): Promise<Uint8Array> => {
  const url = new URL(`${name}.gz`, String(new URL(folder, pageOr(here))))
  const answer = await fetch(url).catch((error: unknown) => { throw missing(name, url, causeOf(error)) })
  if (!answer.ok) throw missing(name, url, `the server answered ${answer.status}`)
  return unzipped(new Uint8Array(await answer.arrayBuffer()))
}

/** A folder may be named as a page names it: `/fovea/`. */
const pageOr = (other: string): string => (globalThis as { location?: { href: string } }).location?.href ?? other

/** Some servers say of a `.gz` that it is only sent zipped, and then it arrives as it was before. */
async function unzipped(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  const stream = new Response(bytes).body.pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** One gzipped asset from beside this module: `vocab/o200k_base.bin`. */
export const fetchAsset: (name: string) => Promise<Uint8Array> = (name) => assetsAt(String(new URL('../', here)))(name)

/** Not every place can fetch what lies beside a module: Node cannot fetch files. */
function missing(name: string, url: unknown, why: string): Error {
  const [, folder, thing] = /^(\w+)\/(.*)\.\w+$/.exec(name) ?? []
  const what = folder === 'vocab' ? `the vocabulary ${thing}` : folder === 'grammars' ? `the grammar ${thing}` : name
  return new Error(`${what} could not be fetched from ${String(url)} (${why}): give packFiles a load function that brings "${name}"`)
}

/** What is behind a failed fetch says more than that it failed. */
function causeOf(error: unknown): string {
  const { message = String(error), cause } = error as { message?: string; cause?: { message?: string } }
  return cause?.message ?? message
}
