import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Thread, type Works } from './thread.ts'

/** A thread that does what the test says. */
class Worked extends EventEmitter {
  readonly asked: { readonly id: number; readonly call: string }[] = []
  ended = false
  postMessage(message: { readonly id: number; readonly call: string }): void {
    this.asked.push(message)
  }
  answer(answer = `answer to ${this.asked.at(-1)?.call}`): void {
    this.emit('message', { id: this.asked.at(-1)?.id, answer })
  }
  ref(): void {}
  unref(): void {}
  async terminate(): Promise<number> {
    this.ended = true
    return 1
  }
}

const opened = ({ ends = true, patience = 1e6 } = {}) => {
  const workers: Worked[] = []
  const thread = new Thread<string, string>({ name: 'mcp', place: undefined, patience, ends, reads: (call) => call !== 'write', unfinished: (files) => `unfinished ${files}`, broken: ({ message }) => message }, () => {
    const worker = new Worked()
    workers.push(worker)
    return worker as unknown as Works
  })
  const ask = (call: string, client = '', stop = new AbortController()) => {
    const files: number[] = []
    const answer = thread.ask(call, { client, signal: stop.signal, progress: (count) => files.push(count) })
    answer.catch(() => {})
    return { answer, files, cancel: () => stop.abort(new Error('no longer wanted')) }
  }
  const calls = (): string[] => workers.flatMap(({ asked }) => asked.map(({ call }) => call))
  return { ask, workers, calls, worker: () => workers.at(-1) as Worked }
}

beforeEach(() => { vi.useFakeTimers() })
afterEach(() => { vi.useRealTimers() })

test('clients take turns', async () => {
  const { ask, calls, worker } = opened()
  const last = Array.from({ length: 5 }, (_, i) => ask(`greedy ${i}`, 'greedy')).at(-1)
  ask('modest', 'b')
  for (let i = 0; i < 6; i++) worker().answer()
  expect(calls()).toEqual(['greedy 0', 'greedy 1', 'modest', 'greedy 2', 'greedy 3', 'greedy 4'])
  expect(await last?.answer).toBe('answer to greedy 4')
})

test('the same question, asked by many before it is begun, is answered once', async () => {
  const { ask, calls, worker } = opened()
  const first = ask('same', 'a')
  const others = Array.from({ length: 50 }, (_, i) => ask('same', `client ${i}`))
  worker().answer('of before')
  worker().emit('message', { id: worker().asked[1]?.id, files: 7 })
  worker().answer('of now')
  expect(await first.answer).toBe('of before')
  expect(new Set(await Promise.all(others.map(({ answer }) => answer)))).toEqual(new Set(['of now']))
  expect(others.map(({ files }) => files)).toEqual(others.map(() => [7]))
  expect(calls()).toEqual(['same', 'same'])
})

test('what changes something is done as often as it is asked', () => {
  const { ask, calls, worker } = opened()
  ask('busy')
  ask('write', 'a')
  ask('write', 'b')
  for (let i = 0; i < 3; i++) worker().answer()
  expect(calls()).toEqual(['busy', 'write', 'write'])
})

test('one of many who asked the same may leave', async () => {
  const { ask, worker } = opened()
  ask('busy')
  const [leaving, staying] = [ask('same', 'a'), ask('same', 'b')]
  leaving.cancel()
  worker().answer()
  worker().answer()
  await expect(leaving.answer).rejects.toThrow('no longer wanted')
  expect(await staying.answer).toBe('answer to same')
})

test('what waits and is not wanted any more is never begun, and no thread is ended', () => {
  const { ask, calls, worker, workers } = opened()
  ask('busy')
  for (let i = 0; i < 1000; i++) ask(`call ${i}`, `client ${i % 7}`).cancel()
  ask('wanted')
  worker().answer()
  worker().answer()
  vi.runAllTimers()
  expect(calls()).toEqual(['busy', 'wanted'])
  expect(workers.map(({ ended }) => ended)).toEqual([false])
})

test('work that nobody wants may end by itself for a moment; then its thread is ended', async () => {
  const { ask, worker, workers } = opened()
  ask('quick').cancel()
  vi.advanceTimersByTime(100)
  worker().answer()
  vi.advanceTimersByTime(60_000)
  expect(workers.map(({ ended }) => ended)).toEqual([false])
  ask('endless').cancel()
  const next = ask('next')
  vi.advanceTimersByTime(60_000)
  expect(workers.map(({ ended }) => ended)).toEqual([true, false])
  worker().answer()
  expect(await next.answer).toBe('answer to next')
})

test('a storm of cancelled calls does not end threads faster than they work', async () => {
  const { ask, workers, worker } = opened()
  for (let second = 0; second < 60; second++) {
    ask(`storm ${second}`, 'storm').cancel()
    vi.advanceTimersByTime(1000)
  }
  // 0.25, 0.5, 1, 2, 4, 8, then ten seconds each.
  expect(workers.length).toBeLessThan(14)
  const calm = ask('calm', 'calm')
  for (let i = 0; i < 100 && worker().asked.at(-1)?.call !== 'calm'; i++) worker().answer()
  worker().answer()
  expect(await calm.answer).toBe('answer to calm')
})

test('whoever waits too long is told so, and what has begun goes on for whoever asks again', async () => {
  const { ask, worker, calls } = opened({ patience: 1000 })
  const [first, second] = [ask('long', 'a'), ask('other', 'b')]
  vi.advanceTimersByTime(1000)
  expect([await first.answer, await second.answer]).toEqual(['unfinished 0', 'unfinished undefined'])
  const again = ask('long', 'a')
  worker().answer()
  expect(await again.answer).toBe('answer to long')
  expect(calls()).toEqual(['long'])
})

test('a thread that breaks takes one call with it', async () => {
  const { ask, worker, workers } = opened()
  const [broken, next] = [ask('breaks'), ask('next')]
  worker().emit('error', new Error('out of memory'))
  worker().answer()
  expect([await broken.answer, await next.answer]).toEqual(['out of memory', 'answer to next'])
  expect(workers.length).toBe(2)
})
