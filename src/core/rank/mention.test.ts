import { expect, test } from 'vitest'
import { mentionsOf, mentionsPath } from './mention.ts'

test.each([
  ['fix src/auth.ts please', ['src/auth.ts']], ['look at auth.ts.', ['auth.ts']], ['in src/core/a.ts, and b.py:', ['src/core/a.ts', 'b.py']], ['a.ts and a.ts', ['a.ts']], ['no paths here', []],
  ['(see `lib/my-file_2.rs`)', ['lib/my-file_2.rs']],
])('%s', (task, paths) => {
  expect(mentionsOf(task).paths).toEqual(paths)
})

test.each([
  ['why does closeAll fail', ['closeAll']], ['token_expiry is wrong', ['token_expiry']], ['call run() twice', ['run']], ['the `Sessions` class', ['Sessions']], ['`Sessions.closeAll()` hangs', ['Sessions', 'closeAll']], ['Sessions.closeAll hangs', ['closeAll']],
  ['plain words only', []],
])('%s names %j', (task, names) => {
  expect([...mentionsOf(task).names]).toEqual(names)
})

test('a path is named by itself or by its end, part by part', () => {
  const mentions = mentionsOf('see core/auth.ts')
  expect(['core/auth.ts', 'src/core/auth.ts', 'core/oauth.ts', 'xcore/auth.ts', 'auth.ts', 'core/auth.tsx'].map((path) => mentionsPath(mentions, path))).toEqual([1, 1, 0, 0, 0, 0])
  expect(mentionsPath(mentionsOf('auth.ts'), 'src/auth.ts')).toBe(1)
  expect(mentionsPath(mentionsOf(''), 'src/auth.ts')).toBe(0)
})
