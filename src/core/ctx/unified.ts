// A unified diff between two texts, by the same algorithm that deltas of packs use.
import { type Edit, editsBetween, linesOf } from '../delta/lines.ts'

/** Lines around a change. */
const AROUND = 3

/** The unified diff of two texts under two names; empty when they are the same. */
export function unifiedDiff(old: { name: string; text: string }, now: { name: string; text: string }): string {
  const [a, b] = [linesOf(old.text), linesOf(now.text)]
  const hunks = grouped(editsBetween(a, b)).map((edits) => hunk(a, b, edits))
  return hunks.length === 0 ? '' : `--- ${old.name}\n+++ ${now.name}\n${hunks.join('')}`
}

/** Edits whose surroundings meet stand in one hunk. */
function grouped(edits: readonly Edit[]): Edit[][] {
  const groups: Edit[][] = []
  for (const edit of edits) {
    const last = groups.at(-1)
    if (last !== undefined && edit.from - (last.at(-1) as Edit).to <= 2 * AROUND) last.push(edit)
    else groups.push([edit])
  }
  return groups
}

function hunk(a: readonly string[], b: readonly string[], edits: readonly Edit[]): string {
  const [first, last] = [edits[0] as Edit, edits.at(-1) as Edit]
  const before = Math.min(AROUND, first.from)
  const after = Math.min(AROUND, a.length - last.to)
  const lines: string[] = []
  let at = first.from - before
  for (const edit of edits) {
    lines.push(...marked(' ', a.slice(at, edit.from)), ...marked('-', a.slice(edit.from, edit.to)), ...marked('+', b.slice(edit.start, edit.end)))
    at = edit.to
  }
  lines.push(...marked(' ', a.slice(at, last.to + after)))
  return `@@ -${range(first.from - before, last.to + after)} +${range(first.start - before, last.end + after)} @@\n${lines.join('')}`
}

/** `12,3`: the first line, from 1, and how many; a range without lines is told by the line before it. */
const range = (from: number, to: number): string => (to - from === 1 ? String(from + 1) : `${to === from ? from : from + 1},${to - from}`)

const marked = (sign: string, lines: readonly string[]): string[] => lines.map((line) => (line.endsWith('\n') ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`))
