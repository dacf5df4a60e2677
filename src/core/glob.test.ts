import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../test/kit/core.ts'
import { UsageError } from './field.ts'
import { globFor, globMatcher } from './glob.ts'

const matches = (pattern: string, path: string): boolean => globMatcher(pattern)(path)

test.each([
  ['src/a.ts', 'src/a.ts'], ['src/*.ts', 'src/a.ts'], ['src/**', 'src/a/b/c.ts'], ['src/**/*.ts', 'src/a.ts'], ['src/**/*.ts', 'src/x/y/a.ts'], ['**/test/**', 'a/test/b/c.ts'],
  ['**/test/**', 'test/b.ts'], ['?.ts', 'a.ts'], ['src/?/b', 'src/a/b'], ['{a,b}.ts', 'b.ts'], ['*.{ts,tsx}', 'deep/down/a.tsx'], ['{a,{b,c}}/x', 'c/x'],
  ['src/', 'src/a/b.ts'], ['./src/*.ts', 'src/a.ts'], ['/src/*.ts', 'src/a.ts'], ['**', 'any/thing'], ['*', 'any/thing'], ['README*', 'docs/README.md'], ['a*b*c', 'aXbYc'],
  ['a{}b', 'ab'], ['x{y', 'x{y'], ['😀?.ts', '😀😀.ts'], ['**/a/**/b', 'x/a/y/a/z/b'], ['*.test.*', 'src/a.test.ts'],
])('%s matches %s', (pattern, path) => {
  expect(matches(pattern, path)).toBe(true)
})

test.each([
  ['src/a.ts', 'src/b.ts'], ['src/*.ts', 'src/x/a.ts'], ['src/a.ts', 'lib/src/a.ts'], ['?.ts', 'ab.ts'], ['?', ''], ['*.ts', 'a.tsx'], ['{a,b}.ts', 'c.ts'], ['src/', 'source/a'],
  ['**/test/**', 'testing/a'], ['a*b*c', 'aXbY'], ['src/**/*.ts', 'src/a.js'], ['a.ts', 'aXts'], ['(a|b)', 'a'], ['[ab].ts', 'a.ts'], ['A.ts', 'a.ts'],
])('%s does not match %s', (pattern, path) => {
  expect(matches(pattern, path)).toBe(false)
})

const segment = fc.string({ unit: fc.constantFrom('a', 'b', '.', '+', '(', '$'), minLength: 1, maxLength: 4 }).filter((text) => text !== '.')
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))

describe('any path', () => {
  test('matches itself, its folder and its name', () => {
    fc.assert(fc.property(path, (text) => {
      const slash = text.lastIndexOf('/')
      expect(matches(`./${text}`, text)).toBe(true)
      expect(matches(text.slice(slash + 1), text)).toBe(true)
      expect(matches('**', text)).toBe(true)
      if (slash > 0) expect(matches(text.slice(0, slash + 1), text)).toBe(true)
    }), runs(300))
  })

  test('is judged as the regular expression of the same meaning would', () => {
    const piece = fc.constantFrom('a', 'b', '*', '?', '.')
    const pattern = fc.array(fc.oneof(fc.constant('**'), fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('').replace(/\*+/g, '*')).filter((part) => part !== '.')), { minLength: 2, maxLength: 4 })
    fc.assert(fc.property(pattern, path, (segments, text) => {
      const source = segments.map((part) => (part === '**' ? '(?:[^/]+/)*' : `${part.replace(/[.]/g, '\\.').replace(/\*/g, '[^/]*').replace(/\?/g, '[^/]')}/`)).join('')
      expect(matches(segments.join('/'), text)).toBe(new RegExp(`^${source}$`).test(`${text}/`))
    }), runs(500))
  })
})

test('hostile patterns get an answer: trying every way to match would never end', () => {
  const stars = `${'a*'.repeat(30)}b`
  expect(matches(stars, 'a'.repeat(2000))).toBe(false)
  expect(matches(`${'**/a*/'.repeat(30)}b`, 'aa/'.repeat(600))).toBe(false)
  expect(matches('?*'.repeat(200), 'a'.repeat(2000))).toBe(true)
})

test('alternatives multiply up to 256 and no further', () => {
  expect(matches('{a,b}'.repeat(8), 'abababab')).toBe(true)
  const many = '{a,b}'.repeat(9)
  expect(() => globMatcher(many)).toThrow(new UsageError('the pattern "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}" has more than 256 alternatives'))
  expect(() => globMatcher('{a,b}'.repeat(5000))).toThrow('a pattern has at most 1000 characters, and "{a,b}{a,b}')
  expect(() => globMatcher(`${'{'.repeat(400)}${'}'.repeat(400)}`)).toThrow('has more than 32 braces')
})

test('a pattern for one path matches it and no file of that name elsewhere', () => {
  for (const path of ['a.ts', 'src/a.ts', 'src/{a,b}.ts', 'x*?.ts', '[id].ts']) {
    expect(globMatcher(globFor(path))(path), path).toBe(true)
    expect(globMatcher(globFor(path))(`deep/${path}`), path).toBe(false)
  }
})
