// What was learned, in words.
import type { Entry } from './lesson.ts'

/** One line for one lesson: when, what, from where to where, and why. */
export function entryLine(entry: Entry): string {
  const { at, path, lens, from, to, why, source, tags = [] } = entry
  const about = entry.kind === 'lens' ? `lens ${lens}` : path
  const change = from === undefined || to === undefined || from === to ? '' : `  ${shown(from)} -> ${shown(to)}`
  const reasons = [VERBS[entry.kind], ...(entry.kind !== 'lens' && lens !== undefined ? [`lens ${lens}`] : []), ...(tags.length > 0 ? [`tags ${tags.join(' ')}`] : []), ...(source === undefined ? [] : [`from ${source}`])]
  return `${at.replace('T', ' ').replace(/:\d\dZ$/, '')}  ${about}${change}  (${reasons.join(', ')})${why === undefined ? '' : `: ${why}`}`
}

const VERBS: Readonly<Record<Entry['kind'], string>> = { rated: 'rated', shown: 'shown in a pack that was rated', zoomed: 'zoomed', marked: 'marked', lens: 'effectiveness', forgotten: 'forgotten' }

const shown = (value: number): string => value.toFixed(2)
