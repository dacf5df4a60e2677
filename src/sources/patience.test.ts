import { expect, test } from 'vitest'
import { within } from './patience.ts'

const stopped = (signal: AbortSignal): Promise<string> => new Promise((done) => {
  if (signal.aborted) done('stopped')
  signal.addEventListener('abort', () => done('stopped'))
})

test('work that is done in time is not disturbed', async () => {
  expect(await within(60_000, undefined, async (signal) => signal.aborted)).toBe(false)
})

test('work that takes too long is stopped, although nothing else holds its limit', async () => {
  expect(await within(20, new AbortController().signal, stopped)).toBe('stopped')
})

test('whether the time was over or somebody stopped it can be told apart', async () => {
  const reason = (signal: AbortSignal): Promise<unknown> => stopped(signal).then(() => (signal.reason as Error).name)
  expect(await within(20, undefined, reason)).toBe('TimeoutError')
  expect(await within(60_000, AbortSignal.abort(), reason)).toBe('AbortError')
})

test('whoever asked may stop it, before and while it runs', async () => {
  const abort = new AbortController()
  const running = within(60_000, abort.signal, stopped)
  abort.abort()
  expect([await running, await within(60_000, abort.signal, stopped)]).toEqual(['stopped', 'stopped'])
})
