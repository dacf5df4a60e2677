/** A value that was kept as JSON; undefined when there is none, or none that can be read. */
export function keptJson<T>(json: string | undefined): T | undefined {
  try {
    return json === undefined ? undefined : JSON.parse(json) as T
  } catch {
    return undefined
  }
}
