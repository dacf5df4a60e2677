/** The folder of a path; empty at the root. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** A number with its noun: `1 file`, `2 files`; the plural is told when it is not made with an s. */
export const counted = (count: number, noun: string, many = `${noun}s`): string => `${count} ${count === 1 ? noun : many}`

/** The last part of a dotted name: a method may be named with its receiver, `Context.Next`. */
export const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1)
