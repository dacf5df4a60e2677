// What was learned about a folder: one document in its `.fovea` or in the database of a team, read when a context is made and changed under a lock.
import type { Diagnostic } from '../core/diagnostic.ts'
import { nextStep } from '../core/document-fault.ts'
import { UsageError } from '../core/field.ts'
import type { Lesson } from '../core/learn/lesson.ts'
import { learn } from '../core/learn/learn.ts'
import { type ContextStore, ContextStoreError, EMPTY_STORE, storeFrom, storeText } from '../core/learn/store.ts'
import { readWithoutSecrets } from '../guards/kept.ts'
import { DocumentError, OnlyCopyLeft, type SharedDocuments } from '../stores/documents.ts'

/** The file, as people are told of it. */
export const MEMORY_FILE = '.fovea/memory.json'

const NAME = 'memory'

/** What a folder has taught. */
export interface Experience {
  /** What was learned so far. Throws an ExperienceError when that cannot be read. */
  recall(): Promise<ContextStore>
  /** Why what was learned must not count in a context, although it can be read; undefined when it may. */
  doubt(): Promise<Diagnostic | undefined>
  /** Learns, and gives what is known then. Throws an ExperienceError when that cannot be kept. */
  learn(lessons: readonly Lesson[]): Promise<ContextStore>
  /** Replaces everything that is known by what becomes of it. */
  become(change: (store: ContextStore) => ContextStore): Promise<ContextStore>
  /** Moves the file out of the way, whatever it holds, and says where it is; undefined when there is none. */
  reset(): Promise<string | undefined>
}

/** Why what was learned cannot be used; the message is a whole sentence with what to do. */
export class ExperienceError extends Error {
  override readonly name = 'ExperienceError'
}

/** The file cannot be reached or written: nothing is wrong with what it holds. */
export class OutOfReach extends ExperienceError {}

/** Remembers nothing and learns nothing. */
export const INNOCENT: Experience = { recall: async () => EMPTY_STORE, doubt: async () => undefined, learn: async () => EMPTY_STORE, become: async () => EMPTY_STORE, reset: async () => undefined }

/** Recalls and learns nothing: for those who promised to look only. */
export const onlyRecalling = (experience: Experience): Experience => ({ ...INNOCENT, recall: () => experience.recall(), doubt: () => experience.doubt() })

/** What a folder has taught, by the clock of its workspace. */
export function experienceOf(open: () => Promise<SharedDocuments>, { timestamp, doubt }: { timestamp: () => string; doubt: () => Promise<Diagnostic | undefined> }): Experience {
  let doubted: Promise<Diagnostic | undefined> | undefined
  const become = (change: (store: ContextStore) => ContextStore): Promise<ContextStore> => told('written', open, async (documents) => {
    let after = EMPTY_STORE
    await documents.update(NAME, (before) => {
      const became = change(before === undefined ? EMPTY_STORE : storeFrom(before))
      after = readWithoutSecrets(storeText(became), became)
      return storeText(after)
    })
    return after
  })
  return {
    recall: () => told('used', open, async (documents) => {
      const text = await documents.read(NAME)
      return text === undefined ? EMPTY_STORE : readWithoutSecrets(text, storeFrom(text))
    }),
    doubt: () => (doubted ??= doubt()),
    learn: (lessons) => become((store) => learn(store, lessons, timestamp())),
    become,
    reset: () => told('moved out of the way', open, async (documents) => (await isThere(documents) ? documents.setAside(NAME) : undefined)),
  }
}

async function isThere(documents: SharedDocuments): Promise<boolean> {
  if ((await documents.names()).includes(NAME)) return true
  try {
    return await documents.read(NAME) !== undefined
  } catch (error) {
    if (error instanceof OnlyCopyLeft) return true
    throw error
  }
}

async function told<T>(what: string, open: () => Promise<SharedDocuments>, act: (documents: SharedDocuments) => Promise<T>): Promise<T> {
  const documents = await open().catch((error: unknown) => { throw error instanceof DocumentError || error instanceof UsageError ? new ExperienceError(`what was learned cannot be ${what}: ${error.message}`) : error })
  const shown = documents.database === undefined ? MEMORY_FILE : `memory.json in ${documents.database}`
  try {
    return await act(documents)
  } catch (error) {
    if (error instanceof ContextStoreError) throw new ExperienceError(`${shown} cannot be used: ${error.message}. ${nextStep(error)}; "fovea memory reset" starts anew and keeps it as memory.json.bak`)
    if (!(error instanceof DocumentError)) throw error
    // A folder that cannot be written is nobody's mistake; a file that cannot be read and a database that a team relies on are looked after.
    if (error instanceof OnlyCopyLeft || (what === 'used' && documents.database === undefined)) throw new ExperienceError(`${shown} cannot be used: ${error.message}. ${nextStep({ newer: false })}`)
    throw new (documents.database === undefined ? OutOfReach : ExperienceError)(`${shown} cannot be ${what}: ${error.message}`)
  }
}

/** What was learned, or nothing and the reason: a context is made either way. */
export async function recalled(experience: Experience): Promise<{ store: ContextStore; diagnostics: readonly Diagnostic[] }> {
  try {
    const store = await experience.recall()
    // Where nothing was learned, nobody need be asked whose it is.
    const doubt = store === EMPTY_STORE ? undefined : await experience.doubt()
    return doubt === undefined ? { store, diagnostics: [] } : { store: EMPTY_STORE, diagnostics: [doubt] }
  } catch (error) {
    if (!(error instanceof ExperienceError)) throw error
    return { store: EMPTY_STORE, diagnostics: [{ code: 'memory/unusable', severity: 'warning', message: `nothing that was learned counts: ${error.message}` }] }
  }
}

/** Learns on the side of other work: a folder that cannot be written learns nothing, a file that cannot be used is told. */
export async function learnAside(experience: Experience, lessons: readonly Lesson[]): Promise<readonly Diagnostic[]> {
  try {
    await experience.learn(lessons)
    return []
  } catch (error) {
    if (!(error instanceof ExperienceError)) throw error
    return error instanceof OutOfReach ? [] : [{ code: 'memory/unusable', severity: 'warning', message: `nothing was learned: ${error.message}` }]
  }
}
