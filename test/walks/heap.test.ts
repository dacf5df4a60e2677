import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isBrief } from '../../src/cli/heap.ts'
import { COMMANDS } from '../../src/cli/main.ts'

const LATER = '--invocation-count-for-turbofan='

const [ALONE, YOUNG, OLD] = ['--no-parallel-scavenge', '--semi-space-growth-factor', '--heap-growing-percent']
const HEAP = JSON.stringify(new URL('../../dist/cli/heap.js', import.meta.url).href)

/** The most bytes of the young generation during much garbage, of which some lives for a while. */
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

test('a command that ends has a young generation that stays small', () => {
  const small = young(`import { keepHeapSmall } from ${HEAP}; const tend = keepHeapSmall('skeleton'); tend(); tend()`)
  expect(small).toBeLessThan(young('') / 2)
})

test('the larger the heap, the sooner it is collected; a young one may grow for a while, unless every file may be parsed', () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', `
    import v8 from 'node:v8'
    import { syncBuiltinESMExports } from 'node:module'
    let used = 0
    v8.setFlagsFromString = (flag) => console.log(flag)
    v8.getHeapStatistics = () => ({ used_heap_size: used })
    syncBuiltinESMExports()
    const { keepHeapSmall } = await import(${HEAP})
    for (const [command, sizes] of [['pack', [10, 11, 12, 13, 14, 15, 16, 17, 70, 200, 20]], ['pack', [24, 70]], ['skeleton', [10, 70]]]) {
      const tend = keepHeapSmall(command)
      for (const size of sizes) {
        console.log(size)
        used = size << 20
        tend()
      }
    }
  `], { encoding: 'utf8' })
  expect(said.trim().split('\n')).toEqual([
    ALONE, `${YOUNG}=1`, `${OLD}=200`, '10', `${YOUNG}=4`, `${OLD}=500`, '11', '12', '13', '14', '15', '16', '17', `${YOUNG}=1`, '70', `${OLD}=50`, '200', '20',
    ALONE, `${YOUNG}=1`, `${OLD}=200`, '24', '70', `${OLD}=50`,
    ALONE, `${YOUNG}=1`, `${OLD}=200`, '10', '70', `${OLD}=50`,
  ])
})

test('commands that run until they are told to stop do not', () => {
  expect(COMMANDS.map(({ name }) => name).filter((name) => !isBrief(name)).sort()).toEqual(['mcp', 'serve', 'ui', 'worker'])
})

test('a pack has such a heap, tended while it reads, and is optimised later, and a Node that may not know the flags is left alone', () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', `
    import v8 from 'node:v8'
    import { syncBuiltinESMExports } from 'node:module'
    v8.setFlagsFromString = (flag) => console.log(flag)
    v8.getHeapStatistics = () => ({ used_heap_size: 0 })
    syncBuiltinESMExports()
    const { main } = await import(${JSON.stringify(new URL('../../dist/cli/main.js', import.meta.url).href)})
    await main(['src/disk', '--budget', '2k', '--json'])
    const { keepHeapSmall } = await import(${HEAP})
    keepHeapSmall('pack', '99.0.0')()
    const { optimiseLater } = await import(${JSON.stringify(new URL('../../dist/cli/tiers.js', import.meta.url).href)})
    optimiseLater('99.0.0')
  `], { encoding: 'utf8', env: { ...process.env, FOVEA_CACHE: 'off' } })
  expect(said.match(/^--\S+$/gm)?.slice(0, 3)).toEqual([ALONE, `${YOUNG}=1`, `${OLD}=200`])
  expect(said.match(/^--\S+$/gm)?.slice(-2)).toEqual([`${YOUNG}=4`, `${OLD}=500`])
  expect(said.match(/^--\S+$/gm)?.filter((flag) => flag !== ALONE && !flag.startsWith(YOUNG) && !flag.startsWith(OLD)).map((flag) => flag.replace(/\d+$/, ''))).toEqual({ 20: ['--interrupt-budget='], 22: [LATER], 24: [LATER] }[process.versions.node.split('.')[0] as string] ?? [])
})

test('this Node takes the flag without a word', () => {
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', `import { optimiseLater } from ${JSON.stringify(new URL('../../dist/cli/tiers.js', import.meta.url).href)}; optimiseLater()`], { encoding: 'utf8' })
  expect([stderr, status]).toEqual(['', 0])
})
