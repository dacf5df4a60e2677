// One table in a TOML file of somebody else, as lines: what is beside it is not touched, comments neither.
import type { Change } from './json.ts'

/** A table with its values. */
export const tomlTable = (name: string, values: readonly (readonly [string, string | readonly string[]])[]): Change => (was, wanted) => {
  const before = was ?? ''
  const lines = before.split('\n')
  const start = lines.findIndex((line) => line.trim() === `[${name}]`)
  const end = start < 0 ? -1 : endOf(lines, start, name)
  const rest = start < 0 ? before : [...lines.slice(0, start), ...lines.slice(end)].join('\n')
  const table = [`[${name}]`, ...values.map(([key, value]) => `${key} = ${JSON.stringify(value)}`), ''].join('\n')
  if (!wanted && start < 0) return was
  if (!wanted) return rest.trim() === '' ? undefined : `${rest.trimEnd()}\n`
  if (start >= 0) return [...lines.slice(0, start), ...table.split('\n').slice(0, -1), ...gapBefore(lines, end)].join('\n')
  return rest.trim() === '' ? table : `${rest.trimEnd()}\n\n${table}`
}

/** The next table that is not a part of this one. */
function endOf(lines: readonly string[], start: number, name: string): number {
  const next = lines.findIndex((line, i) => i > start && /^\s*\[/.test(line) && !line.trim().startsWith(`[${name}.`))
  return next < 0 ? lines.length : next
}

const gapBefore = (lines: readonly string[], end: number): readonly string[] => ['', ...lines.slice(end)]
