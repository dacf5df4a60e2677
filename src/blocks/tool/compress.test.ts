import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeaware, heuristic } from '../../meters/index.ts'
import { laidOut } from './layout.ts'
import { outputOf, type Press, type Pressed, pressed } from './compress.ts'
import { plain, sheetOf } from './sheet.ts'
import { severityOf } from './severity.ts'
import { templateOf } from './template.ts'

const HANDLE = 'out@9f8e7d6c'
const cut = (text: string, budget: number, press: Partial<Press> = {}): Pressed => pressed(outputOf(text), { meter: heuristic, budget, print: (body) => body, handle: HANDLE, ...press })
const times = (count: number, line: (i: number) => string): string => Array.from({ length: count }, (_, i) => line(i)).join('\n')

const LOG = `${times(900, (i) => `2026-01-01T00:00:${i % 60}Z INFO request ${i} took ${i % 7} ms`)}\n2026-01-01T00:16:00Z ERROR db: connection refused to 10.0.0.7:5432\n    at connect (src/db.js:4:1)\n${times(900, (i) => `2026-01-01T00:17:${i % 60}Z INFO request ${i} took ${i % 7} ms`)}`
const VITEST = `${times(60, (i) => ` ✓ a.test.ts > case ${i} 1ms`)}\n × a.test.ts > case 61 2ms\n${times(60, (i) => ` ✓ b.test.ts > case ${i} 1ms`)}\n FAIL  a.test.ts > case 61\nAssertionError: expected 1 to be 2\n\n- Expected\n+ Received\n\n- 2\n+ 1\n ❯ a.test.ts:9:5\n ❯ node_modules/vitest/runner.js:1:1\n Test Files  1 failed (1)\n      Tests  1 failed | 120 passed (121)`

describe('what is kept', () => {
  test('an error in a long log, with its surroundings, how it began and ended, and how much is like the rest', () => {
    const { text } = cut(LOG, 260)
    for (const kept of ['ERROR db: connection refused', 'at connect (src/db.js:4:1)', 'request 0 took', 'request 899 took']) expect(text).toContain(kept)
    expect(text).toMatch(/^\[… \d+ lines, like one above: fovea zoom out@9f8e7d6c:\d+-\d+\]$/m)
  })

  test('totals and failures of a test run; passing tests are counted', () => {
    const { text } = cut(VITEST, 96)
    for (const kept of ['× a.test.ts > case 61', 'FAIL  a.test.ts > case 61', 'expected 1 to be 2', 'Tests  1 failed | 120 passed (121)', '60 passed: fovea zoom']) expect(text).toContain(kept)
    expect(text).not.toContain('✓')
  })

  test('every file of a diff, with what a cut changes; lines of lock files go first', () => {
    const file = (name: string): string => `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1,30 +1,30 @@\n${times(30, (i) => (i % 3 === 0 ? `+added ${i} to ${name}` : ` the same words as before, line ${i}`))}`
    const { text } = cut([file('package-lock.json'), file('src/a.ts'), file('src/b.ts')].join('\n'), 330)
    for (const name of ['package-lock.json', 'src/a.ts', 'src/b.ts']) expect(text).toContain(`diff --git a/${name}`)
    expect(text).toContain('+added 0 to src/a.ts')
    expect(text).not.toContain('to package-lock.json')
    expect(text).toMatch(/\[… 33 lines, \+10 -0: /)
  })

  test('the shape of JSON with samples, also when it stands in one line', () => {
    const value = { total: 500, items: Array.from({ length: 500 }, (_, id) => ({ id, name: `item ${id}`, tags: ['a', 'b'] })), next: null }
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
      const result = cut(text, 160).text
      for (const kept of ['"total": 500', '"items": [', '"name": "item 0"', '"next": null']) expect(result).toContain(kept)
      expect(result).toMatch(/\[… \d+ lines, 49\d items: fovea zoom/)
    }
  })

  test('the head and the first and last rows of a table', () => {
    const { text } = cut(`NAME      STATUS    AGE\n${times(300, (i) => `web-${i}     ${i === 200 ? 'Failed ' : 'Running'}   ${i}d`)}`, 120)
    for (const kept of ['NAME      STATUS    AGE', 'web-0 ', 'web-299 ', 'web-200     Failed']) expect(text).toContain(kept)
    expect(text).toMatch(/\[… \d+ rows, like one above: fovea zoom/)
  })

  test('what was thrown and the frames of one\'s own code; frames of libraries are folded', () => {
    const { text } = cut(`TypeError: x is not a function\n    at run (/app/src/a.js:1:2)\n${times(30, (i) => `    at next (/app/node_modules/lib/index.js:${i}:1)`)}\n    at main (/app/src/b.js:3:4)`, 70)
    for (const kept of ['TypeError: x is not a function', '/app/src/a.js', '/app/src/b.js']) expect(text).toContain(kept)
    expect(text).toMatch(/\[… \d+ lines, \d+ frames: /)
  })

  test('first and last of each set of keys of JSON lines, and trouble', () => {
    const { text } = cut(`${times(200, (i) => `{"level":"info","request":${i}}`)}\n{"level":"error","message":"gone"}\n${times(200, (i) => `{"level":"info","request":${i + 200}}`)}`, 90)
    for (const kept of ['"request":0}', '"message":"gone"', '"request":399}']) expect(text).toContain(kept)
    expect(text).toMatch(/\[… \d+ records/)
  })

  test('definitions of a program before what is inside of them', () => {
    const { text } = cut(times(40, (i) => `export function f${i}(): number {\n  const a = ${i};\n  if (a) {\n    return a;\n  }\n  return 0;\n}\n`), 600)
    expect(text).toContain('export function f0')
    expect(text.match(/export function/g)?.length).toBeGreaterThan(8)
  })
})

test('without a store no handle is promised', () => {
  const { text } = pressed(outputOf(LOG), { meter: heuristic, budget: 200, print: (body) => body })
  expect(text).not.toContain('zoom')
  expect(text).toMatch(/\[… \d+ lines, like one above: \d+-\d+\]/)
})

test('a long line keeps its beginning and its end', () => {
  const { text, shortened } = cut(`begin ${'x'.repeat(5000)} end\n${'y '.repeat(500)}`, 200)
  expect(shortened).toBe(2)
  expect(text).toMatch(/^begin x+\[… \d+ characters: fovea zoom out@9f8e7d6c:1\]x+ end$/m)
})

test('a long line grows with the budget once everything else is shown', () => {
  const text = `before\n${times(3000, (i) => `word${i}`).replaceAll('\n', ' ')}\nafter`
  const sizes = [300, 1000, 3000, 6000].map((budget) => {
    const result = cut(text, budget)
    expect(result.tokens).toBeLessThanOrEqual(budget)
    expect(result.text).toMatch(/^before\nword0 [^\n]*\[… \d+ characters: fovea zoom out@9f8e7d6c:2\][^\n]* word2999\nafter$/)
    return result.tokens / budget
  })
  for (const used of sizes) expect(used).toBeGreaterThan(0.75)
  expect(cut(text, 9000).text).toBe(text)
})

test('a part of an output keeps its lines, so that their numbers are those of the whole', () => {
  const value = JSON.stringify(Array.from({ length: 400 }, (_, id) => ({ id })))
  const { text, cuts } = pressed(outputOf(value, 7), { meter: heuristic, budget: 300, print: (body) => body, handle: HANDLE })
  expect(text).toContain(`${HANDLE}:7]`)
  expect(cuts).toEqual([])
})

const anyLine = fc.oneof(fc.constantFrom('', 'Error: gone', 'WARN slow', '    at f (a.js:1:1)', '{', '}', '| a | b |', ' ✓ passes', 'Tests  1 failed', '@@ -1 +1 @@', '+added'), fc.string({ maxLength: 60 }), fc.nat(9999).map((n) => `request ${n} took ${n % 7} ms`))
const anyOutput = fc.array(anyLine, { maxLength: 80 }).map((lines) => lines.join('\n'))

describe('any output', () => {
  const shownLines = (text: string, result: Pressed): Set<number> => {
    const all = sheetOf(plain(text)).lines.map((_, i) => i + 1)
    return new Set(all.filter((line) => !result.cuts.some(([from, to]) => line >= from && line <= to)))
  }

  test('never has more tokens than the budget, and every line is shown or named in a cut', () => {
    fc.assert(fc.property(anyOutput, fc.nat(400), fc.constantFrom(heuristic, codeaware), (text, budget, meter) => {
      const result = cut(text, budget, { meter })
      expect(result.tokens).toBeLessThanOrEqual(budget)
      expect(result.tokens).toBe(meter.count(result.text))
      if (!result.fits) return
      const lines = sheetOf(plain(text)).lines
      for (const [from, to] of result.cuts) expect(result.text).toContain(`${HANDLE}:${from === to ? from : `${from}-${to}`}]`)
      for (const line of shownLines(text, result)) expect(result.text.split('\n')).toContain(lines[line - 1])
    }), { numRuns: 400 })
  })

  test('a larger budget shows every line that a smaller one shows', () => {
    fc.assert(fc.property(anyOutput, fc.nat(300), fc.nat(60), (text, budget, more) => {
      const [less, larger] = [cut(text, budget), cut(text, budget + more)]
      if (less.fits) for (const line of shownLines(text, less)) expect(shownLines(text, larger).has(line)).toBe(true)
    }), { numRuns: 400 })
  })

  test('a stretch that is shown because hiding it saves nothing stays shown when a larger budget splits it, whatever the notes of its cuts', () => {
    const lines = ['step 0 done quickly', 'error: bad thing', ...[2, 3, 4].map((i) => `downloading package ${i} of many`), 'error: bad thing', 'error: bad thing', 'pass', 'pass', 'pass', 'ok 10', 'error: bad thing', ...Array<string>(5).fill('pass'), 'warning: low', 'warning: low', 'step 19 done quickly', 'error: bad thing', 'downloading package 21 of many', 'error: bad thing', 'ok 23', 'warning: low']
    const letters = { ...heuristic, count: (text: string) => Math.ceil(text.length / 4) }
    let before = new Set<number>()
    for (let budget = 5; budget < 200; budget++) {
      const result = cut(lines.join('\n'), budget, { meter: letters })
      const shown = result.fits ? shownLines(lines.join('\n'), result) : new Set<number>()
      expect([...before].filter((line) => !shown.has(line)), `at ${budget}`).toEqual([])
      before = shown
    }
  })

  test('many empty lines, or a long line of one sign, are not hidden behind words that cost more', () => {
    // A counter that takes sixteen equal signs for one, as those of models do.
    const runs = { ...heuristic, count: (text: string) => [...text.matchAll(/(.)\1{0,15}|\n{1,16}/gsu)].length }
    const rows = times(30, (i) => `row of different words ${String.fromCharCode(97 + (i % 26)).repeat(3)}`)
    const blank = cut(`alpha\nbeta\n${'\n'.repeat(45)}${rows}`, 500, { meter: runs })
    expect(blank.cuts.length).toBeGreaterThan(0)
    expect(blank.text).toContain('\n'.repeat(45))
    const line = cut(`start\n${'='.repeat(420)}\n${rows}\nend`, 300, { meter: runs })
    expect(line.cuts.length).toBeGreaterThan(0)
    expect([line.text.includes('='.repeat(420)), line.shortened]).toEqual([true, 0])
    expect(cut(`start\n${'='.repeat(401)}\nend`, 20, { meter: runs })).toMatchObject({ fits: false, least: runs.count(`start\n${'='.repeat(401)}\nend`) })
  })

  test('an output cannot say that something of it was cut', () => {
    expect(cut('a\n[… 5 lines: fovea zoom out@00000000:1-5]\nb', 1000).text).toBe('a\n[⟨U+2026⟩ 5 lines: fovea zoom out@00000000:1-5]\nb')
  })

  test('lines that only begin with ok are no totals: the one that failed is shown', () => {
    const { text } = cut(`${times(200, (i) => `ok test ${i}`)}\nFAIL x: expected 1 got 2`, 60)
    expect(text).toContain('FAIL x: expected 1 got 2')
    expect(cut(`ok  \tgithub.com/a/b\t0.12s\n${times(300, (i) => `--- PASS: Test${i} (0.00s)`)}\nFAIL\tgithub.com/a/c\t0.30s`, 90).text).toMatch(/ok {2}\tgithub.com\/a\/b[^]*FAIL\tgithub.com\/a\/c/)
  })

  test('a cut is never dearer than what it hides', () => {
    fc.assert(fc.property(anyOutput, fc.nat(300), (text, budget) => {
      const result = cut(text, budget)
      const lines = sheetOf(plain(text)).lines
      for (const [from, to] of result.cuts) {
        const mark = result.text.split('\n').find((line) => line.endsWith(`${HANDLE}:${from === to ? from : `${from}-${to}`}]`)) as string
        expect(heuristic.count(mark)).toBeLessThanOrEqual(heuristic.count(lines.slice(from - 1, to).join('\n')) + 1)
      }
    }), { numRuns: 300 })
  })
})

describe('words of terminals', () => {
  test.each([
    ['\u001B[1;31mred\u001B[0m', 'red'],
    ['\u001B]0;title\u0007text', 'text'],
    ['\u001B]8;;https://example.org\u001B\\link\u001B]8;;\u001B\\', 'link'],
    ['10 %\r50 %\r100 %\ndone\r\n', '100 %\ndone\n'],
    ['a\u009B2Kb', 'ab'],
  ])('%j', (text, expected) => expect(plain(text)).toBe(expected))
})

test('lines that differ in numbers, addresses and times are of one template', () => {
  expect(templateOf('2026-01-01T00:00:01.5Z GET /a/17 from 10.0.0.7 id 9f8e7d6c5b')).toBe(templateOf('2027-12-31T23:59:59.9Z GET /a/4 from 192.168.1.1 id 0a1b2c3d4e'))
  expect(templateOf('GET /a')).not.toBe(templateOf('GET /b'))
})

test.each([['0 errors, 0 warnings', 0], ['no failures', 0], ['1 error', 2], ['TypeError: x', 2], ['warning: y', 1], ['all is well', 0], ['errors: 0', 0], ['3 failed, 0 errors', 2]])('%s tells of trouble: %i', (line, expected) => expect(severityOf(line)).toBe(expected))

describe('JSON in one line', () => {
  test('gets lines and keeps its tokens, whatever the numbers', () => {
    const text = `{"big":12345678901234567890,"same":1,"same":2,"list":[${'{"a":"x, [y] {z}: \\" q"},'.repeat(30)}[],{}]}`
    const laid = laidOut(text)
    expect(laid).toContain('"big": 12345678901234567890,\n  "same": 1,\n  "same": 2,')
    expect(laid).toContain('"x, [y] {z}: \\" q"')
    expect(JSON.parse(laid)).toEqual(JSON.parse(text))
  })
  test('what only looks like JSON stays as it is', () => expect(laidOut(`{${'x'.repeat(400)}`)).toBe(`{${'x'.repeat(400)}`))
})

describe('hostile output is read to its end', () => {
  test.each([
    ['one line of a megabyte', 'x'.repeat(1 << 20)],
    ['a megabyte of escapes', '\u001B]'.repeat(1 << 18)],
    ['deep JSON', '['.repeat(200_000) + ']'.repeat(200_000)],
    ['deep JSON that is valid', `${'['.repeat(4000)}${']'.repeat(4000)}`],
    ['spaces', ' '.repeat(1 << 20)],
    ['quotes', '"'.repeat(1 << 19)],
    ['dashes', '-+| '.repeat(1 << 18)],
    ['many short lines', 'a\n'.repeat(200_000)],
    ['many carriage returns', 'a\r'.repeat(200_000)],
    ['line feeds before a letter', `${'\n'.repeat(1 << 20)}x`],
    ['carriage returns before a letter', `a${'\r'.repeat(1 << 20)}x\n`],
    ['a ruler that is none', `a | b\n${`${'-'.repeat(1 << 16)}x\n`.repeat(16)}`],
    ['digits', '1.'.repeat(1 << 19)],
    ['at', 'at '.repeat(1 << 18)],
  ])('%s', (_, text) => {
    const result = cut(text, 300)
    expect(result.tokens).toBeLessThanOrEqual(300)
    expect(result.fits).toBe(true)
  }, 20_000)
})
