// What a lesson changed: two plans of the same choices, compared in words.
import { ordinal, placeAmong } from '../../../src/core/standing.ts'
import type { PlanFiles, PlanView } from '../../../src/studio/contract.ts'
import { counted } from '../numbers.ts'

/** How levels are said of a file that is shown. */
const WORDS = ['left out', 'shown as one line', 'shown as signatures', 'shown as signatures with docs', 'shown as code', 'shown in full'] as const

/** One file in a plan. */
interface Standing {
  /** By score, from 1. */
  readonly place: number
  readonly level: number
  readonly score: number
  /** Tokens of what is shown. */
  readonly cost: number
}

function standingIn({ path: paths, score: scores, level, cost }: PlanFiles, path: string): Standing | undefined {
  const at = paths.indexOf(path)
  if (at < 0) return undefined
  const own = scores[at] ?? 0
  return { place: placeAmong(scores, own), level: level[at] ?? 0, score: own, cost: cost[at] ?? 0 }
}

/** What became of one file, and of all others. */
export function effectOf(path: string, before: PlanView | undefined, after: PlanView | undefined): string {
  const others = effectOnOthers(before, after, path)
  return others === '' ? effectOn(path, before, after) : `${effectOn(path, before, after)}; ${others}`
}

/** What became of one file: `src/a.ts rose from 5th to 2nd, now shown in full, 192 -> 942 tokens`. */
export function effectOn(path: string, before: PlanView | undefined, after: PlanView | undefined): string {
  const [was, is] = [before && standingIn(before.files, path), after && standingIn(after.files, path)]
  if (was === undefined || is === undefined) return `${path}: the next plans count with it`
  const level = `${is.level === was.level ? 'still' : 'now'} ${WORDS[is.level] ?? 'left out'}`
  const tokens = is.cost === was.cost ? '' : `, ${counted(was.cost)} -> ${counted(is.cost)} tokens`
  return `${path} ${moveOf(was, is)}, ${level}${tokens}`
}

function moveOf(was: Standing, is: Standing): string {
  if (is.place !== was.place) return `${is.place < was.place ? 'rose' : 'fell'} from ${ordinal(was.place)} to ${ordinal(is.place)}`
  return `stays ${ordinal(is.place)}${is.score === was.score ? '' : `, its score went from ${was.score.toFixed(2)} to ${is.score.toFixed(2)}`}`
}

/** What became of all others: `3 other files are shown at another level, 1 takes more or fewer tokens at the same level`. */
export function effectOnOthers(before: PlanView | undefined, after: PlanView | undefined, besides?: string): string {
  if (before === undefined || after === undefined) return ''
  const { moved, resized } = changesIn(before.files, after.files, besides)
  const others = besides === undefined ? '' : ' other'
  const levels = moved === 0 ? `no${others} file is shown at another level` : `${counted(moved)}${others} ${moved === 1 ? 'file is' : 'files are'} shown at another level`
  return resized === 0 ? levels : `${levels}, ${counted(resized)} ${resized === 1 ? 'takes' : 'take'} more or fewer tokens at the same level`
}

/** Files in both plans that have another level, and those that have the same one with more or less in it. */
function changesIn(before: PlanFiles, after: PlanFiles, besides: string | undefined): { moved: number; resized: number } {
  const places = new Map(before.path.map((path, i) => [path, i]))
  let [moved, resized] = [0, 0]
  for (const [i, path] of after.path.entries()) {
    const was = places.get(path)
    if (was === undefined || path === besides) continue
    if (before.level[was] !== after.level[i]) moved++
    else if (before.cost[was] !== after.cost[i]) resized++
  }
  return { moved, resized }
}
