// V8 optimises what runs often, on threads beside the program, and counts on its running on. A command is over in a second or two: most of what was optimised then is hardly used, and a third of
// the CPU went into it.
import { setFlagsFromString } from 'node:v8'

/** What asks for ten times as much running before a function is optimised, by the version of Node: another might not know the flag, and complain on standard error. */
const LATER: Readonly<Record<string, string>> = {
  20: '--interrupt-budget=675840',
  22: '--invocation-count-for-turbofan=30000',
  24: '--invocation-count-for-turbofan=30000',
}

/** Optimises only what runs very often. */
export function optimiseLater(node = process.versions.node): void {
  const flag = LATER[Number.parseInt(node, 10)]
  if (flag !== undefined) setFlagsFromString(flag)
}
