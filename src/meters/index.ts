// The meters by name. Vocabularies arrive late: only the meter that is asked for loads one.

import { suggestion } from '../core/nearest.ts'
import type { Meter } from '../core/ports.ts'
import { claudeBound } from './claude.ts'
import { codeaware, heuristic } from './estimate.ts'
import { exactMeter, type Encoding } from './exact.ts'

export { claudeBound } from './claude.ts'
export { codeaware, heuristic } from './estimate.ts'
export { ENCODINGS, exactMeter, type Encoding, type ExactMeter } from './exact.ts'

/** The names of all meters; the first is the default. */
export const METER_NAMES = ['o200k_base', 'cl100k_base', 'claude', 'heuristic', 'codeaware'] as const

/** The name of a meter. */
export type MeterName = (typeof METER_NAMES)[number]

/** One sentence about each meter. */
export const meterDocs: Readonly<Record<MeterName, string>> = Object.freeze({
  o200k_base: 'Exact count in the encoding of GPT-4o and later OpenAI models.',
  cl100k_base: 'Exact count in the encoding of GPT-4 and GPT-3.5.',
  claude: 'A safety margin for Claude models, whose tokenizer is not public: 1.4 times the o200k_base count, rounded up; meant as a bound, not a count.',
  heuristic: 'A quick estimate: one token for each four UTF-8 bytes.',
  codeaware: 'A quick estimate: one token for each three UTF-8 bytes where more than 30 % of the lines are indented, otherwise for each four.',
})

/** Brings the gunzipped bytes of `<encoding>.bin.gz`. */
export type LoadVocabulary = (encoding: Encoding) => Promise<Uint8Array>

const MAKERS: Record<MeterName, (load: LoadVocabulary) => Promise<Meter>> = {
  o200k_base: async (load) => exactMeter('o200k_base', await load('o200k_base')),
  cl100k_base: async (load) => exactMeter('cl100k_base', await load('cl100k_base')),
  claude: async (load) => claudeBound(exactMeter('o200k_base', await load('o200k_base'))),
  heuristic: async () => heuristic,
  codeaware: async () => codeaware,
}

/** Makes the meter of a name; `loadVocabulary` is called only for those that need one. */
export async function createMeter(name: string, loadVocabulary: LoadVocabulary): Promise<Meter> {
  const known = METER_NAMES.find((candidate) => candidate === name)
  if (known === undefined) {
    throw new TypeError(`there is no meter "${name}"; ${suggestion(name, METER_NAMES)}`)
  }
  return MAKERS[known](loadVocabulary)
}
