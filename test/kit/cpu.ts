// What something costs, in CPU and not on the clock: other work on the machine does not count.

/** CPU milliseconds of this process while `run` runs. */
export function cpuOf(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
