// Where questions are answered: what was said is read by the fields of the question, and mistakes become replies that say what to do next.
import { Changed } from '../core/changed.ts'
import { type Fields, readFields, UsageError } from '../core/field.ts'
import { shown } from '../core/shown.ts'
import { MOST_OF_A_TASK } from '../mcp/arguments.ts'
import { Failure } from '../operations/index.ts'
import type { Ask, Reply } from './contract.ts'
import { QUESTIONS } from './pages/index.ts'
import { Memory, type Place, roomFor } from './room.ts'
import { jsonLine, plainJson, redactSecrets } from '../workspace/index.ts'

/** A tree that is being written is read so often before a question gives up. */
const ATTEMPTS = 3

/** Answers the questions about one folder. It never throws. */
export function deskFor(place: Place): (ask: Ask, progress: (files: number) => void) => Promise<Reply> {
  const memory = new Memory()
  return async (ask, progress) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await answered(ask, (changes) => {
          if (changes) memory.forget()
          return roomFor(place, memory, { again: attempt > 1, progress })
        })
      } catch (error) {
        if (!(error instanceof Changed) || attempt === ATTEMPTS) return failed(error)
      }
    }
  }
}

async function answered({ path, said, changes }: Ask, roomOf: (changes: boolean) => ReturnType<typeof roomFor>): Promise<Reply> {
  const question = QUESTIONS.get(path)
  if (question === undefined) return wrong(404, `there is no page ${path}`)
  if (question.changes === true && !changes) return wrong(405, `${path} changes something: send it with POST`)
  const input = readFields(question.fields, meant(said, question.fields))
  const room = roomOf(question.changes === true)
  const answer = await question.run(input, room)
  // What was asked while it was being changed may hold what was true before.
  if (question.changes === true) roomOf(true)
  return typeof answer === 'string' ? { status: 200, type: 'text/plain', body: answer } : { status: 200, type: 'application/json', body: plainJson(JSON.stringify(answer, noInfinity)) }
}

/** An address has texts only: a switch is `true` or `false`, and what is said once of a list is one of it, with its commas. */
function meant(said: Ask['said'], fields: Fields): Map<string, unknown> {
  return new Map(Object.entries(said).map(([name, value]) => {
    if (weightOf(value) > MOST_OF_A_TASK) throw new UsageError(`${shown(name)} has more than ${MOST_OF_A_TASK} characters: say it shorter`)
    const kind = Object.hasOwn(fields, name) ? fields[name]?.kind : undefined
    if (kind === 'list' && typeof value === 'string') return [name, [value]]
    return [name, kind === 'flag' && (value === 'true' || value === 'false') ? value === 'true' : value]
  }))
}

/** Characters of a text, or of all in a list, where each is a pattern to be tried. What is longer than a task would keep the thread that works for every page. */
const weightOf = (value: unknown): number => (typeof value === 'string' ? value.length : Array.isArray(value) ? value.reduce((sum: number, each) => sum + 200 + weightOf(each), 0) : 0)

const noInfinity = (_key: string, value: unknown): unknown => (value === Infinity ? 'none' : value)

const wrong = (status: number, error: string): Reply => ({ status, type: 'application/json', body: jsonLine({ error }) })

/** What goes wrong in the world and says what to do next: a path, a catalogue that is damaged or out of reach. */
const OTHERS = new Set(['PathError', 'CatalogError'])

/** A mistake in what was said is 400, what cannot be done 422; anything else is ours. */
function failed(error: unknown): Reply {
  const said = redactSecrets(error instanceof Error ? error.message : String(error)).text
  if (error instanceof UsageError) return wrong(400, said)
  if (error instanceof Failure || error instanceof Changed || (error instanceof Error && OTHERS.has(error.name))) return wrong(422, said)
  return wrong(500, `this failed in a way it should not (${said}): try it on the command line, or report it with "fovea doctor"`)
}
