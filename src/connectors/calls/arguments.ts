// Arguments of a call by name: whether they fit what is asked for, and dotted names as the tree that they mean.
import { SourceDown } from '../../catalog/ports.ts'
import type { Input } from '../../catalog/record.ts'

/** Arguments by name. */
export type Args = Readonly<Record<string, unknown>>

/** Whether an argument is given. */
export const has = (args: Args, name: string): boolean => Object.hasOwn(args, name) && args[name] !== undefined && args[name] !== null

/** Throws when something that is needed is missing, or something is given that nobody takes. */
export function mustFit(inputs: readonly Input[], args: Args, title: string): void {
  const missing = inputs.filter(({ name, required }) => required === true && !has(args, name)).map(({ name }) => name)
  if (missing.length > 0) throw new SourceDown(`${title} needs ${missing.join(', ')}`)
  const known = new Set(inputs.map(({ name }) => name))
  const unknown = Object.keys(args).find((name) => !known.has(name))
  if (unknown !== undefined) throw new SourceDown(`${title} takes no "${unknown.slice(0, 80)}"; it takes ${[...known].slice(0, 20).join(', ') || 'nothing'}`)
}

/** A tree without a prototype, so that `__proto__` is a name like any other. */
type Branch = { [name: string]: unknown }

/** Arguments as a tree: `by.city` is the member `city` of the member `by`. */
export function branchOf(args: Args): Branch {
  const branch = Object.create(null) as Branch
  for (const [name, value] of Object.entries(args)) if (has(args, name)) put(branch, name.split('.'), value)
  return branch
}

function put(branch: Branch, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) return void (branch[name] = value)
  const inner = branch[name]
  const next = (typeof inner === 'object' && inner !== null ? inner : Object.create(null)) as Branch
  branch[name] = next
  put(next, rest, value)
}
