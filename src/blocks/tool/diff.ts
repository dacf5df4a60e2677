import { count, type Kind, sample } from './kind.ts'
import type { Sheet } from './sheet.ts'
import { lower, type Weights } from './weights.ts'

const FILE = /^(?:diff --git |Index: |rename |new file|deleted file|Binary files )/
const HUNK = /^@@ /
/** Files whose lines nobody reads. */
const GENERATED = /(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock|\.lock|go\.sum|\.min\.(?:js|css)|\.map|\.snap|(?:^|\/)(?:dist|vendor|node_modules)\/)/

/** A unified diff: which files, which hunks, what changed, and only then what did not. */
export const diff: Kind = {
  name: 'diff',
  confidence: (sheet) => {
    const lines = sample(sheet)
    const hunks = count(lines, /^@@ -\d/)
    if (hunks === 0) return count(lines, /^diff --git /) > 0 ? 0.8 : 0
    return count(lines, /^(?:diff --git |\+\+\+ )/) > 0 ? 0.97 : 0.6
  },
  weigh: (sheet) => {
    const weights = new Uint8Array(sheet.lines.length).fill(6)
    let generated = false
    // Where every file has a line of its own kind, the names below it say nothing new.
    const named = sheet.lines.some((line) => line.startsWith('diff --git '))
    for (const [i, line] of sheet.lines.entries()) {
      if (/^(?:diff --git |Index: )/.test(line) || line.startsWith('+++ ')) generated = GENERATED.test(line)
      lower(weights, i, !named && line.startsWith('+++ ') ? 0 : weightOf(line, generated))
    }
    return weights
  },
  note: changes,
}

function weightOf(line: string, generated: boolean): Weights[number] {
  if (FILE.test(line)) return 0
  if (generated) return 9
  if (HUNK.test(line)) return 1
  return /^[+-](?!\+\+ |-- )/.test(line) ? 2 : 6
}

/** What a part of a diff changes: `+12 -3`. */
function changes({ lines }: Sheet, from: number, to: number): string | undefined {
  const part = lines.slice(from, to)
  const plus = count(part, /^\+(?!\+\+ )/)
  const minus = count(part, /^-(?!-- )/)
  return plus + minus === 0 ? undefined : `+${plus} -${minus}`
}
