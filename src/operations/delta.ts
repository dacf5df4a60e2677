import { resolve } from 'node:path'
import { answerSince } from '../core/delta/answer.ts'
import type { Change, Delta } from '../core/delta/delta.ts'
import { PACK_ID } from '../core/delta/pack.ts'
import { flag, text, UsageError } from '../core/field.ts'
import { counted } from '../core/names.ts'
import { type Compilation, findPack, keepPack, packOf, type Workspace } from '../workspace/index.ts'
import { choosing, committing, ordering } from './choosing.ts'
import { contextCompressed, logging } from './log.ts'
import { keptNowhere, opening } from './open.ts'
import { defineOperation, EXIT, type Outcome } from './operation.ts'
import { compiledBy, outcomeOf, writeTo } from './pack.ts'

/** Packs a folder and tells what is different from a pack that was made before. */
export const delta = defineOperation({
  name: 'delta',
  title: 'Pack a folder, and print only what is different from an earlier pack',
  doc: 'For a reader who has seen the base: what is new, raised or changed, one line for all that is not, and what is gone. The base and the delta give the full answer to the byte. A base that is not known gives the full answer and says so. Use the options of the base.',
  examples: ['fovea delta --base 9f8e7d6c', 'fovea delta --base 9f8e7d6c --budget 8k --task "sessions are not closed"', 'fovea delta --base 9f8e7d6c --action "regenerate validators and tests only"'],
  fields: {
    path: text('The folder', { place: 'one', otherwise: '.' }),
    base: text('The id of the pack that the reader has; pack and delta tell it on standard error', { sign: 'PACK' }),
    ...choosing,
    ...ordering,
    ...committing,
    action: text('What is to be done with it, as its last line', { sign: 'TEXT' }),
    output: text('Write to a file instead of standard output', { short: 'o', sign: 'FILE' }),
    ...opening,
    allowSensitive: flag('Add the absolute path, host name, session notes, configuration path and full remote to the metadata'),
    ...logging,
    json: flag('The answer as data: what changed, how, and the text'),
    quiet: flag('Print no report', { short: 'q' }),
  },
  async run(input, context) {
    const base = input.base?.replace(/^ctx@/, '')
    if (base === undefined) throw new UsageError('name the pack that the reader has: fovea delta --base 9f8e7d6c; fovea pack tells its id on standard error')
    if (!PACK_ID.test(base)) throw new UsageError(`--base is the id of a pack, eight hex digits such as 9f8e7d6c, not ${JSON.stringify(input.base?.slice(0, 60))}`)
    if (input.json && input.output !== undefined) throw new UsageError('give --json or --output, not both')
    const { workspace, compilation } = await compiledBy({ ...input, json: false }, context)
    const outcome = deltaOutcome(workspace, compilation, { ...input, base })
    await workspace.close()
    if (input.output === undefined || input.output === '-') return outcome
    if (outcome.exit !== EXIT.budget) writeTo(resolve(context.cwd, input.output), input.output, [...outcome.text as Iterable<string>])
    return { ...outcome, text: [] }
  },
})

interface Asked {
  readonly base: string
  readonly action: string | undefined
  readonly path: string | undefined
  readonly quiet: boolean
}

/** The answer to a reader of a base. */
function deltaOutcome(workspace: Workspace, compilation: Compilation, asked: Asked): Outcome {
  const whole = outcomeOf(compilation, { strict: false, failOnSecret: false, quiet: asked.quiet, path: asked.path })
  const now = packOf(workspace, compilation)
  if (now === undefined) return { ...whole, report: [...(whole.report ?? []), ...(compilation.compiled.parts.length === 0 ? [] : ['a pack without a budget is not kept, so this is the whole answer: give --budget'])] }
  const known = findPack(workspace, asked.base)
  keepPack(workspace, now)
  const paths = new Set(compilation.corpus.files.map(({ entry }) => entry.path))
  const answer = answerSince(known, now, { base: asked.base, forgetful: workspace.packs === undefined ? keptNowhere(workspace) : undefined, exists: (path) => paths.has(path), count: (written) => compilation.meter.count(written), action: asked.action })
  const saved = answer.delta === undefined ? {} : { delta_of: asked.base, delta_tokens: answer.tokens }
  return {
    ...whole, text: answer.delta === undefined ? whole.text : [answer.text],
    data: { base: asked.base, pack: now.id, whole: answer.delta === undefined, ...(answer.why === undefined ? {} : { why: answer.why }), tokens: answer.tokens, whole_tokens: now.tokens, ...changesIn(answer.delta), text: answer.text },
    report: asked.quiet ? [] : [...(whole.report ?? []), answer.why ?? sentence(answer.delta as Delta, answer.tokens, now.tokens), `pack ${now.id}`],
    events: [contextCompressed('delta', compilation, { pack: now.id, ...saved })],
  }
}

/** Files by what became of them. */
function changesIn(delta: Delta | undefined): Record<string, unknown> {
  if (delta === undefined) return {}
  const of = (change: Change): string[] => [...new Set(delta.differences.filter((one) => one.change === change && one.level !== 'none').map(({ path }) => path))]
  const lost = (change: Change): string[] => delta.differences.filter((one) => one.change === change).map(({ path }) => path)
  return { files: delta.files, unchanged: delta.unchanged, new: of('new'), raised: of('raised'), lowered: of('lowered'), changed: of('changed'), moved: of('moved'), gone: lost('gone'), dropped: lost('dropped') }
}

const sentence = ({ unchanged, files }: Delta, tokens: number, whole: number): string =>
  `${counted(tokens, 'token')} instead of ${whole} (${((tokens / whole) * 100).toFixed(1)} %): ${unchanged} of ${counted(files, 'file')} are as they were shown`
