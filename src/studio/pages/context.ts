// The questions behind the first view: the plan, why something is as it is, and why something is not there.
import { flag, text, UsageError } from '../../core/field.ts'
import { LEVELS } from '../../core/level.ts'
import { LENSES } from '../../core/lenses.ts'
import { absentFrom } from '../../operations/absent.ts'
import { explainTarget } from '../../operations/explain.ts'
import { absentLike, FORMAT_NAMES, METER_NAMES, settle, VERSION } from '../../workspace/index.ts'
import { basename } from 'node:path'
import { choices, UNSAID } from '../choices.ts'
import type { About, MissingView } from '../contract.ts'
import { defineQuestion } from '../page.ts'
import { likeNames } from '../unmet.ts'
import { whyView } from '../why.ts'

const about = defineQuestion({
  path: '/about.json', fields: {},
  async run(_input, { place, open }): Promise<About> {
    const { layers } = open()
    const { budget } = settle({}, layers)
    const own = layers.flatMap(({ config }) => Object.entries(config.lenses ?? {}).map(([name, { doc = '' }]) => ({ name, doc })))
    const lenses = [...LENSES.map(({ name, doc }) => ({ name, doc })), ...own.filter(({ name }) => !LENSES.some((lens) => lens.name === name))]
    return { version: VERSION, folder: basename(place.root), levels: LEVELS, formats: FORMAT_NAMES, meters: METER_NAMES, lenses, budget: Number.isFinite(budget.value) ? budget.value : 'none', frozen: place.frozen }
  },
})

const plan = defineQuestion({
  path: '/plan.json', fields: choices,
  run: (input, room) => room.plan({ ...input, ...UNSAID }),
})

const why = defineQuestion({
  path: '/why.json', fields: { target: text('A path, a symbol or a handle'), ...choices },
  async run({ target, ...input }, room) {
    if (target === undefined) throw new UsageError('name what is to be explained: target=src/auth.ts')
    const made = await room.compiled({ ...input, ...UNSAID })
    return whyView(made, await explainTarget(made.workspace, made.compilation, target))
  },
})

/** Files that are told of when many are looked for and not there. */
const MOST_ABSENT = 20

const missing = defineQuestion({
  path: '/missing.json', fields: { find: text('A path, words of it, or a glob'), near: flag('Also names like it, when nothing is found'), ...choices },
  async run({ find, near, ...input }, room): Promise<MissingView> {
    if (find === undefined) throw new UsageError('say what is looked for: find=src/auth.ts')
    const { workspace, compilation } = await room.compiled({ ...input, ...UNSAID })
    const exact = absentFrom(workspace, compilation, find.trim())
    const { paths, more } = absentLike(workspace, compilation, { find, most: MOST_ABSENT })
    const files = paths.filter((path) => path !== exact?.path).flatMap((path) => absentFrom(workspace, compilation, path) ?? [])
    const isThere = exact !== undefined && exact.reason !== 'gone'
    return { files: isThere ? [exact, ...files] : files, more, ...(near && !isThere ? { near: likeNames(compilation, find.trim()) } : {}) }
  },
})

/** All of them. */
export const CONTEXT_QUESTIONS = [about, plan, why, missing]
