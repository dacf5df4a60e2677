import { describe, expect, test } from 'vitest'
import { partsOf, scanner, stemOf, termsOf } from './terms.ts'

const stems = (text: string): string[] => termsOf(text).map(({ stem }) => stem)

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

describe('the words of a task', () => {
  test('are those that tell code apart, each once, in order', () => {
    expect(stems('Fix the login so that the session of a login does not expire')).toEqual(['login', 'session', 'expir'])
    expect(stems('please fix this error')).toEqual([])
    expect(stems('')).toEqual([])
  })

  test('count for more when written like an identifier', () => {
    expect(termsOf('closeAll and router')).toEqual([{ stem: 'close', weight: 1.5 }, { stem: 'router', weight: 1 }].map((term) => ({ ...term, stem: stemOf(term.stem) })))
  })

  test('are no more than can be looked for', () => {
    expect(termsOf(Array.from({ length: 300 }, (_, i) => `word${String.fromCharCode(97 + (i % 26))}${i}`).join(' '))).toHaveLength(64)
  })
})

describe('a scanner', () => {
  const found = (task: string, text: string): string[] => {
    const hits: string[] = []
    scanner(termsOf(task))(text, (term, at) => hits.push(`${termsOf(task)[term]?.stem}@${at}`))
    return hits
  }

  test('finds the parts of identifiers, whatever their case and ending', () => {
    expect(found('session expiry', 'closeSessions SESSION_EXPIRES')).toEqual(['session@5', 'session@14', 'expir@22'])
  })

  test('does not find a word in the middle of another', () => {
    expect(found('port', 'import transport Port')).toEqual(['port@17'])
  })

  test('prefers the longer of two words', () => {
    expect(found('token tokenizer', 'tokenizers')).toEqual(['tokeniz@0'])
  })

  test('without words finds nothing', () => {
    expect(found('', 'anything')).toEqual([])
  })

  test('reads a dollar as a dollar', () => {
    expect(() => scanner([{ stem: 'a$b', weight: 1 }])('a$b', () => {})).not.toThrow()
    const hits: number[] = []
    scanner([{ stem: 'a$b', weight: 1 }])('axb a$b', (_, at) => hits.push(at))
    expect(hits).toEqual([4])
  })
})
