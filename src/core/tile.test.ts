import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { carve, runs, sketchText, sketchTiles, tiledText } from '../../test/kit/core.ts'
import { type Block, headOf, tailOf, type Tile, walk } from './block.ts'
import { fileBlock } from './tile.ts'
import { write } from './write.ts'

const blocksOf = (text: string, tiles: readonly Tile[]): Block[] => [...walk(fileBlock('a', text, tiles))]
const idsOf = (text: string, tiles: readonly Tile[]): string[] => blocksOf(text, tiles).map((block) => block.id)

const NOTHING = { head: '', tail: '' }
const tile = (name: string, start: number, end: number, more: Partial<Tile> = {}): Tile => ({ kind: 'function', name, start, end, shape: NOTHING, detail: NOTHING, ...more })

/** The text of a block from its own head, its children and its own tail. */
const assembled = (block: Block, text: string): string =>
  headOf(block, text, 'full') + block.children.map((child) => assembled(child, text)).join('') + tailOf(block, text, 'full')

describe('any text with any nested tiles', () => {
  test('is given back by its leaves, and by writing everything in full', () => {
    fc.assert(fc.property(tiledText, ({ text, tiles }) => {
      const file = fileBlock('a', text, tiles)
      expect(assembled(file, text)).toBe(text)
      expect(write(file, text, { of: () => 'full', remark: ['#', ''] })).toEqual({ text, hidden: 0 })
    }), runs(300))
  })

  test('has distinct ids, and children that tile the body of their parent without gaps', () => {
    fc.assert(fc.property(tiledText, ({ text, tiles }) => {
      const blocks = blocksOf(text, tiles)
      expect(new Set(blocks.map((block) => block.id)).size).toBe(blocks.length)
      for (const block of blocks) {
        expect(block.start <= block.bodyStart && block.bodyStart <= block.bodyEnd && block.bodyEnd <= block.end).toBe(true)
        if (block.children.length === 0) continue
        expect([block.bodyStart, ...block.children.map((child) => child.end)]).toEqual([...block.children.map((child) => child.start), block.bodyEnd])
      }
    }), runs(300))
  })

  test('keeps every tile that a pack reported', () => {
    fc.assert(fc.property(tiledText, ({ text, tiles }) => {
      const named = blocksOf(text, tiles).filter((block) => block.kind !== 'glue' && block.kind !== 'file')
      const count = (list: readonly Tile[]): number => list.reduce((sum, one) => sum + 1 + count(one.body?.tiles ?? []), 0)
      expect(named).toHaveLength(count(tiles))
    }), runs(300))
  })

  test('even tiles that overlap or leave the text lose nothing', () => {
    fc.assert(fc.property(fc.string({ maxLength: 30 }), fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 6 }), (text, spans) => {
      const file = fileBlock('a', text, spans.map(([start, end]) => tile('x', start, end)))
      expect(assembled(file, text)).toBe(text)
    }), runs(300))
  })
})

test('ids do not change when the body of another function is edited', () => {
  fc.assert(fc.property(sketchText, sketchText, fc.array(fc.constantFrom('one', 'two', 'three'), { maxLength: 6 }), (before, after, body) => {
    const source = (lines: readonly string[]): string => `${before}fn edited\n${lines.map((line) => `  ${line}\n`).join('')}${after}`
    const ids = (text: string): string[] => idsOf(text, sketchTiles(text))
    expect(ids(source(body))).toEqual(ids(source(['other'])))
  }), runs(200))
})

describe('names', () => {
  test('overloads are numbered, in the scope of what holds them', () => {
    const inner = { start: 2, end: 6, tiles: [tile('get', 2, 4), tile('get', 4, 6)] }
    expect(idsOf('abcdefgh', [tile('Map', 0, 7, { kind: 'class', body: inner }), tile('get', 7, 8)])).toEqual(['a', 'a#Map', 'a#Map.get', 'a#Map.get~2', 'a#get'])
  })

  test('members of a second class with the same name have ids of their own', () => {
    const holder = (start: number): Tile => tile('Map', start, start + 4, { kind: 'class', body: { start: start + 1, end: start + 3, tiles: [tile('get', start + 1, start + 3)] } })
    expect(idsOf('abcdefgh', [holder(0), holder(4)])).toEqual(['a', 'a#Map', 'a#Map.get', 'a#Map~2', 'a#Map~2.get'])
  })

  test('glue is called after its neighbour and not after its place', () => {
    expect(idsOf('pre fn mid fn end', [tile('f', 4, 6), tile('g', 11, 13)])).toEqual(['a', 'a#~after:start', 'a#f', 'a#~after:f', 'a#g', 'a#~after:g'])
  })

  test('what has no name is called by its kind', () => {
    expect(idsOf('ab', [tile('', 0, 1, { kind: 'import' }), tile('', 1, 2, { kind: 'import' })])).toEqual(['a', 'a#~import', 'a#~import~2'])
  })

  test('the file is called by the last part of its path', () => {
    expect(fileBlock('src/core/a.ts', '', [])).toMatchObject({ id: 'src/core/a.ts', kind: 'file', name: 'a.ts', children: [] })
  })
})

describe('what lies between definitions', () => {
  test('white space joins the block before it', () => {
    const [, first, second] = blocksOf('ab\n\n cd', [tile('x', 0, 2), tile('y', 5, 7)])
    expect([first?.end, second?.start]).toEqual([5, 5])
  })

  test('anything else becomes glue, which keeps the indentation of its first line', () => {
    const text = 'ab\n\n  glue\ncd'
    const glue = blocksOf(text, [tile('x', 0, 2), tile('y', 11, 13)]).find((block) => block.kind === 'glue')
    expect(text.slice(glue?.start, glue?.end)).toBe('  glue\n')
  })

  test('glue on the same line begins right behind the definition', () => {
    const text = 'ab  ; cd'
    const glue = blocksOf(text, [tile('x', 0, 2), tile('y', 6, 8)]).find((block) => block.kind === 'glue')
    expect(text.slice(glue?.start, glue?.end)).toBe('  ; ')
  })

  test('white space before the first definition is glue', () => {
    expect(blocksOf('\n\nab', [tile('x', 2, 4)])[1]).toMatchObject({ kind: 'glue', start: 0, end: 2 })
  })
})

describe('blank lines', () => {
  const form = (head: string, tail = ''): Partial<Tile> => ({ shape: { head, tail }, detail: { head, tail } })
  const first = (text: string, more: Partial<Tile>): Block => blocksOf(text, [tile('x', 0, 2, more), tile('y', text.length - 2, text.length)])[1] as Block

  test('a blank line that followed in the source follows at detail', () => {
    expect(first('ab\n\ncd', form('ab\n')).detail.head).toBe('ab\n\n')
    expect(first('ab\ncd', form('ab\n')).detail.head).toBe('ab\n')
  })

  test('at shape a single line stays close to the next, several lines stand apart', () => {
    expect(first('ab\n\ncd', form('ab\n')).shape.head).toBe('ab\n')
    expect(first('ab\n\ncd', form('a\nb\n')).shape.head).toBe('a\nb\n\n')
  })

  test('it comes after the tail when there is one', () => {
    expect(first('ab\n\ncd', form('a\n', 'b\n')).detail).toEqual({ head: 'a\n', tail: 'b\n\n' })
  })

  test('a tile that ends in a newline needs one more to be followed by a blank line', () => {
    const twoLines = (text: string): Block => blocksOf(text, [tile('x', 0, 3, form('ab\n')), tile('y', text.length - 2, text.length)])[1] as Block
    expect(twoLines('ab\n\ncd').detail.head).toBe('ab\n\n')
    expect(twoLines('ab\ncd').detail.head).toBe('ab\n')
  })

  test('what is not shown gets none, and nothing follows the last block', () => {
    expect(first('ab\n\ncd', form('')).detail.head).toBe('')
    expect(blocksOf('ab\n\n\n', [tile('x', 0, 2, form('ab\n'))])[1]?.detail.head).toBe('ab\n')
  })
})

test('nesting beyond any real code is kept as one leaf', () => {
  const nest = (depth: number, start: number, end: number): Tile =>
    tile('d', start, end, depth === 0 ? {} : { body: { start: start + 1, end: end - 1, tiles: [nest(depth - 1, start + 1, end - 1)] } })
  const text = 'x'.repeat(500)
  const blocks = blocksOf(text, [nest(200, 0, 500)])
  expect(blocks).toHaveLength(66)
  expect(assembled(blocks[0] as Block, text)).toBe(text)
})

test('the carver of the kit nests', () => {
  expect(fc.sample(tiledText, { seed: 42, numRuns: 50 }).some(({ tiles }) => tiles.some((one) => (one.body?.tiles.length ?? 0) > 0))).toBe(true)
  expect(carve('', [1, 2, 3])).toEqual([])
})
