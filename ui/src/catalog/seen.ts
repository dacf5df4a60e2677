// What owners of sources write, and what rows hold, may be anything: signs that hide or reorder text are shown by their number, as the command does.
const HIDING = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/g

const numbered = (sign: string): string => `⟨U+${(sign.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}⟩`

/** A text to be looked at. What is copied stays as it is. */
export const seen = (text: string): string => text.replace(HIDING, numbered)
