// feedback: the same as `fovea feedback`, in the words of the protocol or in fewer.
import { readFields, UsageError } from '../core/field.ts'
import { isRecord } from '../core/json.ts'
import { feedback as operation } from '../operations/memory/feedback.ts'
import { type Args, fewOf, onlyKnown, shown, textIn } from './arguments.ts'
import type { Answer } from './call.ts'
import { type Job, openRoot } from './open.ts'
import { argumentsOf } from './tools.ts'

/** Learns from what an agent says of an answer. */
export async function feedback(args: Args, job: Job): Promise<Answer> {
  onlyKnown(args, argumentsOf('feedback'), ['session', 'file_ratings', 'overall_effectiveness', 'session_id'])
  if (job.place.frozen) throw new UsageError('this server was started with --frozen and learns nothing')
  const { root } = openRoot(job)
  const message = JSON.stringify(messageOf(args))
  const { text, report = [], data } = await operation.run(readFields(operation.fields, new Map([['from', '-']])), {
    cwd: root, stdin: async () => message, bytes: async () => new TextEncoder().encode(message), lines: async function* () {}, progress: () => {},
  })
  return { text: [...text as Iterable<string>, ...report.map((sentence) => `${sentence}\n`)].join('').trimEnd(), meta: { ...(data as object) } }
}

/** `ratings: { "src/a.ts": 0.9 }` is short for the protocol's `file_ratings: { "src/a.ts": { "utility": 0.9 } }`. */
function messageOf(args: Args): Record<string, unknown> {
  const ratings = args['file_ratings'] ?? args['ratings'] ?? undefined
  if (ratings !== undefined && !isRecord(ratings)) throw new UsageError(`ratings look like {"src/a.ts": 0.9}, not ${shown(ratings)}`)
  fewOf(Object.keys(ratings ?? {}).length, 'ratings')
  const effect = args['overall_effectiveness'] ?? args['effectiveness'] ?? undefined
  const all = {
    session_id: textIn(args, 'session_id', 'session'), lens: textIn(args, 'lens'), overall_effectiveness: effect === undefined ? undefined : shareIn('effectiveness', effect),
    file_ratings: ratings === undefined ? undefined : Object.fromEntries(Object.entries(ratings).map(([path, rating]) => [path, ratingOf(path, rating)])),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** A rating in either form, or an error that names what was sent. */
function ratingOf(path: string, rating: unknown): object {
  return isRecord(rating) ? { ...rating, utility: shareIn(`the rating of ${shown(path)}`, rating['utility']) } : { utility: shareIn(`the rating of ${shown(path)}`, rating) }
}

function shareIn(what: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value
  throw new UsageError(`${what} is a number from 0 to 1, not ${shown(value)}`)
}
