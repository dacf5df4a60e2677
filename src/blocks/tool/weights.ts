// How much each line of an output matters: 0 is shown first, 9 last. What every kind of output has in common stands here.
import { severityOf } from './severity.ts'
import type { Sheet } from './sheet.ts'

/** A weight for each line. */
export type Weights = Uint8Array

/** Lines at the beginning and at the end that say where the output comes from and how it ended. */
const HEAD = 2
const TAIL = 4
/** Lines around an error. */
const AROUND = 2

/** Lowers the weight of a line; outside of the sheet nothing happens. */
export function lower(weights: Weights, line: number, weight: number): void {
  if (line >= 0 && line < weights.length) weights[line] = Math.min(weights[line] as number, weight)
}

/** How it began and how it ended. */
export function withEnds(weights: Weights, weight = 1): Weights {
  for (let i = 0; i < HEAD; i++) lower(weights, i, weight)
  for (let i = 1; i <= TAIL; i++) lower(weights, weights.length - i, weight)
  return weights
}

/** Weights of lines of which nothing special is known: errors and their surroundings, first and last occurrences, then repeats. */
export function byRepeats({ lines, templates, repeats }: Sheet): Weights {
  const weights = new Uint8Array(lines.length).fill(7)
  const seen = new Uint8Array(repeats.length)
  const last = new Int32Array(repeats.length).fill(-1)
  for (const [i, template] of templates.entries()) {
    const severity = (lines[i] as string) === '' ? 0 : severityOf(lines[i] as string)
    if (seen[template] === 0) {
      lower(weights, i, ([5, 3, 0] as const)[severity])
      if (severity === 2) for (let near = 1; near <= AROUND; near++) for (const at of [i - near, i + near]) lower(weights, at, 2)
    }
    seen[template] = 1
    last[template] = i
  }
  for (const [template, i] of last.entries()) if ((repeats[template] as number) > 1) lower(weights, i, severityOf(lines[i] as string) === 2 ? 3 : 6)
  return withEnds(weights)
}
