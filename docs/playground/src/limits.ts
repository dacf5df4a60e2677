// What one folder may hold. A page has a few gigabytes at the most, and a mistake or a bomb must end in a sentence, not in a tab that dies.

/** Names that are looked at. */
export const MOST_NAMES = 200_000

/** Files that are read. */
export const MOST_FILES = 50_000

/** Bytes that are read of all files together. */
export const MOST_BYTES: number = 512 << 20

/** Of a larger file only one line is shown, so no more of it is read: one byte more says that there is more. */
export const MOST_OF_FILE: number = (1 << 20) + 1

/** Why something is not opened; the message is a whole sentence with what to do. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** `12,345`. */
export const counted = (value: number): string => new Intl.NumberFormat('en').format(value)

/** `1.5 MB`. */
export const megabytes = (bytes: number): string => `${(bytes / (1 << 20)).toFixed(1)} MB`
