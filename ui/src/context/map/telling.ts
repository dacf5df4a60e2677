// What a plan, or why one file is as it is, says about the areas of a map.
import type { PlanView, WhyView } from '../../../../src/studio/contract.ts'
import { LEVEL_DOCS, LEVELS } from '../../level.ts'
import { counted, percent, roughly } from '../../numbers.ts'
import type { Telling } from './paint.ts'
import { type Area, leavesOf } from './tree.ts'

/** What a plan tells about folders and files; `found` are the places that are searched for, all when absent. */
export function planTelling({ files }: PlanView, found?: ReadonlySet<number>): Telling {
  return {
    levelOf: ({ place }) => files.level[place] ?? 0,
    tokensOf: (area) => (area.kind === 'file' ? { whole: files.tokens[area.place] ?? 0, about: files.about?.[area.place] === 1, spent: files.cost[area.place] ?? 0 } : sumOf(area, files)),
    isFaded: ({ place }) => found?.has(place) === false,
  }
}

function sumOf(area: Area, { tokens, about: abouts, cost }: PlanView['files']): { whole: number; about: boolean; spent: number } {
  let [whole, about, spent] = [0, false, 0]
  for (const { place } of leavesOf(area)) {
    whole += tokens[place] ?? 0
    about ||= abouts?.[place] === 1
    spent += cost[place] ?? 0
  }
  return { whole, about, spent }
}

/** What is known of the definitions of one file. What lies between them is shown as what holds it. */
export function insideTelling({ blocks, tokens, level }: WhyView): Telling {
  return {
    levelOf: ({ place }) => LEVELS.indexOf(blocks[place]?.level ?? level),
    tokensOf: ({ place, own }) => ({ whole: own ?? blocks[place]?.tokens ?? tokens }),
    isFaded: () => false,
  }
}

/** One line about an area, for everybody. */
export function lineOf(area: Area, telling: Telling, all: number): string {
  const { whole, about, spent = 0 } = telling.tokensOf(area)
  const level = LEVEL_DOCS[LEVELS[telling.levelOf(area)] ?? 'none']
  if (area.kind === 'block') return `${area.name}: ${level}, ${counted(whole)} tokens`
  if (area.kind === 'file') return `${area.path}: ${level}, ${counted(spent)} of ${roughly(whole, about)} tokens, ${percent(spent, all)} of the context`
  const files = [...leavesOf(area)]
  const shown = files.filter((file) => telling.levelOf(file) > 0).length
  return `${area.path}: ${counted(files.length)} files, ${counted(shown)} of them shown; ${counted(spent)} of ${roughly(whole, about)} tokens, ${percent(spent, all)} of the context`
}
