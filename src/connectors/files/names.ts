// Files by the parts of a name in the catalogue: `sales/orders.csv` is `sales.orders.csv`, and a list in it is one part more.
import { formatOf } from './formats.ts'

/** The parts of a file's name. The ending is a part of its own, because a dot inside a part would have to be written as its code. */
export function partsOf(path: string, member: string | undefined): string[] {
  const folders = path.split('/')
  const [, base = '', ending = ''] = /^(.*)\.([^.]+)$/.exec(folders.pop() ?? '') ?? []
  return [...folders, base, ending, ...(member === undefined ? [] : [member])]
}

/** The file and the list that parts name. */
export function fileOf(parts: readonly string[]): { path: string; member: string | undefined } {
  const whole = formatOf(`x.${parts.at(-1) ?? ''}`) !== undefined
  const named = whole ? parts : parts.slice(0, -1)
  return { path: [...named.slice(0, -2), named.slice(-2).join('.')].join('/'), member: whole ? undefined : parts.at(-1) }
}
