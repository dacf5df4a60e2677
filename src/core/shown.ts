/** Up to so many characters a text is told whole: a secret in it is known as one when the message passes the guard, and a part of it would not be. */
const WHOLE = 200

/** Of what is longer so much is told. */
const BEGINNING = 40

/** A value in a message: somebody else may have written it, and a message stays a sentence. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > WHOLE ? `${text.slice(0, BEGINNING)}…` : text
}
