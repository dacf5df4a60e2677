import { resolve } from 'node:path'
import { isDefinition, walk } from '../../core/block.ts'
import { level, text, tokens, UsageError } from '../../core/field.ts'
import { handleOf, type Target, targetFrom } from '../../core/handle.ts'
import type { Level } from '../../core/level.ts'
import { isVisible } from '../../core/rank/rank.ts'
import type { Checkpoint } from '../../core/session/checkpoint.ts'
import { type History, inEffect, redone, undone, type Zoom, zoomed } from '../../core/session/history.ts'
import { aliasesShown, openWorkspace, requestOf, settle } from '../../workspace/index.ts'
import { fragmentOf } from '../fragment.ts'
import { openHere, opening } from '../open.ts'
import { meant } from '../alias.ts'
import { defineOperation, Failure, type Outcome } from '../operation.ts'
import { Library, type Place } from '../resolve.ts'
import { fragmentOutcome, learnFrom, listed, locate } from '../zoom.ts'
import { idTyped, keep, load, placing, shelfOf } from './files.ts'
import { hiddenFor } from './hidden.ts'
import { flagsIn, keptRules } from './inflate.ts'

/** Raises something in a session. */
export const sessionZoom = defineOperation({
  name: 'session zoom',
  title: 'Show more of something and keep it shown in the session',
  doc: 'Answers as zoom does. What was zoomed then stays shown at that depth whenever the session is resumed, as far as the budget allows; of zooms that do not fit together the newest stay.',
  examples: ['fovea session zoom fix-login fn=closeAll', 'fovea session zoom fix-login src/auth.ts#Sessions --depth signature', 'fovea session zoom fix-login file=src/auth.ts:10-60'],
  fields: {
    id: text('The name of the session', { place: 'one' }),
    target: text('fn=NAME, class=NAME, mod=NAME, file=PATH[:10-60], PATH#NAME, @9f8e7d6c or an alias', { place: 'one' }),
    budget: tokens('The most tokens this answer may have', { short: 'b', otherwise: 4000, sign: 'TOKENS' }),
    depth: level('signature, implementation or full', { otherwise: 'full', sign: 'DEPTH' }),
    ...placing,
    ...opening,
  },
  async run(input, context) {
    const id = idTyped(input.id, 'zoom')
    if (input.target === undefined) throw new UsageError(`name a target: fovea session zoom ${id} fn=closeAll`)
    if (input.depth === 'none' || input.depth === 'line') throw new UsageError('--depth is signature, implementation or full')
    const workspace = openHere(context, input.root, input)
    const { target } = meant(targetFrom(input.target), aliasesShown(workspace).aliases)
    const shelf = await shelfOf(workspace, input.dir)
    const { checkpoint, text: before } = await load(shelf, id)
    const flags = flagsIn(checkpoint)
    const settings = settle({ ...flags, budget: input.budget, exclude: [...(flags.exclude ?? []), ...hiddenFor(workspace.root, shelf)], ...(input.json ? { format: 'json' } : {}) }, workspace.layers)
    const visible = isVisible(requestOf(settings))
    const library = new Library(workspace, (await workspace.read(settings)).entries.filter((entry) => visible(entry.path)), true)
    const located = await locate(library, target, { includeTests: false })
    await workspace.close()
    if ('several' in located) return listed(workspace, settings, located.several)
    const places = located.places.flatMap((place) => placesIn(place, target))
    const kept = keptRules(checkpoint.fovea.plan, places.map(({ block }) => block.id), { level: 'shape', target: input.target })
    const fragment = { places: located.places, target, library, settings, depth: input.depth as Level, context: 0 }
    // What the session shows of it comes first, unless that alone is more than this answer may have.
    const raised = await fragmentOf(workspace, { ...fragment, settings: { ...settings, rules: { ...settings.rules, value: [...settings.rules.value, ...kept] } } }, located.stale)
    const outcome = fragmentOutcome(raised.plan.overrun > 0 ? await fragmentOf(workspace, fragment, located.stale) : raised, located.stale)
    const zoom: Zoom = { target: input.target, level: input.depth as Level, handles: places.map((place) => handleOf(place.block.id, library.shaOf(place))) }
    const saved = await keep(shelf, withHistory(checkpoint, zoomed(checkpoint.fovea, zoom)), before)
    return { ...outcome, report: [...(outcome.report ?? []), standing(saved)], diagnostics: await learnFrom(workspace, located.places, target) }
  },
})

/** Takes back the last zoom. */
export const undo = stepping('undo', {
  title: 'Take back the last zoom of a session', doc: 'What it raised is shown again as the budget would have it. Several zooms can be taken back one after the other, and done again with redo.',
  step: undone, none: 'there is no zoom to take back', said: (before) => `taken back: ${before.zooms[before.position - 1]?.target}`,
})

/** Does the last zoom again that was taken back. */
export const redo = stepping('redo', {
  title: 'Do a zoom again that was taken back', doc: 'Zooms that were taken back can be done again until something else is zoomed.',
  step: redone, none: 'there is no zoom to do again', said: (before) => `done again: ${before.zooms[before.position]?.target}`,
})

interface Stepping {
  readonly title: string
  readonly doc: string
  readonly step: (history: History) => History | undefined
  readonly none: string
  readonly said: (before: History) => string
}

function stepping(verb: 'undo' | 'redo', { title, doc, step, none, said }: Stepping) {
  return defineOperation({
    name: `session ${verb}`, title, doc, examples: [`fovea session ${verb} fix-login`],
    fields: { id: text('The name of the session', { place: 'one' }), ...placing },
    async run(input, context): Promise<Outcome> {
      const id = idTyped(input.id, verb)
      const workspace = openWorkspace(resolve(context.cwd, input.root ?? '.'))
      const shelf = await shelfOf(workspace, input.dir)
      const { checkpoint, text: before } = await load(shelf, id)
      const next = step(checkpoint.fovea)
      if (next === undefined) throw new Failure(`${none} in the session "${id}"`)
      const saved = await keep(shelf, withHistory(checkpoint, next), before)
      return { text: [`${said(checkpoint.fovea)}\n`], data: { session_id: id, zooms: targets(inEffect(saved.fovea)), undone: targets(saved.fovea.zooms.slice(saved.fovea.position)) }, report: [standing(saved)] }
    },
  })
}

const targets = (zooms: readonly Zoom[]): string[] => zooms.map(({ target }) => target)

const withHistory = (checkpoint: Checkpoint, history: History): Checkpoint =>
  ({ ...checkpoint, fovea: { ...checkpoint.fovea, zooms: history.zooms, position: history.position } })

function standing({ session_id: id, fovea }: Checkpoint): string {
  const undone = fovea.zooms.length - fovea.position
  return `session ${id}: ${fovea.position} ${fovea.position === 1 ? 'zoom holds' : 'zooms hold'}${undone > 0 ? `, ${undone} can be done again` : ''}`
}

/** What a range of lines touches: the innermost definitions, or the whole file where there are none. */
function placesIn(place: Place, { lines }: Target): Place[] {
  if (lines === undefined) return [place]
  const { text: source } = place.entry
  const lineOf = (at: number): number => source.slice(0, at).split('\n').length
  const touched = [...walk(place.file)].filter((block) => isDefinition(block) && !block.children.some(isDefinition) && lineOf(block.start) <= lines[1] && lineOf(Math.max(block.start, block.end - 1)) >= lines[0])
  return touched.length === 0 ? [place] : touched.map((block) => ({ ...place, block }))
}
