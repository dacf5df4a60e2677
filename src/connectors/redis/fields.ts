// Names of fields in hashes. Some hashes are records, others are tables whose names are data: users by their mail, sessions by their key. Such names are values, and values are not kept.
import { placeIn } from './patterns.ts'

/** The column that holds all fields whose names are data. */
export const MORE_FIELDS = 'more_fields'

/** So many names that hardly come twice are no fields of a record. */
const MANY_NAMES = 50

/** Whether a name looks like a value: a mail address, a number, a key. */
export const isData = (name: string): boolean => name === MORE_FIELDS || placeIn(name) !== undefined || /\s/.test(name) || name.length > 60

/** Whether all names of some hashes are data, because they are so many. */
export function namesAreData(hashes: readonly ReadonlyMap<string, string>[]): boolean {
  const names = new Set(hashes.flatMap((fields) => [...fields.keys()]))
  const all = hashes.reduce((sum, fields) => sum + fields.size, 0)
  return names.size > MANY_NAMES && all / names.size < 2
}

/** The fields that no column shows, as JSON; undefined when there are none. */
export function moreOf(fields: ReadonlyMap<string, string>, columns: ReadonlySet<string>): string | undefined {
  const rest = [...fields].filter(([name]) => !columns.has(name) && !columns.has(`${name}_field`))
  return rest.length === 0 ? undefined : JSON.stringify(Object.fromEntries(rest))
}
