import { describe, expect, test } from 'vitest'
import { isCommon, partsOf, stemOf, stemsOf, WORD } from './terms.ts'

test.each([
  ['closeAllSessions', ['close', 'all', 'sessions']], ['HTTPServer', ['http', 'server']], ['token_expiry', ['token', 'expiry']], ['$scope', ['scope']], ['utf8Decoder', ['utf8', 'decoder']],
  ['SCREAMING_CASE', ['screaming', 'case']], ['plain', ['plain']], ['ÜberGröße', ['über', 'größe']],
])('%s holds %j', (identifier, parts) => {
  expect(partsOf(identifier)).toEqual(parts)
})

test('words of one family have one stem', () => {
  expect(new Set(['expire', 'expires', 'expired', 'expiry', 'expiring'].map(stemOf)).size).toBe(1)
  expect(new Set(['session', 'sessions'].map(stemOf)).size).toBe(1)
  expect(stemOf('validations')).toBe(stemOf('validation'))
})

test('short words keep their endings', () => {
  expect(['less', 'yes', 'used'].map(stemOf)).toEqual(['less', 'yes', 'used'])
})

describe('the stems of a word', () => {
  test('are those of its parts, whatever their case and ending', () => {
    expect(stemsOf('closeSessions')).toEqual(['clos', 'session', 'clos session'])
    expect(stemsOf('SESSION_EXPIRES')).toEqual(['session', 'expir', 'session expir'])
  })

  test('are neither letters nor data', () => {
    expect(stemsOf('x')).toEqual([])
    expect(stemsOf('a'.repeat(60))).toEqual([])
    expect(stemsOf('')).toEqual([])
  })

  test('are the same when asked again', () => {
    expect(stemsOf('constructor')).toEqual(stemsOf('constructor'))
    expect(stemsOf('__proto__')).toEqual(['proto'])
  })
})

test('little words are common; two letters are a word like others', () => {
  expect(['the', 'fix', 'if'].map(isCommon)).toEqual([true, true, true])
  expect(['io', 'ip', 'login'].map(isCommon)).toEqual([false, false, false])
})

test('neighbours in a name are a pair, whatever its style', () => {
  for (const name of ['clientIP', 'client_ip', 'ClientIp', 'CLIENT_IP']) expect(stemsOf(name)).toEqual(['client', 'ip', 'client ip'])
  expect(stemsOf('getClientIP')).toContain('client ip')
})

test('a word is what code and prose write as one', () => {
  expect('a$b import.Port größe_2 42x'.match(WORD())).toEqual(['a$b', 'import', 'Port', 'größe_2', 'x'])
})
