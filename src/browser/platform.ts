// What every browser has and the pure rooms do not assume. Declared here because these rooms compile without DOM types.

declare global {
  interface ImportMeta { url: string }
}

declare const crypto: { subtle: { digest(name: string, data: Uint8Array): Promise<ArrayBuffer> } }
declare const fetch: (url: unknown) => Promise<{ ok: boolean; status: number; body: unknown }>
declare const DecompressionStream: new (kind: string) => unknown
declare class Response { constructor(body: unknown); arrayBuffer(): Promise<ArrayBuffer> }
declare class TextEncoder { encode(text: string): Uint8Array }
declare const URL: new (path: string, base: string) => unknown

/** UTF-8 bytes of a text. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The hex sha256 of bytes. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** One gzipped asset from beside this module: `vocab/o200k_base.bin`. */
export async function fetchAsset(name: string): Promise<Uint8Array> {
  const url = new URL(`../${name}.gz`, import.meta.url)
  const answer = await fetch(url).catch((error: unknown) => { throw missing(name, url, causeOf(error)) })
  if (!answer.ok) throw missing(name, url, `the server answered ${answer.status}`)
  const unzipped = (answer.body as { pipeThrough(stream: unknown): unknown }).pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(unzipped).arrayBuffer())
}

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
