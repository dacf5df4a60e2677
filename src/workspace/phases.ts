// Where the CPU time of a run goes, for those who make it faster: FOVEA_PHASES=1 prints it on standard error. Otherwise every function here does next to nothing.

const on = process.env['FOVEA_PHASES'] === '1'
const spent = new Map<string, number>()
let marked = 0
/** What was spent inside a phase under another name, and so is not its own. */
let inside = 0

function cpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

function add(name: string, seconds: number): void {
  spent.set(name, (spent.get(name) ?? 0) + seconds)
}

/** Ends a phase: what was spent since the end of the one before is its own. */
export function phase(name: string): void {
  if (!on) return
  const now = cpu()
  add(name, now - marked - inside)
  marked = now
  inside = 0
}

/** Does one piece of work under a name of its own, apart from the phase around it. */
export function within<T>(name: string, work: () => T): T {
  if (!on) return work()
  const [began, before] = [cpu(), inside]
  try {
    return work()
  } finally {
    const whole = cpu() - began
    add(name, whole - (inside - before))
    inside = before + whole
  }
}

/** The same tool, with all it does under a name of its own. */
export function clocked<T extends object>(name: string, tool: T): T {
  if (!on) return tool
  // The tool is not the target, because a frozen one would have to answer with its own functions.
  return new Proxy({} as T, {
    get(_, key) {
      const value: unknown = Reflect.get(tool, key)
      return typeof value === 'function' ? (...args: unknown[]): unknown => within(name, () => value.apply(tool, args) as unknown) : value
    },
  })
}

/** All phases in seconds as one line of JSON; nothing when nobody asked. */
export function phases(): string | undefined {
  if (!on) return undefined
  return JSON.stringify(Object.fromEntries([...spent].map(([name, seconds]) => [name, Number(seconds.toFixed(4))])))
}
