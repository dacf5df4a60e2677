// Personal data by the names of columns. It is a guess: a column `email` is one even when it is empty, and a column `c17` may hold anything.

const RULES: readonly (readonly [kind: string, words: RegExp])[] = [
  ['email', /(?:^|_)e_?mails?(?:_|$)/],
  ['phone', /(?:^|_)(?:phones?|telephone|mobile|cell_?phone|fax|phone_?(?:number|no))(?:_|$)/],
  ['national-id', /(?:^|_)(?:ssn|social_security|passport|national_id|tax_id|inn|snils|id_card)(?:_|$)/],
  ['payment', /(?:^|_)(?:iban|card_?number|credit_?card|pan|cvv|bank_?account)(?:_|$)/],
  ['secret', /(?:^|_)(?:password|passwd|password_hash|secret|api_?key|access_?token|refresh_?token)(?:_|$)/],
  ['birth', /(?:^|_)(?:birth_?day|birth_?date|date_of_birth|dob|born)(?:_|$)/],
  ['network', /(?:^|_)(?:ip|ip_?address|mac_?address|device_?id)(?:_|$)/],
  ['address', /(?:^|_)(?:street|postal_?code|post_?code|zip|zip_?code|home_?address|address_?line_?\d?|address\d?)(?:_|$)/],
  ['name', /(?:^|_)(?:first_?name|last_?name|full_?name|surname|family_?name|given_?name|patronymic|maiden_?name)(?:_|$)/],
  ['health', /(?:^|_)(?:diagnosis|blood_?type|medical_?record|insurance_?number)(?:_|$)/],
  ['location', /(?:^|_)(?:latitude|longitude|geo_?location)(?:_|$)/],
]

/** A column `address_id` points at an address and holds none; these numbers are personal themselves. */
const OWN_NUMBERS = /(?:^|_)(?:national_id|tax_id|device_id)$/

/** What kind of personal data the name of a column suggests; undefined for most. */
export function piiOf(column: string): string | undefined {
  const words = column.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^\p{L}\p{N}]+/gu, '_').toLowerCase()
  if (/(?:^|_)id$/.test(words) && !OWN_NUMBERS.test(words)) return undefined
  return RULES.find(([, pattern]) => pattern.test(words))?.[0]
}
