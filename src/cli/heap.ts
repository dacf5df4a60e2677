// Node lets the heap of a program grow in large steps, because most programs run for long: garbage is cheap to keep and dear to collect. A command that runs for seconds ends before
// that pays, and whoever starts it from an editor sees the memory.
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { once } from '../core/once.ts'

/** Commands that run until they are told to stop: their heap may grow. */
const LASTING: ReadonlySet<string> = new Set(['mcp', 'serve', 'ui', 'worker'])

/** Commands that may parse every file of a folder: trees come and go beside the heap, which has less room then. */
const PARSING: ReadonlySet<string> = new Set(['skeleton'])

/** The newest Node on which the flags were tried: one that does not know them would complain on standard error. */
const NEWEST = 24

/** Whether a command is over soon. */
export const isBrief = (command: string): boolean => !LASTING.has(command)

/** Bytes in use from which on a heap is large, and up to which it is small once the files are listed: about seventy thousand of them. */
const LARGE = 48 << 20
const SMALL = 20 << 20
/** After so many looks the young generation has grown, if anything lives in it. */
const GROWN = 8

const YOUNG = '--semi-space-growth-factor'
const OLD = '--heap-growing-percent'

/**
 * Collects sooner than Node would, the sooner the larger the heap: a small one costs nobody anything, and a collection in it is nearly as dear as what it saves. Gives what is to be called now and then while the command
 * works, first when it is known how many files there are. Unless they are very many, or may all be parsed, the young generation may grow for a while from then on, and the old one far before it is collected again; once the heap is large, it grows
 * by half between two collections.
 */
export function keepHeapSmall(command: string, node = process.versions.node): () => void {
  if (Number.parseInt(node, 10) > NEWEST) return () => {}
  // There is too little in it to be worth waking other threads.
  setFlagsFromString('--no-parallel-scavenge')
  setFlagsFromString(`${YOUNG}=1`)
  setFlagsFromString(`${OLD}=200`)
  const hurry = once(() => setFlagsFromString(`${OLD}=50`))
  let looks = 0
  return () => {
    const used = getHeapStatistics().used_heap_size
    looks++
    if (looks === 1 && used < SMALL && !PARSING.has(command)) {
      setFlagsFromString(`${YOUNG}=4`)
      setFlagsFromString(`${OLD}=500`)
    }
    if (looks === GROWN) setFlagsFromString(`${YOUNG}=1`)
    if (used > LARGE) hurry()
  }
}
