import { mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'fovea-make-'))

test('makes what is missing and keeps what is there', () => {
  mkdirSync(join(root, 'there'))
  makeFolder(join(root, 'there', 'a', 'b'), 0o700)
  makeFolder(join(root, 'there', 'a', 'b'), 0o700)
  expect(statSync(join(root, 'there', 'a', 'b')).isDirectory()).toBe(true)
  expect(statSync(join(root, 'there', 'a')).mode & 0o777).toBe(0o700)
})

test('fails where a file is in the way', () => {
  writeFileSync(join(root, 'file'), '')
  expect(() => makeFolder(join(root, 'file', 'a'))).toThrow('ENOTDIR')
})

test.runIf(process.platform === 'linux')('fails below /proc instead of waiting for ever', () => {
  expect(() => makeFolder('/proc/fovea/a')).toThrow('ENOENT')
})
