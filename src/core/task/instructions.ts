import type { Intent } from './intent.ts'

const WORK: Readonly<Record<Intent, string>> = {
  implement: 'make the change in the code above, keep to its style and interfaces, and add or adapt the tests',
  debug: 'find the cause of the problem in the code above, say how you know, and propose the smallest fix and a test that would have caught it',
  refactor: 'change the structure of the code above and not its behaviour, adapt everything that depends on it, and keep the tests passing',
  test: 'write tests for the code above in the style of the existing ones, with their fixtures, and cover the edge cases',
  analyze: 'describe the structure, the dependencies and the patterns of the code above, and name the files that each finding rests on',
  document: 'write the documentation that was asked for, true to the code above, in plain words and with examples',
  review: 'review the changed code above for mistakes, risks and missing tests, and name file and line for each finding',
  explore: 'answer from the code above, and name the files and definitions that the answer rests on',
}

/** The sentence that ends a prompt: what to do with the context. */
export const instructionFor = (intent: Intent): string => `As ${/^[aeiou]/.test(intent) ? 'an' : 'a'} ${intent} task, please ${WORK[intent]}.`

/** The sentence that opens a prompt. */
export const HEADER = 'Here is the relevant context for your task:'
