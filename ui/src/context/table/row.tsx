// One file: what is shown of it, what that costs, and what can be done about it.
import type { Level } from '../../../../src/core/level.ts'
import type { PlanView } from '../../../../src/studio/contract.ts'
import { levelClass, LEVELS } from '../../level.ts'
import { counted, percent, roughly, scored } from '../../numbers.ts'
import { exclude, isPinned, levelSet, setLevel, togglePin } from '../rules.tsx'
import { select } from '../selection.ts'
import { dropFocus, holdFocus } from './focus.ts'

/** Names a row for the grid, which says which one it is on. */
export const idOf = (place: number): string => `file-${place}`

interface RowProps {
  readonly plan: PlanView
  readonly place: number
  /** Its place in the list, from 0. */
  readonly index: number
  readonly top: number
  readonly chosen: boolean
}

/** A row. Its controls are reached by Tab when it is chosen, so that a long list is one stop and not a thousand. */
export function Row({ plan, place, index, top, chosen }: RowProps) {
  const { files } = plan
  const path = files.path[place] as string
  const [cost, tokens] = [files.cost[place] ?? 0, files.tokens[place] ?? 0]
  const about = files.about?.[place] === 1
  const level = LEVELS[files.level[place] ?? 0] as Level
  return (
    <div class={`row${chosen ? ' chosen' : ''}`} id={idOf(place)} role="row" aria-rowindex={index + 2} aria-selected={chosen} style={{ top: `${top}px` }} onClick={(event) => clicked(event, path)}>
      <Name path={path} />
      <span role="gridcell" class="cell language">{files.languages[files.language[place] ?? 0]}</span>
      <span role="gridcell" class="cell level"><span class={`swatch ${levelClass(level)}`} aria-hidden="true" /><LevelSelect path={path} level={level} reachable={chosen} /></span>
      <span role="gridcell" class="cell cost number">{counted(cost)}<span class="unit"> tokens</span></span>
      <span role="gridcell" class="cell share"><span class="share-bar" aria-hidden="true"><span style={{ width: percent(cost, plan.tokens).replace(' ', '') }} /></span><span class="number">{percent(cost, plan.tokens)}</span></span>
      <span role="gridcell" class="cell tokens number">{roughly(tokens, about)}</span>
      <span role="gridcell" class="cell score number">{scored(files.score[place] ?? 0)}</span>
      <span role="gridcell" class="cell acts"><Acts path={path} more={Math.max(0, tokens - cost)} about={about} reachable={chosen} /></span>
    </div>
  )
}

/** Looks at a row that was clicked; a click on one of its controls is meant for that. */
function clicked(event: MouseEvent, path: string): void {
  if ((event.target as Element).closest('button, select') === null) select(path)
}

function Name({ path }: { path: string }) {
  const slash = path.lastIndexOf('/') + 1
  return <span role="rowheader" class="cell path" title={path}><span class="folder">{path.slice(0, slash)}</span><span class="base">{path.slice(slash)}</span></span>
}

interface Reached {
  readonly path: string
  readonly reachable: boolean
}

/** What ties a control to its row when rows move. */
const tied = (path: string, act: string, reachable: boolean) =>
  ({ 'data-act': act, 'data-path': path, tabIndex: reachable ? 0 : -1, onFocus: () => holdFocus(path, act), onBlur: dropFocus })

function LevelSelect({ path, level, reachable }: Reached & { level: Level }) {
  const set = levelSet(path)
  return (
    <select class={set === undefined ? '' : 'set'} aria-label={`Level of ${path}`} value={set ?? ''} {...tied(path, 'level', reachable)} onChange={(event) => setLevel(path, event.currentTarget.value === '' ? undefined : event.currentTarget.value as Level)}>
      <option value="">{set === undefined ? level : 'as the budget decides'}</option>
      <optgroup label="always">{LEVELS.map((one) => <option key={one} value={one}>{one}</option>)}</optgroup>
    </select>
  )
}

function Acts({ path, more, about, reachable }: Reached & { more: number; about: boolean }) {
  const pinned = isPinned(path)
  const cost = pinned ? 'take the pin back' : more === 0 && !about ? 'costs nothing more' : `costs ${roughly(more, about)} tokens more`
  return (
    <>
      <button type="button" class="act" aria-pressed={pinned} aria-label={`Pin ${path}`} title={`Pin (p): ${cost}`} {...tied(path, 'pin', reachable)} onClick={() => togglePin(path)}>Pin</button>
      <button type="button" class="act" aria-label={`Omit ${path}`} title="Omit: leave it out (x)" {...tied(path, 'exclude', reachable)} onClick={() => exclude(path)}>Omit</button>
    </>
  )
}
