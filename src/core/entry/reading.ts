// What bytes tell of a file, whoever brought them: a disk or a page.
import { classifyBytes, classifyText } from './classify.ts'
import type { Diagnostic } from '../diagnostic.ts'
import { decode } from './decode.ts'
import { tellingName } from './diagnostics.ts'
import { once } from '../once.ts'
import type { Digests, Octets } from './octets.ts'

/** The most that is read of one file unless told. */
export const MAX_FILE_BYTES: number = 1 << 20

const TOO_LARGE = 'larger than'

/** Whether a line stands for a text that was too large to be read. */
export const isTooLarge = ({ stub = '' }: { readonly stub?: string }): boolean => stub.startsWith(`${TOO_LARGE} `)

/** Replaces secrets in a text before anything else sees it. */
export type Redact = (text: string, path: string) => { readonly text: string; readonly found?: readonly { readonly line: number }[] }

/** Paths as one text in which each holds the secrets that it holds alone: no secret goes over the end of a line, except a private key, which dashes end. */
export const asOneText = (paths: readonly string[]): string => paths.join('\n-----\n')

/** Says of each of some things whether its path may be shown; one that holds a secret is told without it. They are searched as one text first: nearly always nothing is found in it. */
export function showing(found: readonly Pathed[], redact: Redact | undefined, report: (diagnostic: Diagnostic) => void): (one: Pathed) => boolean {
  if (redact === undefined) return () => true
  const areClean = once(() => {
    const paths = asOneText(found.map(({ path }) => path))
    return redact(paths, '').text === paths
  })
  return ({ path }) => areClean() || isShowable(path, redact, report)
}

interface Pathed {
  readonly path: string
}

function isShowable(path: string, redact: Redact, report: (diagnostic: Diagnostic) => void): boolean {
  const { text } = redact(path, path)
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
  readonly text: string
  readonly stub?: string
  readonly encoding?: string
  /** Lines in which secrets were replaced. */
  readonly redacted?: readonly number[]
}

/** Reads the bytes of a file. */
export function contentOf(path: string, sight: Sight, { by, ...options }: ReadingOptions & { by: Octets }): Content {
  const { bytes, large } = readPart(sight, options)
  const kind = classifyBytes(path, bytes, by)
  const stub = (kind === 'lock file' && options.asked ? undefined : kind) ?? (large ? `${TOO_LARGE} ${megabytes(options.maxFileBytes)}` : undefined)
  return stub === undefined ? textOf(path, decode(bytes, by), options) : { text: '', stub }
}

function textOf(path: string, { text, ...decoded }: ReturnType<typeof decode>, options: ReadingOptions): Content {
  const stub = options.asked ? undefined : classifyText(path, text)
  if (stub !== undefined) return { text: '', stub }
  const clean = options.redact?.(text, path)
  const lines = clean?.found?.map(({ line }) => line) ?? []
  return { text: clean?.text ?? text, ...decoded, ...(lines.length > 0 ? { redacted: lines } : {}) }
}

/** The hashes of a file. A large one is known by its beginning and its size, so that its cost does not grow with it. */
export function digestsOf(sight: Sight, { by, ...options }: Pick<ReadingOptions, 'maxFileBytes'> & { by: Octets }): Digests {
  const { bytes, large } = readPart(sight, options)
  return by.digests(bytes, large ? String(sight.size) : '')
}

function readPart({ bytes, size }: Sight, { maxFileBytes }: Pick<ReadingOptions, 'maxFileBytes'>): { bytes: Uint8Array; large: boolean } {
  const large = Math.max(bytes.length, size) > maxFileBytes
  return { large, bytes: large ? bytes.subarray(0, maxFileBytes) : bytes }
}

const megabytes = (bytes: number): string =>
  bytes >= 1e5 ? `${(bytes / (1 << 20)).toFixed(1)} MB` : bytes >= 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${bytes} bytes`
