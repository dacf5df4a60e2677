import { expect, test } from 'vitest'
import { fileView, pageView } from '../../test/conformance/format-samples.ts'
import { compact, kindOf, outlineFolder, outlineLine, remark, spent, zoomBudget, zoomCommand } from './words.ts'

test('the kind of a file comes from its stub, then from its language', () => {
  const kinds = ['rust', 'markdown', 'text', 'json', 'toml', 'csv', ''].map((language) => kindOf(fileView({ language })))
  expect(kinds).toEqual(['code', 'document', 'document', 'data', 'data', 'data', 'code'])
  expect(['binary', 'lock file', 'link to ../x', 'minified'].map((stub) => kindOf(fileView({ stub })))).toEqual(['binary', 'data', 'link', 'code'])
})

test('large numbers are short', () => {
  expect([0, 999, 1000, 3449, 34_400, 999_499, 999_500, 12_345_678].map(compact)).toEqual(['0', '999', '1k', '3.4k', '34k', '999k', '1M', '12M'])
})

test('the outline names a path and what it would cost', () => {
  expect(outlineLine(fileView({ path: 'src/auth/token.ts', originalTokens: 812 }))).toBe('src/auth/token.ts 812')
  expect(outlineLine(fileView({ path: 'src/none.ts', originalTokens: 0 }))).toBe('src/none.ts 0')
  expect(outlineLine(fileView({ path: 'assets/logo.png', stub: 'binary 12 KB', originalTokens: 0 }))).toBe('assets/logo.png binary 12 KB')
  expect(outlineFolder({ path: 'src/auth/', files: 12, tokens: 34_000 })).toBe('src/auth/ +12 files 34k tokens')
  expect(outlineFolder({ path: './', files: 1, tokens: 90 })).toBe('./ +1 file 90 tokens')
})

test('a remark says how little is shown', () => {
  expect(remark(fileView())).toBe('')
  expect(remark(fileView({ level: 'shape', tokens: 3, originalTokens: 9, lines: [10, 20] }))).toBe(' (skeleton L2, 3 of 9 tokens, lines 10-20)')
})

test('without a budget nothing is said of one', () => expect([spent(pageView()), spent(pageView({ budget: 0 }))]).toEqual(['14997 of 15000 tokens', '14997 tokens']))

test('a zoom budget holds the file and its frame', () => expect([0, 100, 2400].map(zoomBudget)).toEqual([200, 400, 2800]))

test('a command can be handed to a shell, whatever the name is', () => {
  expect(zoomCommand('file', 'src/a.ts', 500)).toBe('fovea zoom file=src/a.ts --budget 500')
  expect(zoomCommand('file', "a b'; rm -rf $(x)", 500)).toBe(`fovea zoom 'file=a b'\\''; rm -rf $(x)' --budget 500`)
})
