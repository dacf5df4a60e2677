// A file that was seen: what is known of it is at hand, its text is held for a while and read again when somebody asks.
import { Changed } from '../core/changed.ts'
import type { Entry, Ledger, Legible, Seen, Stamp } from '../core/ports.ts'
import { Letters } from '../core/entry/decode.ts'
import { digestOf } from '../core/entry/reading.ts'
import { octets } from './octets.ts'
import { openPlain, openReal } from '../disk/open.ts'
import { type Look, look, lookFor } from './read.ts'
import type { EntryOptions } from './entry.ts'
import type { Plain } from '../core/plain.ts'
import type { Shelf, Texts } from './texts.ts'

/** How a text is read again. */
export interface Again extends EntryOptions {
  /** Absolute, no slash at the end. */
  readonly root: string
  readonly texts: Texts
  readonly ledger?: Ledger | undefined
}

/** What a disk says of an entry that was seen. */
export interface Held {
  readonly size: number
  readonly modified: number
  readonly stamp: Stamp
  /** The stamp by which the file was known without being read: as long as it has it, it need not be hashed. */
  readonly certain: Stamp | undefined
  /** What was just read of it. */
  readonly legible?: Legible | undefined
}

/** There may be a million of them, so what they do is shared and little is made for one; the text is not among the properties that a copy takes along. */
export class FileEntry implements Entry {
  readonly path: string
  readonly bytes: number
  readonly modified: number
  readonly sha256: string
  declare readonly stub?: string
  declare readonly encoding?: string
  #seen: Seen
  readonly #stamp: Stamp
  readonly #reading: Again
  readonly #certain: Stamp | undefined
  #shelf: Shelf | undefined
  #bytes: Uint8Array | undefined

  constructor(path: string, seen: Seen, reading: Again, { size, modified, stamp, certain, legible }: Held) {
    this.path = path
    this.bytes = size
    this.modified = modified
    this.sha256 = seen.sha256
    if (seen.stub !== undefined) this.stub = seen.stub
    if (seen.encoding !== undefined) this.encoding = seen.encoding
    this.#seen = seen
    this.#stamp = stamp
    this.#reading = reading
    this.#certain = certain
    if (legible !== undefined) reading.texts.show(this, legible)
    const utf8 = this.verbatim ? legible?.utf8?.() : undefined
    if (utf8 !== undefined) this.#bytes = reading.texts.copied(utf8)
  }

  /** Few pages tell it: it is worked out on first need, and noted. */
  get md5(): string {
    if (this.#seen.md5 === undefined) {
      const { maxFileBytes, ledger } = this.#reading
      this.#seen = { ...this.#seen, md5: digestOf('md5', { bytes: this.#look().bytes, size: this.bytes }, { maxFileBytes, by: octets, stub: this.stub }) }
      ledger?.note(this.path, this.#stamp, this.#seen)
    }
    return this.#seen.md5 as string
  }

  get atHand(): boolean {
    return this.#shelf?.text !== undefined || this.#shown !== undefined
  }

  get text(): string {
    if (this.stub !== undefined) return ''
    const text = this.#shelf?.text
    if (text !== undefined) return text
    const again = this.#shown?.text ?? (this.#bytes === undefined ? this.#read() : new Letters(this.#bytes, octets).text)
    this.#reading.texts.hold(this.#shelf ??= {}, again)
    return again
  }

  /** Nothing is held for it: whoever wants bytes looks through them or writes them. */
  utf8(): Uint8Array | undefined {
    return this.verbatim ? this.#bytes ?? this.#shown?.utf8?.() ?? this.#look().bytes : undefined
  }

  get plain(): Plain | undefined {
    return this.verbatim ? this.#shown?.plain : undefined
  }

  /** Its text, while nothing else was read since. */
  get #shown(): Legible | undefined {
    return this.#reading.texts.shown(this)
  }

  get verbatim(): boolean {
    return this.stub === undefined && (this.encoding === undefined || this.encoding === 'utf-8-bom') && this.#reading.redact === undefined
  }

  #read(): string {
    const letters = new Letters(this.#look().bytes, octets)
    return this.#reading.redact?.(letters, this.path)?.text ?? letters.text
  }

  #look(): Look {
    const [reading, certain] = [this.#reading, this.#certain]
    const file = `${reading.root}/${this.path}`
    // Whatever the path leads to by now: what has this inode and these times is the file that was judged.
    const known = certain === undefined || certain.size > reading.maxFileBytes ? undefined : tried(() => lookFor(file, certain, openPlain))
    if (known !== undefined) return known
    const seen = tried(() => look(file, reading.maxFileBytes, openReal))
    if (seen === undefined || digestOf('sha256', seen, { maxFileBytes: reading.maxFileBytes, by: octets, stub: this.stub }) !== this.sha256) throw new Changed(this.path)
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
