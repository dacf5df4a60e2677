import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unifiedDiff } from './unified.ts'

const diff = (a: string, b: string): string => unifiedDiff({ name: 'a', text: a }, { name: 'b', text: b })

test('a changed line with its surroundings', () => {
  expect(diff('1\n2\n3\n4\n5\n6\n7\n8\n', '1\n2\n3\n4\nfive\n6\n7\n8\n')).toBe('--- a\n+++ b\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n')
})

test('an empty side, a missing line end, nothing to tell', () => {
  expect(diff('', 'x\n')).toBe('--- a\n+++ b\n@@ -0,0 +1 @@\n+x\n')
  expect(diff('x\n', 'x')).toBe('--- a\n+++ b\n@@ -1 +1 @@\n-x\n+x\n\\ No newline at end of file\n')
  expect(diff('same', 'same')).toBe('')
})

/** What `patch` would do. */
function applied(text: string, patch: string): string {
  const old = text.split(/(?<=\n)/).filter((line) => line !== '')
  const out: string[] = []
  let at = 0
  for (const line of patch.replaceAll('\n\\ No newline at end of file\n', '\u0000').split(/(?<=[\n\u0000])/).slice(2)) {
    const head = /^@@ -(\d+)(?:,(\d+))?/.exec(line)
    if (head !== null) {
      const from = Number(head[1]) - (head[2] === '0' ? 0 : 1)
      out.push(...old.slice(at, from))
      at = from
      continue
    }
    const body = line.slice(1).replace('\u0000', '')
    if (line[0] !== '+') expect(old[at++]).toBe(body)
    if (line[0] !== '-') out.push(body)
  }
  return [...out, ...old.slice(at)].join('')
}

test('applying the diff gives the new text', () => {
  const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n'), { maxLength: 40 }).chain((lines) => fc.constantFrom(lines.join(''), `${lines.join('')}end`))
  fc.assert(fc.property(text, text, (a, b) => { expect(applied(a, diff(a, b) || '--- a\n+++ b\n')).toBe(b) }))
})
