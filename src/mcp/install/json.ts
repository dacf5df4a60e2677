// One entry in a JSON file of somebody else: everything beside it stays as it is, in its order and with its indentation.
import { isRecord } from '../../core/json.ts'
import { Failure } from '../../operations/index.ts'

/** What a file becomes: with the entry, or without. `before` is undefined when there is no file, the result when there is to be none. */
export type Change = (before: string | undefined, wanted: boolean, shown: string) => string | undefined

/** An entry below some keys. */
export const jsonEntry = (keys: readonly string[], value: object): Change => (before, wanted, shown) => {
  const root = before === undefined || before.trim() === '' ? {} : parsed(before, () => byHand(keys, wanted ? value : undefined, shown))
  const after = wanted ? placed(root, keys, value) : removed(root, keys)
  // Where there is nothing to change, the file stays as somebody wrote it.
  if (JSON.stringify(after) === JSON.stringify(root)) return before
  if (Object.keys(after).length === 0 && !wanted) return undefined
  return `${JSON.stringify(after, undefined, indentOf(before))}\n`
}

/** A file with comments would lose them: its owner changes it by hand. */
function parsed(text: string, fail: () => Failure): Record<string, unknown> {
  try {
    const root: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (isRecord(root)) return root
  } catch {
    // Said below.
  }
  throw fail()
}

function byHand(keys: readonly string[], value: object | undefined, shown: string): Failure {
  const path = keys.map((key) => `"${key}"`)
  const todo = value === undefined ? `take ${path.at(-1)} out of ${path.slice(0, -1).join(', ')} by hand` : `add this by hand: ${path.join(': { ')}: ${JSON.stringify(value)}${' }'.repeat(keys.length - 1)}`
  return new Failure(`${shown} is not plain JSON (it may have comments), and rewriting it could lose something: ${todo}`)
}

function placed(root: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: object): Record<string, unknown> {
  const inner = Object.hasOwn(root, key) && isRecord(root[key]) ? root[key] : {}
  return { ...root, [key]: rest.length === 0 ? value : placed(inner, rest, value) }
}

/** Without the entry, and without what held nothing else. */
function removed(root: Record<string, unknown>, [key = '', ...rest]: readonly string[]): Record<string, unknown> {
  if (!Object.hasOwn(root, key)) return root
  const { [key]: inner, ...others } = root
  if (rest.length === 0 || !isRecord(inner)) return rest.length === 0 ? others : root
  const left = removed(inner, rest)
  return Object.keys(left).length === 0 ? others : { ...root, [key]: left }
}

/** Two spaces unless the file has its own way. */
const indentOf = (text: string | undefined): string => /^[{[]\r?\n([ \t]+)/.exec(text ?? '')?.[1] ?? '  '
