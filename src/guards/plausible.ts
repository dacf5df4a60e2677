// Whether a value could be a real secret. Names like `password` stand before thousands of harmless values: words, placeholders, references to where the
// real value is. What is left after these gates is rare enough to be replaced.

const REFERENCE = /^\$[A-Za-z_({]|^%[A-Za-z_]+%$|^@|^\/|^\.{1,2}\/|^\^|:\/\/|^0x[0-9a-f]{40}$|^(?:self|this|process|config|os|env|settings|options|props|args|params|var|local|module|data|ssm|vault|arn|sha\d+|enc|file)[.:\-[]|\{\{|\}\}|\$\{|\$\(|#\{|\{\w*\}|%\(|%[sdv](?![A-Za-z0-9])|\\[dws]/i
const PLACEHOLDER = /chang(?:e|ing)[_-]?(?:me|it|this)|example|sample|placeholder|your|dummy|fake|mock|insert|replace|redacted|masked|hidden|default|x{4}|\*{3}|\.{3}|[<>]|not[_-]?(?:a|the|real)|invalid|here$|12345|23456|abcdef|deadbeef|0{6}|qwerty|lorem|todo/i
const STEMS = /password|passphrase|passwd|secret|token|server|client|simple|correct|invalid|strong|wrong|valid|admin|plain|hello|world|super|horse|login|guest|mysql|postgres|access|refresh|session|cookie|bearer|basic|value|string|field|input|label|pass|word|user|test|name|text|type|none|null|some|root|demo|temp|weak|good|data|auth|prod|true|false|pwd|key|api|old|new|the|foo|bar|baz|qux|abc|xyz|bad|my|db|an?|id|is|no/g

/** The measure of surprise per character, in bits. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** A reference, a placeholder, or nothing but the words people use for want of a secret. */
export const isStandIn = (value: string): boolean =>
  !/^[\x21-\x7e]+$/.test(value) || REFERENCE.test(value) || PLACEHOLDER.test(value) || isMadeOfStems(value)

const isMadeOfStems = (value: string): boolean =>
  value.toLowerCase().replace(/[^a-z]+/g, ' ').replace(STEMS, '').trim() === '' && /[a-z]/i.test(value)

/** Written by a person: every run of letters can be spoken. */
function isSpoken(value: string): boolean {
  const words = value.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).filter((word) => word !== '')
  return words.length > 0 && words.every((word) => word.length >= 3 && /[aeiouy]/i.test(word) && !/[bcdfghjklmnpqrstvwxz]{5}/i.test(word))
}

const digitsIn = (value: string): number => value.replace(/\D/g, '').length

/** Random enough to be a key that a machine made. */
export function couldBeKey(value: string): boolean {
  if (value.length < 12 || isStandIn(value) || entropyOf(value) < 3) return false
  const mixed = /\d/.test(value) && /[a-z]/i.test(value)
  const long = value.length >= 24 && /[a-z]/.test(value) && /[A-Z]/.test(value) && /^[\w+/=-]+$/.test(value)
  return (mixed || long) && !(isSpoken(value) && digitsIn(value) <= 4)
}

/** Mixed enough to be a password that a person made up. */
export function couldBePassword(value: string): boolean {
  if (value.length < 6 || isStandIn(value)) return false
  return /[a-z]/i.test(value) && /[\d!@#$%^&*+=?~]/.test(value) && !/[()[\]{};]|^[#.]|^\w+=/.test(value)
}

/** Weaker still: a password inside an address or a connection string needs no further proof than being one. */
export const couldBeShownPassword = (value: string): boolean =>
  value.length >= 3 && !isStandIn(value)
