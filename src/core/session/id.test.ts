import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSessionId, sessionIdFrom, sessionIdOf } from './id.ts'

test.each(['a', 'fix-login', 'session_abc123', 'A1', 'x'.repeat(64), 'console', 'com10'])('%s is a name', (id) => {
  expect(sessionIdFrom(id)).toBe(id)
})

test.each(['', '.', '..', '../x', 'a/b', 'a\\b', '-a', '_a', 'a.json', 'a b', 'é', 'a\0b', 'x'.repeat(65), 'con', 'NUL', 'Com1', 'lpt9', '__proto__'])('%j is none', (id) => {
  expect(() => sessionIdFrom(id)).toThrow(/^a session /)
})

test('a made name can be read and is a name, whatever the task says', () => {
  expect(sessionIdOf('Sessions are not closed when the token expires!', '3f2a91c0')).toBe('sessions-closed-token-expires-3f2a91')
  expect(sessionIdOf('', 'abcdef12')).toBe('session-abcdef')
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.stringMatching(/^[0-9a-f]{8}$/), (task, hex) => isSessionId(sessionIdOf(task, hex))))
})
