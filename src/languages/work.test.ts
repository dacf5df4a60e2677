import { expect, test } from 'vitest'
import { workOn } from './work.ts'

const clean = (at: number) => ({ currentOffset: at * 2, hasError: false })
const faulty = (at: number) => ({ currentOffset: at * 2, hasError: true })

/** How many times something can be done before it is too much. */
const counted = (spend: () => boolean): number => {
  for (let count = 0; ; count++) if (spend()) return count
}

test('a look costs one, and what was passed of the text pays for more', () => {
  const standing = workOn(1_000_000)
  expect(counted(() => standing.look(clean(0)))).toBe(300)
  const slow = workOn(1_000_000)
  let at = 0
  expect(counted(() => slow.look(clean(at += 20)))).toBeLessThan(760)
  const usual = workOn(1_000_000)
  expect(Array.from({ length: 12_000 }, (_, i) => i * 75).some((place) => usual.look(clean(place)))).toBe(false)
})

test('a piece of text costs one, and a longer text may ask for more', () => {
  const [short, long] = [workOn(0), workOn(1_000_000)]
  expect([counted(() => short.read()), counted(() => long.read())]).toEqual([4000, 54_000])
})

test('an error here and there may stand in a long text', () => {
  const work = workOn(1_000_000)
  for (let at = 0; at < 900_000; at += 75) expect(work.look(at % 6000 === 0 ? faulty(at) : clean(at))).toBe(false)
})

test('a long part with one error after the other may not', () => {
  const work = workOn(1_000_000)
  const at = Array.from({ length: 12_000 }, (_, i) => i * 75).find((place) => work.look(place % 750 < 300 ? faulty(place) : clean(place)))
  expect(at).toBeGreaterThan(10_000)
  expect(at).toBeLessThan(15_000)
  expect(work.read()).toBe(true)
})
