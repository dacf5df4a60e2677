import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PathError, placeToWrite } from './inside.ts'

let home = ''
let root = ''
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'fovea-jail-')))
  root = join(home, 'root')
  mkdirSync(join(root, 'a', 'b'), { recursive: true })
  mkdirSync(join(home, 'root_evil'))
  writeFileSync(join(root, 'a', 'file.txt'), 'x\n')
  symlinkSync(home, join(root, 'out'))
  symlinkSync(join(root, 'a'), join(root, 'in'))
  symlinkSync('nowhere', join(root, 'dangling'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('new files, files that are there, folders that are not', () => {
  expect(placeToWrite(root, 'a/file.txt')).toEqual({ path: 'a/file.txt', file: join(root, 'a', 'file.txt'), there: true })
  expect(placeToWrite(root, './a//new.txt')).toEqual({ path: 'a/new.txt', file: join(root, 'a', 'new.txt'), there: false })
  expect(placeToWrite(root, 'x/y/z.txt')).toMatchObject({ path: 'x/y/z.txt', there: false })
})

test.each([
  ['', 'not a path'], ['..', 'outside'], ['../root_evil/x', 'outside'], ['a/../../x', 'outside'], ['/etc/passwd', 'absolute'], ['C:/x', 'absolute'], ['\\\\host\\x', 'absolute'], ['a', 'not a plain file'], ['a/file.txt/x', 'not a folder'],
  ['out/x', 'out is a link'], ['in/x', 'in is a link'], ['dangling', 'dangling is a link'], ['.git/config', '.git belongs'], ['a/.GIT/config', '.GIT belongs'], ['.fovea/x', '.fovea belongs'],
  ['a/git~1/config', 'cannot be trusted'], ['.g\u200cit/config', 'cannot be trusted'], ['a/x.txt:stream', 'cannot be trusted'], ['a\\x', 'cannot be trusted'], ['a/x.', 'cannot be trusted'], ['a /x', 'cannot be trusted'], ['a/\nb', 'cannot be trusted'],
  ['NUL', 'means a device'], ['a/con.txt', 'means a device'], ['Com1/x', 'means a device'], [`${'n'.repeat(256)}/x`, 'longer than 255 bytes'], [`x/${'ä'.repeat(128)}`, 'longer than 255 bytes'],
])('%j is refused: %s', (path, said) => {
  expect(() => placeToWrite(root, path)).toThrow(PathError)
  expect(() => placeToWrite(root, path)).toThrow(said)
})

test('whatever a path is made of, it stays below the root or is refused', () => {
  const part = fc.oneof(fc.constantFrom('..', '.', '', 'a', 'b', 'out', 'in', '.git', 'file.txt', 'root_evil', '...', '~'), fc.string({ maxLength: 6 }))
  fc.assert(fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
    try {
      const { file } = placeToWrite(root, parts.join('/'))
      expect(file.startsWith(root + sep)).toBe(true)
      expect(file.slice(root.length).split(sep)).not.toContain('..')
    } catch (error) {
      expect(error).toBeInstanceOf(PathError)
    }
  }), { numRuns: 2000 })
})
