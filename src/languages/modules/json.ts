import type { Files } from '../../core/ports.ts'

const known = new WeakMap<Files, Map<string, Record<string, unknown> | undefined>>()

/** A configuration file in JSON, with comments and trailing commas as tsconfig has them; undefined when it is missing or broken. Each is read once. */
export function readJson(files: Files, path: string): Record<string, unknown> | undefined {
  const read = known.get(files) ?? new Map<string, Record<string, unknown> | undefined>()
  known.set(files, read)
  if (!read.has(path)) read.set(path, parsed(files.read(path)))
  return read.get(path)
}

function parsed(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, '').replace(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g, '$1').replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/g, '$1'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Record<string, unknown> : undefined
  } catch {
    return undefined
  }
}
