// The table of hostile classes is sound: what the generator, the surfaces, the bench and the page read.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CLASSES } from '../kit/hostile/classes.mjs'
import { PAGE, page } from '../kit/hostile/page.mjs'
import { placeOf, plant } from '../kit/hostile/plant.mjs'

test('every class has a name of its own and says what Fovea does', () => {
  expect(new Set(CLASSES.map(({ id }) => id)).size).toBe(CLASSES.length)
  expect(CLASSES.length).toBeGreaterThanOrEqual(28)
  for (const { what, does, tested } of CLASSES) {
    expect(`${what} ${does}`).toMatch(/^[A-Z0-9`].* [A-Z`].*\.$/)
    expect([tested, existsSync(tested)]).toEqual([tested, true])
  }
})

test('one class is planted alone, in the folder that bears its name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fovea-hostile-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [twins] = plant(folder, { classes: CLASSES.filter(({ id }) => id === 'twins') })
  expect(readdirSync(placeOf(folder, twins!)).length).toBeGreaterThan(3)
})

test('the page says what the table says: run "node test/kit/hostile/page.mjs" after a change', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(page())
})
