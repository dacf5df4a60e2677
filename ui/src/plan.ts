// The plan that is shown. Moving a slider asks again and again: one question is under way at a time, and of those that wait only the newest is asked.
import { computed, effect, signal } from '@preact/signals'
import type { About, PlanView } from '../../src/studio/contract.ts'
import { path, query } from './address.ts'
import { ask } from './ask.ts'
import { choicesIn } from './choices.ts'
import { token } from './token.ts'

/** The newest plan that arrived; the one before stays until then. */
export const plan = signal<PlanView | undefined>(undefined)

/** What it was asked with. */
export const planQuery = signal('')

/** Whether a newer one is on its way, and how far it is. */
export const working = signal<{ readonly files: number } | undefined>(undefined)

/** Why there is none. */
export const wrong = signal<string | undefined>(undefined)

/** What the pages must know before anything is read. */
export const about = signal<About | undefined>(undefined)

/** Counts what changes plans without changing the address: feedback. */
export const learned = signal(0)

let running = false
let wanted: string | undefined

// As text: an address that only names another file or another view asks for the same plan.
const choices = computed(() => choicesIn(query.value).toString())

/** Asks for the plan of the address whenever that changes. */
export function watchPlan(): () => void {
  return effect(() => {
    const chosen = choices.value
    void learned.value
    if (token.value === undefined || path.value !== '/') return
    want(chosen)
  })
}

function want(chosen: string): void {
  wanted = chosen
  if (!running) void work()
}

async function work(): Promise<void> {
  running = true
  while (wanted !== undefined) {
    const asked = wanted
    wanted = undefined
    working.value = { files: 0 }
    await arrive(asked)
  }
  running = false
  working.value = undefined
}

async function arrive(asked: string): Promise<void> {
  try {
    const view = await ask<PlanView>('/plan.json', new URLSearchParams(asked), { progress: (files) => { working.value = { files } } })
    plan.value = view
    planQuery.value = asked
    wrong.value = undefined
  } catch (error) {
    wrong.value = (error as Error).message
  }
}

/** Asks what the server is about, once there is a token. */
export function watchAbout(): () => void {
  return effect(() => {
    if (token.value === undefined) return
    ask<About>('/about.json').then((view) => { about.value = view }, (error: Error) => { wrong.value = error.message })
  })
}
