// A page of everything: its tokens are summed up without its texts, and it is printed while it is read, so that it is never held whole.
import type { Format } from './format.ts'
import type { Page } from './page.ts'
import type { Entry, Meter } from './ports.ts'
import { earlyOutline, filePieces, lateOutline, orderOf, type Piece, textOf } from './print.ts'
import { Sum } from './sum.ts'

/** A text in parts. */
export interface Parts extends Iterable<string> {
  /** 0 when there is no text. */
  readonly length: number
  join(glue: string): string
  /** The same text, where files that are shown as they lie on the disk come as their bytes; these hold until the next part is asked for. */
  bytes?(): Iterable<string | Uint8Array>
}

/** Strings of about so many characters are handed on at once: many small writes cost more than the printing. */
const CHUNK = 1 << 16

/** How a page of everything is printed. */
export interface Way {
  readonly format: Format
  readonly meter: Meter
  readonly brief: boolean
}

/** A text in pieces, some of which are files that are shown as they were read. */
abstract class Pieces implements Parts {
  abstract readonly length: number
  protected abstract pieces(): Iterable<Piece>

  *[Symbol.iterator](): Iterator<string> {
    let chunk = ''
    for (const part of this.pieces()) {
      chunk += textOf(part)
      if (chunk.length < CHUNK) continue
      yield chunk
      chunk = ''
    }
    if (chunk !== '') yield chunk
  }

  *bytes(): Iterable<string | Uint8Array> {
    let text = ''
    for (const part of this.pieces()) {
      const bytes = typeof part === 'object' ? part.entry.utf8?.() : undefined
      if (bytes === undefined) text += textOf(part)
      if (bytes === undefined && text.length < CHUNK) continue
      // What stands between two files is one string; their bytes do not wait.
      if (text !== '') yield text
      if (bytes !== undefined) yield bytes
      text = ''
    }
    if (text !== '') yield text
  }

  join(glue: string): string {
    return [...this].join(glue)
  }

  all(): Iterable<Piece> {
    return this.pieces()
  }
}

/** A page of everything. */
export class Printed extends Pieces {
  readonly page: Page
  readonly tokens: number
  /** How many there are is known when they have been read; that there is something, before. */
  readonly length = 1
  /** What stands around the files is a small part of the page: it is made once. One more than there are files. */
  private readonly around: readonly string[]
  private readonly bodies: readonly Exclude<Piece, string>[]

  constructor(page: Page, private readonly way: Way) {
    super()
    const sum = new Sum(way.meter)
    sum.add(way.format.open(page, way.brief))
    const { around, bodies } = summed(page, way.format, sum)
    this.around = around
    this.bodies = bodies
    sum.add(way.format.close(page, way.brief))
    // The page says how many tokens it has, itself included.
    const rest = sum.total - frameOf(page, way)
    let said = sum.total
    for (let round = 0; round < 3; round++) said = rest + frameOf({ ...page, utilized: said }, way)
    this.page = { ...page, utilized: said }
    this.tokens = rest + frameOf(this.page, way)
  }

  protected override *pieces(): Iterable<Piece> {
    const { around, bodies, way: { format, brief } } = this
    yield format.open(this.page, brief)
    for (let i = 0; i < bodies.length; i++) {
      yield around[i] as string
      yield bodies[i] as Piece
    }
    yield around[bodies.length] as string
    yield format.close(this.page, brief)
  }
}

/** What stands around the files of a page that are shown as they were read: with these files it is the page again. */
export interface Frames {
  /** One more than there are files. */
  readonly around: readonly string[]
  readonly entries: readonly Entry[]
}

/** A page of which the frames are known. */
export class Framed extends Pieces {
  readonly length = 1

  constructor(private readonly known: Frames) {
    super()
  }

  protected override *pieces(): Iterable<Piece> {
    const { around, entries } = this.known
    for (const [i, text] of around.entries()) {
      yield text
      const entry = entries[i]
      if (entry !== undefined) yield { entry }
    }
  }
}

/** The frames of a text; undefined when they have more characters than are wanted. */
export function framesOf(parts: Parts, most: number): Frames | undefined {
  const around: string[] = ['']
  const entries: Entry[] = []
  let length = 0
  for (const piece of parts instanceof Pieces ? parts.all() : parts) {
    // What is not on the disk as it is shown, a secret hidden in it or its bytes read otherwise, is kept with the frames.
    if (typeof piece === 'object' && piece.entry.verbatim === true) {
      entries.push(piece.entry)
      around.push('')
    } else {
      const text = textOf(piece)
      length += text.length
      if (length > most) return undefined
      around[around.length - 1] += text
    }
  }
  return { around, entries }
}

const frameOf = (page: Page, { format, meter, brief }: Way): number => meter.count(format.open(page, brief)) + meter.count(format.close(page, brief))

/** What stands between the opening and the closing of a page: each part is added to a sum, and parts between two files are one text. */
function summed(page: Page, format: Format, sum: Sum): { around: string[]; bodies: Exclude<Piece, string>[] } {
  const around: string[] = []
  const bodies: Exclude<Piece, string>[] = []
  let text = ''
  const add = (part: string): void => {
    if (!sum.isExact) sum.add(part)
    text += part
  }
  // What was put together from many pieces is many pieces in memory until somebody looks into it, and they weigh more than the text.
  const take = (): void => {
    if (text.charCodeAt(0) >= 0 && sum.isExact) sum.add(text)
    around.push(text)
    text = ''
  }
  for (const part of earlyOutline(page, format)) add(part)
  for (const place of orderOf(page, format)) {
    const { head, body, tail } = filePieces(page, format, place)
    if (bodies.length > 0) add(format.join)
    add(head)
    take()
    if (typeof body === 'object') sum.addWhole(body.whole, page.files[place]?.tokens ?? 0)
    else sum.add(body())
    bodies.push(body)
    add(tail)
  }
  add(lateOutline(page, format))
  take()
  return { around, bodies }
}
