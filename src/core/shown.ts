/** Up to so many characters a text is told whole: a secret in it is known as one when the message passes the guard, and a part of it would not be. */
const WHOLE = 200

/** Of what is longer so much is told. */
const BEGINNING = 40

/** What could be the first part of a secret. */
const BROKEN_WORD = /[\w+=-]{8,}$/

/** A value in a message: somebody else may have written it, and a message stays a sentence. Of a long one the beginning is told, without the word in which it is cut. */
export function shown(value: unknown, beginning = BEGINNING): string {
  const whole = JSON.stringify(value) ?? String(value)
  if (whole.length <= WHOLE) return whole
  const begun = (text: string): string => `${text.slice(0, beginning).replace(BROKEN_WORD, '')}…`
  return typeof value === 'string' ? JSON.stringify(begun(value)) : begun(whole)
}

const LONGEST_NAME = 60

/** A name that somebody made up, in a message. */
export const shortName = (name: string): string => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name)
