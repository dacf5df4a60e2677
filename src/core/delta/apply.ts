import { linesOf } from './lines.ts'

/** Why a text is not a delta that can be applied. */
export class DeltaError extends Error {
  override readonly name = 'DeltaError'
}

/** The base and a delta to it give the full answer, to the byte. */
export function applyDelta(base: string, delta: string): string {
  const old = linesOf(base)
  const lines = linesOf(delta)
  const result: string[] = []
  let taken = 0
  for (let i = 0; i < lines.length; i++) {
    const hunk = hunkFrom(lines[i] as string)
    if (hunk === undefined) continue
    if (hunk.from < taken || hunk.to > old.length || i + hunk.count >= lines.length) throw new DeltaError(`this is not a delta to that base: line ${i + 1} leads beyond it`)
    push(result, old, [taken, hunk.from])
    push(result, lines, [i + 1, i + 1 + hunk.count])
    push(result, old, hunk.copy)
    taken = hunk.to
    i += hunk.count
  }
  push(result, old, [taken, old.length])
  return result.join('')
}

function push(result: string[], lines: readonly string[], [from, to]: readonly [number, number]): void {
  for (let i = from; i < to; i++) result.push(lines[i] as string)
}

interface Head {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly copy: readonly [number, number]
}

function hunkFrom(line: string): Head | undefined {
  const match = /^@@ (\d+)(?:-(\d+))? (?:\+(\d+)|=(\d+)-(\d+))(?: |$)/.exec(line.trimEnd())
  if (match === null) return undefined
  const from = Number(match[1]) - 1
  const copy = match[4] === undefined ? [0, 0] as const : [Number(match[4]) - 1, Number(match[5])] as const
  return { from, to: match[2] === undefined ? from : Number(match[2]), count: Number(match[3] ?? 0), copy }
}
