// The directory of a zip: what it says of its entries, judged before anything is inflated.
import { counted, megabytes, MOST_BYTES, MOST_NAMES, Refused } from './limits.ts'

/** One entry as the directory tells of it. */
export interface ZipEntry {
  readonly path: string
  /** Where its header begins. */
  readonly at: number
  readonly packed: number
  readonly size: number
  /** 0 is stored, 8 is deflated. */
  readonly method: number
  readonly link: boolean
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const LONGEST_END = 22 + 0xffff
/** Deflate cannot do better than 1032 to 1; code and text seldom do better than 20. */
const MOST_RATIO = 200
/** Below this even a bomb is harmless. */
const HARMLESS: number = 64 << 20

const refused = (why: string): Refused => new Refused(`This zip is not opened: ${why}. Unpack it yourself and choose the folder.`)

/** The files that a zip says it has. Throws for what is damaged, encrypted, or larger than its page can bear. */
export function directoryOf(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { count, at } = endOf(view)
  if (count > MOST_NAMES) throw refused(`it has ${counted(count)} entries, and ${counted(MOST_NAMES)} is the most`)
  const entries: ZipEntry[] = []
  for (let i = 0, next = at; i < count; i++) {
    const { entry, end } = entryAt(view, next)
    if (!entry.path.endsWith('/')) entries.push(entry)
    next = end
  }
  judge(entries, bytes.length)
  return entries
}

function endOf(view: DataView): { count: number; at: number } {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - LONGEST_END); at--) {
    if (view.getUint32(at, true) !== END) continue
    const [count, start] = [view.getUint16(at + 10, true), view.getUint32(at + 16, true)]
    if (count === 0xffff || start === 0xffffffff) throw refused('it is written in the large form (zip64)')
    if (start + count * 46 > view.byteLength) throw refused('its directory is damaged')
    return { count, at: start }
  }
  throw refused('it has no directory, so it is no zip or not all of one')
}

function entryAt(view: DataView, at: number): { entry: ZipEntry; end: number } {
  if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY) throw refused('its directory is damaged')
  const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [number, number, number]
  const end = at + 46 + name + extra + comment
  if (end > view.byteLength) throw refused('its directory is damaged')
  const path = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, name)).replaceAll('\\', '/')
  if ((view.getUint16(at + 8, true) & 1) !== 0) throw refused(`${JSON.stringify(path)} is encrypted`)
  const entry = { path, method: view.getUint16(at + 10, true), packed: view.getUint32(at + 20, true), size: view.getUint32(at + 24, true), at: view.getUint32(at + 42, true), link: isLink(view, at) }
  if (entry.packed === 0xffffffff || entry.size === 0xffffffff || entry.at === 0xffffffff) throw refused('it is written in the large form (zip64)')
  return { entry, end }
}

/** Made on Unix, and its mode says link. */
const isLink = (view: DataView, at: number): boolean => view.getUint8(at + 5) === 3 && (view.getUint32(at + 38, true) >>> 28) === 0xa

/** A bomb is known by its numbers: too much, too dense, or the same bytes used twice. */
function judge(entries: readonly ZipEntry[], length: number): void {
  const size = entries.reduce((sum, entry) => sum + entry.size, 0)
  const packed = entries.reduce((sum, entry) => sum + entry.packed, 0)
  if (size > 4 * MOST_BYTES) throw refused(`it would be ${megabytes(size)} unpacked, and ${megabytes(4 * MOST_BYTES)} is the most`)
  if (size > HARMLESS && size > MOST_RATIO * packed) throw refused(`it would grow from ${megabytes(packed)} to ${megabytes(size)}, as only bombs do`)
  let free = 0
  for (const { path, at, packed: part } of entries.toSorted((a, b) => a.at - b.at)) {
    if (at < free) throw refused(`${JSON.stringify(path)} lies over another entry, as only in bombs`)
    free = at + 30 + part
  }
  if (free > length) throw refused('it is shorter than its directory says')
}

/** The packed bytes of an entry. */
export function packedBytes(bytes: Uint8Array, { path, at, packed }: ZipEntry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (at + 30 > bytes.length || view.getUint32(at, true) !== LOCAL) throw refused(`${JSON.stringify(path)} is not where its directory says`)
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  if (start + packed > bytes.length) throw refused(`${JSON.stringify(path)} is not where its directory says`)
  return bytes.subarray(start, start + packed)
}
