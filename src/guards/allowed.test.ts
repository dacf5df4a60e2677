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

test('a word that is no remark allows nothing', () => {
  for (const line of [
    `{"note":"fovea:allow","k":"${secret}"}`, `{"k":"${secret}","note":"# fovea:allow"}`, `{"note": "// fovea:allow", "k": "${secret}"}`, `a = "${secret}" # xfovea:allowed`, `a = "${secret}" # fovea:allowed`,
    `a = "${secret}" # notfovea:allow`, `a = "x // fovea:allow ${secret}"`, `a = "${secret} // fovea:allow"`, `"fovea:allow",\n"${secret}"`, `url = "http://x/fovea:allow/${secret}"`,
  ]) expect(shown(`${line}\n`), line).toBe(false)
})

test('remarks of many languages count, in front of a value too', () => {
  for (const line of [`a = "${secret}"; // fovea:allow`, `a: ${secret} # made up, fovea:allow`, `a = '${secret}' -- fovea:allow`, `a = ${secret} ; fovea:allow`, `/* fovea:allow */ a = "${secret}"`, `<a>${secret}</a> <!-- fovea:allow -->`, `' fovea:allow\na = "${secret}"`, `REM fovea:allow\nset a=${secret}`])
    expect(shown(`${line}\n`), line).toBe(true)
})

test('no remark speaks for a line that nobody wrote', () => {
  const rest = 'x=1;'.repeat(200)
  expect(shown(`a="${secret}";${rest} // fovea:allow\n`)).toBe(false)
  expect(shown(`/* fovea:allow */ ${rest}a="${secret}"\n`)).toBe(false)
  expect(shown(`// fovea:allow\na="${secret}";${rest}\n`)).toBe(false)
})

test('a remark before a private key allows it, and its line is that of its beginning', () => {
  const rows = [sample(64), sample(65).slice(1), sample(66).slice(2)]
  const key = [['-----BEGIN', 'RSA PRIVATE KEY-----'].join(' '), ...rows, ['-----END', 'RSA PRIVATE KEY-----'].join(' ')].join('\n')
  expect(redactSecrets(`x\n${key}\n`).found).toMatchObject([{ rule: 'private-key', line: 2 }])
  expect(redactSecrets(`# fovea:allow\n${key}\n`)).toMatchObject({ text: `# fovea:allow\n${key}\n`, found: [], allowed: [{ rule: 'private-key', line: 2 }] })
})

test('rules and marks can be allowed', () => {
  const [one] = redactSecrets(secret).found
  expect(redactWith({ allow: ['github-pat'] }, secret).found).toEqual([])
  expect(redactWith({ allow: [`#${one?.mark}`] }, `${secret} ${other}`).text).toContain(secret)
  expect(redactWith({ allow: [`#${one?.mark}`] }, `${secret} ${other}`).text).not.toContain(other)
  expect(redactWith({ allow: ['jwt', '#0000'] }, secret).found).toHaveLength(1)
})
