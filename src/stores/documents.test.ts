import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LostUpdate, MOST_DOCUMENT_BYTES, type Documents, documentsIn } from './documents.ts'

function fresh(): { root: string; files: Documents } {
  const root = mkdtempSync(join(tmpdir(), 'fovea-sessions-'))
  return { root, files: documentsIn(root, '.fovea/sessions') }
}

test('what is written is read, listed and removed; the folder stays out of version control', () => {
  const { root, files } = fresh()
  expect([files.names(), files.read('a'), files.remove('a')]).toEqual([[], undefined, false])
  files.write('b', '1', undefined)
  files.write('a', '2', undefined)
  expect([files.names(), files.read('a'), files.read('b')]).toEqual([['a', 'b'], '2', '1'])
  expect(readFileSync(join(root, '.fovea/.gitignore'), 'utf8')).toBe('*\n')
  expect([files.remove('a'), files.remove('a'), files.names()]).toEqual([true, false, ['b']])
  expect(readdirSync(files.folder)).toEqual(['b.json'])
})

test('an update of something else than what was read is refused and changes nothing', () => {
  const { files } = fresh()
  files.write('a', 'one', undefined)
  expect(() => files.write('a', 'two', undefined)).toThrow(LostUpdate)
  expect(() => files.write('a', 'two', 'zero')).toThrow(LostUpdate)
  files.write('a', 'two', 'one')
  expect(files.read('a')).toBe('two')
  expect(readdirSync(files.folder)).toEqual(['a.json'])
})

test('a repair whose lock was taken over meanwhile changes nothing', () => {
  const { files } = fresh()
  files.write('a', 'broken', undefined)
  const lose = (): string => {
    rmSync(join(files.folder, 'a.json.lock'))
    return 'mended'
  }
  expect(() => files.replaceBroken('a', lose)).toThrow(LostUpdate)
  expect(readdirSync(files.folder)).toEqual(['a.json'])
  expect(files.read('a')).toBe('broken')
})

test('a lock that somebody left behind does not hold for ever', () => {
  const { files } = fresh()
  files.write('a', 'one', undefined)
  const lock = join(files.folder, 'a.json.lock')
  writeFileSync(lock, '')
  utimesSync(lock, 1000, 1000)
  files.write('a', 'two', 'one')
  expect(files.read('a')).toBe('two')
})

test('old files are kept under names that are free', () => {
  const { files } = fresh()
  for (const text of ['one', 'two', 'three']) {
    files.write('a', text, undefined)
    files.setAside('a')
  }
  expect(readdirSync(files.folder)).toEqual(['a.json.bak', 'a.json.bak2', 'a.json.bak3'])
})

test('links, folders and huge files are refused', () => {
  const { root, files } = fresh()
  files.write('a', 'one', undefined)
  symlinkSync(join(root, 'elsewhere.json'), join(files.folder, 'link.json'))
  mkdirSync(join(files.folder, 'folder.json'))
  writeFileSync(join(files.folder, 'huge.json'), ' '.repeat(MOST_DOCUMENT_BYTES + 1))
  expect(() => files.read('link')).toThrow('it is a link')
  expect(() => files.write('link', 'x', undefined)).toThrow('it is a link')
  expect(() => files.read('folder')).toThrow('it is not a plain file')
  expect(() => files.read('huge')).toThrow('it is too large')
  expect(() => files.write('b', ' '.repeat(MOST_DOCUMENT_BYTES + 1), undefined)).toThrow('it would be too large')
})

test.each(['.fovea', '.fovea/sessions'])('when %s is a link nothing is read or written', (part) => {
  const { root, files } = fresh()
  const outside = mkdtempSync(join(tmpdir(), 'fovea-outside-'))
  if (part !== '.fovea') mkdirSync(join(root, '.fovea'))
  symlinkSync(outside, join(root, part))
  expect(() => files.names()).toThrow(`${part} is a link`)
  expect(() => files.read('a')).toThrow(`${part} is a link`)
  expect(() => files.write('a', 'x', undefined)).toThrow(`${part} is a link`)
  expect(() => files.remove('a')).toThrow(`${part} is a link`)
  expect(readdirSync(outside)).toEqual([])
})
