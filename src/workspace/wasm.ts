// As much of the binary format of WebAssembly as is needed to see how large its functions are.

const CODE_SECTION = 10

/** The size in bytes of the largest function in a module; 0 for bytes that are no module. */
export function largestFunction(wasm: Uint8Array): number {
  const reader = { wasm, at: 8 }
  while (reader.at < wasm.length) {
    const section = wasm[reader.at++]
    const size = number(reader)
    if (section === CODE_SECTION) return largestOf(reader)
    reader.at += size
  }
  return 0
}

function largestOf(reader: Reader): number {
  let largest = 0
  for (let left = number(reader); left > 0 && reader.at < reader.wasm.length; left--) {
    const size = number(reader)
    largest = Math.max(largest, size)
    reader.at += size
  }
  return largest
}

interface Reader {
  readonly wasm: Uint8Array
  at: number
}

/** A number of seven bits a byte, the lowest first. */
function number(reader: Reader): number {
  let value = 0
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = reader.wasm[reader.at++] ?? 0
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) break
  }
  return value
}
