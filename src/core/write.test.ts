import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blockNamed, runs, sketchTiles, tiledText } from '../../test/kit/core.ts'
import { type Block, isDefinition, type Tile, walk } from './block.ts'
import { type Level, LEVELS } from './level.ts'
import { fileBlock } from './tile.ts'
import { definitionsIn, type LevelOf, type Mark, write } from './write.ts'

const REMARK: readonly [string, string] = ['⟪', '⟫']
const isHidden = (level: Level): boolean => level === 'none' || level === 'line'

/** Any tiled text with a level for each block. */
const written = fc.tuple(tiledText, fc.array(fc.constantFrom(...LEVELS), { minLength: 1, maxLength: 30 })).map(([{ text, tiles }, levels]) => {
  const file = fileBlock('a', text, tiles)
  const order = new Map([...walk(file)].map((block, i) => [block, levels[i % levels.length] as Level]))
  const of: LevelOf = (block) => order.get(block) as Level
  return { text, file, of, result: write(file, text, { of, remark: REMARK }) }
})

/** Definitions at or below a hidden block, counted from the other end. */
function hiddenIn(block: Block, of: LevelOf, inside: boolean): number {
  const hidden = inside || (block.kind !== 'file' && isHidden(of(block)))
  return (hidden && isDefinition(block) ? 1 : 0) + block.children.reduce((sum, child) => sum + hiddenIn(child, of, hidden), 0)
}

/** Runs of hidden siblings that hold a definition: what is shown ends a run, hidden glue does not. */
function runsIn(block: Block, of: LevelOf): number {
  const marks = block.children.map((child) => (!isHidden(of(child)) ? '|' : [...walk(child)].some(isDefinition) ? 'd' : '')).join('')
  const here = marks.split('|').filter((run) => run !== '').length
  return here + block.children.filter((child) => !isHidden(of(child))).reduce((sum, child) => sum + runsIn(child, of), 0)
}

describe('any text at any levels', () => {
  test('counts what is hidden, and says so once for each run', () => {
    fc.assert(fc.property(written, ({ file, of, result }) => {
      expect(result.hidden).toBe(hiddenIn(file, of, false))
      const remarks = [...result.text.matchAll(/⟪… (\d+) more⟫/g)].map((match) => Number(match[1]))
      expect(remarks).toHaveLength(runsIn(file, of))
      expect(remarks.reduce((sum, count) => sum + count, 0)).toBe(result.hidden)
    }), runs(400))
  })

  test('never glues two lines together', () => {
    fc.assert(fc.property(written, ({ text, result }) => {
      for (const line of result.text.split('\n')) {
        if (line.includes('⟪')) expect(line).toMatch(/^[ \t]*⟪… \d+ more⟫$/)
        else if (line.includes('«')) expect(line).toMatch(/^«[^«»]*»$/)
        else expect(text).toContain(line)
      }
    }), runs(400))
  })
})

const source = `fn first
  one
class Sessions
  # keeps them
  fn open
    # begins
    two
  fn close
    three
fn last
  four
`
const file = fileBlock('a.sk', source, sketchTiles(source))
const at = (levels: Readonly<Record<string, Level>>, otherwise: Level): string =>
  write(file, source, { of: (block) => levels[block.name] ?? otherwise, remark: ['// ', ' //'] }).text

test('one block in full among skeletons reads as code', () => {
  expect(at({ close: 'full' }, 'shape')).toBe('fn first\nclass Sessions\n  fn open\n  fn close\n    three\nfn last\n')
})

test('detail shows more than shape', () => {
  expect(at({ open: 'detail' }, 'shape')).toBe('fn first\nclass Sessions\n  fn open\n    # begins\n  fn close\nfn last\n')
})

test('a remark stands where definitions are hidden, as deep as they were', () => {
  expect(at({ open: 'none', close: 'none' }, 'shape')).toBe('fn first\nclass Sessions\n  // … 2 more //\nfn last\n')
  expect(at({ first: 'none', last: 'line' }, 'shape')).toBe('// … 1 more //\nclass Sessions\n  fn open\n  fn close\n// … 1 more //\n')
})

test('a hidden class hides what it holds', () => {
  expect(at({ Sessions: 'none', open: 'full' }, 'shape')).toBe('fn first\n// … 3 more //\nfn last\n')
  expect(write(file, source, { of: () => 'none', remark: ['', ''] })).toEqual({ text: '… 5 more\n', hidden: 5 })
})

test('what ends without a newline gets one before anything else follows', () => {
  const text = 'fn a; fn b'
  const form = (head: string) => ({ shape: { head, tail: '' }, detail: { head, tail: '' } })
  const two = fileBlock('x', text, [{ kind: 'function', name: 'a', start: 0, end: 5, ...form('A\n') }, { kind: 'function', name: 'b', start: 6, end: 10, ...form('B\n') }])
  const mixed = (levels: Record<string, Level>): string => write(two, text, { of: (block) => levels[block.name] ?? 'none', remark: ['#', ''] }).text
  expect(mixed({ a: 'full', b: 'shape' })).toBe('fn a; \nB\n')
  expect(mixed({ a: 'full', b: 'none' })).toBe('fn a; \n#… 1 more\n')
  expect(mixed({ a: 'full', b: 'full' })).toBe(text)
})

test('definitions inside something hidden without a name are counted', () => {
  const text = 'if x\n  fn a\n'
  const tiles = [{ kind: 'import' as const, name: '', start: 0, end: text.length, shape: { head: '', tail: '' }, detail: { head: '', tail: '' }, body: { start: 5, end: text.length, tiles: [{ ...(sketchTiles('fn a\n')[0] as Tile), start: 7, end: 11 }] } }]
  expect(write(fileBlock('a', text, tiles), text, { of: () => 'none', remark: ['', ''] })).toEqual({ text: '… 1 more\n', hidden: 1 })
})

test('definitions are counted with what they hold', () => {
  expect(definitionsIn(file)).toBe(5)
  expect(definitionsIn(blockNamed(file, 'Sessions'))).toBe(3)
  expect(definitionsIn(blockNamed(file, 'last'))).toBe(1)
})

test('tells what stands where: parts in order, each hidden run at its remark', () => {
  fc.assert(fc.property(written, ({ text, file, of, result }) => {
    const marks: Mark[] = []
    expect(write(file, text, { of, remark: REMARK, told: (mark) => marks.push(mark) })).toEqual(result)
    expect(marks.map(({ at }) => at)).toEqual(marks.map(({ at }) => at).toSorted((a, b) => a - b))
    const gaps = marks.filter(({ last }) => last !== undefined)
    expect(gaps.length).toBe(runsIn(file, of))
    for (const { at, level, block, last = block } of gaps) {
      expect(level).toBe('none')
      expect(result.text.slice(at).trimStart().startsWith(REMARK[0])).toBe(true)
      expect([isHidden(of(block)), isHidden(of(last)), block.start <= last.start]).toEqual([true, true, true])
    }
  }), runs(200))
})
