import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AnswerError, contractOf, filesIn, markIn } from './contract.ts'

const MARK = '5c2f9a1b'
const block = (name: string, text: string): string => `@@@ file ${MARK} ${name}\n${text}@@@ end ${MARK}\n`

describe('an answer', () => {
  test('names files, and words around them are nobody\'s', () => {
    const answer = `Here it is.\n\n${block('src/a.py', 'x = 1\n')}and\n${block('docs/b.md', '```js\n1\n```\n')}Done.`
    expect(filesIn(answer, MARK)).toEqual([{ name: 'src/a.py', text: 'x = 1\n' }, { name: 'docs/b.md', text: '```js\n1\n```\n' }])
    expect(markIn(answer)).toBe(MARK)
  })

  test('may hold fences, other marks and the contract itself inside a file', () => {
    const text = `${contractOf('00000000')}\n\`\`\`\n@@@ end 00000000\n @@@ end ${MARK}\n@@@ end\n`
    expect(filesIn(block('a.txt', text), MARK)).toEqual([{ name: 'a.txt', text }])
  })

  test('a fence around a whole file is taken off, unless the file is Markdown', () => {
    expect(filesIn(block('a.py', '```python\nx = 1\n```\n'), MARK)[0]?.text).toBe('x = 1\n')
    expect(filesIn(block('a.md', '```python\nx = 1\n```\n'), MARK)[0]?.text).toBe('```python\nx = 1\n```\n')
    expect(filesIn(block('a.py', '```python\nx = 1\n'), MARK)[0]?.text).toBe('```python\nx = 1\n')
  })

  test('an empty file, a path with blanks, a quoted path, line ends of Windows', () => {
    expect(filesIn(block('my notes/a b.txt', ''), MARK)).toEqual([{ name: 'my notes/a b.txt', text: '' }])
    expect(filesIn(block('`a.py`', 'x\n'), MARK)[0]?.name).toBe('a.py')
    expect(filesIn(block('a.py', 'x\n').replaceAll('\n', '\r\n'), MARK)).toEqual([{ name: 'a.py', text: 'x\n' }])
  })

  test('that changes nothing says so', () => {
    expect(filesIn(`Nothing to do.\n@@@ none ${MARK}\n`, MARK)).toEqual([])
  })

  test.each([
    ['```python\nx = 1\n```', 'names no file in the form'],
    ['', 'names no file in the form'],
    [`@@@ file ${MARK} a.py\nx = 1\n`, 'does not end "a.py": it was cut'],
    [`@@@ file ${MARK} a.py\nx\n@@@ file ${MARK} b.py\n`, 'begins "b.py" before the end of "a.py"'],
    [`@@@ end ${MARK}`, 'ends a file that it did not begin'],
    [`@@@ file ${MARK}\nx\n@@@ end ${MARK}`, 'without a path'],
    ['@@@ file 00000000 a.py\nx\n@@@ end 00000000', `with 00000000 instead of ${MARK}`],
    [block('a.py', 'x\n') + block('a.py', 'y\n'), 'writes "a.py" twice'],
    [`${block('a.py', 'x\n')}@@@ none ${MARK}`, 'says that no file changes, and writes some'],
  ])('that is not as agreed is an error: %j', (answer, said) => {
    expect(() => filesIn(answer, MARK)).toThrow(AnswerError)
    expect(() => filesIn(answer, MARK)).toThrow(said)
  })

  test('any text that does not hold the mark comes back as it was', () => {
    const line = fc.string().map((text) => text.replaceAll(/[\r\n]/g, '')).filter((text) => !text.includes(MARK))
    fc.assert(fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const text = lines.map((one) => `${one}\n`).join('')
      expect(filesIn(`words\n${block('a.txt', text)}`, MARK)).toEqual([{ name: 'a.txt', text }])
    }))
  })
})
