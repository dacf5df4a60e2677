// What the head of a statement defines: the first shape that fits, else a name before round brackets.
import type { Head, Reading } from './head.ts'
import { isWord } from './signs.ts'
import { type Calls, LONGEST_NAME, type Shape } from './speech.ts'

/** A reading within one list of shapes. */
type Listed = Reading & { readonly list: string }

/** A shape with the name that was found. */
export interface Named extends Shape {
  readonly title: string
}

/** What a head defines in a list; `braced` when it stopped at a brace. */
export function shapeOf(place: Listed, head: Head, braced: boolean): Named | undefined {
  const { text, speech, list } = place
  const shapes = speech.shapes[list] ?? NO_SHAPES
  // By number: a walk over a list makes an object for each of its things, and every statement comes here.
  for (let i = 0; i < shapes.length; i++) {
    const shape = shapes[i] as Shape
    shape.words.lastIndex = head.start
    const words = shape.words.exec(text)
    if (words === null || words.index + words[0].length > head.at + 1) continue
    return { ...refined(shape, head, text), title: shape.named?.(words, head.last) ?? words.groups?.['name'] ?? '' }
  }
  const calls = speech.calls?.[list]
  return calls === undefined ? undefined : callIn(place, head, { calls, braced })
}

const NO_SHAPES: readonly Shape[] = []

/** What may turn out to be more than data. */
const VALUES: ReadonlySet<string> = new Set(['constant', 'field'])
const CLASS = /\s*class\b/y
const FUNCTION = /\s*(?:async\s+)?function\b/y

/** A constant whose value is a function or a class is one. */
function refined(shape: Shape, { value, arrow }: Head, text: string): Shape {
  if (shape.plain !== true || value < 0 || !VALUES.has(shape.kind)) return shape
  CLASS.lastIndex = value + 1
  if (CLASS.test(text)) return { ...shape, kind: 'class', holds: 'class' }
  FUNCTION.lastIndex = value + 1
  return arrow || FUNCTION.test(text) ? { ...shape, kind: shape.kind === 'field' ? 'method' : 'function' } : shape
}

/** A function that is told by its brackets alone. */
function callIn({ text }: Listed, { start, callee, calleeEnd, value, arrow }: Head, { calls, braced }: { calls: Calls; braced: boolean }): Named | undefined {
  if (callee < 0 || (value >= 0 && value < callee) || (!braced && calls.declared !== true && !arrow)) return undefined
  const from = qualifiedFrom(text, callee, { floor: start, dotted: calls.dotted === true })
  const name = text.slice(from, calleeEnd).replace(/\s+/g, '').replaceAll('::', '.')
  if (calls.not.test(name) || (calls.typed === true && from === start && !name.includes('.') && !braced)) return undefined
  const title = calls.macros === true && from === start ? GIVEN.exec(text.slice(calleeEnd, calleeEnd + LONGEST_NAME))?.[1] ?? name : name
  return { words: NOTHING, kind: calls.kind, plain: 'valued', title }
}

const GIVEN = /^\s*\(\s*([A-Za-z_]\w*)\s*\)/
const NOTHING = /$^/y

/** `Server::start` and `~Server` as a whole, and `Server.start` where dots lead to names. */
function qualifiedFrom(text: string, callee: number, { floor, dotted }: { floor: number; dotted: boolean }): number {
  let at = callee
  for (;;) {
    if (text[at - 1] === '~') at--
    const before = text[at - 1] === ':' && text[at - 2] === ':' ? at - 2 : dotted && text[at - 1] === '.' ? at - 1 : at
    let word = before
    while (word > floor && isWord(text.charCodeAt(word - 1))) word--
    if (word === before) return Math.max(floor, at)
    at = word
  }
}
