import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let now = 0
beforeEach(() => {
  now = 0
  vi.resetModules()
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: now * 1e6, system: 0 }))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const open = (wanted: string): Promise<typeof import('./phases.ts')> => {
  vi.stubEnv('FOVEA_PHASES', wanted)
  return import('./phases.ts')
}

test('what is done under a name of its own is not counted twice', async () => {
  const { phase, within, clocked, phases } = await open('1')
  now = 1
  phase('start')
  const meter = clocked('count', Object.freeze({ step: 2, count(by: number) { now += by * this.step; return by } }))
  within('parse', () => { now += 3; meter.count(1) })
  now += 4
  phase('gather')
  phase('nothing')
  expect(JSON.parse(phases() as string)).toEqual({ start: 1, count: 2, parse: 3, gather: 4, nothing: 0 })
})

test('unless asked for, tools stay what they are and nothing is said', async () => {
  const { clocked, phase, within, phases } = await open('')
  const tool = { count: () => 1 }
  phase('start')
  expect(clocked('count', tool)).toBe(tool)
  expect(within('parse', () => 7)).toBe(7)
  expect(phases()).toBeUndefined()
})
