// What was learned about a folder: one document in its `.fovea`, read when a context is made and changed under a lock.
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Lesson } from '../core/learn/lesson.ts'
import { learn } from '../core/learn/learn.ts'
import { type ContextStore, ContextStoreError, EMPTY_STORE, storeFrom, storeText } from '../core/learn/store.ts'
import { DocumentError, documentsIn } from '../stores/documents.ts'

/** The file, as people are told of it. */
export const MEMORY_FILE = '.fovea/memory.json'

const NAME = 'memory'

/** What a folder has taught. */
export interface Experience {
  /** What was learned so far. Throws an ExperienceError when that cannot be read. */
  recall(): ContextStore
  /** Learns, and gives what is known then. Throws an ExperienceError when that cannot be kept. */
  learn(lessons: readonly Lesson[]): ContextStore
  /** Replaces everything that is known by what becomes of it. */
  become(change: (store: ContextStore) => ContextStore): ContextStore
  /** Moves the file out of the way, whatever it holds, and says where it is; undefined when there is none. */
  reset(): string | undefined
}

/** Why what was learned cannot be used; the message is a whole sentence with what to do. */
export class ExperienceError extends Error {
  override readonly name = 'ExperienceError'
}

/** The file cannot be reached or written: nothing is wrong with what it holds. */
export class OutOfReach extends ExperienceError {}

/** Remembers nothing and learns nothing. */
export const INNOCENT: Experience = { recall: () => EMPTY_STORE, learn: () => EMPTY_STORE, become: () => EMPTY_STORE, reset: () => undefined }

/** Recalls and learns nothing: for those who promised to look only. */
export const onlyRecalling = (experience: Experience): Experience => ({ ...INNOCENT, recall: () => experience.recall() })

/** What a folder has taught, by the clock of its workspace. */
export function experienceOf(root: string, timestamp: () => string): Experience {
  const documents = documentsIn(root, '.fovea')
  const become = (change: (store: ContextStore) => ContextStore): ContextStore => {
    let after = EMPTY_STORE
    told('written', () => documents.update(NAME, (before) => {
      after = change(before === undefined ? EMPTY_STORE : storeFrom(before))
      return storeText(after)
    }))
    return after
  }
  return {
    recall: () => told('used', () => {
      const text = documents.read(NAME)
      return text === undefined ? EMPTY_STORE : storeFrom(text)
    }),
    learn: (lessons) => become((store) => learn(store, lessons, timestamp())),
    become,
    reset: () => told('moved out of the way', () => (documents.names().includes(NAME) ? documents.setAside(NAME) : undefined)),
  }
}

function told<T>(what: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof ContextStoreError) throw new ExperienceError(`${MEMORY_FILE} cannot be used: ${error.message}. It was left as it is: mend it, or start anew with "fovea memory reset", which keeps it as memory.json.bak`)
    throw error instanceof DocumentError ? new OutOfReach(`${MEMORY_FILE} cannot be ${what}: ${error.message}`) : error
  }
}

/** What was learned, or nothing and the reason: a context is made either way. */
export function recalled(experience: Experience): { store: ContextStore; diagnostics: readonly Diagnostic[] } {
  try {
    return { store: experience.recall(), diagnostics: [] }
  } catch (error) {
    if (!(error instanceof ExperienceError)) throw error
    return { store: EMPTY_STORE, diagnostics: [{ code: 'memory/unusable', severity: 'warning', message: `nothing that was learned counts: ${error.message}` }] }
  }
}

/** Learns on the side of other work: a folder that cannot be written learns nothing, a file that cannot be used is told. */
export function learnAside(experience: Experience, lessons: readonly Lesson[]): readonly Diagnostic[] {
  try {
    experience.learn(lessons)
    return []
  } catch (error) {
    if (!(error instanceof ExperienceError)) throw error
    return error instanceof OutOfReach ? [] : [{ code: 'memory/unusable', severity: 'warning', message: `nothing was learned: ${error.message}` }]
  }
}
