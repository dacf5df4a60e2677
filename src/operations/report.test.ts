import { describe, expect, test } from 'vitest'
import type { Compilation } from '../workspace/index.ts'
import { packReport } from './report.ts'

const told = (tokens: number, value: number, bound = 1): string => packReport({
  compiled: { plan: { files: [], value, bound }, page: { files: [], lines: [], folders: [] }, tokens }, corpus: { files: [] }, settings: { budget: { value: 100 } }, meter: { name: 'o200k_base', exact: true },
} as unknown as Compilation).join('\n')

describe('the worth of a plan', () => {
  test('is rounded down: what is nearly the best is not called the best', () => {
    expect(told(90, 0.9999)).toContain(', 99.9 % of the best any plan could reach')
    expect(told(90, 1)).toContain(', 100.0 % of the best any plan could reach')
  })

  test('is not told of what does not fit', () => {
    expect(told(101, 1)).not.toContain('best')
    expect(told(0, 0)).not.toContain('best')
  })
})
