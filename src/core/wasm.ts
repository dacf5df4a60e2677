// Small modules of WebAssembly, written as text beside the code that uses them and kept in it as base64.

// The part of the platform that is used here; the language's own library does not declare it.
interface Platform {
  readonly WebAssembly?: { Module: new (bytes: Uint8Array) => object; Instance: new (module: object, imports: object) => { readonly exports: unknown } }
  readonly atob?: (text: string) => string
}

/** The memory of a module. */
export interface Memory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

const PAGE = 1 << 16

/** What a module exports; undefined where the platform has no WebAssembly or a page forbids it. */
export function moduleOf<Exports>(base64: string, fovea: Readonly<Record<string, (...args: number[]) => number>> = {}): Exports | undefined {
  const { WebAssembly, atob } = globalThis as Platform
  if (WebAssembly === undefined || atob === undefined) return undefined
  try {
    const module = new WebAssembly.Module(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)))
    return new WebAssembly.Instance(module, { fovea }).exports as Exports
  } catch {
    return undefined
  }
}

/** All of a memory that has at least so many bytes. What was seen of it before it grew is void. */
export function roomFor(memory: Memory, bytes: number): Uint8Array<ArrayBuffer> {
  const missing = bytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
  return new Uint8Array(memory.buffer)
}
