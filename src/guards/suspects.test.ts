import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAKERS } from './providers.ts'
import { GROUPS, sample } from './secret-rules.ts'
import { redactSecrets } from './secrets.ts'
import { NOTHING, searched, suspectsIn as suspectsOf } from './suspects.ts'
import { TOKEN_KINDS } from './tokens.ts'

const suspectsIn = (text: string): ReturnType<typeof suspectsOf> => suspectsOf({ text })

const RULES = GROUPS.flatMap((group) => group.rules.map((rule) => ({ rule, suspect: group.suspect })))

/** Where a rule finds something in a text, whatever is thought of the value. */
const placesOf = (pattern: RegExp, text: string): number[] => [...text.matchAll(pattern)].map(({ index }) => index)

/** The places that a rule finds and that no line covers which is suspect of it. */
const missed = (text: string): string[] => RULES.flatMap(({ rule, suspect }) => placesOf(rule.pattern, text)
  .filter((place) => !suspectsIn(text).lines.some((line) => line.start <= place && place < line.start + line.text.length && (line.groups & suspect) !== 0))
  .map((place) => `${rule.id} at ${place} of ${JSON.stringify(text)}`))

test('every example of every rule is suspect, in either case of its names and between other things', () => {
  for (const { rule } of RULES) {
    for (const example of rule.examples().yes) {
      for (const text of [example, `x\n${example}\ny`, `é ${example}`, `🎉\n中 = "${example}"`, example.replace(/^[a-z]+/, (word) => (rule.pattern.flags.includes('i') ? word.toUpperCase() : word))]) expect(missed(text)).toEqual([])
    }
  }
})

const piece = fc.oneof(
  fc.constantFrom(...RULES.flatMap(({ rule }) => [...rule.examples().yes, ...rule.examples().no])),
  fc.constantFrom('password', 'PassWord', 'token', 'client_secret', 'SECRET-KEY', 'apiKey', 'credentials', 'jwt_key2', 'session-key_prod', 'passphrase', 'pwd9', ' = ', ': ', ':', '=', '=>', '"', "'", '\\"', '`]', '://', ':', '@', '@a', '/', 'Bearer ', 'authorization', 'Basic ', 'ghp_', 'AKIA', 'SU', 'hvs.', '--password', 'TWILIO_AUTH', 'identified', ' by ', ' value=', '(', ',', '||', '\n', '\r\n', ' ', '\t', ';', '<', '>', 'eyJ', '.', 'sk-', '?key=', '&sig=', '8Q~', ':AA', 'é', '中', '🎉', '\u2028', '_', '-', '~', '?', '&'),
  fc.integer({ min: 1, max: 70 }).map((length) => sample(length)),
  fc.integer({ min: 1, max: 40 }).map((length) => sample(length, '0123456789abcdef')),
  fc.string({ maxLength: 6 }),
)

test('what any rule finds in any text lies in a line that is suspect of it', () => {
  fc.assert(fc.property(fc.array(piece, { maxLength: 14 }), (parts) => { expect(missed(parts.join(''))).toEqual([]) }), { numRuns: 20_000, seed: 11 })
})

test('beginnings and names are found as if every word were looked at', () => {
  fc.assert(fc.property(fc.array(piece, { maxLength: 14 }), (parts) => {
    const { tokens, named } = searched(parts.join(''))
    expect(suspectsIn(parts.join(''))).toMatchObject({ tokens, named })
  }), { numRuns: 20_000, seed: 13 })
})

// What may stand around a name and its value, at random: what the module asks of it is no more than what the patterns and the gates ask.
const NAMES = ['password', 'x_passwd', 'DB_PASS', 'pwd2', 'identified', 'client_secret', 'token', 'api_key', 'API_KEY', 'credentials', 'oauth_signature', 'auth', 'webhook_url', 'user.password', 'password.value', 'slack_id', 'Stripe', '_authToken', 'AccountKey', 'secret_access_key', '\\ntoken', '--api-key', '\\n--password']
const SIGNS = ['=', ':', '=>', ':=', '==', '!==', '?=', '<-', '::', ',', '(', '||', '|', '>', '<', ': string =', ': Map<A | B> = ', ' string =', ' *string =', ' []byte =', '+=', ' by ', ' value=', '= a.b || ', '= env["X"] ?? ', '= x or ', '= [', '= Buffer.from( ', "= '\u27e8redacted:x:1234\u27e9', ", "= b'x' || ", '=+', '=/', '?: ', '<T>(', ' ']
const around = (...pieces: readonly string[]): fc.Arbitrary<string> => fc.constantFrom('', ...pieces)
const value = fc.oneof(
  fc.tuple(fc.constantFrom(1, 3, 4, 7, 8, 9, 12, 13, 14, 16, 24, 40, 64, 200, 201, 400, 401), fc.constantFrom('abcdefghijklmnop', 'aZ4bYcX7dWeV1fUg', '0123456789abcdef', 'ab1!%^*_-+=~.:/?', 'aB3<>{}[]();,|\\"\'` ', 'é中🎉\u00a0x1Z')).map(([length, letters]) => sample(length, letters)),
  fc.constantFrom('hunter2', 'next', 'ArrowLeft', 'app.html', './a/b1c2d3', '../a/b1c2d3', '/a/b1c2d3e4', 'https://a.b/c1d2', '@a1b2c3d4', 'abcdefgh\\', 'a1b2c3d4\\\\', 'YWRtaW46aHVudGVyMgo=', 'YTpiYTpi', 'Tr0ub4dor&3', 'self.key', '1.2.3'),
)
const given = fc.tuple(around('"', "'", '; ', '?', '&', 'export ', '# ', '-D', 'host=a user=b ', '\n', 'é'), fc.constantFrom(...NAMES), around('"', "'", "']", '\\"'), around(' ', '\t', ' '.repeat(28), ' '.repeat(32), '\u00a0'), fc.constantFrom(...SIGNS), around(' ', '  ', ' '.repeat(32)), around('"', "'", '`', '\\"', 'u"', "rb'", '$"'), value, around('"', "'", '`', '\\"', '</a>', '\n', '         #', '\r\n', ';', ',', ')', '\\\n', '&', '@host', '\u00a0')).map((parts) => parts.join(''))

test('a value is found behind a name as if every word were looked at, and by the rules for places', () => {
  fc.assert(fc.property(fc.array(given, { minLength: 1, maxLength: 3 }), (parts) => {
    const text = parts.join('')
    expect(missed(text)).toEqual([])
    expect(suspectsIn(text).named).toEqual(searched(text).named)
  }), { numRuns: 30_000, seed: 14 })
})

test('a name is looked at by its last letters, whichever word it ends with', () => {
  const words = ['password', 'passwd', 'passphrase', 'passcode', 'pwd', 'pass', 'identified', 'client_secret', 'token', 'tokens', 'api_key', 'skey', 'credential', 'credentials', 'sig', 'oauth_signature', 'oauth_verifier', 'oauth_nonce', 'auth', 'account_sid', 'key_auth', 'key_material', 'key_material_base64', 'webhook_url', 'AUTH0', 'slack_webhook', 'twilio_id', 'stripe_login', 'SENTRY_DSN', 'okta_api', 'linear', 'Lob', 'newrelic', 'new-relic', 'message_bird', 'messagebird', 'auth_credentials', 'launchdarkly', 'okta', 'zoom']
  const ends = ['', '_value', 'Key', '_base', '_hash', '_text', '_string', '_plain', '_prod', '_dev', '_live', '_test', '_2']
  const value = sample(32)
  for (const word of words) for (const end of ends) {
    const text = `const x_${word}${end} = '${value}'`
    expect(suspectsIn(text).named).toEqual(searched(text).named)
  }
})

const CORES = ['password', 'passwd', 'passphrase', 'passcode', 'pwd', 'pw', 'pass', 'client_secret', 'token', 'tokens', 'api_key', 'nkey', 'credential', 'credentials', 'sig', 'oauth_signature', 'oauth_verifier', 'oauth_nonce', 'auth', 'account_sid', 'key_material', 'key_material_base64', 'webhook_url']
const TAILS = ['value', 'key', 'base', 'hash', 'text', 'string', 'plain', 'prod', 'dev', 'live', 'test', '7', '42']

/** How many values are found behind a name, with the help of the module; without it there are as many. */
function foundBehind(name: string): number {
  const text = `${name} = "${sample(32)}"`
  const { named } = suspectsIn(text)
  expect(named, text).toEqual(searched(text).named)
  return named.length
}

test('a tail counts behind every name, whatever joins them, and in a run of its own behind a dot', () => {
  for (const core of CORES) for (const tail of TAILS) {
    for (const joint of ['', '_', '-']) for (const before of ['', 'x_', 'a.', '\\n']) expect(foundBehind(before + core + joint + tail), before + core + joint + tail).toBe(1)
    // A run of one letter is no name.
    if (tail.length > 1) for (const before of ['', 'x_', 'a.']) expect(foundBehind(`${before}${core}.${tail}`), `${before}${core}.${tail}`).toBe(1)
    expect(foundBehind(`${core}__${tail}`) + foundBehind(`x${tail}`) + foundBehind(tail), tail).toBe(0)
  }
})

test('the word of every maker counts alone, with a capital, behind a dot, and before a noun with a digit', () => {
  for (const maker of MAKERS) {
    for (const name of [maker, maker.toUpperCase(), maker[0]?.toUpperCase() + maker.slice(1), `a.${maker}`, `\\n${maker}`, `${maker}_id`, `${maker}.id`, `${maker}_ids2`, `${maker}_url1`]) expect(foundBehind(name), name).toBe(1)
  }
})

test('behind the word of a maker every noun counts, however it is written and whatever stands between', () => {
  for (const noun of ['key', 'token', 'secret', 'id', 'sid', 'auth', 'login', 'com', 'api', 'credential', 'bearer', 'hook', 'url', 'dsn']) {
    for (const ending of [noun, `${noun}s`, `${noun}3`]) for (const name of [`slack_${ending}`, `twilio.${ending}`, `stripeLive${ending[0]?.toUpperCase()}${ending.slice(1)}`, `okta2${ending}`]) {
      const text = `x.${name} = "${sample(32)}"\n`
      expect(suspectsIn(text).named, name).toEqual(searched(text).named)
      expect(suspectsIn(text).named, name).toHaveLength(1)
    }
  }
  for (const name of ['valid', 'gridId', 'api', 'ids', 'hooks', 'urls', 'bearer']) expect(suspectsIn(`x.${name} = "${sample(32)}"\n`).named, name).toEqual([])
})

test('the last letters of a name are not the name', () => {
  for (const name of ['bar', 'form', 'end', 'age', 'word', 'phrase', 'code', 'verify', 'ntials', 'feature', 'modified', 'index', 'toString', 'useValue', 'x1', '404']) expect(foundBehind(name), name).toBe(0)
})

test('a token goes on behind a sign, however near that is to its beginning', () => {
  const signs = TOKEN_KINDS.filter(({ body }) => body.startsWith('[A-Za-z0-9+/]'))
  expect(signs.length).toBeGreaterThan(5)
  for (const { beginnings, body } of signs) for (const beginning of beginnings) {
    const text = `x ${beginning}/${sample(Number(/\d+/.exec(body.slice(13))?.[0]) + 3)}`
    expect(suspectsIn(text).tokens, text).toEqual(searched(text).tokens)
  }
})

test('the name of a login may be long and in any writing', () => {
  for (const name of ['', 'a'.repeat(100), '\u4e2d'.repeat(100)]) {
    expect(suspectsIn(`x://${name}:${sample(9)}@host`).lines).toHaveLength(1)
    expect(suspectsIn(`x://${name}/:${sample(9)}@host`).lines).toHaveLength(0)
  }
})

test('a password of a login ends with @, whatever its length and writing', () => {
  for (const password of ['abc', 'a:c', 'a:b:c:', '\u4e2d'.repeat(200), 'x'.repeat(200)]) expect(suspectsIn(`x://u:${password}@host`).lines).toHaveLength(1)
  for (const password of ['', 'ab', 'a c', 'a/c', 'x'.repeat(201)]) expect(suspectsIn(`x://u:${password}@host`).lines).toHaveLength(0)
})

test('of a text that lies in bytes a string is made of the lines alone that are looked at', () => {
  const letters = (text: string): Parameters<typeof suspectsOf>[0] => ({ get text(): string { throw new Error('read') }, utf8: () => new TextEncoder().encode(text) })
  const secret = `password = "${sample(20)}"`
  for (const before of ['', '\ufeff', 'é\n', '\ufeff🎉 中\n\n\ud83d\ude00', 'token = "${"\n']) for (const behind of ['', '\n', '\r\né = "x"']) {
    const text = before + secret + behind
    expect(suspectsOf(letters(text))).toEqual(suspectsIn(text))
    expect(suspectsOf(letters(text)).named).toEqual([{ rule: 'assigned', start: before.length + 12, end: before.length + 32 }])
  }
})

test('lines come in order, whole, and each once', () => {
  fc.assert(fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
    const text = parts.join('')
    let last = 0
    for (const line of suspectsIn(text).lines) {
      const { start, end } = { start: line.start, end: line.start + line.text.length }
      expect(line.text).toBe(text.slice(start, end))
      expect(start).toBeGreaterThanOrEqual(last)
      expect(start === 0 || text[start - 1] === '\n').toBe(true)
      expect(end === text.length || text[end - 1] === '\n').toBe(true)
      expect(text.slice(start, end - 1)).not.toContain('\n')
      last = end
    }
  }), { numRuns: 3000, seed: 12 })
})

test('a secret is found wherever it stands among the 64 bytes that are looked at together', () => {
  const texts = [['ghp', sample(36)].join('_'), `password = "${sample(20)}"`, `-----BEGIN RSA PRIVATE KEY-----\n${sample(64)}\n-----END RSA PRIVATE KEY-----`]
  for (const text of texts) for (let before = 0; before < 70; before++) for (const blank of [' ', 'ab ', '\u5b57 ']) expect(redactSecrets(blank.repeat(before) + text).found).toHaveLength(1)
})

test('usual code is not suspect at all', () => {
  const code = 'import { a } from "./a.ts"\n\nexport function keyOf(token: string): string {\n  return a?.b ?? `x:${token}` // https://example.org/a?b=c&d=e\n}\n'
  expect(suspectsIn(code)).toBe(NOTHING)
  expect(suspectsIn(code.replace('b=c', `token=${sample(10)}`)).lines).toHaveLength(1)
})

test('a text after a longer one is not taken for its rest', () => {
  const secret = ['ghp', sample(36)].join('_')
  expect(redactSecrets(`${'a\n'.repeat(50)}${secret}\n`).found).toHaveLength(1)
  for (const text of ['a\n', '']) expect(suspectsIn(text)).toEqual({ tokens: [], named: [], lines: [], isFenced: false })
})
