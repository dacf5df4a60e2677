import { expect, test } from 'vitest'
import type { Refusal } from './door.ts'
import { type Caller, Load } from './load.ts'

const most = { all: 6, house: 4, client: 2, bytes: 100 }
const caller = (client: string, house = client): Caller => ({ client, house })
const given = (taken: Refusal | (() => void)): (() => void) => {
  if (typeof taken === 'object') throw new Error(`refused: ${taken.message}`)
  return taken
}

test('one client has only so many, the others still have room', () => {
  const load = new Load(most)
  const leave = given(load.take(caller('a')))
  given(load.take(caller('a')))
  expect(load.take(caller('a'))).toMatchObject({ status: 429, headers: { 'Retry-After': '1' } })
  given(load.take(caller('b')))
  leave()
  leave()
  given(load.take(caller('a')))
  expect(load.take(caller('a'))).toMatchObject({ status: 429 })
})

test('a program with many connections leaves room for the others', () => {
  const load = new Load(most)
  for (let i = 0; i < 4; i++) given(load.take(caller(`connection ${i}`, 'one program')))
  expect(load.take(caller('connection 4', 'one program'))).toMatchObject({ status: 429 })
  given(load.take(caller('connection 5', 'another')))
})

test('all together have only so many, and a place that was given back is free', () => {
  const load = new Load(most)
  const places = [1, 2, 3].map((i) => given(load.take(caller(`client ${i}`), 2)))
  expect(load.take(caller('late'))).toMatchObject({ status: 503, message: expect.stringContaining('6 calls under way') as string, headers: { 'Retry-After': '3' } })
  // What is no work needs no place.
  given(load.take(caller('late'), 0))
  places[0]?.()
  given(load.take(caller('late')))
})

test('bytes of requests are counted together', () => {
  const load = new Load(most)
  expect([load.hold(60), load.hold(60), load.hold(40)]).toEqual([true, false, true])
  load.free(60)
  expect(load.hold(60)).toBe(true)
})

test('whoever ends takes nothing more, and waits for what is under way', async () => {
  const load = new Load(most)
  const leave = given(load.take(caller('a')))
  const closed = load.close(60_000)
  expect(load.take(caller('b'))).toMatchObject({ status: 503, headers: { Connection: 'close' } })
  leave()
  await closed
  await load.close(60_000)
})
