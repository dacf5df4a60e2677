import { bytesOf } from '../text.ts'
import { CodecError } from './error.ts'

/** Bytes of a header. */
export const HEADER_SIZE = 8
/** The flag of a header whose payload is packed by zstd. */
export const PAYLOAD_ZSTD = 1

const MARK = 'BCP\0'
/** How containers began when the protocol had another name. */
const OLDER_MARK = 'LCP\0'
const MAJOR = 1
const MINOR = 0

/** What a container says of itself. */
export interface Header {
  readonly major: number
  readonly minor: number
  readonly flags: number
  /** It begins with the older mark. */
  readonly older: boolean
}

/** Reads the first bytes. The older mark is refused unless it is asked for: a reader of today's protocol does not know it. */
export function readHeader(bytes: Uint8Array, allowOlder = false): Header {
  const older = begins(bytes, OLDER_MARK)
  if (!older && !begins(bytes.subarray(0, 4), MARK.slice(0, bytes.length))) throw notOurs()
  if (bytes.length < HEADER_SIZE) throw new CodecError('truncated', `the bytes end inside the header, which has ${HEADER_SIZE}`, { offset: bytes.length, advice: 'the file is cut off or empty' })
  if (older && !allowOlder) throw new CodecError('magic', 'it begins with "LCP\\0", the older mark of this format', { offset: 0, advice: 'name it .lcp or pass --lcp to read it' })
  const [major, minor, flags, reserved] = bytes.subarray(4) as unknown as [number, number, number, number]
  if (major !== MAJOR) throw new CodecError('version', `version ${major}.${minor} is not known, only ${MAJOR}.x`, { offset: 4, advice: 'a newer Fovea may read it' })
  if (reserved !== 0) throw new CodecError('reserved', `a byte that must be 0 is ${reserved}`, { offset: 7, advice: 'the file is damaged or of another format' })
  return { major, minor, flags, older }
}

const begins = (bytes: Uint8Array, mark: string): boolean => bytes.length >= mark.length && bytesOf(mark).every((byte, at) => bytes[at] === byte)

const notOurs = (): CodecError => new CodecError('magic', 'it does not begin with "BCP\\0"', { offset: 0, advice: 'it is not a container of blocks; a manifest in JSON is packed by fovea bcp encode' })

/** The header of a container that is written here. */
export const headerBytes = ({ flags, older }: Pick<Header, 'flags' | 'older'>): Uint8Array => Uint8Array.of(...bytesOf(older ? OLDER_MARK : MARK), MAJOR, MINOR, flags, 0)
