// What somebody says of a context after having used it, in the protocol's words.
import { isRecord } from '../json.ts'
import { faultsOf, type Schema } from '../schema.ts'
import type { Lesson } from './lesson.ts'

/** Feedback as the protocol writes it. */
export interface Feedback {
  readonly session_id?: string
  readonly lens?: string
  readonly file_ratings?: Readonly<Record<string, { readonly utility: number; readonly reason?: string }>>
  readonly overall_effectiveness?: number
}

const share: Schema = { type: 'number', minimum: 0, maximum: 1 }
const text: Schema = { type: 'string' }

const FEEDBACK: Schema = {
  type: 'object',
  properties: {
    session_id: text, lens: text, overall_effectiveness: share,
    file_ratings: { type: 'object', additionalProperties: { type: 'object', required: ['utility'], properties: { utility: share, reason: text } } },
  },
}

/** Reads feedback: the message of the protocol, or its params alone. */
export function feedbackFrom(value: unknown): Feedback {
  const params = isRecord(value) && isRecord(value['params']) && (value['method'] === undefined || value['method'] === 'context/feedback') ? value['params'] : value
  const [fault] = faultsOf(params, FEEDBACK)
  if (fault !== undefined) throw new TypeError(`feedback: ${fault}`)
  return params as Feedback
}

/** The lessons in feedback. */
export function lessonsIn({ session_id: source, lens, file_ratings: ratings = {}, overall_effectiveness: effect }: Feedback): Lesson[] {
  const from = { ...(source === undefined ? {} : { source }), ...(lens === undefined ? {} : { lens }) }
  const files = Object.entries(ratings).map(([path, { utility, reason }]): Lesson => ({ kind: 'rated', path, value: utility, ...(reason === undefined ? {} : { why: reason }), ...from }))
  return effect === undefined ? files : [...files, { kind: 'lens', ...from, lens: lens ?? 'default', value: effect }]
}

/** Reads how useful something was as people type it: `0.9`, `90%`, `0`, `1`. */
export function ratingFrom(text: string): number {
  const match = /^(\d{1,3}(?:\.\d{1,6})?|\.\d{1,6})(%?)$/.exec(text.trim())
  const rating = match === null ? NaN : Number(match[1]) / (match[2] === '%' ? 100 : 1)
  if (!(rating >= 0 && rating <= 1)) throw new TypeError(`a rating lies between 0 and 1, such as 0.9 or 90%, not "${text}"`)
  return rating
}
