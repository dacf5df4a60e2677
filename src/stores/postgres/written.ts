// Texts as PostgreSQL can keep them: it has no place for a NUL or half a surrogate, and JSON has a way to write both.

/** A text in which such signs are written as JSON writes them. Different texts stay different. */
export const written = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The text that was written. */
export const plainly = (text: string): string => JSON.parse(`"${text}"`) as string
