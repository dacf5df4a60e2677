/** The folder of a path; empty at the root. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** A number with its noun: `1 file`, `2 files`; the plural is told when it is not made with an s. */
export const counted = (count: number, noun: string, many = `${noun}s`): string => `${count} ${count === 1 ? noun : many}`

/** The last part of a dotted name: a method may be named with its receiver, `Context.Next`. */
export const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** A long text without its middle: what it begins with and what it ends with tell it from others. */
export function elided(text: string, most = 160): string {
  const signs = [...text]
  return signs.length <= most ? text : `${signs.slice(0, Math.ceil((most - 1) / 2)).join('')}…${signs.slice(-Math.floor((most - 1) / 2)).join('')}`
}

/** A part of a text as a text of its own. Engines let a slice point into what it was cut from: one name that is kept would keep its whole file. */
export const apart = (part: string): string => ` ${part}`.slice(1)
