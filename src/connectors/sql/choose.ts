// Which tables a source is asked for: its options `schemas`, `include` and `exclude`, lists of names with stars.
import { globMatcher } from '../../core/glob.ts'

/** Whether a table is wanted, and whether anything of a schema can be. */
export interface Choice {
  (path: readonly string[]): boolean
  schema(name: string): boolean
}

/** `schemas: "public,sales_*"`, `include: "orders*"`, `exclude: "sales.tmp_*,log_*"`: a pattern fits a table by its name, or with its schema. */
export function choiceOf({ schemas, include, exclude }: Readonly<Record<string, string>>): Choice {
  const inSchema = matcher(schemas)
  const wanted = matcher(include)
  const unwanted = matcher(exclude)
  const any = (matches: (name: string) => boolean, path: readonly string[]): boolean => matches(path.at(-1) ?? '') || matches(path.join('.'))
  const schema = (name: string): boolean => inSchema === undefined || inSchema(name)
  const choice = (path: readonly string[]): boolean => (path.length < 2 || schema(path[0] ?? '')) && (wanted === undefined || any(wanted, path)) && (unwanted === undefined || !any(unwanted, path))
  return Object.assign(choice, { schema })
}

/** Names are no paths: a slash in one is a sign like any other. */
const plain = (name: string): string => name.replaceAll('/', '\u2215')

function matcher(list: string | undefined): ((name: string) => boolean) | undefined {
  const patterns = (list ?? '').split(',').map((part) => part.trim()).filter((part) => part !== '').map((part) => globMatcher(plain(part)))
  return patterns.length === 0 ? undefined : (name) => patterns.some((matches) => matches(plain(name)))
}
