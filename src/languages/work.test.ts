import { expect, test } from 'vitest'
import { accountFor, workOn } from './work.ts'

/** How many times so many units can be spent before it is too much. */
const counted = (work: ReturnType<typeof workOn>, units: number, each: (times: number) => void = () => undefined): number => {
  for (let times = 0; ; times++) {
    if (work.left() < 0) return times
    work.spend(units)
    each(times)
  }
}

test('a parse that does not move may spend a fixed amount, whatever the length of its text', () => {
  const short = counted(workOn(accountFor(1000)), 1_000_000)
  expect(counted(workOn(accountFor(2_000_000)), 1_000_000)).toBe(short)
  expect(short).toBe(61)
})

test('what was passed of the text pays for more, and a step back takes nothing away', () => {
  const work = workOn(accountFor(500_000))
  work.spend(60_000_000)
  expect(work.left()).toBe(0)
  work.pass(2 * 10_000)
  expect(work.left()).toBe(1_500_000)
  work.pass(2 * 5000)
  expect(work.left()).toBe(1_500_000)
})

test('an ordinary parse of the longest text is not stopped', () => {
  const work = workOn(accountFor(2_000_000))
  expect(Array.from({ length: 1000 }, (_, at) => {
    work.spend(80 * 2000)
    work.pass(2 * 2000 * at)
    return work.left()
  }).every((left) => left > 0)).toBe(true)
})

test('a part of a text is paid for what was passed of it, not for where it begins', () => {
  const part = workOn(accountFor(1_000_000), 900_000)
  part.pass(2 * 900_000)
  expect(part.left()).toBe(60_000_000)
})

test('all parses of a text spend from one account, and reading their trees from another', () => {
  const account = accountFor(1000)
  const [first, second] = [workOn(account), workOn(account)]
  first.spend(55_000_000)
  expect(second.left()).toBe(100_100_000 - 55_000_000)
  first.turn()
  expect(first.left()).toBe(60_500_000)
  first.spend(60_000_000)
  second.turn()
  expect(second.left()).toBe(500_000)
})
