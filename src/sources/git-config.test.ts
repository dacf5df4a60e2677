// Git is the judge: whatever it reads in a file, we read too, because a setting that we miss is one that it obeys.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { settingsIn } from './git-config.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-config-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** What git lists, as far as it comes; undefined when it refuses the file. */
function listedByGit(text: string): string[] | undefined {
  writeFileSync(join(home, 'config'), text)
  const { status, stdout } = spawnSync('git', ['config', '--no-includes', '-z', '--list', '-f', join(home, 'config')], { encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' } })
  return status === 0 ? stdout.split('\0').slice(0, -1) : undefined
}

const listedByUs = (text: string): string[] => [...settingsIn(text)].map(({ section, name, key, value }) => `${section}${name === '' ? '' : `.${name}`}.${key}\n${value}`)

const piece = fc.constantFrom('[include]', '[includeIf "gitdir:/x/"]', '[includeif.a.B]', '[remote "o\\"r\\g"]', '[a-b]', '[a "]"]', '[a"b"]', '[ include]', '[include\n]', 'path', 'PATH', 'x-1', ' = ', '=', '\t=\t', '/etc/x', '"', '\\"', '\\\\', '\\', '\\n', '\\t', '\\q', '#', ';', ' ', '\t', '\r\n', '\r', '\n', '\n', '\\\n', 'a', 'ü', '[', ']', '\u000b')
const line = fc.tuple(fc.constantFrom('', ' ', '[include]', '[core]\n', '[include] '), fc.constantFrom('path = ', 'url=', 'x =  '), fc.array(fc.constantFrom('a', '/b', ' ', '"', '\\\\', '\\\n', '\\"', ' # c', ';', '\t', '\\\\\\\n'), { maxLength: 6 }), fc.constant('\n')).map(([before, key, value, end]) => before + key + value.join('') + end)

test('reads what git reads', () => {
  let understood = 0
  fc.assert(fc.property(fc.oneof(fc.array(piece, { maxLength: 14 }).map((pieces) => `[core]\n${pieces.join('')}`), fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => `[core]\n${lines.join('')}`)), (text) => {
    const git = listedByGit(text)
    // A key without a value is told from an empty one by git; for us both are empty. What git refuses as a whole it may have obeyed up to there, and so do we.
    // Whether white space between words stays what it is depends on the version of git.
    const spaced = (all: readonly string[]): string[] => all.map((one) => (one.includes('\n') ? one : `${one}\n`).replace(/[\t\r]/g, ' '))
    if (git !== undefined) expect(spaced(listedByUs(text))).toEqual(spaced(git))
    understood += git === undefined ? 0 : 1
  }), { seed: 7, numRuns: 50 })
  expect(understood).toBeGreaterThan(12)
})

test('a file that git refuses half way is read up to there', () => {
  expect(listedByUs('[include]\n path = a\n bad key = b\n[include]\n path = c\n')).toEqual(['include.path\na'])
  expect(listedByUs('[include]\n path = "open\n path = c\n')).toEqual([])
})
