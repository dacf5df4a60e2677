// The promise of Fovea: what is printed never has more tokens than the budget, frame included, in every format; and more budget never shows less.
// The full sweep (10,000 trees) is `npm run bench:budget`, with its result in bench/results; `npm run soak` has 100,000 more random cases.
import { describe, expect, test } from 'vitest'
import { FORMATS } from '../../src/formats/index.ts'
import { entriesOf, meter, packEntries, requestFor } from '../kit/pack.ts'
import { BUDGETS, randomTask, randomTree } from '../kit/trees.mjs'

const TREES = 16

describe.each(FORMATS.map((format, i) => [format.name, 1 + (i % 2)] as const))('%s', (format, first) => {
  // Every tree is seen by half of the formats: the sweep has all of them.
  test(`${TREES / 2} random trees at every budget: never over, and never less for more`, async () => {
    let filled = 0
    for (let seed = first; seed <= TREES; seed += 2) {
      const entries = entriesOf(randomTree(seed))
      let value = 0
      for (const budget of BUDGETS) {
        const compiled = await packEntries(entries, requestFor({ budget, task: randomTask(seed) }), format)
        const printed = meter.count(compiled.parts.join(''))
        expect(printed, `tree ${seed}, budget ${budget}`).toBeLessThanOrEqual(budget)
        expect(printed, `tree ${seed}, budget ${budget}: reported`).toBe(compiled.tokens)
        expect(compiled.plan.value, `tree ${seed}, budget ${budget}: value`).toBeGreaterThanOrEqual(value)
        value = compiled.plan.value
        if (printed > 0) filled++
      }
    }
    // Most budgets must hold something, or the test would prove nothing.
    expect(filled).toBeGreaterThan((TREES / 2) * BUDGETS.length * 0.5)
  })
})

test('the largest budget shows everything, byte for byte', async () => {
  for (let seed = 1; seed <= TREES; seed++) {
    const entries = entriesOf(randomTree(seed))
    const compiled = await packEntries(entries, requestFor({ budget: 2_000_000 }))
    expect(compiled.page.files.map((view) => view.path)).toEqual(entries.map((entry) => entry.path))
    expect(compiled.page.files.map((_, i) => compiled.page.bodyOf(i))).toEqual(entries.map((entry) => entry.text))
  }
})
