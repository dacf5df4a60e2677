import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Bytes of the young generation after much garbage, of which some lives for a while. */
const young = (prepare: string): number => Number(execFileSync(process.execPath, ['--input-type=module', '-e', `
  import { getHeapSpaceStatistics } from 'node:v8'
  ${prepare}
  let [alive, most] = [[], 0]
  for (let i = 0; i < 300; i++) {
    alive.push(Array.from({ length: 20_000 }, (_, at) => ({ at })))
    if (alive.length > 8) alive = alive.slice(4)
    most = Math.max(most, getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size)
  }
  console.log(most)
`], { encoding: 'utf8' }))

test('a command that ends asks for a heap that grows in small steps', () => {
  const small = young(`import { keepHeapSmall } from ${JSON.stringify(new URL('../../dist/cli/heap.js', import.meta.url).href)}; keepHeapSmall()`)
  expect(small).toBeLessThan(young('') / 2)
})
