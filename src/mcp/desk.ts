// Where calls are answered: one function for every tool, and mistakes turned into texts that say what to do next.
import { UsageError } from '../core/field.ts'
import { Changed } from '../core/changed.ts'
import { Failure } from '../operations/index.ts'
import { type Args } from './arguments.ts'
import type { Answer, Call, Place } from './call.ts'
import { catalog } from './catalog.ts'
import { getContext } from './context.ts'
import { feedback } from './feedback.ts'
import type { Job } from './open.ts'
import { prompt } from './prompts.ts'
import { complete, read } from './resources.ts'
import { search } from './search.ts'
import { zoom } from './zoom.ts'
import { redactSecrets, visible } from '../workspace/index.ts'

const TOOLS: Readonly<Record<string, (args: Args, job: Job) => Promise<Answer>>> = { get_context: getContext, zoom, search, catalog, feedback, 'catalog.overview': catalog, 'catalog.details': catalog, zoom_context: zoom, get_alias: zoom }

/** A tree that is being written is read so often before a call gives up. */
const ATTEMPTS = 3

/** Answers one call. It never throws: what went wrong is an answer too. */
export async function answer(call: Call, place: Place, progress: (files: number) => void): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return clean(await work(call, { place, again: attempt > 1, progress }))
    } catch (error) {
      if (!(error instanceof Changed) || attempt === ATTEMPTS) return failure(error)
    }
  }
}

async function work({ kind, name, args }: Call, job: Job): Promise<Answer> {
  switch (kind) {
    case 'tool': return toolNamed(name)(args, job)
    case 'resource': return read(name, job)
    case 'prompt': return prompt(name, args, job)
    case 'complete': return complete(name, String(args['value'] ?? ''), job)
  }
}

function toolNamed(name: string): (args: Args, job: Job) => Promise<Answer> {
  const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined
  if (tool === undefined) throw new UsageError(`there is no tool ${name}`)
  return tool
}

/** Longest text of a failure: the smallest budget holds it. */
const MOST_CHARACTERS = 240

function failure(error: unknown): Answer {
  const known = error instanceof UsageError || error instanceof Failure || error instanceof Changed || (error instanceof Error && error.name === 'PathError')
  // Further lines are set in: a name with a line feed in it cannot speak for the server.
  const said = redactSecrets(error instanceof Error ? error.message : String(error)).text.replaceAll('\n', '\n  ')
  const text = known ? inTheWordsOfTools(said) : `this failed in a way it should not (${said}): try a smaller path, or report it with "fovea doctor"`
  return clean({ text: text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text, failed: true })
}

/** The last look at everything that leaves: what a format wrote is as it was, and nothing else can act on a terminal or hide. */
const clean = ({ text, failed, data, meta }: Answer): Answer =>
  ({ text: visible(text), ...(failed === undefined ? {} : { failed }), ...(data === undefined ? {} : { data: cleanValue(data) }), ...(meta === undefined ? {} : { meta: cleanValue(meta) }) })

function cleanValue<T>(value: T): T {
  if (typeof value === 'string') return visible(value) as T
  if (typeof value !== 'object' || value === null) return value
  return (Array.isArray(value) ? value.map(cleanValue) : Object.fromEntries(Object.entries(value).map(([name, part]) => [visible(name), cleanValue(part)]))) as T
}

/** Messages of the operations speak of options and commands; here they are arguments and tools. */
const inTheWordsOfTools = (message: string): string => WORDS.reduce((said, [command, tool]) => said.replace(command, tool), message.replace(/--([a-z])/g, '$1'))

const WORDS: readonly (readonly [command: string | RegExp, tool: string])[] = [
  ['"fovea explain" lists what is there', 'get_context shows what is there'],
  ['"fovea search WORD" finds names, "fovea ." shows what is there', 'search finds names, get_context shows what is there'],
  [/pack it instead \("fovea [^"]*"\)/, 'ask get_context for it with path'],
]
