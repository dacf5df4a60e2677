// The meters by name. Vocabularies arrive late: only the meter that is asked for loads one.

import { suggestion } from '../core/nearest.ts'
import type { Meter } from '../core/ports.ts'
import { claudeBound } from './claude.ts'
import { codeaware, heuristic } from './estimate.ts'
import { exactMeter, type Encoding, type ExactMeter, laidMeter } from './exact.ts'
import type { Read } from './wasm.ts'

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

/** Hands over the file `<encoding>.laid` to be read, and gives what is made of it; undefined where there is none. */
export type OpenLaid = (encoding: Encoding, use: (read: Read) => ExactMeter | undefined) => ExactMeter | undefined

interface Vocabularies {
  readonly load: LoadVocabulary
  readonly open?: OpenLaid | undefined
}

const exactly = async (name: Encoding, { load, open }: Vocabularies): Promise<ExactMeter> =>
  open?.(name, (read) => laidMeter(name, read)) ?? exactMeter(name, await load(name))

const MAKERS: Record<MeterName, (from: Vocabularies) => Promise<Meter>> = {
  o200k_base: (from) => exactly('o200k_base', from),
  cl100k_base: (from) => exactly('cl100k_base', from),
  claude: async (from) => claudeBound(await exactly('o200k_base', from)),
  heuristic: async () => heuristic,
  codeaware: async () => codeaware,
}

/** Makes the meter of a name; `load` is called only for those that need a vocabulary, and not where `open` has it laid out. */
export async function createMeter(name: string, load: LoadVocabulary, open?: OpenLaid): Promise<Meter> {
  const known = METER_NAMES.find((candidate) => candidate === name)
  if (known === undefined) {
    throw new TypeError(`there is no meter "${name}"; ${suggestion(name, METER_NAMES)}`)
  }
  return MAKERS[known]({ load, open })
}
