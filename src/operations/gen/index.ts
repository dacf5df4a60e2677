// Asking a model to write.
import type { Group } from '../operation.ts'
import { genCode } from './code.ts'

/** The words that gen commands share. */
export const GEN: Group = {
  name: 'gen',
  title: 'Ask a model to write, with references instead of files',
  doc: 'Sends the context pack of a project to the model of your own configuration. Without one, the request is printed and nothing is sent.',
}

/** All gen commands. */
export const GEN_OPERATIONS = [genCode] as const
