// A server that keeps what it read answers like a program that has just been started, whatever happened in between.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { answer } from '../../src/mcp/desk.ts'
import { dice, edit, questions, repository } from '../kit/edits.mjs'

const home = mkdtempSync(join(tmpdir(), 'fovea-fresh-'))
afterAll(() => { rmSync(home, { recursive: true, force: true }) })

const SEQUENCES = 6
const STEPS = 5

test.each(Array.from({ length: SEQUENCES }, (_, i) => [i + 1]))('edits between questions, sequence %i', async (seed) => {
  const roll = dice(seed * 7919)
  const root = mkdtempSync(join(home, 'tree-'))
  repository(root, roll)
  const place = { root, named: true, frozen: true }
  const edits: string[] = []
  for (let step = 0; step < STEPS; step++) {
    // Sometimes at once, sometimes after what was read has become certain.
    if (roll(2) === 0) await pause(60)
    edits.push(String(edit(root, roll, step)))
    const all = questions(roll)
    for (const [name, args] of [all[roll(all.length)], all[roll(all.length)]] as [string, Record<string, unknown>][]) {
      const call = { kind: 'tool', name, args } as const
      const kept = await answer(call, place, () => {})
      const fresh = await answer(call, { ...place }, () => {})
      expect(kept, `${edits.join(', ')}: ${name} ${JSON.stringify(args)}`).toEqual(fresh)
    }
  }
})
