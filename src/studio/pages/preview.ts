// The questions behind the text: what the page shows file by file, the page as it is sent, and more of one thing.
import { flag, number, text, UsageError } from '../../core/field.ts'
import type { FileView } from '../../core/format.ts'
import { outputFrom, type Target, targetFrom } from '../../core/handle.ts'
import type { Level } from '../../core/level.ts'
import { orderOf } from '../../core/print.ts'
import { Failure } from '../../operations/index.ts'
import { closerLook, type Seen, zoom } from '../../operations/zoom.ts'
import { type Compilation, formatNamed, settle } from '../../workspace/index.ts'
import { choices, UNSAID } from '../choices.ts'
import type { PlaceView, PreviewView, ZoomAnswer } from '../contract.ts'
import { defineQuestion, ran } from '../page.ts'
import { filesFrom, indexOf, linesWith, previewFile, type Shown } from '../preview.ts'
import type { Room } from '../room.ts'

/** Files of a page, and characters of them, that are sent at once. */
const MOST_AT_ONCE = 50
const MOST_TEXT = 1_500_000

const preview = defineQuestion({
  path: '/preview.json',
  fields: { from: number('The first file, counted from 0', { otherwise: 0 }), count: number('How many files', { otherwise: 20 }), index: flag('Also every file on the page, with its lines'), find: text('Also the lines that hold these words'), ...choices },
  async run({ from, count, index, find, ...input }, room): Promise<PreviewView> {
    const shown = shownBy((await room.compiled({ ...input, ...UNSAID })).compilation)
    const { page } = shown.compiled
    const ends = index || from === 0 ? page : { lines: [], folders: [] }
    const files = filesFrom(shown, { from: from ?? 0, count: Math.min(count ?? 20, MOST_AT_ONCE), most: MOST_TEXT })
    return { total: page.files.length, from: from ?? 0, files, lines: ends.lines.map(({ path }) => path), folders: ends.folders, ...(index ? { index: indexOf(shown) } : {}), ...(find === undefined || find === '' ? {} : { found: linesWith(shown, find) }) }
  },
})

const shownBy = ({ compiled, settings }: Compilation): Shown => ({ compiled, order: orderOf(compiled.page, formatNamed(settings.format.value)) })

const context = defineQuestion({
  path: '/context.txt', fields: choices,
  async run(input, room) {
    const { compilation } = await room.compiled({ ...input, ...UNSAID })
    const { compiled, settings } = compilation
    if (compiled.parts.length === 0) throw new Failure(`a budget of ${settings.budget.value} tokens is too small: the smallest answer in ${settings.format.value} needs ${compiled.least}`)
    return compiled.parts.join('')
  },
})

const { target, budget, depth, lens, meter } = zoom.fields

/** The operation `zoom` on the warm folder, which learns nothing from being looked at. */
const more = defineQuestion({
  path: '/zoom.json', fields: { target: text(target.doc), budget, depth, lens, meter },
  async run(input, room): Promise<ZoomAnswer> {
    if (input.target === undefined) throw new UsageError('name what is to be shown: target=src/auth.ts#login')
    if (outputFrom(input.target) !== undefined) return outputOf(input.target, input.budget, room)
    if (input.depth === 'none' || input.depth === 'line') throw new UsageError('depth is signature, implementation or full')
    const workspace = room.open()
    const settings = settle({ budget: input.budget, meter: input.meter, lens: input.lens }, workspace.layers)
    const wanted = targetFrom(input.target)
    return answerOf(input.target, wanted, await closerLook(workspace, settings, { target: wanted, scope: { includeTests: false }, depth: input.depth as Level, context: 0 }))
  },
})

const NOTHING = { stale: false, tokens: 0, notices: [], files: [], related: [] } as const

/** What a look found, as data. */
function answerOf(asked: string, { lines }: Target, seen: Seen): ZoomAnswer {
  if ('several' in seen) {
    const { places, candidates } = seen.several.data as { places: number; candidates: readonly PlaceView[] }
    return { ...NOTHING, target: asked, places: { total: places, listed: candidates } }
  }
  const { fragment: { page, plan, tokens, budget: most }, stale } = seen
  if (page.files.length === 0) throw new Failure(`a budget of ${most} tokens is too small to show anything of it: raise budget`)
  const planned = plan.files.filter(({ opened }) => opened)
  const files = page.files.map((view: FileView, i) => previewFile(view, page.bodyOf(i), planned[i], lines === undefined ? 1 : view.lines?.[0]))
  return { target: asked, stale, tokens, notices: page.notices, files, related: page.related }
}

/** Lines of what a command printed. */
async function outputOf(asked: string, most: number | undefined, { context: around, place: { frozen } }: Room): Promise<ZoomAnswer> {
  const others = Object.fromEntries(Object.entries(zoom.fields).map(([name, field]) => [name, field.otherwise]))
  const { text: output = '' } = await ran(await zoom.run({ ...others, frozen, target: asked, budget: most } as never, around))
  return { ...NOTHING, target: asked, output }
}

/** All of them. */
export const PREVIEW_QUESTIONS = [preview, context, more]
