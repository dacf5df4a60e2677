import { expect, test } from 'vitest'
import { entryOf, words } from '../../test/kit/core.ts'
import { Framed } from '../core/parts.ts'
import type { Entry } from '../core/ports.ts'
import { type Kept, keptOf } from './answers.ts'

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((path) => ({ ...entryOf(path, `${path}\n`), verbatim: true })) as [Entry, Entry, Entry, Entry]

function kept(shown: readonly Entry[], read: readonly Entry[]): Kept | undefined {
  const text = new Framed({ around: ['first\n', ...shown.map(({ path }) => `after ${path}\n`)], entries: shown })
  return keptOf({ text }, { entries: read, diagnostics: [], secrets: [] }, { time: undefined, meter: words })
}

test('files of a page are kept by their places among those that were read, in whatever order they are shown', () => {
  expect(kept([a, c], [a, b, c, d])).toEqual({ told: {}, text: 'first\nafter a\nafter c\n', lengths: [6, 8, 8], files: [0, 2] })
  expect(kept([c, a, d, b], [a, b, c, d])?.files).toEqual([2, 0, 3, 1])
})

test('a page with a file that was not read is not kept', () => {
  expect(kept([a, d], [a, b, c])).toBeUndefined()
  expect(kept([d], [])).toBeUndefined()
})
