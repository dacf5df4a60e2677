// A file that was seen: what is known of it is at hand, its text is held for a while and read again when somebody asks.
import { Changed } from '../core/changed.ts'
import type { Entry, Stamp } from '../core/ports.ts'
import { decode } from '../core/entry/decode.ts'
import { octets, sha256Of } from './octets.ts'
import { openPlain, openReal } from '../disk/open.ts'
import { type Look, look, lookFor } from './read.ts'
import type { EntryOptions } from './entry.ts'
import type { Shelf, Texts } from './texts.ts'

/** Where the text of an entry comes from. */
export interface Origin {
  readonly file: string
  readonly reading: EntryOptions & { readonly texts: Texts }
  readonly text?: string
  /** The stamp by which the file was known without being read: as long as it has it, it need not be hashed. */
  readonly certain?: Stamp
}

/** There may be a million of them, so what they do is shared; the text is not among the properties that a copy takes along. */
export class FileEntry implements Entry {
  readonly path: string
  readonly bytes: number
  readonly modified: number
  readonly md5: string
  readonly sha256: string
  declare readonly encoding?: string
  readonly #origin: Origin
  readonly #shelf: Shelf = {}

  constructor({ path, bytes, modified, md5, sha256, encoding }: Omit<Entry, 'text' | 'utf8' | 'atHand'>, { text, ...origin }: Origin) {
    this.path = path
    this.bytes = bytes
    this.modified = modified
    this.md5 = md5
    this.sha256 = sha256
    if (encoding !== undefined) this.encoding = encoding
    this.#origin = origin
    if (text !== undefined) origin.reading.texts.hold(this.#shelf, text)
  }

  get atHand(): boolean {
    return this.#shelf.text !== undefined
  }

  get text(): string {
    const { text } = this.#shelf
    if (text !== undefined) return text
    const again = this.#read()
    this.#origin.reading.texts.hold(this.#shelf, again)
    return again
  }

  /** Nothing is held for it: whoever wants bytes is about to write them. */
  utf8(): Uint8Array | undefined {
    const isText = this.encoding === undefined || this.encoding === 'utf-8-bom'
    return isText && this.#origin.reading.redact === undefined ? this.#look().bytes : undefined
  }

  #read(): string {
    const { text } = decode(this.#look().bytes, octets)
    return this.#origin.reading.redact?.(text, this.path).text ?? text
  }

  #look(): Look {
    const { file, reading, certain } = this.#origin
    // Whatever the path leads to by now: what has this inode and these times is the file that was judged.
    const known = certain === undefined ? undefined : tried(() => lookFor(file, certain, openPlain))
    if (known !== undefined) return known
    const seen = tried(() => look(file, reading.maxFileBytes, openReal))
    if (seen === undefined || sha256Of(seen.bytes) !== this.sha256) throw new Changed(this.path)
    return seen
  }
}

/** A file that cannot be read any more is no longer what it was. */
function tried(reading: () => Look | undefined): Look | undefined {
  try {
    return reading()
  } catch {
    return undefined
  }
}
