// A paragraph of ours in a text of somebody else, between two marks; or a file that is ours alone.
import type { Change } from './json.ts'

const OPEN = '<!-- fovea -->'
const CLOSE = '<!-- /fovea -->'

/** A paragraph at the end of a file, or where it stood before. */
export const markedText = (text: string): Change => (was, wanted) => {
  const before = was ?? ''
  const block = `${OPEN}\n${text.trimEnd()}\n${CLOSE}\n`
  const start = before.indexOf(OPEN)
  const end = before.indexOf(CLOSE, start)
  const found = start >= 0 && end >= 0
  const rest = found ? `${before.slice(0, start).trimEnd()}\n${before.slice(end + CLOSE.length).trimStart()}`.trim() : before.trim()
  if (!wanted && !found) return was
  if (!wanted) return rest === '' ? undefined : `${rest}\n`
  if (found) return `${before.slice(0, start)}${block}${before.slice(end + CLOSE.length).replace(/^\n/, '')}`
  return rest === '' ? block : `${before.trimEnd()}\n\n${block}`
}

/** A file that holds nothing else. */
export const wholeFile = (text: string): Change => (_, wanted) => (wanted ? text : undefined)
