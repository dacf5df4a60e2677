import { expect, test } from 'vitest'
import { byName, sightFor } from '../../../test/kit/rank.ts'
import { fileSeeds, importDistance, mentioned, named, neighbours, quoted, testedFiles, traced, usedByNamed } from './sight.ts'

test('the seeds are what speaks most of the task', () => {
  const sight = sightFor({ 'a.sk': 'fn login\n  check the password of the login\nfn other\n  nothing at all\n' }, 'the login refuses a password')
  const { login, other } = byName(sight, sight.seeds)
  expect(login).toBe(1)
  expect(other).toBeLessThan(0.2)
  expect([...fileSeeds(sight)]).toEqual([1])
})

test('where nothing speaks of the task there are no seeds', () => {
  expect(sightFor({ 'a.sk': 'fn one\n  x\n' }, 'unheard').seeds.every((seed) => seed === 0)).toBe(true)
})

test('a name counts less when many have it', () => {
  const once = sightFor({ 'a.sk': 'fn close\n  x\n' }, '`close` hangs')
  const often = sightFor({ 'a.sk': 'fn close\n  x\n', 'b.sk': 'fn close\n  x\n', 'c.sk': 'fn close\n  x\n', 'd.sk': 'fn close\n  x\n' }, '`close` hangs')
  expect(mentioned(often)[0]).toBeCloseTo((mentioned(once)[0] as number) / 2, 9)
})

test('what a seed uses and what uses it are near; what a test uses is not', () => {
  const sight = sightFor({ 'a.sk': 'fn login\n  verify()\nfn verify\n  x\nfn page\n  login()\nfn far\n  x\n', 'tests/a.sk': 'fn checks\n  the login verify2()\n', 'b.sk': 'fn verify2\n  x\n' }, '`login` fails')
  const { used, using } = neighbours(sight)
  const far = byName(sight, used)['far']
  expect(byName(sight, used)['verify']).toBe(1)
  expect(byName(sight, using)['page']).toBe(1)
  expect([far, byName(sight, using)['far'], byName(sight, used)['verify2']]).toEqual([0, 0, 0])
})

test('what a seed imports is one step away', () => {
  const sight = sightFor({ 'a.sk': 'fn login\n  x\n', 'b.sk': 'fn b\n  x\n', 'c.sk': 'fn c\n  x\n', 'd.sk': 'fn d\n  x\n' }, 'login', { links: { 'a.sk': ['b.sk', 'gone.sk'], 'c.sk': ['a.sk'] } })
  const imported = importDistance(sight)
  expect([...imported].map((value) => value > 0.01)).toEqual([false, true, false, false])
})

test('a file is known by a test that speaks of the task', () => {
  const sight = sightFor({ 'src/a.ts': 'x', 'src/a.test.ts': 'login login', 'src/b.ts': 'x', 'src/b.test.ts': 'other' }, 'login')
  expect([...testedFiles(sight)].map((value) => value > 0)).toEqual([true, false, false, false])
})

test('a stack trace leads to the function by name, by line where it says no name, and inner frames count more', () => {
  const files = { 'src/a.ts': 'fn one\n  x\nfn two\n  y\n', 'src/b.ts': 'fn three\n  x\n' }
  const sight = sightFor(files, 'Error: no\n    at two (/app/src/a.ts:4:1)\n    at three (/app/src/b.ts:1:1)\n    at /app/src/a.ts:2:1\n')
  const { one = 0, two = 0, three = 0 } = byName(sight, traced(sight))
  expect(two).toBe(1)
  expect(two).toBeGreaterThan(three)
  expect(three).toBeGreaterThan(one)
  expect(one).toBeGreaterThan(0)
})

test('a line beyond the end of a file, and a trace into other code, lead nowhere', () => {
  const sight = sightFor({ 'src/a.ts': 'fn one\n  x\n' }, 'Error: no\n    at other (/app/src/a.ts:9999:1)\n    at gone (/app/src/gone.ts:1:1)\n')
  expect([...traced(sight)]).toEqual([0])
})

test('a quoted string leads to the block that holds it, less when several do, and not at all when everything does', () => {
  const task = 'it prints "no such session here"'
  const holds = (count: number): number => quoted(sightFor(Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}.sk`, `fn f${i}\n  no such session here\n`])), task))[0] as number
  expect([holds(1), holds(4), holds(40)]).toEqual([1, 0.5, 0])
  const sight = sightFor({ 'a.sk': 'fn one\n  other\nfn two\n  no such session here\nfn three\n  other\n' }, task)
  expect(byName(sight, quoted(sight))).toEqual({ one: 0, two: 1, three: 0 })
})

test('leaders of the past are files that say something of the task', () => {
  const commit = (...paths: string[]) => ({ id: 'x', time: 1, message: 'x', paths })
  const sight = sightFor({ 'a.sk': 'login', 'b.sk': 'x', 'c.sk': 'x' }, 'login', { history: { commits: [commit('a.sk', 'b.sk'), commit('c.sk', 'd.sk')] } })
  expect(sight.past.map(({ together }) => together > 0)).toEqual([false, true, false])
})

test('the name of a file counts by how much of it the task says', () => {
  const sight = sightFor({ 'src/session_cache.sk': 'fn one\n', 'src/session.sk': 'fn two\n', 'src/route.sk': 'fn three\n' }, 'the session cache is stale')
  expect(byName(sight, named(sight))).toEqual({ one: 1, two: 1, three: 0 })
  expect(byName(sightFor({ 'session_cache.sk': 'fn one\n' }, 'the session is stale'), named(sightFor({ 'session_cache.sk': 'fn one\n' }, 'the session is stale')))).toEqual({ one: 0.5 })
})

test('what a named function uses is near, and what an unnamed one uses is not', () => {
  const sight = sightFor({ 'a.sk': 'fn closeAll\n  helper()\nfn other\n  aside()\nfn helper\n  x\nfn aside\n  x\n' }, 'it hangs in `closeAll`')
  expect(byName(sight, usedByNamed(sight))).toEqual({ closeAll: 0, other: 0, helper: 1, aside: 0 })
})
