import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyDelta } from './apply.ts'
import { deltaBetween } from './delta.ts'
import { editsBetween, linesOf } from './lines.ts'
import { type Pack, packFrom, packId, type Section, sectionsOf } from './pack.ts'
import { deltaText } from './told.ts'
import { ask, about, corpusOf, runs, tiny, words } from '../../../test/kit/core.ts'
import { compile } from '../compile.ts'
import type { Level } from '../level.ts'

const digest = { sha256: (text: string): string => createHash('sha256').update(text).digest('hex') }

const packOf = (text: string, sections: readonly Section[]): Pack => ({ id: packId(text, digest), text, sections, tokens: 1, format: 'tiny', meter: 'words', lens: 'default', at: '' })

interface Shown { readonly path: string; readonly level: Level; readonly lines: readonly string[] }

/** A page written by hand. */
function written(files: readonly Shown[], head = 'head\n', tail = 'tail\n'): Pack {
  const section = (path: string, level: Level, texts: readonly string[]): Section => ({ path, level, sha8: digest.sha256(texts.slice(1).join('')).slice(0, 8), lines: texts.length })
  const bodies = files.map(({ path, lines }) => [`> ${path.split('\n')[0]}\n`, ...lines.map((line) => `${line}\n`)])
  return packOf([head, ...bodies.flat(), tail].join(''), [section('', 'none', [head]), ...files.map(({ path, level }, i) => section(path, level, bodies[i] as string[])), section('/', 'none', [tail])])
}

const all: (path: string) => boolean = () => true
const between = (base: Pack, now: Pack, exists = all): string => deltaText(deltaBetween(base, now, exists))

describe('what is different', () => {
  const base = written([{ path: 'a', level: 'full', lines: ['one', 'two', 'three', 'four', 'five'] }, { path: 'b', level: 'shape', lines: ['b1'] }, { path: 'c', level: 'full', lines: ['c1'] }])

  test('nothing: one line', () => {
    expect(between(base, base)).toBe(`BASE: ctx@${base.id}\nDELTA: ctx@${base.id}, nothing changed, 3 of 3 files as shown in ${base.id}\n`)
  })

  test('S3.21: changed, raised, new and gone files, each with the lines that are another', () => {
    const long = (word: string): string => `${word} `.repeat(20)
    const before = written([{ path: 'a', level: 'full', lines: [long('one'), long('two'), 'three', long('four'), long('five')] }, { path: 'b', level: 'shape', lines: ['b1'] }, { path: 'c', level: 'full', lines: ['c1'] }])
    const now = written([{ path: 'a', level: 'full', lines: [long('one'), long('two'), '3', long('four'), long('five')] }, { path: 'b', level: 'full', lines: ['b1', 'b2'] }, { path: 'd', level: 'full', lines: ['d1'] }])
    const delta = deltaText(deltaBetween(before, now, () => false), 'fix the tests\n')
    expect(delta.split('\n').slice(2)).toEqual([
      '- a: changed', `@@ 5-5 +1 after: ${long('two').slice(0, 60)}`, '3', '- b: raised (full)', '@@ 10 +1', 'b2', '- c: gone', '@@ 10-11 +0', '- d: new', '@@ 12 +2', '> d', 'd1', 'ACTION: fix the tests ', '',
    ].map((line) => expect.stringContaining(line.trim())))
    expect(applyDelta(before.text, delta)).toBe(now.text)
  })

  test('what is not shown any more but still there is not called gone', () => {
    const now = written([{ path: 'a', level: 'full', lines: ['one', 'two', 'three', 'four', 'five'] }])
    expect(between(base, now, (path) => path === 'b')).toContain('- b: no longer shown\n')
    expect(between(base, now, (path) => path === 'b')).toContain('- c: gone\n')
  })

  test('a file that was renamed is told by what it was', () => {
    const now = written([{ path: 'a', level: 'full', lines: ['one', 'two', 'three', 'four', 'five'] }, { path: 'b', level: 'shape', lines: ['b1'] }, { path: 'z', level: 'full', lines: ['c1'] }])
    expect(between(base, now)).toContain('- z: changed, was c\n')
  })

  test('files in another order are not told again', () => {
    const [a, b, c] = [['a', 3], ['b', 40], ['c', 40]].map(([path, count]): Shown => ({ path: path as string, level: 'full', lines: Array.from({ length: count as number }, (_, i) => `${path}${i}`) }))
    const delta = between(written([a, b, c] as Shown[]), written([b, c, a] as Shown[]))
    expect(delta).toContain('=2-5')
    expect(linesOf(delta)).toHaveLength(6)
  })

  test('a name cannot end a line or reach a terminal', () => {
    const now = written([{ path: 'x\n@@ 1-9 +0\u001B[2J', level: 'full', lines: ['x'] }])
    const delta = between(base, now)
    expect(delta).toContain('- x @@ 1-9 +0 [2J: new\n')
    expect(applyDelta(base.text, delta)).toBe(now.text)
  })
})

const line = fc.constantFrom('', 'a', 'b', '}', '@@ 1-2 +1', '- x: gone', 'ACTION: x', 'BASE: ctx@00000000', '\\', 'x\r')
const shown: fc.Arbitrary<Shown> = fc.record({ path: fc.constantFrom('a', 'b', 'c', 'd/e', '__proto__', 'f'), level: fc.constantFrom<Level>('shape', 'detail', 'full'), lines: fc.array(line, { maxLength: 12 }) })
const pack = fc.tuple(fc.uniqueArray(shown, { selector: ({ path }) => path, maxLength: 6 }), fc.constantFrom('h\n', 'head\n'), fc.constantFrom('t\n', 'tail\n')).map(([files, head, tail]) => written(files, head, tail))

describe('base and delta give the full answer, to the byte', () => {
  test('for any two pages, whatever their lines look like', () => {
    fc.assert(fc.property(pack, pack, fc.option(fc.string(), { nil: undefined }), (base, now, action) => {
      expect(applyDelta(base.text, deltaText(deltaBetween(base, now, all), action))).toBe(now.text)
    }), runs(2000))
  })

  test('for pages that were compiled before and after an edit', () => {
    const source = fc.dictionary(fc.constantFrom('a.sk', 'b.sk', 'c.txt', 'lib/d.sk'), fc.array(fc.constantFrom('fn one', '  body', '  more', '# words', 'class Big', 'plain'), { maxLength: 12 }).map((lines) => `${lines.join('\n')}\n`), { minKeys: 1 })
    fc.assert(fc.property(source, source, fc.integer({ min: 10, max: 80 }), (before, after, budget) => {
      const [base, now] = [before, after].map((files) => {
        const request = ask({ budget })
        const made = compile(corpusOf(files, request), request, { format: tiny, meter: words, about: about(budget) })
        const text = made.parts.join('')
        return packOf(text, sectionsOf(text, made.page, tiny))
      }) as [Pack, Pack]
      expect(applyDelta(base.text, deltaText(deltaBetween(base, now, all)))).toBe(now.text)
    }), runs(300))
  })
})

describe('the lines of two texts', () => {
  test('edits turn one into the other, and are few', () => {
    fc.assert(fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 }), fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 }), (old, now) => {
      const result: string[] = []
      let taken = 0
      for (const { from, to, start, end } of editsBetween(old, now)) {
        result.push(...old.slice(taken, from), ...now.slice(start, end))
        taken = to
      }
      expect([...result, ...old.slice(taken)]).toEqual(now)
    }), runs(1000))
  })

  test('one line in a thousand is one edit, two thousand other lines too', () => {
    const old = Array.from({ length: 1000 }, (_, i) => `${i}`)
    expect(editsBetween(old, old.with(500, 'x'))).toEqual([{ from: 500, to: 501, start: 500, end: 501 }])
    expect(editsBetween(old, Array.from({ length: 2000 }, (_, i) => `n${i}`))).toEqual([{ from: 0, to: 1000, start: 0, end: 2000 }])
  })
})

test('sections are all lines of a page', () => {
  const request = ask({ budget: 60 })
  const made = compile(corpusOf({ 'a.sk': 'fn one\n  body\n', 'b.txt': 'plain\n' }, request), request, { format: tiny, meter: words, about: about(60) })
  const text = made.parts.join('')
  expect(sectionsOf(text, made.page, tiny).map(({ path, lines }) => [path, lines])).toEqual([['', 1], ['a.sk', 4], ['b.txt', 3], ['/', 1]])
})

test('a pack that is not what its name says is none', () => {
  const base = written([])
  expect(packFrom(JSON.stringify(base), base.id, digest)).toEqual(base)
  for (const [json, id] of [['{', base.id], ['{}', base.id], [JSON.stringify({ ...base, text: 'other\n' }), base.id], [JSON.stringify(base), '00000000'], [JSON.stringify({ ...base, sections: [{}] }), base.id]] as const) expect(packFrom(json, id, digest)).toBe(undefined)
})

test('a delta to another base is refused', () => {
  expect(() => applyDelta('a\n', '@@ 5-9 +0\n')).toThrow('not a delta to that base')
  expect(() => applyDelta('a\n', '@@ 1-1 +7\nb\n')).toThrow('not a delta to that base')
})
