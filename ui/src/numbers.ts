// Numbers for people.
const whole = new Intl.NumberFormat('en')

/** `12,345`. */
export const counted = (value: number): string => whole.format(Math.round(value))

/** `~12,345` of what was not counted. */
export const roughly = (value: number, about: boolean | undefined): string => `${about ? '~' : ''}${counted(value)}`

/** A sentence of the server, which writes numbers as programs read them, with the counts in it as people do. */
export const separated = (sentence: string): string => sentence.replace(/\b\d{4,}(?= (?:tokens?|files?)\b)/g, (digits) => counted(Number(digits)))

/** `12.3k`, for places that are narrow. */
export function short(value: number): string {
  if (value < 1000) return String(Math.round(value))
  return value < 1e6 ? `${trimmed(value / 1000)}k` : `${trimmed(value / 1e6)}m`
}

const trimmed = (value: number): string => (value < 100 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value)))

/** `12.3 %`. */
export const percent = (part: number, all: number): string => (all === 0 ? '0 %' : `${((part / all) * 100).toFixed(1)} %`)

/** A score, 0 to 1; with a task most are tiny. */
export const scored = (value: number): string => (value > 0 && value < 0.0005 ? '<0.001' : value.toFixed(3))
