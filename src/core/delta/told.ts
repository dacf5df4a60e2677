// A delta as text, in the shape of a refine prompt: BASE, DELTA with one point for each file, ACTION. It is read by models and, by its counts of lines, by programs.
import { AFTER, BEFORE } from './pack.ts'
import type { Change, Delta, Difference, Hunk } from './delta.ts'

/** The text of a delta; `action` says what is to be done with it. */
export function deltaText(delta: Delta, action?: string): string {
  const lines = delta.differences.flatMap((difference) => [pointOf(difference), ...difference.hunks.map(hunkText)])
  return `BASE: ctx@${delta.base}\nDELTA: ctx@${delta.pack}, ${standing(delta)}\n${lines.join('')}${action === undefined ? '' : `ACTION: ${oneLine(action)}\n`}`
}

function standing({ files, unchanged, differences, base }: Delta): string {
  const same = `${unchanged} of ${files} ${files === 1 ? 'file' : 'files'} as shown in ${base}`
  return differences.length === 0 ? `nothing changed, ${same}` : `${same}; below, "@@ A-B +N" puts the next N lines in place of lines A-B of that text`
}

const WORDS: Readonly<Record<Change, string>> = { new: 'new', raised: 'raised', lowered: 'shown less', changed: 'changed', moved: 'moved', gone: 'gone', dropped: 'no longer shown' }

function pointOf({ path, change, level, was }: Difference): string {
  const name = path === BEFORE ? 'before the files' : path === AFTER ? 'after the files' : oneLine(path)
  return `- ${name}: ${WORDS[change]}${change === 'raised' || change === 'lowered' ? ` (${level})` : ''}${was === undefined ? '' : `, was ${oneLine(was)}`}\n`
}

/** Lines are counted from 1; what goes in before a line names that line alone. */
function hunkText({ from, to, lines, copy, after }: Hunk): string {
  const place = to > from ? `${from + 1}-${to}` : `${from + 1}`
  const what = copy === undefined ? `+${lines.length}` : `=${copy[0] + 1}-${copy[1]}`
  const hint = after === undefined || oneLine(after).trim() === '' ? '' : ` after: ${oneLine(after).trim().slice(0, MOST_HINT)}`
  return `@@ ${place} ${what}${hint}\n${lines.join('')}`
}

/** The most characters of a line that only says where one is. */
const MOST_HINT = 60

/** Nothing in a name may end the line or act on a terminal. */
const oneLine = (text: string): string => text.replace(/[\p{C}\u2028\u2029]/gu, ' ')
