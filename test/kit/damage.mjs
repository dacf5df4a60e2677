// Bytes with a few of them changed, the way that disks, networks and attackers do it.

/** Changes a copy of `bytes` in one to eight places; `other` is another container from which pieces are taken. */
export function damaged(bytes, other, roll) {
  let result = bytes
  for (let left = 1 + roll(8); left > 0; left--) result = EDITS[roll(EDITS.length)](result, roll, other)
  return result
}

const joined = (...parts) => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
const at = (bytes, roll) => roll(bytes.length + 1)
const piece = (bytes, roll) => {
  const start = at(bytes, roll)
  return bytes.subarray(start, start + roll(64))
}
const withByte = (bytes, place, byte) => {
  const copy = bytes.slice()
  if (copy.length > 0) copy[place % copy.length] = byte
  return copy
}
const without = (bytes, start, length) => joined(bytes.subarray(0, start), bytes.subarray(start + length))
const insert = (bytes, start, more) => joined(bytes.subarray(0, start), more, bytes.subarray(start))
/** Numbers that mean much: flags, ends, the longest numbers. */
const TELLING = [[0], [1], [0x7f], [0x80], [0xff], [0xff, 1, 0, 0], [0xff, 0xff, 0xff, 0x7f], [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1], [0x28, 0xb5, 0x2f, 0xfd]]

const EDITS = [
  (bytes, roll) => withByte(bytes, roll(bytes.length + 1), roll(256)),
  (bytes, roll) => withByte(bytes, roll(bytes.length + 1), (bytes[roll(bytes.length + 1)] ?? 0) ^ (1 << roll(8))),
  (bytes, roll) => withByte(bytes, roll(40), roll(256)),
  (bytes, roll) => bytes.subarray(0, at(bytes, roll)),
  (bytes, roll) => without(bytes, at(bytes, roll), 1 + roll(16)),
  (bytes, roll) => insert(bytes, at(bytes, roll), Uint8Array.from(TELLING[roll(TELLING.length)])),
  (bytes, roll) => insert(bytes, at(bytes, roll), piece(bytes, roll)),
  (bytes, roll, other) => insert(bytes, at(bytes, roll), piece(other, roll)),
]
