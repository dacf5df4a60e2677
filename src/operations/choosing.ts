// The inputs that choose what is shown, shared by every operation that compiles.
import { choice, list, text, tokens, UsageError } from '../core/field.ts'
import { type Level, levelFrom } from '../core/level.ts'
import { FORMAT_NAMES, METER_NAMES, type Flags, withoutSecrets } from '../workspace/index.ts'
import { Failure, type Context } from './operation.ts'
import { promises } from 'node:fs'
import { resolve } from 'node:path'

/** Inputs of pack and explain. */
export const choosing = {
  budget: tokens('The most tokens the output may have: 8000, 32k, 1m, or none for everything; 32k unless told', { short: 'b', sign: 'TOKENS' }),
  task: text('What the context is for: what speaks of it is shown in full', { short: 't', sign: 'TEXT' }),
  taskFile: text('Read the task from a file, or from standard input with -', { sign: 'FILE' }),
  lens: text('A way of looking: architecture, debug, security, onboarding, minimal, or one of your own', { short: 'l', sign: 'NAME' }),
  include: list('Only these paths (globs as in .gitignore); may be repeated', { short: 'i', sign: 'GLOB' }),
  exclude: list('Never these paths; may be repeated', { short: 'x', sign: 'GLOB' }),
  pin: list('Show these paths, or one definition as PATH#NAME, in full, whatever it costs; may be repeated', { sign: 'GLOB' }),
  level: list('Show these paths at this level and no other, as GLOB=LEVEL: src/db/**=shape; none, line, shape, detail, code or full; may be repeated', { sign: 'GLOB=LEVEL' }),
  skeleton: choice('auto and enabled show files in part; disabled includes or drops whole files', { choices: ['auto', 'enabled', 'disabled'] }),
  levels: list('Only use these levels, with commas between: line,shape,detail,code,full', { sign: 'LEVELS' }),
  format: choice('How it is written; claude-xml unless told, minimal with a task', { short: 'f', choices: FORMAT_NAMES }),
  meter: choice('What counts the tokens; o200k_base unless told', { choices: METER_NAMES }),
}

/** The input of operations that print pages for prompt caches. */
export const ordering = { order: choice('The order of files: by path, or stable, what seldom changes first, so that prompt caches keep the beginning; by path unless told', { choices: ['path', 'stable'] }) }

/** The input of operations that can look at another time. */
export const committing = { commit: text('Show the files as they were at this commit, by any name that git knows: HEAD~5, v1.2, 1a2b3c4d; the files on disk unless told', { sign: 'REV' }) }

/** The values of the fields above, as they come in. */
export interface Choices {
  readonly budget: number | undefined
  readonly task: string | undefined
  readonly taskFile: string | undefined
  readonly lens: string | undefined
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly pin: readonly string[]
  readonly level?: readonly string[]
  readonly skeleton: string | undefined
  readonly levels: readonly string[]
  readonly format: string | undefined
  readonly meter: string | undefined
  readonly order?: string | undefined
  readonly commit?: string | undefined
}

/** Flags for the workspace; the task may come from a file. */
export async function flagsOf(choices: Choices, context: Context): Promise<Flags> {
  if (choices.task !== undefined && choices.taskFile !== undefined) throw new UsageError('give --task or --task-file, not both')
  const task = choices.taskFile === undefined ? choices.task : await taskFrom(choices.taskFile, context)
  if (task?.trim() === '') throw new UsageError(`${choices.taskFile === undefined ? '--task' : `the task file ${choices.taskFile}`} is empty: say what the context is for, or leave it out for an overview`)
  return {
    task: withoutSecrets(task), budget: choices.budget, format: choices.format, meter: choices.meter, lens: choices.lens, skeleton: choices.skeleton,
    include: choices.include, exclude: choices.exclude, pin: choices.pin, order: choices.order, level: (choices.level ?? []).map(overrideTyped), levels: choices.levels.map((word) => levelTyped('--levels', word)),
  }
}

function levelTyped(option: string, word: string): Level {
  try {
    return levelFrom(word)
  } catch (error) {
    throw new UsageError(`${option}: ${(error as Error).message}`)
  }
}

/** A path may hold an equals sign; a level does not. */
function overrideTyped(typed: string): { match: string; level: Level } {
  const equals = typed.lastIndexOf('=')
  if (equals < 1) throw new UsageError(`--level looks like src/db/**=shape, not ${JSON.stringify(typed)}`)
  return { match: typed.slice(0, equals), level: levelTyped('--level', typed.slice(equals + 1)) }
}

async function taskFrom(path: string, context: Context): Promise<string> {
  if (path === '-') return context.stdin()
  // Asked for here: a start would wait for it, and hardly any reads a task from a file.
  return promises.readFile(resolve(context.cwd, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Failure(`the task file ${path} cannot be read: ${error.code === 'ENOENT' ? 'it does not exist' : error.message}`)
  })
}
