// Containers of a few kilobytes that would become gigabytes. Their zstd is written by hand: runs of one byte, 128 KiB each for four bytes.
const HEADER = [0x42, 0x43, 0x50, 0, 1, 0, 0, 0]
const END = [0xff, 1, 0, 0]
const KIB = 1024
const RUN = 128 * KIB

const varint = (value) => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(Math.floor(value / 128))])
const bytes = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]))
const frame = (body) => bytes([0x42, 2], varint(body.length), body)
const container = (...frames) => bytes(HEADER, ...frames, END)
const packedPayload = (zstd) => bytes([...HEADER.slice(0, 6), 1, 0], zstd)

const HEAD = [0x28, 0xb5, 0x2f, 0xfd, 0, 0x58]

/** Blocks of zstd that unpack to `size` bytes, all the same. */
function runs(size, { byte = 0, last = true } = {}) {
  const blocks = []
  for (let left = size; left > 0; left -= RUN) {
    const block = (Math.min(left, RUN) << 3) | 2 | (last && left <= RUN ? 1 : 0)
    blocks.push(block & 255, (block >> 8) & 255, block >> 16, byte)
  }
  return blocks
}

/** A block of zstd with these bytes as they are. */
const raw = (list) => [list.length << 3, 0, 0, ...list]

/** A frame of zstd that unpacks to `size` bytes; it tells its size when it is asked to. */
const run = (size, { told = false } = {}) => Uint8Array.from([...(told ? [...HEAD.slice(0, 4), 0x80, 0x58, ...[0, 8, 16, 24].map((shift) => (size >>> shift) & 255)] : HEAD), ...runs(size)])

/** A body of three bytes again and again, packed by a real packer. */
const again = (pack, unit, times) => pack(Uint8Array.from({ length: unit.length * times }, (_, i) => unit[i % unit.length]))

/** Each bomb by a name; `pack` packs by zstd. */
export function bombs(pack) {
  const gib = 1024 * 1024 * KIB
  const full = 16 * KIB * KIB
  const entry = [2, 2, 3, 1, 1, 0]
  return {
    'a body that says it has 1 GiB': container(frame(run(gib, { told: true }))),
    'a body of 1 GiB that does not say so': container(frame(run(gib))),
    'a payload that says it has 1 GiB': packedPayload(run(gib, { told: true })),
    'a payload of 20 blocks of 16 MiB that does not say so': packedPayload([...HEAD, ...Array.from({ length: 20 }, () => [...raw([0x42, 0, ...varint(full)]), ...runs(full, { last: false })]).flat()]),
    '100 bodies of 16 MiB': container(...Array.from({ length: 100 }, () => frame(run(full)))),
    '100 bodies of 16 MiB in a packed payload': packedPayload(pack(bytes(...Array.from({ length: 100 }, () => frame(run(full))), END))),
    'a body that looks back over 128 MiB': container(frame(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0x88, 1, 0, 0))),
    '10 million blocks of three bytes': packedPayload(again(pack, [0x42, 0, 0], 10_000_000)),
    'a tree of 2 million files': container((() => {
      const body = again(pack, entry, 2_000_000)
      return bytes([3, 2], varint(body.length), body)
    })()),
  }
}
