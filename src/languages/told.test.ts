import { expect, test } from 'vitest'
import type { Tile } from '../core/block.ts'
import type { Language } from '../core/ports.ts'
import { told } from './told.ts'

const language: Language = {
  name: 'x', title: 'X', family: 'code', extensions: [], remark: ['# ', ''],
  imports: (statements) => [...statements.matchAll(/use (\S+)/g)].map(([, module = '']) => ({ module, names: [] })),
}
const line = (text: string, kind: Tile['kind'] = 'import', speaker = language): string | undefined =>
  told([{ kind, name: '', start: 0, end: text.length, shape: { head: text, tail: '' }, detail: { head: text, tail: '' } }], text, speaker)[0]?.line

test('the modules of a long list, each once, and how many more', () => {
  const many = Array.from({ length: 20 }, (_, i) => `use module${i % 18}\n`).join('')
  expect(line(many)).toBe(`# imports ${Array.from({ length: 8 }, (_, i) => `module${i}`).join(', ')} and 10 more\n`)
})
test('a short list stays as it is', () => expect(line('use a\n')).toBe('use a\n'))
test('only imports', () => expect(line('use a\nuse b\nuse c\n', 'function')).toBeUndefined())
test('a language that cannot say its modules says how many lines', () => {
  const { imports: _, ...mute } = language
  expect(line('use some/long/path\nuse another/long/path\n', 'import', mute)).toBe('# imports of 2 lines\n')
})
test('a module with an endless name is cut', () => expect(line(`use ${'x'.repeat(500)}\nuse y\n`)?.length).toBeLessThan(140))
