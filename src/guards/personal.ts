// Numbers of people that can be told for certain: cards and accounts by their checksums, social security numbers by the name beside them. Addresses of mail are not among
// them: they are in every history and licence, and hide nobody.
import type { Span } from './private-keys.ts'

const CARD = /(?<![\w.-])(?:3[47]\d{2}[ -]?\d{6}[ -]?\d{5}|(?:4\d{3}|5[1-5]\d{2}|2[2-7]\d{2}|6011|65\d{2}|35\d{2})(?:[ -]?\d{4}){3})(?![\w-]|\.\d)/g
const ACCOUNT = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g
const SECURITY = /((?:ssn|social[ _-]?security(?:[ _-]?(?:number|no))?)["'`\]]{0,2}[ \t]{0,4}[:=#]{0,2}[ \t]{0,4}["'`]?)((?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4})(?!\d)/gi
/** Lengths of account numbers by country, where they are most. */
const LENGTHS: Readonly<Record<string, number>> = { AT: 20, BE: 16, BG: 22, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18, EE: 20, ES: 24, FI: 18, FR: 27, GB: 22, GR: 27, HR: 21, HU: 28, IE: 22, IS: 26, IT: 27, LI: 21, LT: 20, LU: 20, LV: 21, MT: 31, NL: 18, NO: 15, PL: 28, PT: 25, RO: 24, SE: 24, SI: 19, SK: 24, TR: 26, AE: 23, IL: 23, SA: 24 }

/** Where numbers of people stand. */
export function personalIn(text: string): Span[] {
  return [
    ...[...text.matchAll(CARD)].filter(([value]) => isCard(value)).map((match) => spanOf('card-number', match.index, match[0])),
    ...[...text.matchAll(ACCOUNT)].filter(([value]) => isAccount(value)).map((match) => spanOf('iban', match.index, match[0])),
    ...[...text.matchAll(SECURITY)].map((match) => spanOf('social-security-number', match.index + (match[1] as string).length, match[2] as string)),
  ]
}

const spanOf = (rule: string, start: number, value: string): Span => ({ rule, start, end: start + value.length })

/** The sum of Luhn; rows of few digits satisfy it and are no cards. */
function isCard(value: string): boolean {
  const digits = value.replace(/\D/g, '')
  let sum = 0
  for (let at = digits.length - 1, twice = false; at >= 0; at--, twice = !twice) {
    const digit = Number(digits[at]) * (twice ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return sum % 10 === 0 && new Set(digits).size > 3
}

/** The rest by 97 must be one. */
function isAccount(value: string): boolean {
  const plain = value.replaceAll(' ', '')
  if (LENGTHS[plain.slice(0, 2)] !== plain.length) return false
  let rest = 0
  for (const letter of plain.slice(4) + plain.slice(0, 4)) {
    const number = /\d/.test(letter) ? Number(letter) : letter.charCodeAt(0) - 55
    rest = (rest * (number > 9 ? 100 : 10) + number) % 97
  }
  return rest === 1
}
