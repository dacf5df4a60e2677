/**
 * What every way out does to text that somebody else wrote. Characters that steer a terminal, reorder or hide text, or cannot stand in UTF-8 or XML are shown by their number,
 * `⟨U+001B⟩`; everything else is left alone. Two shapes of text exist: content keeps its line ends, a name is always one line.
 *
 * Every function works line by line: what it does to a line never depends on another line, so parts of a file can be priced apart.
 */

// Almost no text goes further than the tests in front of the replacements, and those cost about a nanosecond a character: what is not plain ASCII is looked for
// first, then one class for what stands alone, and what the engine knows anyway for surrogates.
const CONTROLS = String.raw`\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F`
const INVISIBLE = String.raw`\xAD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFFA0\uFFF9-\uFFFB`
// Scripts and emoji need joiners between their characters, and one that says which form is meant after them. Beside ASCII, or several at once, they hide something.
const JOINER = String.raw`(?<![\x80-\u200B\u200E-\uFFFF])[\u200C\u200D]|[\u200C\u200D](?![\x80-\u200B\u200E-\uFFFF])`
const VARIANT = String.raw`(?<![0-9#*\x80-\uFDFF\uFE10-\uFFFF])[\uFE00-\uFE0F]`
const ALONE = String.raw`[${CONTROLS}${INVISIBLE}\uFFFE\uFFFF]|${JOINER}|${VARIANT}`
const SUSPECT = new RegExp(String.raw`[${CONTROLS}\r${INVISIBLE}\u200C\u200D\uFE00-\uFE0F\uFEFF\uFFFE\uFFFF]`)
const HIDDEN = new RegExp(String.raw`${ALONE}|\r(?!\n)|\uFEFF`, 'g')
const LONE_SURROGATE = /[\ud800-\udfff]/gu
/** Letters that only programs read, and forms of no character. */
const TAG = String.raw`\uDB40[\uDC00-\uDCFF\uDDF0-\uDFFF]|(?<=\uDB40[\uDD00-\uDDEF])\uDB40[\uDD00-\uDDEF]|(?<![\x80-\uFFFF])\uDB40[\uDD00-\uDDEF]`
const TAG_CHARACTER = new RegExp(TAG, 'g')

/** What is not plain ASCII on a line. A class of one range each way is several times as quick as one of forty, and most text has nothing else. */
const UNUSUAL = /[\x00-\x08\x0B-\x1F\x7F-\uFFFF]/g
/** A text in which one character in so many is unusual is written in another script: then the whole class is asked at once. */
const SELDOM = 64

/** Whether a class that holds nothing of plain ASCII has a character in a text. */
function hasAny(suspect: RegExp, text: string): boolean {
  UNUSUAL.lastIndex = 0
  for (let room = 8 + text.length / SELDOM; UNUSUAL.test(text); room--) {
    if (room < 0) return suspect.test(text)
    if (suspect.test(text[UNUSUAL.lastIndex - 1] as string)) return true
  }
  return false
}

/** What acts or hides on a line without its end, as a part of an expression: for who marks it instead of writing it by its number. */
export const HIDING = String.raw`${ALONE}|${TAG}|\uFEFF`

/** A character by its number. */
export const numberOf = (character: string): string =>
  `⟨U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}⟩`

// In every engine since 2023, in the type library since 2024.
const isWellFormed = (text: string): boolean => (text as string & { isWellFormed(): boolean }).isWellFormed()

// A byte order mark in front of a text says how its bytes are written, and nothing that is read. A part of a file cannot know whether it is the first, so every line may have one.
// Alone on its line it is shown: what is not empty does not become empty, and what has no line end at its end does not get one.
const OPENING_MARK = /(?<![^\n])\uFEFF(?=[^\r\n])/g

/** Content with every character that acts or hides shown by its number; tabs, line feeds and CRLF stay, a byte order mark in front of the words of a line goes. */
export const visible = (text: string): string => numbered(text.includes('\uFEFF') ? text.replace(OPENING_MARK, '') : text)

/** The same, and a byte order mark is shown wherever it stands: for names, of which two must not look alike. */
export function numbered(text: string): string {
  let shown = hasAny(SUSPECT, text) ? text.replace(HIDDEN, numberOf) : text
  if (!isWellFormed(shown)) shown = shown.replace(LONE_SURROGATE, numberOf)
  return shown.includes('\uDB40') ? shown.replace(TAG_CHARACTER, numberOf) : shown
}

/** A name on one line: line ends, tabs and outer spaces are shown as well, so that nothing can end a frame line early. */
export const singleLine = (name: string): string =>
  numbered(name).replace(/[\n\r\t]|^ | $/g, numberOf)

/** A line of a table: nothing in it can begin another. */
export const row = (line: string): string => numbered(line).replace(/[\n\r]/g, numberOf)

// JSON.stringify already escapes C0 controls and lone surrogates.
const JSON_UNSEEN = new RegExp(String.raw`[\x7F-\x9F${INVISIBLE}\uFEFF\uFFFE\uFFFF]|${JOINER}|${VARIANT}|${TAG}`, 'g')
const JSON_SUSPECT = new RegExp(String.raw`[\x7F-\x9F${INVISIBLE}\u200C\u200D\uFE00-\uFE0F\uDB40\uFEFF\uFFFE\uFFFF]`)

const codeUnits = (text: string): string =>
  text.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')

/** A text of JSON in which nothing acts or hides; it reads back as the same value. */
export const plainJson = (text: string): string => (hasAny(JSON_SUSPECT, text) ? text.replace(JSON_UNSEEN, codeUnits) : text)

/** Any value as such a text, on one line. */
export const jsonLine = (value: unknown): string => plainJson(JSON.stringify(value))
