import { expect, test } from 'vitest'
import { Changed } from '../core/changed.ts'
import { Failure, type Outcome, runFresh } from './operation.ts'

const outcome: Outcome = { text: ['done'] }

test('work that files changed under begins again, and then trusts nothing that is known of them', async () => {
  const asked: boolean[] = []
  expect(await runFresh(async (again) => {
    asked.push(again)
    if (asked.length < 3) throw new Changed('a.ts')
    return outcome
  })).toBe(outcome)
  expect(asked).toEqual([false, true, true])
})

test('a tree that never rests is a failure that names the file; any other error passes at once', async () => {
  await expect(runFresh(async () => { throw new Changed('a.ts') })).rejects.toThrow(new Failure('a.ts changed while it was being read; run again when nothing is writing to the folder'))
  let runs = 0
  await expect(runFresh(async () => { runs++; throw new TypeError('x') })).rejects.toThrow(TypeError)
  expect(runs).toBe(1)
})
