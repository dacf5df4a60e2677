import { bulletsOf, refinePrompt } from '../../core/ctx/base.ts'
import { flag, list, text } from '../../core/field.ts'
import { counted } from '../../core/names.ts'
import { acceptBase, type CtxDelta, type CtxProject, deltaOf, settle, writePatch } from '../../workspace/index.ts'
import { defineOperation, Failure, type Outcome } from '../operation.ts'
import { placing, project, projectAt, told } from './project.ts'

const USUAL_ACTION = 'apply these changes; keep everything else as it is'

/** Says what changed since the base of the context. */
export const ctxDiff = defineOperation({
  name: 'ctx diff',
  title: 'Say what changed since the model last saw the context',
  doc: 'Prints the prompt of a refinement: the base, the changes by alias, and what to do. Schemas, SQL, OpenAPI, settings and code are compared by what they define, other text by its lines. The whole difference is written to ctx/delta.patch. --accept makes what is there now the base; so does the first pack.',
  examples: ['fovea ctx diff', 'fovea ctx diff my_skill --action "regenerate validators and tests only"', 'fovea ctx diff --note "ADR note: keep O1, reject O3 for now"', 'fovea ctx diff --patch', 'fovea ctx diff --accept'],
  fields: {
    project,
    action: text('What the model is to do with the changes', { sign: 'TEXT', otherwise: USUAL_ACTION }),
    note: list('One more line of the delta, in your words; may be repeated', { sign: 'TEXT', verbatim: true }),
    patch: flag('Print the unified difference by alias instead of the prompt'),
    accept: flag('Make the files as they are now the base, after printing what changed'),
    ...placing,
  },
  run: (input, context) => told(async () => {
    const opened = projectAt(context, input.project ?? '.', input.dir)
    const delta = await deltaOf(opened)
    if (delta === undefined) return firstBase(opened, input.accept)
    const bullets = [...bulletsOf(delta.changes), ...input.note.map((note) => `- ${note.replace(/\s+/g, ' ').trim()}`)]
    const prompt = refinePrompt({ base: delta.base.id, bullets, action: (input.action ?? USUAL_ACTION).replace(/\s+/g, ' ').trim() })
    if (input.accept) acceptBase(opened)
    else writePatch(opened, delta)
    const meter = await opened.workspace.meter(settle({}, opened.workspace.layers).meter.value)
    return { text: [input.patch ? delta.changes.map(({ patch }) => patch).join('') : prompt], data: { ...dataOf(delta), prompt, tokens: meter.count(prompt), accepted: input.accept }, report: [sentence(delta, meter.count(prompt), input.accept)] }
  }),
})

const dataOf = ({ base, now, changes }: CtxDelta) => ({ base: base.id, now: now.id, changes })

const sentence = ({ changes, now }: CtxDelta, tokens: number, accepted: boolean): string =>
  `${changes.length === 0 ? 'nothing changed' : `${counted(changes.length, 'alias', 'aliases')} changed`}, ${counted(tokens, 'token')}${accepted ? `; the base is ctx@${now.id} from now on` : ''}`

function firstBase(opened: CtxProject, accept: boolean): Outcome {
  if (!accept) throw new Failure(`there is no base in ${opened.place.shown}: "fovea ctx pack" sets one when it first writes a pack, "fovea ctx diff --accept" at any time`)
  const base = acceptBase(opened)
  return { text: [`ctx@${base.id}\n`], data: { base: base.id, now: base.id, changes: [], accepted: true }, report: [`the base is ctx@${base.id}, ${counted(base.shas.size, 'alias', 'aliases')}`] }
}
