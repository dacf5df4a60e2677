// What is remembered of names must not hold the texts that they were cut from: a slice points into its text, and ten thousand names would keep ten thousand files.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { stemsOf } from '../../src/core/rank/terms.ts'
import { redactSecrets } from '../../src/guards/secrets.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heldBy(work: (text: string, name: string) => void): number {
  collect()
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < 100; i++) {
    const name = `aLongNameOfSomething${i}AccessToken`
    work(Buffer.from(`${name} = "abc"\n${'x = 1\n'.repeat(80_000)}`).toString('utf8'), name)
  }
  collect()
  return process.memoryUsage().heapUsed - before
}

/** A hundred texts of half a megabyte are 48. Larger ones would lie outside of the heap. */
const LITTLE = 10_000_000

test('names that were looked at for secrets', () => {
  expect(heldBy((text) => void redactSecrets(text))).toBeLessThan(LITTLE)
})

test('words whose stems are known', () => {
  expect(heldBy((text, name) => void stemsOf(text.slice(0, name.length)))).toBeLessThan(LITTLE)
})
