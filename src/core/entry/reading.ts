// What bytes tell of a file, whoever brought them: a disk or a page.
import { beginsOddly, classifyBytes, classifyName, classifyText } from './classify.ts'
import type { Diagnostic } from '../diagnostic.ts'
import { Letters } from './decode.ts'
import { tellingName } from './diagnostics.ts'
import { once } from '../once.ts'
import type { DigestName, Octets } from './octets.ts'
import { plainOf } from '../plain.ts'
import type { Legible } from '../ports.ts'

/** The most that is read of one file unless told. */
export const MAX_FILE_BYTES: number = 1 << 20

const TOO_LARGE = 'larger than'

/** Whether a line stands for a text that was too large to be read. */
export const isTooLarge = ({ stub = '' }: { readonly stub?: string }): boolean => stub.startsWith(`${TOO_LARGE} `)

/** Replaces secrets in a text before anything else sees it; undefined where it holds none. */
export type Redact = (legible: Legible, path: string) => { readonly text: string; readonly found?: readonly { readonly line: number }[] } | undefined

/** A text without its secrets. */
export const without = (redact: Redact | undefined, text: string, path: string): string => redact?.({ text }, path)?.text ?? text

/** Paths as one text in which each holds the secrets that it holds alone: no secret goes over the end of a line, except a private key, which dashes end. */
export const asOneText = (paths: readonly string[]): string => paths.join('\n-----\n')

/** Says of each of some things whether its path may be shown; one that holds a secret is told without it. They are searched as one text first: nearly always nothing is found in it. */
export function showing(found: readonly Pathed[], redact: Redact | undefined, report: (diagnostic: Diagnostic) => void): (one: Pathed) => boolean {
  if (redact === undefined) return () => true
  const areClean = once(() => {
    const paths = asOneText(found.map(({ path }) => path))
    return without(redact, paths, '') === paths
  })
  return ({ path }) => areClean() || isShowable(path, redact, report)
}

interface Pathed {
  readonly path: string
}

function isShowable(path: string, redact: Redact, report: (diagnostic: Diagnostic) => void): boolean {
  const text = without(redact, path, path)
  if (text !== path) report(tellingName(text))
  return text === path
}

/** The bytes of a file, at least as many as may be read and one more where there are more. */
export interface Sight {
  readonly bytes: Uint8Array
  /** The size of the whole file. */
  readonly size: number
}

/** How bytes are read. */
export interface ReadingOptions {
  /** Files beyond this are one line only. */
  readonly maxFileBytes: number
  readonly redact?: Redact | undefined
  /** Somebody asked for this one file: a lock file, generated or minified text is read like any other. */
  readonly asked: boolean
}

/** What was read: a text, or why there is only a line. */
export interface Content {
  readonly legible: Legible
  readonly stub?: string
  readonly encoding?: string
  /** Lines in which secrets were replaced. */
  readonly redacted?: readonly number[]
}

const NO_TEXT: Legible = { text: '' }

/** Reads the bytes of a file. */
export function contentOf(path: string, sight: Sight, options: ReadingOptions & { by: Octets }): Content {
  const { by, maxFileBytes } = options
  const { bytes, large } = readPart(sight, maxFileBytes)
  const plain = beginsOddly(bytes) ? undefined : plainOf(bytes)
  const kind = plain?.isPlain ? classifyName(path) : classifyBytes(path, bytes, by)
  const stub = (kind === 'lock file' && options.asked ? undefined : kind) ?? (large ? `${TOO_LARGE} ${megabytes(maxFileBytes)}` : undefined)
  return stub === undefined ? textOf(path, new Letters(bytes, by, plain), options) : { legible: NO_TEXT, stub }
}

function textOf(path: string, letters: Letters, options: ReadingOptions): Content {
  const stub = options.asked ? undefined : classifyText(path, letters)
  if (stub !== undefined) return { legible: NO_TEXT, stub }
  const clean = options.redact?.(letters, path)
  const { encoding } = letters
  // Nearly every text is plain and holds no secret: nothing more is made for it.
  if (clean === undefined && encoding === undefined) return { legible: letters }
  const lines = clean?.found?.map(({ line }) => line) ?? []
  return { legible: clean === undefined || clean.text === letters.text ? letters : { text: clean.text }, ...(encoding === undefined ? {} : { encoding }), ...(lines.length > 0 ? { redacted: lines } : {}) }
}

/** A hash of a file. A large one is known by its beginning and its size, a binary one by both ends of what was read and its size, so that its cost does not grow with it. */
export function digestOf(name: DigestName, sight: Sight, { by, stub, maxFileBytes }: Pick<ReadingOptions, 'maxFileBytes'> & { readonly by: Octets; readonly stub: string | undefined }): string {
  const { bytes, large } = readPart(sight, maxFileBytes)
  if (stub === 'binary' && bytes.length > MOST_OF_BINARY) return by.digest(name, endsOf(bytes, sight.size), '')
  return by.digest(name, bytes, large ? String(sight.size) : '')
}

/** Bytes of a binary file that are hashed: nothing of it is ever shown, and pictures can be half of a repository. */
const MOST_OF_BINARY = 1 << 16
const HALF = MOST_OF_BINARY / 2

/** Room for the ends of one file and for its size. */
const room = once(() => new Uint8Array(MOST_OF_BINARY + String(Number.MAX_SAFE_INTEGER).length))

/** As many bytes from the end as from the beginning, for an archive has its table of sums there, and the digits of the size. They hold until the next file. */
function endsOf(bytes: Uint8Array, size: number): Uint8Array {
  const [ends, digits] = [room(), String(size)]
  ends.set(bytes.subarray(0, HALF))
  ends.set(bytes.subarray(bytes.length - HALF), HALF)
  for (let i = 0; i < digits.length; i++) ends[MOST_OF_BINARY + i] = digits.charCodeAt(i)
  return ends.subarray(0, MOST_OF_BINARY + digits.length)
}

function readPart({ bytes, size }: Sight, maxFileBytes: number): { bytes: Uint8Array; large: boolean } {
  const large = Math.max(bytes.length, size) > maxFileBytes
  return { large, bytes: large ? bytes.subarray(0, maxFileBytes) : bytes }
}

const megabytes = (bytes: number): string =>
  bytes >= 1e5 ? `${(bytes / (1 << 20)).toFixed(1)} MB` : bytes >= 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${bytes} bytes`
