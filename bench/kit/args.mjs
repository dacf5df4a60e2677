// Options of the scripts: `--name value`, `--name` alone, and `--name value` again for a list.
import { parseArgs } from 'node:util'

/** Reads the command line; an option that is not named is a mistake, not something to ignore. */
export const options = (spec) => parseArgs({ options: spec }).values

/** A whole number from an option. */
export function whole(text, otherwise) {
  const number = Number(text ?? otherwise)
  if (!Number.isInteger(number) || number < 0) throw new TypeError(`a whole number is needed, not "${text}"`)
  return number
}
