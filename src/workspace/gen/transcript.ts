// What was said between us and a model, kept so that nothing that was paid for is lost. Secrets are replaced in all of it.
import { type Base, baseFrom } from '../../core/ctx/base.ts'
import { isRecord } from '../../core/json.ts'
import type { Used } from '../../core/gen/cost.ts'
import { withoutSecrets } from '../../guards/kept.ts'
import type { CtxProject } from '../ctx/project.ts'

/** A conversation and what came of it. */
export interface Transcript {
  readonly at: string
  readonly model: string
  /** Where it was asked, without anything but the host. */
  readonly host: string
  readonly mode: 'pack' | 'delta'
  readonly mark: string
  /** What the model was shown, as a base is written. */
  readonly context: string
  readonly system: string
  readonly prompt: string
  readonly answer: string
  readonly calls: readonly Call[]
  readonly used?: Used | undefined
  readonly cost?: number | undefined
  readonly files?: readonly { readonly path: string; readonly state: string }[]
  readonly written: boolean
  /** Why nothing came of it. */
  readonly fault?: string | undefined
  /** What of it was too long to be kept. */
  readonly cut?: string
}

/** A tool that was called. */
export interface Call {
  readonly tool: string
  readonly input: unknown
  readonly output: string
  readonly failed: boolean
}

/** A name for a transcript that no other has. */
export function transcriptFile({ place }: CtxProject, { at, mark }: Pick<Transcript, 'at' | 'mark'>): string {
  for (let copy = 1; ; copy++) {
    const file = `gen/${at.replaceAll(/[-:]/g, '')}-${mark}${copy === 1 ? '' : `-${copy}`}.json`
    if (place.read(file) === undefined) return file
  }
}

/** What became of a transcript. */
export interface Kept {
  /** Where it is, from the folder of the project. */
  readonly file: string
  /** The answer as it was kept: without secrets, and cut when it was endless. */
  readonly answer: string
}

/** Keeps a transcript, in the place of what is there. */
export function keepTranscript({ place }: CtxProject, file: string, transcript: Transcript): Kept {
  const kept = withoutSecrets(bounded(transcript)) as Transcript
  place.write(file, `${JSON.stringify(kept, null, 2)}\n`)
  return { file: `${place.shown}/${file}`, answer: kept.answer }
}

/** Characters of an answer, characters of what a tool was given, and calls that are kept; no real conversation has more. */
const MOST_ANSWER = 1_000_000
const MOST_INPUT = 10_000
const MOST_CALLS = 100

/** A transcript without what a flooding server said too much. */
function bounded(transcript: Transcript): Transcript {
  const { answer, calls } = transcript
  const kept = { ...transcript, calls: calls.slice(0, MOST_CALLS).map(shortCall) }
  return answer.length <= MOST_ANSWER ? kept : { ...kept, answer: answer.slice(0, MOST_ANSWER), cut: `the answer had ${answer.length} characters; the first ${MOST_ANSWER} are kept` }
}

function shortCall(call: Call): Call {
  const input = JSON.stringify(call.input) ?? ''
  return input.length <= MOST_INPUT ? call : { ...call, input: `${input.slice(0, MOST_INPUT)}…` }
}

/** An answer that was given, and what is known of the request. */
export interface Given {
  readonly answer: string
  readonly mark?: string
  /** What the model was shown. */
  readonly seen?: Base
}

/** The answer in a text: a transcript's, or all of it. */
export function answerIn({ workspace: { digest } }: CtxProject, text: string): Given {
  if (!text.trimStart().startsWith('{')) return { answer: text }
  try {
    const json: unknown = JSON.parse(text)
    if (!isRecord(json) || typeof json['answer'] !== 'string' || typeof json['mark'] !== 'string') return { answer: text }
    const seen = typeof json['context'] === 'string' ? baseFrom(json['context'], digest.sha256) : undefined
    return { answer: json['answer'], mark: json['mark'], ...(seen === undefined ? {} : { seen }) }
  } catch {
    return { answer: text }
  }
}
