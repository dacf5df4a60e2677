// Teaching: what was useful is sent, the plan is made again, and what changed is said.
import { effect, signal } from '@preact/signals'
import type { PackView, PlanView } from '../../../src/studio/contract.ts'
import { announce } from '../announce.tsx'
import { path as page, query } from '../address.ts'
import { ask, objectOf } from '../ask.ts'
import { choicesIn } from '../choices.ts'
import { learned, plan, wrong } from '../plan.ts'
import { effectOf, effectOnOthers } from './effect.ts'

/** What was said of the last lesson; `about` is a path, or empty for the whole context. */
export interface Taught {
  readonly about: string
  readonly text: string
  readonly failed?: boolean
  /** Whether it can be taken back. */
  readonly undo?: boolean
}

/** The newest of them. */
export const taught = signal<Taught | undefined>(undefined)

/** Whether a lesson is on its way. */
export const teaching = signal(false)

const said = (about: string, text: string, more: Partial<Taught> = {}): void => {
  taught.value = { about, text, ...more }
  announce(text)
}

/** The plan that follows the one that was known; undefined when none can be made, or none is asked for because another page is shown. */
async function nextPlan(before: PlanView | undefined): Promise<PlanView | undefined> {
  if (page.peek() !== '/') return undefined
  return new Promise((done) => {
    const clock = setTimeout(() => finish(undefined), PATIENCE)
    const end = effect(() => { if (plan.value !== before || wrong.value !== undefined) queueMicrotask(() => finish(plan.peek())) })
    const finish = (value: PlanView | undefined): void => {
      clearTimeout(clock)
      end()
      done(value === before ? undefined : value)
    }
  })
}

/** Milliseconds after which nobody waits for the plan any more. */
const PATIENCE = 60_000

async function taking(about: string, act: () => Promise<void>, told: (before: PlanView | undefined, after: PlanView | undefined) => string, undo = true): Promise<void> {
  if (teaching.peek()) return
  teaching.value = true
  const before = plan.peek()
  try {
    await act()
    learned.value++
    said(about, told(before, await nextPlan(before)), { undo })
  } catch (error) {
    said(about, `it was not learned: ${(error as Error).message}`, { failed: true })
  } finally {
    teaching.value = false
  }
}

/** The lens counts too when one was chosen. */
const lensNow = (): { lens?: string } => (query.peek().get('lens') === null ? {} : { lens: query.peek().get('lens') as string })

/** Rates one file. */
export function rate(path: string, useful: boolean, reason: string): Promise<void> {
  const body = { targets: [path], [useful ? 'useful' : 'useless']: true, ...lensNow(), ...(reason.trim() === '' ? {} : { reason: reason.trim() }) }
  return taking(path, async () => { await ask('/feedback.json', undefined, { body }) }, (before, after) => effectOf(path, before, after))
}

/** Rates everything that the context shows: the pack is kept first, so that it can be named. */
export function ratePack(useful: boolean, reason: string): Promise<void> {
  return taking('', async () => {
    const { pack, why } = await ask<PackView>('/pack.json', undefined, { body: objectOf(choicesIn(query.peek())) })
    if (pack === undefined) throw new Error(why ?? 'the pack could not be kept')
    await ask('/feedback.json', undefined, { body: { targets: [pack], [useful ? 'useful' : 'useless']: true, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) } })
  }, (before, after) => ['learned of every file in the context, a little each', effectOnOthers(before, after)].filter(Boolean).join('; '), false)
}

/** Forgets what was learned of a file. */
export const forget = (path: string): Promise<void> =>
  taking(path, async () => { await ask('/forget.json', undefined, { body: { paths: [path] } }) }, (before, after) => `what was learned is forgotten: ${effectOf(path, before, after)}`, false)
