import type { Kind } from './kind.ts'
import { isJson } from './layout.ts'
import { severityOf } from './severity.ts'
import type { Sheet } from './sheet.ts'
import { lower, withEnds } from './weights.ts'

/** Items at the beginning of a list that stand for the others. */
const SAMPLES = 2

/** JSON: the shape with samples; what lies deep, and all but the first items of lists and of objects that are like lists, come last. */
export const json: Kind = {
  name: 'json',
  confidence: ({ lines }) => {
    const text = lines.join('\n').trim()
    return /^[[{]/.test(text) && isJson(text) ? 0.99 : 0
  },
  weigh: ({ lines }) => {
    const walk = new Walk()
    const weights = Uint8Array.from(lines, (line) => walk.weigh(line.trim()))
    // Trouble is worth its place wherever it stands.
    for (const [i, line] of lines.entries()) if (line.length < 300 && TELLING.test(line) && severityOf(line) === 2) lower(weights, i, 2)
    return withEnds(weights, 0)
  },
  note: (sheet, from, to) => items(sheet, from, to),
}

const TELLING = /"(?:error|errors|message|status|code|reason)"\s*:/

/** The weight of everything in an item that comes late: it is shown or cut as a whole. */
const LATE = 8

/** What is open while the lines of a JSON text are walked. */
class Walk {
  private readonly open: { readonly list: boolean; readonly late: boolean; items: number; nested: number }[] = []

  /** The weight of the next line, without the spaces around it. */
  weigh(text: string): number {
    const closed = /^[}\]]/.test(text) ? this.open.pop() : undefined
    if (closed !== undefined) return this.weight(closed.late)
    const inside = this.open.at(-1)
    const opens = /[{[]$/.test(text)
    const late = inside !== undefined && (inside.late || isLate(inside, opens))
    const weight = this.weight(late)
    if (inside !== undefined) {
      inside.items++
      if (opens) inside.nested++
    }
    if (opens) this.open.push({ list: text.endsWith('['), late, items: 0, nested: 0 })
    return weight
  }

  private weight(late: boolean): number {
    return late ? LATE : Math.min(LATE - 1, this.open.length)
  }
}

/** Whether enough items like this one were seen; an object of many objects is a list by another name. */
const isLate = ({ list, items, nested }: { list: boolean; items: number; nested: number }, opens: boolean): boolean =>
  (list ? items >= SAMPLES : opens && nested >= 2 * SAMPLES)

/** How many items of a list, or entries of an object, begin in a part, at its outermost level. */
function items({ lines }: Sheet, from: number, to: number): string | undefined {
  let [indent, begun, keyed] = [Infinity, 0, false]
  for (let i = from; i < to; i++) {
    const line = lines[i] as string
    const depth = line.length - line.trimStart().length
    if (depth > indent) continue
    if (depth < indent) [indent, begun] = [depth, 0]
    if (/^\s*[}\]]/.test(line)) continue
    begun++
    keyed = /^\s*"(?:[^"\\]|\\.)*"\s*:/.test(line)
  }
  return begun < 2 ? undefined : `${begun} ${keyed ? 'entries' : 'items'}`
}
