// Node lets the heap of a program grow in large steps, because most programs run for long: garbage is cheap to keep and dear to collect. A command that runs for seconds ends before
// that pays, and whoever starts it from an editor sees the memory.
import { setFlagsFromString } from 'node:v8'

/** Commands that run until they are told to stop: their heap may grow. */
const LASTING: ReadonlySet<string> = new Set(['mcp', 'serve', 'ui', 'worker'])

/** The newest Node on which the flags were tried: one that does not know them would complain on standard error. */
const NEWEST = 24

/** Whether a command is over soon. */
export const isBrief = (command: string): boolean => !LASTING.has(command)

/** Collects sooner: young objects have the room that they have at the start, and old ones may grow by four fifths between collections. */
export function keepHeapSmall(node = process.versions.node): void {
  if (Number.parseInt(node, 10) > NEWEST) return
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=80')
}
