// Coloured stretches of a text as three numbers each: start, end, and the place of a name. They do not overlap and come in order.
import { HIDING } from '../../../src/core/visible.ts'

/** What colours a text. */
export interface Spans {
  readonly names: readonly string[]
  /** Start, end and name, again and again. */
  readonly at: Int32Array
}

/** Collects spans while highlight.js walks a text; in place of its own emitter, which writes HTML. */
export class SpanEmitter {
  private readonly open: string[] = []
  private length = 0
  readonly found: [start: number, end: number, name: string][] = []

  addText(text: string): void {
    const name = this.open.at(-1)
    if (name !== undefined && text !== '') this.put(this.length, this.length + text.length, name)
    this.length += text.length
  }

  startScope(scope: string): void {
    this.open.push(scope.split('.', 1)[0] as string)
  }

  endScope(): void {
    this.open.pop()
  }

  /** The same two by the names under which modes call them. */
  openNode(scope: string): void {
    this.startScope(scope)
  }

  closeNode(): void {
    this.endScope()
  }

  /** What stands in another language inside this one. */
  __addSublanguage(emitter: SpanEmitter): void {
    for (const [start, end, name] of emitter.found) this.put(this.length + start, this.length + end, name)
    this.length += emitter.length
  }

  finalize(): void {}

  toHTML(): string {
    return ''
  }

  private put(start: number, end: number, name: string): void {
    const last = this.found.at(-1)
    if (last !== undefined && last[1] === start && last[2] === name) last[1] = end
    else this.found.push([start, end, name])
  }
}

/** As numbers, so that they can be handed from one thread to another. */
export function packed(found: SpanEmitter['found']): Spans {
  const names = [...new Set(found.map(([, , name]) => name))]
  const place = new Map(names.map((name, i) => [name, i]))
  const at = new Int32Array(found.length * 3)
  found.forEach(([start, end, name], i) => at.set([start, end, place.get(name) as number], i * 3))
  return { names, at }
}

/** A stretch of a line: plain, coloured, or a way to more. */
export interface Piece {
  readonly text: string
  readonly colour?: string
  readonly target?: string
  /** The name of a character that is not seen or that turns the reading around: `U+202E`. */
  readonly control?: string
}

const HIDES = new RegExp(`(${HIDING})`)

/** Stretches in which what acts or hides stands alone and has a name. */
export const revealed = (pieces: readonly Piece[]): Piece[] => pieces.flatMap((piece) => (piece.target !== undefined ? [piece]
  // Every second part is what was split at.
  : piece.text.split(HIDES).map((text, place) => ({ ...piece, text, ...(place % 2 === 1 ? { control: named(text) } : {}) })).filter(({ text }) => text !== '')))

const named = (character: string): string => `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`

/** The stretches of `text.slice(start, end)`. */
export function coloured(text: string, [start, end]: readonly [number, number], spans: Spans | undefined): Piece[] {
  if (spans === undefined) return start === end ? [] : [{ text: text.slice(start, end) }]
  const pieces: Piece[] = []
  let from = start
  for (let i = firstAfter(spans.at, start); i * 3 < spans.at.length && (spans.at[i * 3] as number) < end; i++) {
    const [first, last] = [Math.max(start, spans.at[i * 3] as number), Math.min(end, spans.at[i * 3 + 1] as number)]
    if (first > from) pieces.push({ text: text.slice(from, first) })
    if (last > first) pieces.push({ text: text.slice(first, last), colour: spans.names[spans.at[i * 3 + 2] as number] as string })
    from = Math.max(from, last)
  }
  if (from < end) pieces.push({ text: text.slice(from, end) })
  return pieces
}

/** The first span that ends after a place. */
function firstAfter(at: Int32Array, place: number): number {
  let [low, high] = [0, at.length / 3]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((at[middle * 3 + 1] as number) > place) high = middle
    else low = middle + 1
  }
  return low
}
