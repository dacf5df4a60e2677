import { expect, test } from 'vitest'
import { workOn } from './work.ts'

const clean = (at: number) => ({ currentOffset: at * 2, hasError: false })
const faulty = (at: number) => ({ currentOffset: at * 2, hasError: true })

/** How many times something can be done before it is too much. */
const counted = (spend: () => boolean): number => {
  for (let count = 0; ; count++) if (spend()) return count
}

test('a look costs one, and what was passed of the text pays for more', () => {
  const standing = workOn()
  expect(counted(() => standing.look(clean(0)))).toBe(300)
  const slow = workOn()
  let at = 0
  expect(counted(() => slow.look(clean(at += 20)))).toBeLessThan(760)
  const usual = workOn()
  expect(Array.from({ length: 12_000 }, (_, i) => i * 75).some((place) => usual.look(clean(place)))).toBe(false)
})

test('a piece of text costs one, and what was passed of the text pays for more', () => {
  const [standing, dense] = [workOn(), workOn()]
  expect(counted(() => standing.read())).toBe(4000)
  for (let at = 0; at < 50_000; at += 40) {
    expect(dense.look(clean(at))).toBe(false)
    expect(Array.from({ length: 18 }, () => dense.read()).some(Boolean)).toBe(false)
  }
})

test('a part of a text is paid for what was passed of it, not for where it begins', () => {
  const part = workOn(900_000)
  expect(counted(() => part.look(clean(900_000)))).toBe(300)
})

test('an error here and there may stand in a long text', () => {
  const work = workOn()
  for (let at = 0; at < 900_000; at += 75) expect(work.look(at % 6000 === 0 ? faulty(at) : clean(at))).toBe(false)
})

test('a long part with one error after the other may not', () => {
  const work = workOn()
  const at = Array.from({ length: 12_000 }, (_, i) => i * 75).find((place) => work.look(place % 750 < 300 ? faulty(place) : clean(place)))
  expect(at).toBeGreaterThan(10_000)
  expect(at).toBeLessThan(15_000)
  expect(work.read()).toBe(true)
})
