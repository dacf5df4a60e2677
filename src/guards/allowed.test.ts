import { expect, test } from 'vitest'
import { redactSecrets, redactWith } from './secrets.ts'
import { sample } from './secret-rules.ts'

const secret = ['ghp', sample(36)].join('_')
const other = ['ghp', sample(37)].join('_')
const shown = (text: string): boolean => redactSecrets(text).text.includes(secret)

test('a remark on the line, or alone on the line before, allows what stands there', () => {
  expect(shown(`a = "${secret}" // fovea:allow\n`)).toBe(true)
  expect(shown(`a = "${secret}" # gitleaks:allow\n`)).toBe(true)
  expect(shown(`# fovea:allow: a key of the test server\na = "${secret}"\n`)).toBe(true)
  expect(shown(`<!-- fovea:allow -->\n<a>${secret}</a>\n`)).toBe(true)
})

test('it allows nothing else', () => {
  expect(shown(`a = "${secret}"\n// fovea:allow\n`)).toBe(false)
  expect(shown(`// fovea:allow\n\na = "${secret}"\n`)).toBe(false)
  expect(shown(`b = "${other}" // fovea:allow\na = "${secret}"\n`)).toBe(false)
  expect(shown(`a = "${secret}" // allow\n`)).toBe(false)
})

test('rules and marks can be allowed', () => {
  const [one] = redactSecrets(secret).found
  expect(redactWith({ allow: ['github-pat'] }, secret).found).toEqual([])
  expect(redactWith({ allow: [`#${one?.mark}`] }, `${secret} ${other}`).text).toContain(secret)
  expect(redactWith({ allow: [`#${one?.mark}`] }, `${secret} ${other}`).text).not.toContain(other)
  expect(redactWith({ allow: ['jwt', '#0000'] }, secret).found).toHaveLength(1)
})
