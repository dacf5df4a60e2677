// While no file is looked at: what a little more would buy, and which files are worth most.
import type { PlanView } from '../../../../src/studio/contract.ts'
import { levelClass, LEVELS } from '../../level.ts'
import { counted, scored } from '../../numbers.ts'
import { overOf } from '../shares.ts'
import { select } from '../selection.ts'
import { byFile, type Group } from './picks.ts'

/** Files that are shown as the best. */
const BEST = 8

const HOW: Readonly<Record<PlanView['next'][number]['level'], string>> = { none: '', line: 'one line', shape: 'its signature', detail: 'with docs', code: 'its code', full: 'in full' }

/** Both lists. */
export function Next({ plan }: { plan: PlanView }) {
  const over = overOf(plan)
  return (
    <>
      <h2>With 1,000 tokens more</h2>
      {over !== undefined
        ? <p class="empty">{over.empty ? 'Nothing fits' : 'The context is over its budget'}: {counted(over.by)} tokens are missing already, and more tokens pay for them first.</p>
        : plan.next.length === 0
        ? <p class="empty">{plan.budget === 'none' ? 'Nothing is missing: there is no budget.' : 'Nothing would be added: everything that may be shown is.'}</p>
        : <ol class="picks">{byFile(plan.next).map((group) => <Bought key={group.path} group={group} />)}</ol>}
      <h2>Best files</h2>
      <ol class="picks">{best(plan).map((place) => <Best key={place} plan={plan} place={place} />)}</ol>
      <p class="empty">Choose a file to see why it is shown as it is.</p>
    </>
  )
}

/** The definitions of one file that would be added; a file that would be added itself needs no head. */
function Bought({ group: { path, picks } }: { group: Group }) {
  return (
    <li>
      {picks.some(({ id }) => id.includes('#')) ? <div class="of mono">{path}</div> : null}
      {picks.map(({ id, name, level, cost }) => <Pick key={id} path={path} id={id} name={name} level={level} price={`${HOW[level]}, ${counted(cost)} tokens`} />)}
    </li>
  )
}

function Best({ plan: { files }, place }: { plan: PlanView; place: number }) {
  const path = files.path[place] as string
  return <li><Pick path={path} id={path} name={path} level={LEVELS[files.level[place] ?? 0] ?? 'none'} price={`score ${scored(files.score[place] ?? 0)}`} /></li>
}

interface Picked {
  readonly path: string
  readonly id: string
  readonly name: string
  readonly level: PlanView['next'][number]['level']
  readonly price: string
}

function Pick({ path, id, name, level, price }: Picked) {
  const isFile = !path.endsWith('/') && !path.startsWith('(')
  return (
    <div class="pick">
      <span class={`swatch ${levelClass(level)}`} aria-hidden="true" />
      <div>{isFile ? <button type="button" class="link mono" title={id} aria-label={id} onClick={() => select(path, { replace: false })}>{name}</button> : <span class="mono">{name}</span>} <span class="price">{price}</span></div>
    </div>
  )
}

/** Places of the files with the highest scores; one pass, because there may be forty thousand. */
function best({ files: { score } }: PlanView): number[] {
  const top: number[] = []
  score.forEach((value, place) => {
    if (top.length === BEST && value <= (score[top[BEST - 1] as number] ?? 0)) return
    const at = top.findIndex((other) => (score[other] ?? 0) < value)
    top.splice(at < 0 ? top.length : at, 0, place)
    top.length = Math.min(top.length, BEST)
  })
  return top
}
