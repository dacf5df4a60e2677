import type { Format } from './format.ts'
import type { Page } from './page.ts'
import { print, type Way } from './print.ts'

/** A text in parts. A page of everything is printed while it is read, so that it is never held whole. */
export interface Parts extends Iterable<string> {
  /** 0 when there is no text. */
  readonly length: number
  join(glue: string): string
}

/** Strings of about so many characters are handed on at once: many small writes cost more than the printing. */
const CHUNK = 1 << 16

/** A page that is printed each time it is read. */
export class Printed implements Parts {
  constructor(private readonly page: Page, private readonly format: Format, private readonly way: Way) {}

  *[Symbol.iterator](): Iterator<string> {
    let chunk = ''
    for (const part of print(this.page, this.format, this.way)) {
      chunk += part
      if (chunk.length < CHUNK) continue
      yield chunk
      chunk = ''
    }
    if (chunk !== '') yield chunk
  }

  /** How many there are is known when they have been read; that there is something, before. */
  readonly length = 1

  join(glue: string): string {
    return [...this].join(glue)
  }
}
