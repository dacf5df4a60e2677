// Whether a value could be a real secret. Names like `password` stand before thousands of harmless values: words, placeholders, references to where the
// real value is. What is left after these gates is rare enough to be replaced.

const REFERENCE = /^\$[A-Za-z_({]|^%[A-Za-z_]+%$|^@|^\/|^\.{1,2}\/|^\^|:\/\/|^-?0x[0-9a-f]{1,42}$|^[*&]\w|^(?:[a-z0-9-]+\.)+[a-z]{2,6}(?:\/|$)|^\\|^\d+(?:\.\d+){3,}|^[\^~>=<v]{0,2}\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$|^(?:self|this|process|config|os|env|settings|options|props|args|params|var|local|module|data|ssm|vault|arn|sha\d+|enc|file|keys?|req|res|request|user)[.:[]|\{\{|\}\}|\$\{|\$\(|#\{|\{\w*\}|%\(|%[sdvqx](?![A-Za-z0-9])|\\[dws]|\u27e8/i
const PLACEHOLDER = /chang(?:e|ing)[_-]?(?:me|it|this)|example|sample|placeholder|your|dummy|fake|mock|insert|replace|redacted|masked|hidden|default|x{4}|\*{3}|\.{3}|[<>]|not[_-]?(?:a|the|real)|invalid|here$|abcdef|deadbeef|0{6}|qwerty|lorem|todo|avoid[_-]plain/i
// Rows of digits that people type for want of a number.
const ROW = /0?123(?:4(?:5(?:6(?:7(?:8(?:90?)?)?)?)?)?)?|(?:987)?654(?:321)?|9{3,}|1{3,}|0{3,}/g
const STEMS = /password|passphrase|passwd|secret|token|server|client|simple|correct|invalid|strong|wrong|valid|admin|plain|hello|world|super|horse|login|guest|mysql|postgres|access|refresh|session|cookie|bearer|basic|value|string|field|input|label|pass|word|user|test|name|text|type|none|null|some|root|demo|temp|weak|good|data|auth|prod|true|false|pwd|key|api|old|new|the|foo|bar|baz|qux|abc|xyz|bad|my|db|an?|id|is|no/g
// Words that stand where a password would, in forms, schemas and settings.
const WORDS = new Set(('require required optional enabled disabled hidden number boolean object array number undefined prompt confirm never always random auto base64 utf8 ascii hex md5 sha1 sha256 sha512 bcrypt scrypt argon2 pbkdf2 digest ldap oauth oauth2 saml oidc kerberos native ' +
  'username email mail phone file path env vault keychain keyring external internal local remote normal long short empty missing incorrect current confirmation reset forgot forgotten change update create delete encrypted hashed crypt plaintext cleartext unknown private public sensitive credential credentials passwords secrets tokens password passwd passphrase pass pwd secret token string text test user name key value none null true false type input field login admin root data auth').split(' '))

/** The measure of surprise per character, in bits. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** A reference, a placeholder, or nothing but the words people use for want of a secret. */
export const isStandIn = (value: string): boolean => isNoValue(value) || isMadeOfStems(value)

/** A reference or a placeholder. */
export const isNoValue = (value: string): boolean => !/^[\x21-\x7e]+$/.test(value) || REFERENCE.test(value) || PLACEHOLDER.test(value)

function isMadeOfStems(value: string): boolean {
  const left = value.toLowerCase().replace(ROW, '').replace(/[^a-z]+/g, ' ').replace(STEMS, '').trim()
  return left === '' && (/[a-z]/i.test(value) || value.replace(ROW, '') === '')
}

/** Written by a person: every run of letters can be spoken. */
function isSpoken(value: string): boolean {
  const words = value.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).filter((word) => word !== '')
  return words.length > 0 && words.every((word) => word.length >= 3 && /^(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(word) && /[aeiouy]/i.test(word) && !/[bcdfghjklmnpqrstvwxz]{5}/i.test(word))
}

/** Letters that change between large and small more often than any name does. */
const isJumbled = (value: string): boolean =>
  value.length >= 14 && /^[A-Za-z]+$/.test(value) && (value.match(/[A-Z]{2}/g)?.length ?? 0) > 1 && (value.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0) >= value.length / 2.8

const digitsIn = (value: string): number => value.replace(/\D/g, '').length

/** Whether a token with a beginning of its own is one: enough surprise in it, and no example. */
export function couldBeToken(value: string): boolean {
  if (/example|x{8}|(.)\1{9}/i.test(value)) return false
  const varied = /\d/.test(value) || (/[a-z]/.test(value) && /[A-Z]/.test(value)) || entropyOf(value) > 3
  return varied && /[a-z]/i.test(value) && entropyOf(value) > 2.5
}

/** Random enough to be a key that a machine made. */
export function couldBeKey(value: string, least = 12): boolean {
  if (value.length < least || isStandIn(value) || /12345|23456/.test(value) || entropyOf(value) < (value.length < 16 ? 2.5 : value.length < 24 ? 2.7 : 3)) return false
  const mixed = /\d/.test(value) && /[a-z]/i.test(value)
  const long = value.length >= 24 && /[a-z]/.test(value) && /[A-Z]/.test(value) && /^[\w+/=-]+$/.test(value)
  return (mixed || long || isJumbled(value)) && !(isSpoken(value) && digitsIn(value) <= 4)
}

/** Mixed enough to be a password that a person made up. */
export function couldBePassword(value: string): boolean {
  if (value.length < 6 || isStandIn(value)) return false
  return /[a-z]/i.test(value) && /[\d!@#$%^&*+=?~]/.test(value) && !/[()[\]{};]|^[#.]|^\w+=/.test(value)
}

/** A literal that is given to a password: nearly always one, unless it says that it is none. Words with a capital are labels and translations. */
export function couldBeLiteralPassword(value: string): boolean {
  if (value.length < 4 || isNoValue(value) || WORDS.has(value.toLowerCase())) return false
  if (/^[A-Z][a-z]+$|^[A-Z_]+$|^[a-z]+(?:[._][a-z]+){2,}$|^\d{1,4}$|^[^A-Za-z0-9]+$|^#[\w-]+$|^\.[\w-]+$|^\w+\(|^\[|^\w{1,12}=$|:x?:\d/.test(value)) return false
  return new Set(value).size > 2 && (/\D/.test(value) || value.replace(ROW, '') !== '')
}

/** The same where a word could also be the name of something: a word in small letters that speaks of no password. */
export const couldBePlainPassword = (value: string): boolean =>
  /^[a-z][a-z0-9_]{4,}$|^\d{5,}$/.test(value) && !/pass|pwd|secret|hash|token|value|input|user|crypt|cred|param|config|arg|str|data|auth|text|_pw|digest|salt|prompt|login|account|entered|given/.test(value) && couldBeLiteralPassword(value)

/** Weaker still: a password inside an address or a connection string needs no further proof than being one. */
export const couldBeShownPassword = (value: string): boolean =>
  value.length >= 3 && !isStandIn(value)

/** Whether letters of base64 are a name and a password with a colon between them. */
export function isLogin(value: string): boolean {
  if (value.length < 8 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return false
  const plain = plainOf(value)
  return /^[\x20-\x7e]+:[\x20-\x7e]+\n?$/.test(plain)
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function plainOf(value: string): string {
  let [bits, held, plain] = [0, 0, '']
  for (const letter of value.slice(0, 200).replace(/=+$/, '')) {
    held = ((held << 6) | ALPHABET.indexOf(letter)) & 0xffff
    bits += 6
    if (bits >= 8) plain += String.fromCharCode((held >> (bits -= 8)) & 255)
  }
  return plain
}
