// What a line is when its numbers, times and addresses do not matter: lines of one template are repeats.

/** More of a line is not looked at. */
const MOST = 400

/** Digits and what stands between them in times, versions and addresses; and hex digits in long runs. */
const VARYING = /0x[0-9a-f]+|\b[0-9a-f]{7,}\b(?:-[0-9a-f]{4,})*|\d+(?:[.,:_-]\d+)*(?:T(?=\d))?/gi

/** The template of a line. */
export const templateOf = (line: string): string => line.slice(0, MOST).replace(VARYING, '#').replace(/\s+/g, ' ').trim()
