// The table of hostile classes is sound: what the generator, the surfaces, the bench and the page read.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
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

describe('planting by hand', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fovea-plant-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const planted = (...args: string[]) => spawnSync(process.execPath, ['test/kit/hostile/plant.mjs', ...args], { encoding: 'utf8' })

  test('help is help', () => expect(planted('--help')).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('--only ID') }))

  test.each([['nope', ['--only', 'nope']], ['a class that is no file', ['--only', 'twins', '--only', 'full-disk']], ['an option', ['--onyl', 'twins']]])('%s that there is not is a mistake, and nothing is planted', (_, args) => {
    const { status, stderr } = planted(join(folder, 'corpus'), ...args)
    expect([status, /nope|full-disk|--onyl/.test(stderr), /\n\s+at /.test(stderr)]).toEqual([2, true, false])
    expect(readdirSync(folder)).toEqual([])
  })
})

test.each(['README.md', 'docs/guide/secrets.md', 'docs/guide/agents.md', 'docs/guide/configuring.md'])('%s leads to the page', (file) => {
  expect(readFileSync(file, 'utf8')).toMatch(/hostile-input\.md[#)]/)
})
