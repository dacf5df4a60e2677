// Which lines of a text became which of another: the fewest edits, by the algorithm of Myers.

/** Lines `from` to `to` of the old text (half open, from 0) become lines `start` to `end` of the new one. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

/** The most edits that are looked for one by one; beyond them everything that differs is one edit. */
const MOST_EDITS = 600

/** The lines of a text, each with its end. */
export const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/))

/** The edits that turn one list of lines into another, in order; `most` bounds the work, which grows with its square. */
export function editsBetween(old: readonly string[], now: readonly string[], most = MOST_EDITS): Edit[] {
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  let tail = 0
  while (tail < old.length - head && tail < now.length - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++
  const a = old.slice(head, old.length - tail)
  const b = now.slice(head, now.length - tail)
  if (a.length === 0 && b.length === 0) return []
  return (a.length === 0 || b.length === 0 ? undefined : shortest(a, b, Math.min(a.length + b.length, most)))?.map(({ from, to, start, end }) => ({ from: from + head, to: to + head, start: start + head, end: end + head }))
    ?? [{ from: head, to: head + a.length, start: head, end: head + b.length }]
}

/** The shortest way, found from the front; undefined when it is too long. */
function shortest(a: readonly string[], b: readonly string[], most: number): Edit[] | undefined {
  const reach = new Int32Array(2 * most + 3)
  const trace: Int32Array[] = []
  for (let depth = 0; depth <= most; depth++) {
    for (let k = -depth; k <= depth; k += 2) {
      const down = k === -depth || (k !== depth && at(reach, k - 1, most) < at(reach, k + 1, most))
      let x = down ? at(reach, k + 1, most) : at(reach, k - 1, most) + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      reach[k + most + 1] = x
      if (x >= a.length && x - k >= b.length) return walkBack([...trace, reach.slice()], { x: a.length, y: b.length, most })
    }
    trace.push(reach.slice())
  }
  return undefined
}

const at = (reach: Int32Array, k: number, most: number): number => reach[k + most + 1] ?? 0

/** Goes back along the way that was found and joins steps that touch. */
function walkBack(trace: readonly Int32Array[], { x, y, most }: { x: number; y: number; most: number }): Edit[] {
  const edits: Edit[] = []
  for (let depth = trace.length - 1; depth > 0; depth--) {
    const before = trace[depth - 1] as Int32Array
    const k = x - y
    const down = k === -depth || (k !== depth && at(before, k - 1, most) < at(before, k + 1, most))
    const from = at(before, down ? k + 1 : k - 1, most)
    const start = from - (down ? k + 1 : k - 1)
    join(edits, { from, to: down ? from : from + 1, start, end: down ? start + 1 : start })
    x = from
    y = start
  }
  return edits.reverse()
}

/** Adds an edit that lies before all others. */
function join(edits: Edit[], edit: Edit): void {
  const next = edits.at(-1)
  if (next !== undefined && next.from === edit.to && next.start === edit.end) edits[edits.length - 1] = { from: edit.from, to: next.to, start: edit.start, end: next.end }
  else edits.push(edit)
}
