import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeTogether } from './together.ts'

let root = ''
beforeEach(() => { root = mkdtempSync(join(tmpdir(), 'fovea-together-')) })
afterEach(() => rmSync(root, { recursive: true, force: true }))

const at = (path: string): string => join(root, path)

test('writes all, makes folders, keeps what may be done with a file, leaves no drafts', () => {
  writeFileSync(at('a.sh'), 'old\n')
  chmodSync(at('a.sh'), 0o755)
  expect(writeTogether([{ file: at('a.sh'), text: 'new\n' }, { file: at('b/c/d.txt'), text: 'd\n' }])).toBe(true)
  expect([readFileSync(at('a.sh'), 'utf8'), readFileSync(at('b/c/d.txt'), 'utf8')]).toEqual(['new\n', 'd\n'])
  expect(statSync(at('a.sh')).mode & 0o777).toBe(0o755)
  expect(readdirSync(root).concat(readdirSync(at('b/c'))).sort()).toEqual(['a.sh', 'b', 'd.txt'])
})

test('when one cannot be written, none is, and new folders are gone', () => {
  writeFileSync(at('plain'), 'x')
  writeFileSync(at('a.txt'), 'old\n')
  expect(() => writeTogether([{ file: at('a.txt'), text: 'new\n' }, { file: at('b/c.txt'), text: 'c\n' }, { file: at('plain/d.txt'), text: 'd\n' }])).toThrow()
  expect(readFileSync(at('a.txt'), 'utf8')).toBe('old\n')
  expect(existsSync(at('b'))).toBe(false)
  expect(readdirSync(root).sort()).toEqual(['a.txt', 'plain'])
})

test('nothing takes its place when nobody wants it any more', () => {
  mkdirSync(at('kept'))
  expect(writeTogether([{ file: at('kept/a.txt'), text: 'a\n' }, { file: at('new/b.txt'), text: 'b\n' }], () => false)).toBe(false)
  expect(readdirSync(root)).toEqual(['kept'])
  expect(readdirSync(at('kept'))).toEqual([])
})
