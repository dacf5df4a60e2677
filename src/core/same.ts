/** Whether two values of JSON hold the same; the order of members does not matter. A member that is undefined is one that is not there. */
export function sameData(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false
  if (Array.isArray(a)) return a.length === (b as unknown[]).length && a.every((one, at) => sameData(one, (b as unknown[])[at]))
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  return Object.keys(left).every((key) => sameData(left[key], right[key])) && Object.keys(right).every((key) => right[key] === undefined || left[key] !== undefined)
}
