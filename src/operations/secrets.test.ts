import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { secrets } from './secrets.ts'

// Values are put together here, so that no scanner of this repository has anything to report.
const value = ['ghp', 'k3Jd82LmQ0xVb7Tz1NcR5yHw9PsFgEaU6oi4'].join('_')
const folders: string[] = []
afterEach(() => { for (const folder of folders.splice(0)) rmSync(folder, { recursive: true }) })

function folderWith(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'fovea-secrets-'))
  folders.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const context = (cwd: string) => ({ cwd, stdin: async () => '', bytes: async () => new Uint8Array(), async *lines() {}, progress: () => {} })
const INPUT = { path: '.', include: [], exclude: [], format: 'text', redact: undefined as string | undefined, noAllow: false, json: false }

async function found(root: string, input: Partial<typeof INPUT> = {}): Promise<{ text: string; exit: number | undefined; data: unknown; report: string }> {
  const { text, exit, data, report = [] } = await secrets.run({ ...INPUT, ...input } as never, context(root))
  return { text: [...text as Iterable<string>].join(''), exit, data, report: report.join('\n') }
}

test('places, kinds and marks are listed, never values; the exit code is 4', async () => {
  const root = folderWith({ 'a/b.ts': `x\nconst a = "${value}"\n`, 'package-lock.json': `{"a": "${value}"}\n`, 'c.ts': 'const a = 1\n' })
  const { text, exit } = await found(root)
  const mark = /a\/b\.ts:2 {2}github-pat {2}(\u27e8redacted:github-pat:[0-9a-f]{4}\u27e9)\n/.exec(text)?.[1]
  expect(text).toContain(`package-lock.json:1  github-pat  ${mark}\n`)
  expect(text).not.toContain(value)
  expect(exit).toBe(4)
})

test('a file name cannot make up a line of its own', async () => {
  const root = folderWith({ 'a.ts:1  none\nb.ts': `const a = "${value}"\n` })
  expect((await found(root)).text).toMatch(/^a\.ts:1 {2}none\u27e8U\+000A\u27e9b\.ts:1 {2}github-pat .*\n$/)
})

test('nothing found is exit code 0, and what is allowed or excluded is not found', async () => {
  const root = folderWith({ 'a.ts': `const a = "${value}" // fovea:allow\n`, 'test/b.ts': `const a = "${value}"\n` })
  expect(await found(root, { exclude: ['test/'] as never })).toMatchObject({ text: '', exit: 0 })
})

test('SARIF names the rule, the file, the line and what stays the same', async () => {
  const root = folderWith({ 'a b.ts': `\nconst a = "${value}"\n` })
  const { text } = await found(root, { format: 'sarif' })
  expect(text).not.toContain(value)
  const [run] = JSON.parse(text).runs
  expect(run.tool.driver.rules[0].id).toBe('github-pat')
  expect(run.results).toMatchObject([{ ruleId: 'github-pat', ruleIndex: 0, level: 'error', locations: [{ physicalLocation: { artifactLocation: { uri: 'a%20b.ts' }, region: { startLine: 2 } } }] }])
})

test('numbers of people are found when asked', async () => {
  const root = folderWith({ 'a.txt': `IBAN ${['DE89 3704 0044', '0532 0130 00'].join(' ')}\n` })
  expect((await found(root)).exit).toBe(0)
  expect((await found(root, { redact: 'pii' })).text).toContain('a.txt:1  iban')
})

test('what was not looked at is named and is exit code 3; in SARIF it is a notification', async () => {
  const root = folderWith({ 'a.ts': 'const a = 1\n', 'big.txt': `${'plain words in a line\n'.repeat(800_000)}${value}\n` })
  const { exit, data, report } = await found(root)
  expect(exit).toBe(3)
  expect(data).toMatchObject({ files: 1, findings: [], skipped: [{ path: 'big.txt', why: 'it is larger than 16.0 MB' }] })
  expect(report).toContain('big.txt was not looked at: it is larger than 16.0 MB')
  const [run] = JSON.parse((await found(root, { format: 'sarif' })).text).runs
  expect(run.invocations).toMatchObject([{ executionSuccessful: false, toolExecutionNotifications: [{ locations: [{ physicalLocation: { artifactLocation: { uri: 'big.txt' } } }] }] }])
  // What was found counts more.
  writeFileSync(join(root, 'b.ts'), `const a = "${value}"\n`)
  expect((await found(root)).exit).toBe(4)
  truncateSync(join(root, 'big.txt'), 1000)
  expect((await found(root, { exclude: ['b.ts'] as never })).exit).toBe(0)
})

test('patterns that match nothing are a failure, as for a pack', async () => {
  const root = folderWith({ 'src/a.ts': `const a = "${value}"\n` })
  await expect(found(root, { include: ['srcc/**'] as never })).rejects.toThrow('there is nothing to look at in .')
})

test('what remarks allow is counted, suppressed in SARIF, and found when nothing is allowed', async () => {
  const root = folderWith({ 'a.ts': `const a = "${value}" // fovea:allow\n` })
  const { exit, report, data } = await found(root)
  expect(exit).toBe(0)
  expect(report).toBe('1 file looked at: nothing looks like a secret, 1 allowed by remarks')
  expect(data).toMatchObject({ allowed: [{ path: 'a.ts', line: 1, rule: 'github-pat' }] })
  expect(JSON.parse((await found(root, { format: 'sarif' })).text).runs[0].results).toMatchObject([{ ruleId: 'github-pat', suppressions: [{ kind: 'inSource' }] }])
  expect(await found(root, { noAllow: true })).toMatchObject({ exit: 4, data: { allowed: [] } })
})
