// How a disk describes what lies at a path, in a few numbers: what tells two states of it apart, and when that can be believed.
import type { Stamp } from './ports.ts'

/** Disks that count in seconds show it: for them two seconds must pass before a stamp tells two contents apart, for others some ticks of the clock. */
const COARSE = 2000
const FINE = 30

/** Whether both times of a stamp lay safely before a moment: what changed just before may change again without a trace. */
export function isSettled(modified: number, changed: number, moment: number): boolean {
  const age = moment - Math.max(modified, changed)
  return age > COARSE || (age > FINE && (modified % 1000 !== 0 || changed % 1000 !== 0))
}

/** What stands for a path at which nothing is. */
const NOTHING: Stamp = { modified: 0, changed: 0, size: 0, inode: 0 }

/** Numbers of a stamp in a row of many. */
export const STAMP = 4

/** Puts a stamp into a row; zeros for what is not there. */
export function putStamp(row: { [at: number]: number }, at: number, { modified, changed, size, inode }: Stamp = NOTHING): void {
  row[at] = modified
  row[at + 1] = changed
  row[at + 2] = size
  row[at + 3] = inode
}

/** Whether a row says of a path what its stamp says now. */
export function holdsStamp(row: { readonly [at: number]: number }, at: number, { modified, changed, size, inode }: Stamp = NOTHING): boolean {
  return row[at] === modified && row[at + 1] === changed && row[at + 2] === size && row[at + 3] === inode
}

/** Whether nothing happened to a file between two looks, as far as a disk tells. */
export const isSameStamp = (a: Stamp, b: Stamp): boolean => a.modified === b.modified && a.changed === b.changed && a.size === b.size && a.inode === b.inode
