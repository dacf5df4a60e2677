// Small modules of WebAssembly, written as text beside the code that uses them and kept in it as base64.

// The part of the platform that is used here; the language's own library does not declare it.
interface Platform {
  readonly WebAssembly?: { Module: new (bytes: Uint8Array) => object; Instance: new (module: object, imports: object) => { readonly exports: unknown } }
  readonly atob?: (text: string) => string
}
declare class TextEncoder {
  encodeInto(text: string, into: Uint8Array): { readonly written: number }
}

/** The memory of a module. */
export interface ModuleMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

/** What a module exports; undefined where the platform has no WebAssembly, or none with vectors, or a page forbids it. */
export function moduleOf<Exports>(base64: string, fovea: Readonly<Record<string, ((...args: number[]) => number) | ModuleMemory | undefined>> = {}): Exports | undefined {
  const { WebAssembly, atob } = globalThis as Platform
  if (WebAssembly === undefined || atob === undefined) return undefined
  try {
    const module = new WebAssembly.Module(bytesOf(atob(base64)))
    return new WebAssembly.Instance(module, { fovea }).exports as Exports
  } catch {
    return undefined
  }
}

// By hand: `from` walks a string letter by letter, which takes longer than to compile the module.
function bytesOf(letters: string): Uint8Array {
  const bytes = new Uint8Array(letters.length)
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i)
  return bytes
}

const PAGE = 1 << 16

/** Makes the memory of a module so many bytes long; false when it is already, so that views of it hold. */
export function reserve(memory: ModuleMemory, bytes: number): boolean {
  const missing = bytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
  return missing > 0
}

/** The memory of a module that reads texts: from a place on it holds the text, with some zeros behind it. */
export class Desk {
  /** All of it; void after the next text. */
  bytes: Uint8Array
  /** The same as numbers of 32 bits. */
  words: Int32Array
  private room: Uint8Array
  private readonly encoder = new TextEncoder()

  constructor(private readonly memory: ModuleMemory, private readonly at: number, private readonly zeros: number) {
    this.bytes = new Uint8Array(memory.buffer)
    this.words = new Int32Array(memory.buffer)
    this.room = this.bytes.subarray(at)
  }

  /** Puts a text there and gives its length in bytes. */
  put(text: string | Uint8Array): number {
    const isString = typeof text === 'string'
    // A unit takes at most three bytes.
    const wanted = this.at + (isString ? text.length * 3 : text.length) + this.zeros
    // Asking a memory for its length costs as much as a short text.
    if (wanted > this.bytes.length && reserve(this.memory, wanted)) {
      this.bytes = new Uint8Array(this.memory.buffer)
      this.words = new Int32Array(this.memory.buffer)
      this.room = this.bytes.subarray(this.at)
    }
    const written = isString ? this.encoder.encodeInto(text, this.room).written : text.length
    if (!isString) this.bytes.set(text, this.at)
    this.bytes.fill(0, this.at + written, this.at + written + this.zeros)
    return written
  }
}
