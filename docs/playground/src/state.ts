// What the page shows, as signals. Every change of an option asks for a new pack.
import { batch, computed, signal } from '@preact/signals'
import { type Chosen } from './folder.ts'
import { counted } from './limits.ts'
import type { Answer, Options, Result } from './messages.ts'
import { Talk } from './talk.ts'

/** The name of what was opened; empty before. */
export const name = signal('')

/** Files that count in it; 0 until it has been read. */
export const files = signal(0)

/** What is going on; empty when nothing is. */
export const doing = signal('')

/** What went wrong, in a sentence. */
export const wrong = signal('')

/** The newest context. */
export const result = signal<Result | undefined>(undefined)

/** What was chosen. */
export const options = signal<Options>({ budget: '32000', task: '', format: 'claude-xml', lens: 'default' })

/** Whether something is under way. */
export const busy = computed(() => doing.value !== '')

const talk = new Talk(heard)

/** Opens a folder whose names are known. */
export const openFolder = (chosen: Chosen): void => opening(chosen.name, () => talk.ask({ kind: 'folder', files: chosen.files }))

/** Opens a zip. */
export const openZip = (file: File): void => opening(file.name, () => talk.ask({ kind: 'zip', file }))

/** Says that something could not be opened. */
export function refuse(message: string): void {
  batch(() => {
    wrong.value = message
    doing.value = ''
  })
}

function opening(called: string, ask: () => void): void {
  batch(() => {
    name.value = called
    files.value = 0
    result.value = undefined
    wrong.value = ''
    doing.value = 'Reading files'
  })
  ask()
}

/** Changes an option and packs again. */
export function choose(change: Partial<Options>): void {
  options.value = { ...options.value, ...change }
  if (files.value > 0) pack()
}

function pack(): void {
  doing.value = 'Packing'
  talk.ask({ kind: 'pack', options: options.value })
}

function heard(answer: Answer): void {
  batch(() => {
    if (answer.kind === 'progress') doing.value = `${answer.doing}: ${counted(answer.done)} of ${counted(answer.all)}`
    else if (answer.kind === 'failed') refuse(answer.message)
    else if (answer.kind === 'opened') {
      files.value = answer.files
      pack()
    } else {
      result.value = answer
      wrong.value = ''
      doing.value = ''
    }
  })
}
