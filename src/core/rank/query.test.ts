import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/kit/core.ts'
import { isAsked, queryOf } from './query.ts'
import { stemOf } from './terms.ts'

const stems = (task: string): string[] => queryOf(task).terms.map(({ stem }) => stem)
const weightOf = (task: string, word: string): number => queryOf(task).terms.find(({ stem }) => stem === stemOf(word))?.weight ?? 0

describe('the words of a task', () => {
  test('are those that tell code apart, each once, in order', () => {
    expect(stems('Fix the login so that the session of a login does not expire')).toEqual(['login', 'session', 'expir'])
    expect(stems('please fix this error')).toEqual([])
    expect(stems('')).toEqual([])
  })

  test('count for more in the first line, and when they are said often', () => {
    expect(weightOf('router\nsession', 'router')).toBeGreaterThan(weightOf('router\nsession', 'session'))
    expect(weightOf('x\nrouter router session', 'router')).toBeGreaterThan(weightOf('x\nrouter router session', 'session'))
    expect(queryOf('router\nsession').terms.map(({ title }) => title)).toEqual([true, false])
  })

  test('said a thousand times count no more than a few times as much', () => {
    expect(weightOf(`x\n${'router '.repeat(1000)}`, 'router')).toBeLessThanOrEqual(3 * weightOf('x\nrouter', 'router'))
  })

  test('that stand beside each other are also looked for as one name', () => {
    expect(stems('wrong client ip')).toEqual(['wrong', 'client', 'ip', 'wrong client', 'client ip'])
    expect(stems('the client. An ip')).toEqual(['client', 'ip'])
    expect(stems('clientIP')).toEqual(['client', 'ip', 'client ip'])
  })

  test('are no more than can be looked for', () => {
    const many = queryOf(Array.from({ length: 5000 }, (_, i) => `word${String.fromCharCode(97 + (i % 26))}${i}`).join(' '))
    expect(many.terms.length).toBeLessThanOrEqual(400)
    expect(many.names.length).toBeLessThanOrEqual(400)
  })
})

describe('the names of a task', () => {
  test('weigh more when they are written as code', () => {
    const names = new Map(queryOf('the router calls closeAll').names.map(({ name, weight }) => [name, weight]))
    expect(names.get('closeAll')).toBeGreaterThan(2 * (names.get('router') as number))
  })

  test('keep their case, and letters are none', () => {
    expect(queryOf('Router of x').names.map(({ name }) => name)).toEqual(['Router'])
  })
})

test('strings in quotes are kept as they are, each once, when they are long enough', () => {
  expect(queryOf(`it says "no such session" and 'no such session' and "no" and \`cannot close it\``).quotes).toEqual(['no such session', 'cannot close it'])
})

test('a stack trace is read from the whole task, however long what stands above is', () => {
  expect(queryOf(`${'word '.repeat(10_000)}\nError: no\n    at close (/app/src/sessions.ts:3:1)\n`).frames.map(({ path }) => path)).toEqual(['/app/src/sessions.ts'])
})

test.each([['login', true], ['io.ts', true], ['', false], ['please fix this', false], ['Error\n    at close (/app/src/sessions.ts:3:1)\n', true]])('whether %j asks anything: %s', (task, asked) => {
  expect(isAsked(queryOf(task))).toBe(asked)
})

test('anything can be a task', () => {
  const piece = fc.constantFrom('(', '[', '\\', '^$.*+?', '`', '"', "'", '__proto__', 'constructor', '\n', ' ', '🧵', '\ud800', 'a', 'é', '::', '/', '.', '\0')
  fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.array(piece, { maxLength: 80 }).map((parts) => parts.join(''))), (task) => {
    const query = queryOf(task)
    expect(query.terms.every(({ stem, weight }) => stem.length > 1 && Number.isFinite(weight) && weight > 0)).toBe(true)
    expect(new Set(query.terms.map(({ stem }) => stem)).size).toBe(query.terms.length)
    expect(new Set(query.names.map(({ name }) => name)).size).toBe(query.names.length)
  }), runs(500))
})

test.each([['brackets', '([{<'], ['one word', 'a'], ['one call that never opens', 'aB'], ['quotes', '"x'], ['backticks', '`a'], ['dots', 'a.'], ['underscores', '_'], ['letters with marks', 'é'], ['slashes', 'a/'], ['colons', 'a:1:'], ['blanks', ' ']])(
  'a hostile task of %s is read to its end', (_, unit) => {
    // In time that grows with the square, three million characters take an hour: the test would be stopped.
    expect(queryOf(unit.repeat(3_000_000 / unit.length)).terms.length).toBeLessThanOrEqual(1)
  },
)
