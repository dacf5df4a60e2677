/** Disks that count in seconds show it: for them two seconds must pass before a stamp tells two contents apart, for others some ticks of the clock. */
const COARSE = 2000
const FINE = 30

/** Whether both times of a stamp lay safely before a moment: what changed just before may change again without a trace. */
export function isSettled(modified: number, changed: number, moment: number): boolean {
  const age = moment - Math.max(modified, changed)
  return age > COARSE || (age > FINE && (modified % 1000 !== 0 || changed % 1000 !== 0))
}
