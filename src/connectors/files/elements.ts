// The elements of one list in a JSON text that is too large to be parsed at once: the text is cut where elements begin and end.
import { LONGEST_ROW } from './text.ts'

/** An element that is longer than this is not read to its end. */
const ENDLESS = 8 * LONGEST_ROW

/** Cuts a text in parts into the elements of its list: the text itself, or the first list of objects in the object that it is. */
export class Elements {
  #depth = 0
  #string = false
  #escaped = false
  /** The depth of the list whose elements are wanted; 0 before it is found. */
  #list = 0
  #ended = false
  /** Whether a list has just begun that may be the one. */
  #maybe = false
  /** Whether an element has begun, and where in this part. */
  #open = false
  #at = 0
  #element = ''
  #start = -1
  #length = 0
  /** Elements that were too long to be read. */
  long = 0

  /** Whether there is nothing more to find: the list has ended, or an element goes on and on. */
  get ended(): boolean {
    return this.#ended
  }

  /** The elements that are complete with this part, as JSON texts. */
  feed(part: string): string[] {
    const found: string[] = []
    this.#start = this.#open ? 0 : -1
    for (let at = 0; at < part.length && !this.#ended; at++) this.#step(part, at, found)
    if (this.#start >= 0) this.#keep(part.slice(this.#start))
    return found
  }

  #step(part: string, at: number, found: string[]): void {
    const sign = part[at] as string
    this.#at = at
    if (this.#string) return this.#inString(sign)
    if (sign === '"') this.#string = true
    if (this.#list > 0 && this.#depth === this.#list && this.#between(sign, part, { at, found })) return
    if (sign === '[' || sign === '{') this.#enter(sign)
    else if (sign.trim() !== '') this.#maybe = false
    if (sign === ']' || sign === '}') this.#depth--
  }

  #inString(sign: string): void {
    if (this.#escaped) this.#escaped = false
    else if (sign === '\\') this.#escaped = true
    else if (sign === '"') this.#string = false
  }

  /** At the level of the list: a comma or the bracket ends an element, anything else but space begins one. */
  #between(sign: string, part: string, { at, found }: { at: number; found: string[] }): boolean {
    if (sign === ',' || sign === ']') {
      this.#finish(part.slice(Math.max(0, this.#start), this.#start < 0 ? 0 : at), found)
      if (sign === ']') this.#ended = true
      return true
    }
    if (!this.#open && sign.trim() !== '') {
      this.#open = true
      this.#start = at
    }
    return false
  }

  /** A list inside an object is the one only when its first element is an object: a bounding box is a list too. */
  #enter(sign: string): void {
    if (this.#maybe && sign === '{') this.#adopt()
    this.#maybe = false
    this.#depth++
    if (this.#list > 0 || sign !== '[') return
    if (this.#depth === 1) this.#list = 1
    else this.#maybe = this.#depth === 2
  }

  #adopt(): void {
    this.#list = this.#depth
    this.#open = true
    this.#start = this.#at
  }

  #finish(text: string, found: string[]): void {
    this.#keep(text)
    if (this.#open) {
      if (this.#element.length > LONGEST_ROW) this.long++
      else found.push(this.#element)
    }
    this.#open = false
    this.#start = -1
    this.#element = ''
    this.#length = 0
  }

  /** More of an element; of one that is too long only so much is kept that it is known to be. */
  #keep(text: string): void {
    this.#length += text.length
    if (this.#element.length <= LONGEST_ROW) this.#element += text
    if (this.#length <= ENDLESS || this.#ended) return
    this.long++
    this.#ended = true
  }
}
