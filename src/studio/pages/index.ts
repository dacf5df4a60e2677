// Every question that the studio answers. Adding one is adding a file and a name here.
import type { Question } from '../page.ts'
import { CATALOG_QUESTIONS } from './catalog/index.ts'
import { COMPARE_QUESTIONS } from './compare.ts'
import { CONTEXT_QUESTIONS } from './context.ts'
import { MEMORY_QUESTIONS } from './memory.ts'
import { PREVIEW_QUESTIONS } from './preview.ts'

const ALL = [
  ...CONTEXT_QUESTIONS,
  ...COMPARE_QUESTIONS,
  ...PREVIEW_QUESTIONS,
  ...CATALOG_QUESTIONS,
  ...MEMORY_QUESTIONS,
] as unknown as readonly Question[]

/** By path. */
export const QUESTIONS: ReadonlyMap<string, Question> = new Map(ALL.map((question) => [question.path, question]))
