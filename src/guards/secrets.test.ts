import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GROUPS, sample } from './secret-rules.ts'
import type { Legible } from '../core/ports.ts'
import { redactIn, redactSecrets } from './secrets.ts'

const RULES = GROUPS.flatMap((group) => group.rules)
const lines = (text: string): number => text.split('\n').length

/** Whether one text is left of another when characters are taken out. */
function isLeftOf(part: string, whole: string): boolean {
  let at = 0
  for (const char of whole) if (at < part.length && part.startsWith(char, at)) at += char.length
  return at === part.length
}

const fence = (word: string, kind = 'RSA '): string => `-----${word} ${kind}PRIVATE KEY-----`

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  const { yes, no } = rule.examples()

  test.each(yes.map((text, at) => [at, text]))('finds example %i, alone and inside other text', (_, text) => {
    expect(redactSecrets(text as string).found.map((one) => one.rule)).toEqual([id])
    const around = redactSecrets(`// before\n${text}\n// after\n`)
    expect(around.found).toMatchObject([{ rule: id, line: 2 }])
    expect(around.text.startsWith('// before\n')).toBe(true)
    expect(around.text.endsWith('\n// after\n')).toBe(true)
  })

  test.each(no.map((text, at) => [at, text]))('leaves example %i alone', (_, text) => {
    expect(redactSecrets(text as string)).toEqual({ text, found: [], allowed: [] })
  })
})

test('every rule has examples of both kinds and an id of its own', () => {
  expect(new Set(RULES.map((rule) => rule.id)).size).toBe(RULES.length)
  for (const rule of RULES) expect(Math.min(rule.examples().yes.length, rule.examples().no.length), rule.id).toBeGreaterThan(0)
})

test('the value goes, everything around it stays, equal values have equal marks', () => {
  const [one, two] = [['ghp', sample(36)].join('_'), ['ghp', sample(37)].join('_')]
  const { text, found } = redactSecrets(`a = "${one}"\nb = '${two}' # why\nc = ${one}\n`)
  expect(text).toMatch(/^a = "\u27e8redacted:github-pat:[0-9a-f]{4}\u27e9"\nb = '\u27e8redacted:github-pat:[0-9a-f]{4}\u27e9' # why\nc = \u27e8redacted:github-pat:[0-9a-f]{4}\u27e9\n$/)
  const marks = text.match(/\u27e8[^\u27e9]*\u27e9/g)
  expect(marks?.[0]).toBe(marks?.[2])
  expect(marks?.[0]).not.toBe(marks?.[1])
  expect(found.map((one) => one.line)).toEqual([1, 2, 3])
})

describe('private keys', () => {
  const body = Array.from({ length: 5 }, (_, at) => sample(64 - at)).concat(`${sample(9)}==`)

  test('the fences and the lines stay', () => {
    const { text, found } = redactSecrets(['x', fence('BEGIN'), ...body, fence('END'), 'y', ''].join('\n'))
    expect(text.replace(/[0-9a-f]{4}\u27e9/, 'HASH')).toBe(['x', fence('BEGIN'), '\u27e8redacted:private-key:HASH', '', '', '', '', '', fence('END'), 'y', ''].join('\n'))
    expect(found).toMatchObject([{ rule: 'private-key', line: 2 }])
  })

  test('headers stay, other kinds count, a service account file counts', () => {
    const headed = redactSecrets([fence('BEGIN'), 'Proc-Type: 4,ENCRYPTED', '', ...body, fence('END')].join('\n')).text
    expect(headed).toContain('Proc-Type: 4,ENCRYPTED\n\n\u27e8')
    const account = redactSecrets(JSON.stringify({ private_key: [fence('BEGIN', ''), ...body, fence('END', ''), ''].join('\n'), type: 'service_account' })).text
    expect(body.some((line) => account.includes(line))).toBe(false)
    expect(JSON.parse(account)).toMatchObject({ type: 'service_account' })
    for (const kind of ['EC ', 'OPENSSH ', 'DSA ', 'ENCRYPTED ']) expect(redactSecrets([fence('BEGIN', kind), ...body, fence('END', kind)].join('\n')).found).toHaveLength(1)
  })

  test('quoted and joined lines count, a key without an end too', () => {
    const joined = redactSecrets(`key = '${fence('BEGIN')}\\n' +\n${body.map((line) => `  '${line}\\n' +`).join('\n')}\n  '${fence('END')}'\n`)
    expect(body.some((line) => joined.text.includes(line))).toBe(false)
    const cut = redactSecrets([fence('BEGIN'), ...body, 'and then prose goes on', ''].join('\n'))
    expect(body.some((line) => cut.text.includes(line))).toBe(false)
    expect(cut.text).toContain('and then prose goes on')
    const ruled = redactSecrets([fence('BEGIN'), ...body, 'prose '.repeat(200), '----------', ''].join('\n'))
    expect(body.some((line) => ruled.text.includes(line))).toBe(false)
  })

  test('public keys, certificates and code that builds keys stay', () => {
    for (const text of [
      ['-----BEGIN PUBLIC KEY-----', ...body, '-----END PUBLIC KEY-----'].join('\n'),
      ['-----BEGIN CERTIFICATE-----', ...body, '-----END CERTIFICATE-----'].join('\n'),
      `return \`${fence('BEGIN')}\\n\${chunk(encodePrivateKeyAsBase64(key), 64).join('\\n')}\\n${fence('END')}\``,
      `if (text.includes('${fence('BEGIN')}')) { return new PrivateKeyReaderForPemEncodedKeys(text) }\nif (x) y('${fence('END')}')`,
    ]) expect(redactSecrets(text).text).toBe(text)
  })
})

test('several in one line, and one inside another, are all gone', () => {
  const secret = ['ghp', sample(36)].join('_')
  const { text } = redactSecrets(`url=https://bot:${secret}@host.example/x password="${secret}" Authorization: Bearer ${secret}\n`)
  expect(text).not.toContain(secret)
  expect(text).toContain('@host.example/x')
})

// Pieces that stand on the edge of a rule, put together at random.
const piece = fc.oneof(
  fc.constantFrom(...RULES.flatMap((rule) => [...rule.examples().yes, ...rule.examples().no])),
  fc.constantFrom('password', 'token', ' = ', ': ', '"', "'", '://', ':', '@', 'Bearer ', fence('BEGIN', ''), fence('END', ''), '\n', '\r\n', ' ', ';', '<', '>', '\u27e8', '\u27e9', 'eyJ', '.', 'sk-', '?key='),
  fc.integer({ min: 1, max: 70 }).map((length) => sample(length)),
  fc.string({ maxLength: 12 }),
)
const soup = fc.array(piece, { maxLength: 14 }).map((parts) => parts.join(''))

describe('always', () => {
  test('twice is once, and the number of lines stays', () => {
    fc.assert(fc.property(soup, (text) => {
      const once = redactSecrets(text)
      expect(redactSecrets(once.text)).toEqual({ text: once.text, found: [], allowed: [] })
      expect(lines(once.text)).toBe(lines(text))
      for (const one of once.found) expect(one.line).toBeLessThanOrEqual(lines(text))
    }), { numRuns: 4000, seed: 7 })
  })

  test('what is kept is a part of what was there', () => {
    fc.assert(fc.property(soup.filter((text) => !/[\u27e8\u27e9]/.test(text)), (text) => {
      expect(isLeftOf(redactSecrets(text).text.replace(/\u27e8[^\u27e9]*\u27e9/g, ''), text)).toBe(true)
    }), { numRuns: 500, seed: 8 })
  })

  test('texts made to be slow are read to their end', () => {
    const seeds = ['a', 'eyJ', 'eyJaaaaaaaaaaaa.', fence('BEGIN', ''), `${fence('BEGIN', '')}\n`, '://', '://a:', 'password=', 'password: ', 'token="', 'AKIA', 'sk-', '<', '<a:', 'bearer ', 'Authorization: ', '?key=', 'M.', 'passwordpassword', ' ', '\t', 'A1', ';pwd=', '\n\n', 'xox', 'secret_key = ', 'n', '\u27e8', 'A: ', '\\n', 'A1b2C3d4\n', 'token: ["\u27e8a\u27e9",', '--password ', 'fm2_/', 'ZXlK/', 'PASSWORD (', 'curl -u ', 'curl a:', 'machine a login b ', 'basic ', 'key string = ', 'a.key=', 'TWILIO_KEY=']
    for (const seed of seeds) {
      // In time that grows with the square, a text as long as this takes minutes: the test would be stopped.
      const text = `${fence('BEGIN')}\n${seed.repeat(Math.floor(600_000 / seed.length))}!\n`
      expect(lines(redactSecrets(text).text), JSON.stringify(seed)).toBe(lines(text))
    }
  })
})

test('a text that lies in bytes is searched there: it is read only where something could be, and gives what the string gives', () => {
  const unread: Legible = { get text(): string { throw new Error('it was read') }, utf8: () => Buffer.from('const naïve = 1 // “nothing” to see\n') }
  expect(redactIn({}, unread)).toBeUndefined()
  const secret = `é\ntoken = "ghp_${'a1B2c3D4'.repeat(5).slice(0, 36)}"\n`
  expect(redactIn({}, { text: secret, utf8: () => Buffer.from(secret) })).toEqual(redactSecrets(secret))
  expect(redactSecrets(secret).found).toHaveLength(1)
})
