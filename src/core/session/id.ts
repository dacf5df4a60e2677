// Names of sessions. A name becomes a file name on any system, so it is letters, digits, dashes and underscores, and never the name of a device.
import { UsageError } from '../field.ts'

const SHAPE = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/** Whether a text can be the name of a session. */
export const isSessionId = (text: string): boolean => SHAPE.test(text) && !DEVICE.test(text)

/** A name of a session as somebody typed it. */
export function sessionIdFrom(text: string): string {
  if (isSessionId(text)) return text
  const shown = JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
  if (DEVICE.test(text)) throw new UsageError(`a session cannot be called ${shown}: some systems keep that name for a device; take ${text}-1, for example`)
  throw new UsageError(`a session is called by 1 to 64 letters, digits, - and _, beginning with a letter or digit, not ${shown}: fix-login-3f2a91, for example`)
}

/** Words that say nothing about a task. */
const SMALL = new Set('a an and are as at be by do for from how in into is it its not of on or our please so that the their then this to we what when which with you'.split(' '))

/** A name that can be read: a few words of the task and six digits that keep it apart. */
export function sessionIdOf(task: string, hex: string): string {
  const words = (task.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => !SMALL.has(word)).slice(0, 5)
  const stem = words.join('-').slice(0, 48).replace(/-+$/, '') || 'session'
  return `${stem}-${hex.slice(0, 6)}`
}
