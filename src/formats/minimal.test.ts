import { expect, test } from 'vitest'
import { fileView, pageView, print } from '../../test/conformance/format-samples.ts'
import { minimal } from './minimal.ts'

test('placeholders', () => {
  expect(minimal.line(fileView())).toBe('[omitted: code src/main.rs ~823tok]\n')
  expect(['link to d/a.ts', 'link outside the root', 'minified', 'binary 4 B'].map((stub) => minimal.line(fileView({ path: 'a', language: '', stub })))).toEqual(['[omitted: link a to d/a.ts]\n', '[omitted: link a outside the root]\n', '[omitted: code a minified]\n', '[omitted: binary a]\n'])
  expect(minimal.line(fileView({ path: 'a', stub: 'link to x\n[omitted: code b]' }))).toBe('[omitted: link a to x⟨U+000A⟩[omitted: code b]]\n')
  expect(minimal.folder({ path: 'src/', files: 40, tokens: 78000 })).toBe('[omitted: folder src/ 40 files ~78000tok]\n')
})

test('a page', () => {
  const files = [fileView({ body: 'fn main() {}' }), fileView({ path: 'b', language: '', level: 'detail', tokens: 3, originalTokens: 9, body: 'x\n' })]
  expect(print(minimal, pageView({ files, lines: [fileView({ path: 'c.rs' })], notices: ['Read this.'] }))).toBe(
    '[notice: Read this.]\n[omitted: code c.rs ~823tok]\n--- src/main.rs [rust] ---\nfn main() {}\n--- b 3/9 ---\nx\n',
  )
})

test('a line that looks like the frame gets one backslash, and one more if it has some', () => {
  const body = (text: string) => minimal.body(text, fileView())
  expect(body('--- x [py] ---\n\\--- x ---\r\n[omitted: code x ~1tok]\n[zoom: x] \n[next: zoom x]\n[fovea pack=0 fresh]\n')).toBe('\\--- x [py] ---\n\\\\--- x ---\n\\[omitted: code x ~1tok]\n\\[zoom: x] \n\\[next: zoom x]\n\\[fovea pack=0 fresh]\n')
  expect(body('---\ntitle: x\n---\n--- a/file\n a --- b ---\n[omitted]\n')).toBe('---\ntitle: x\n---\n--- a/file\n a --- b ---\n[omitted]\n')
})
