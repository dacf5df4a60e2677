// Values that are secret because of the name they are given, in any language or format: the pre-scan stops behind a name, and what follows it there is read by
// patterns that begin at that place. Nothing looks beyond the end of the line, and no repeat is without a bound.
import { apart } from '../core/names.ts'
import { couldBeKey, couldBeLiteralPassword, couldBePassword, couldBePlainPassword, isLogin, isStandIn } from './plausible.ts'
import { providerIn } from './providers.ts'

/** A value that follows a name. */
export interface NamedValue {
  readonly rule: string
  readonly start: number
  readonly end: number
}

/** A name as it stands in a text. */
export interface Name {
  readonly from: number
  readonly to: number
}

type Sort = 'password' | 'secret' | 'key' | 'provider'

// For names in small letters: a pattern that takes large ones too is dearer to make, and a short run makes it for a few names.
const TAIL = '(?:[_-]?(?:value|key|base|hash|text|string|plain|prod|dev|live|test|\\d{1,2}))?$'
const PASSWORD = new RegExp(`(?:passw(?:or)?d|passphrase|passcode|identified|pwd|(?<![a-z])pw|(?<!by|com|over|sur|tres|im|en|by-)pass)${TAIL}`)
const SECRET = new RegExp(`(?:jwt|client|app|session|cookie|auth|api|access|consumer|token|shared|signing|webhook|master|user|oauth|hmac|totp|bot)[_-]?secret${TAIL}`)
const KEY = new RegExp(
  `(?:secret|tokens?|(?:api|app|access|auth|account|private|encryption|encrypt|signing|master|session|jwt|consumer|shared|service|client|application|secret|license|licence|storage|subscription|ssh|hmac|aes|cipher|webhook|deploy|admin|server|project|write|read)[_-]?key|(?<![a-z])[sn]key|credentials?|` +
  `(?<![a-z])sig|oauth[_-]?(?:signature|verifier|nonce)|(?<![a-z])auth|account[_-]?sid|key[_-]?auth|key[_-]?material(?:[_-]?base64)?|webhook[_-]?url)${TAIL}`,
)
const UPPER_KEY = /^[A-Z][A-Z0-9_]*_KEY$/
/** No name of a secret is longer, with all that may follow it. */
const LONGEST = 64

// `name" :`, `name'] =`, `name: string =`, `name => `, `name == `, `setName(`, `.name, `, `name value=`, `identified by`, `|| `, each before a quote.
const MARKED = '(?:[\'"`]\\u27e8[^\\u27e9\\n]{0,80}\\u27e9[\'"`],[ \\t]{0,4}){0,9}'
const GIVEN = '(?:[ \\t]{1,4}\\*?(?:string|String|\\[\\]byte)[ \\t]{0,4}=|:[ \\t]{0,4}[A-Za-z][\\w<>|. ]{0,30}=|=>|:=|\\?=|\\+=|!={1,2}|={1,3}|::?|<-)'
const FALLBACK = '(?:[A-Za-z_$][\\w.$\\[\\]()"\'-]{0,80}[ \\t]{1,4}(?:\\|\\||\\?\\?|or)[ \\t]{1,4})?'
const QUOTED = new RegExp(`\\\\{0,3}["'\`]?\\]?[ \\t]{0,32}(?:(${GIVEN})[ \\t]{0,32}${FALLBACK}(?:\\[[ \\t]{0,4}|(?:\\[\\]byte|Buffer\\.from|String|SecureString|bytes)\\([ \\t]{0,4})?${MARKED}|([,(]|[ \\t]by[ \\t]|[ \\t]{1,4}value[ \\t]{0,4}=|[ \\t]|\\|\\|)[ \\t]{0,4})[brfuLN@$]{0,2}(\\\\{0,3})(["'\`])`, 'yi')
const BARE = /([ \t]{0,32})([:=])([ \t]{0,32})([^\s"'`,;(){}[\]<>$#\\&|]{4,200})/y
const FLAGGED = /[ \t]{1,4}([^\s"'`,;(){}[\]<>$#\\&|-][^\s"'`,;(){}[\]<>$#\\&|]{3,200})(?=[\s"'`;&|)]|$)/y
const ELEMENT = />([^<\s]{4,200})<\//y

/** The value that a name is given, when it could be a secret. */
export function valueAfter(text: string, run: Name): NamedValue | undefined {
  // In a string with escaped line ends the letter of the escape stands before the name.
  const name = text[run.from - 1] === '\\' && /[nrt]/.test(text[run.from] as string) ? { ...run, from: run.from + 1 } : run
  const word = wordOf(text, name)
  const sort = sortOf(word)
  if (sort === undefined) return undefined
  const place = { text, name, word, sort }
  const found = quotedAfter(place) ?? bareAfter(place) ?? elementAfter(place)
  return found === undefined ? undefined : { ...found, rule: ruleOf(found.rule, word, sort) }
}

/** A name with the parts before it, where dots join them as in properties. */
function wordOf(text: string, { from, to }: Name): string {
  const own = text.slice(Math.max(from, to - LONGEST), to)
  if (text[from - 1] !== '.') return own
  let start = from
  while (start > 0 && start > from - LONGEST && isPart(text.charCodeAt(start - 1))) start--
  return (text.slice(start, from) + own).replaceAll('.', '_')
}

/** Letters and digits of ASCII, `_`, `.` and `-`. */
const isPart = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code === 46 || code === 45

// The same names come again and again.
const sorts = new Map<string, Sort | undefined>()
const MOST_SORTS = 40_000

/** What the name of a value promises; undefined when it promises nothing. */
function sortOf(word: string): Sort | undefined {
  if (sorts.has(word)) return sorts.get(word)
  if (sorts.size >= MOST_SORTS) sorts.clear()
  const sort = judged(word)
  sorts.set(apart(word), sort)
  return sort
}

function judged(word: string): Sort | undefined {
  const small = word.toLowerCase()
  if (PASSWORD.test(small)) return 'password'
  // The name of every secret could be the name of a key.
  if (KEY.test(small)) return SECRET.test(small) ? 'secret' : 'key'
  return UPPER_KEY.test(word) ? 'key' : providerIn(word) === undefined ? undefined : 'provider'
}

/** A maker in the name is worth telling. */
const ruleOf = (rule: string, word: string, sort: Sort): string => {
  const provider = sort === 'password' ? undefined : providerIn(word)
  return provider === undefined ? rule : `${provider}-key`
}

interface Place {
  readonly text: string
  readonly name: Name
  readonly word: string
  readonly sort: Sort
}

function quotedAfter({ text, name, word, sort }: Place): NamedValue | undefined {
  QUOTED.lastIndex = name.to
  const match = QUOTED.exec(text)
  if (match === null) return undefined
  const start = name.to + match[0].length
  const value = untilQuote(text, start, match[4] as string)
  // Prose says of things that they are identified by a name.
  if (word.endsWith('identified') && match[4] !== "'") return undefined
  const way = match[1] !== undefined || /by|value/i.test(match[2] ?? '') ? 'given' : /[,(]/.test(match[2] ?? '') ? 'passed' : 'beside'
  if (value === undefined || !acceptsQuoted(value, { sort, word, way })) return undefined
  return { rule: 'assigned', start, end: start + value.length }
}

/** The text up to the quote that closes it, in the same line. */
function untilQuote(text: string, start: number, quote: string): string | undefined {
  const end = text.indexOf(quote, start)
  if (end < 0 || end - start > 400) return undefined
  const value = text.slice(start, end).replace(/\\+$/, '')
  return /[\n\r"'`]/.test(value) && quote !== '"' ? undefined : /[\n\r]/.test(value) ? undefined : value
}

/** How a name gets its value: by a sign, as an argument, or by standing before it. */
type Way = 'given' | 'passed' | 'beside'

function acceptsQuoted(value: string, { sort, word, way }: { sort: Sort; word: string; way: Way }): boolean {
  if (way !== 'given') return acceptsBeside(value, { sort, word, way })
  if (isLogin(value) && sort !== 'provider') return true
  if (sort === 'password') return couldBeLiteralPassword(value)
  if (sort === 'provider') return isWord(value) && couldBeProviderKey(value)
  if (UPPER_KEY.test(word) && !KEY.test(word.toLowerCase()) && providerIn(word) === undefined) return isRandom(value) && couldBeKey(value, 16)
  if (sort === 'secret' && value.length >= 8 && isWord(value) && !/[-_.]/.test(value) && couldBeLiteralPassword(value)) return true
  return couldBeKey(value, 8)
}

/** An argument may be anything: a path, a label, a class. Only what no person would write counts. */
function acceptsBeside(value: string, { sort, word, way }: { sort: Sort; word: string; way: Way }): boolean {
  if (sort === 'password') return !/(?:^|[^a-z])pass$/i.test(word) && (couldBePassword(value) || (word === 'PASSWORD' && way === 'beside' && couldBeLiteralPassword(value)))
  return way === 'passed' && !/auth$/i.test(word) && isRandom(value) && /\d/.test(value) && couldBeKey(value, sort === 'provider' ? 20 : 16)
}

/** Letters and digits in one piece, or pieces of hexadecimal digits. */
const isRandom = (value: string): boolean => /^[A-Za-z0-9+/]+={0,2}$|^[0-9a-f-]+$/i.test(value)

const isWord = (value: string): boolean => /^[\w+/=.:~-]+$/.test(value)

/** Behind the name of a maker letters may be as they like, as long as they are many, or digits alone. */
const couldBeProviderKey = (value: string): boolean =>
  value.length >= 14 && !isStandIn(value) && (couldBeKey(value, 14) || /^\d{15,20}$/.test(value))

function bareAfter(place: Place): NamedValue | undefined {
  const { text, name } = place
  BARE.lastIndex = name.to
  const match = BARE.exec(text)
  if (match !== null) return assignedBare(place, match)
  if (!text.startsWith('--', name.from)) return undefined
  FLAGGED.lastIndex = name.to
  const value = FLAGGED.exec(text)
  // Behind a blank stands as often a sentence about the flag.
  if (value === null || !(place.sort === 'password' ? couldBePassword(value[1] as string) : acceptsWord(value[1] as string, place))) return undefined
  const start = name.to + value[0].length - (value[1] as string).length
  return { rule: 'configured', start, end: start + (value[1] as string).length }
}

const acceptsWord = (value: string, { sort, word }: Place): boolean =>
  sort === 'password' ? couldBePassword(value) || (/^[\w.-]{4,}$/.test(value) && couldBeLiteralPassword(value)) : acceptsQuoted(value, { sort, word, way: 'given' })

// Without quotes the same line could be code. It counts when it is written the way environments, flags or connection strings write, or when the line holds nothing
// but a name and a value that could not be an identifier.
function assignedBare(place: Place, match: RegExpExecArray): NamedValue | undefined {
  const { text, name } = place
  const value = match[4] as string
  const start = name.to + match[0].length - value.length
  const lead = leadOf(text, name.from)
  const tight = match[2] === '=' && match[1] === '' && match[3] === ''
  const after = text.slice(start + value.length, start + value.length + 40)
  if (/["'`]$/.test(lead) && match[2] === ':' && after.startsWith(lead.at(-1) as string)) return place.sort === 'key' && couldBeKey(value) ? { rule: 'configured', start, end: start + value.length } : undefined
  const accepted = tight && isOutside(place, lead) && /^(?:[\s"'`;&|),\\]|$)/.test(after) ? acceptsWord(value, place) : isWholeLine(lead, after) && acceptsLine(value, place)
  return accepted ? { rule: 'configured', start, end: start + value.length } : undefined
}

/** What stands before a place in its line, as far as anybody looks. */
function leadOf(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - 100), at)
  return near.slice(near.lastIndexOf('\n') + 1)
}

/** A variable of an environment, a flag, or a part of a connection string. */
const isOutside = ({ text, name, word }: Place, lead: string): boolean =>
  (/^[A-Z][A-Z0-9_]*$/.test(word) && /(?:^|[\s"'`;&|(-]|\\[nrt])$/.test(lead)) || text.startsWith('--', name.from) || /^_(?:auth|authToken|password)$/.test(word) || /-D[\w.]*$/.test(lead) || /(?:^|[\s"'`;])(?:host|user|username|uid|dbname|database|port|sslmode|server|[\w.]*url)=\S*[ ;][\w .=;/-]*$/i.test(lead)

/** Nothing but the name before it, and nothing but a remark behind it. */
const isWholeLine = (lead: string, after: string): boolean =>
  /^[ \t]*(?:\/\/|#|\*)?[ \t]*(?:export[ \t]+|set[ \t]+|-[ \t]+|ENV[ \t]+|ARG[ \t]+)?[\w.-]*$/i.test(lead) && /^[ \t]{0,9}(?:\\?\r?(?:\n|$)|#)/.test(after)

function acceptsLine(value: string, { sort, word, text, name }: Place): boolean {
  if (sort === 'password' && /^[A-Z0-9]+_[A-Z0-9_]+$/.test(word)) return /^[\w.!@%^*+=?~-]{4,}$/.test(value) && couldBeLiteralPassword(value)
  const isIdentifier = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_]\w*)*$/.test(value)
  if (sort === 'password' && text[name.to] === ':' && couldBePlainPassword(value)) return true
  if (isStandIn(value)) return false
  if (sort === 'password' && !isIdentifier) return couldBePassword(value)
  if (sort === 'password' && /[a-z]\d+[a-z]+\d/i.test(value)) return couldBePassword(value)
  // `spring.datasource.password=word`: dots before a name and no blanks are the way of properties.
  if (sort === 'password' && text[name.from - 1] === '.' && text[name.to] === '=' && /^[a-z0-9]+$/i.test(value)) return couldBeLiteralPassword(value)
  return acceptsQuoted(value, { sort: sort === 'secret' ? 'key' : sort, word, way: 'given' }) && (!isIdentifier || (value.length >= (providerIn(word) === undefined ? 16 : 14) && couldBeKey(value)))
}

function elementAfter({ text, name, sort }: Place): NamedValue | undefined {
  ELEMENT.lastIndex = name.to
  const value = ELEMENT.exec(text)?.[1]
  if (value === undefined || !(sort === 'password' ? couldBeLiteralPassword(value) : couldBeKey(value))) return undefined
  return { rule: 'element', start: name.to + 1, end: name.to + 1 + value.length }
}
