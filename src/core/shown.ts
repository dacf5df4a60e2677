/** A value in a message: somebody else may have written it, and a message stays a sentence. */
export function shown(value: unknown, most = 40): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > most ? `${text.slice(0, most)}…` : text
}
