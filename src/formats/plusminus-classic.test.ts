import { expect, test } from 'vitest'
import { fileView, pageView, print } from '../../test/conformance/format-samples.ts'
import { plusminusClassic } from './plusminus-classic.ts'

const one = (said: Parameters<typeof fileView>[0]): string => print(plusminusClassic, pageView({ files: [fileView({ path: 'a.txt', md5: 'f00', ...said })], lines: [fileView()], notices: ['x'] }))

test('a file, a file without a line end, and an empty file', () => {
  expect(one({ body: 'x\n' })).toBe('++++++++++ a.txt ++++++++++\nx\n---------- a.txt f00 a.txt ----------\n')
  expect(one({ body: 'x' })).toBe(one({ body: 'x\n' }))
  expect(one({ body: '' })).toBe('++++++++++ a.txt ++++++++++\n\n---------- a.txt f00 a.txt ----------\n')
})

test('a skeleton says how many lines it had and has', () => {
  expect(one({ level: 'detail', originalLines: 11, body: 'é\nb\n' })).toBe(
    '++++++++++ a.txt [TRUNCATED: 11 lines] ++++++++++\né\nb\n---------- a.txt [TRUNCATED:11→3] f00 a.txt ----------\n',
  )
})

test('CRLF becomes LF, and the sum is that of the text', () => {
  expect(one({ body: 'line1\r\nline2\r\n' })).toBe('++++++++++ a.txt ++++++++++\nline1\nline2\n---------- a.txt 4fcc82a88ee38e0aa16c17f512c685c9 a.txt ----------\n')
  expect(one({ body: 'café\n' })).toContain(' 6e99834b7c3e3fd53529a5489725d7e8 ')
})

test('only a whole delimiter in the content gets a backslash', () => {
  const body = (text: string) => plusminusClassic.body(text, fileView())
  const footer = '---------- x d41d8cd98f00b204e9800998ecf8427e x ----------'
  expect(body(`++++++++++ x ++++++++++\n${footer}\n\\${footer}\n`)).toBe(`\\++++++++++ x ++++++++++\n\\${footer}\n\\\\${footer}\n`)
  expect(body('++++++++++ x\n---------- ---------- ----------\n')).toBe('++++++++++ x\n---------- ---------- ----------\n')
})
