import type { Kind } from './kind.ts'
import { isJson } from './layout.ts'
import { severityOf } from './severity.ts'
import { lower, withEnds } from './weights.ts'

/** So many lines are really parsed to be sure. */
const PARSED = 40

/** One JSON value a line: trouble, first and last of each set of keys, then the rest. */
export const jsonl: Kind = {
  name: 'jsonl',
  unit: 'records',
  confidence: ({ lines }) => {
    const full = lines.filter((line) => line.trim() !== '')
    if (full.length < 2 || !full.every((line) => /^\s*[{[]/.test(line) && /[}\]]\s*$/.test(line.slice(-8)))) return 0
    return full.slice(0, PARSED).every(isJson) ? 0.96 : 0
  },
  weigh: ({ lines }) => {
    const weights = new Uint8Array(lines.length).fill(7)
    const seen = new Set<string>()
    for (const [i, line] of lines.entries()) {
      const keys = keysIn(line)
      const severity = severityOf(line)
      if (!seen.has(`${keys} ${severity}`)) lower(weights, i, severity === 2 ? 0 : 3)
      else if (severity > 0) lower(weights, i, severity === 2 ? 4 : 5)
      seen.add(`${keys} ${severity}`)
    }
    return withEnds(weights)
  },
}

const keysIn = (line: string): string => (line.slice(0, 2000).match(/"(?:[^"\\]|\\.){1,60}"(?=\s*:)/g) ?? []).join()
