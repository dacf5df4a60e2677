// Budget, task, lens, format: every move is in the address, and the plan follows it.
import './controls.css'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { choose, query } from '../address.ts'
import { announce } from '../announce.tsx'
import { useMedia } from '../narrow.ts'
import { about, plan } from '../plan.ts'
import { counted } from '../numbers.ts'
import { jump, type Scale, scaleFor, tokensIn, written, wrongBudget } from './budget.ts'

/** What is chosen at the top. */
export function Controls() {
  const isNarrow = useMedia('(max-width: 760px)')
  return (
    <form class="controls" onSubmit={(event) => event.preventDefault()}>
      <Budget />
      <Task />
      {isNarrow ? <details class="more"><summary>More</summary><div class="controls"><Fixed /></div></details> : <Fixed />}
    </form>
  )
}

/** What is chosen once and seldom changed. */
function Fixed() {
  return (
    <>
      <Choice name="lens" label="Lens" names={about.value?.lenses.map(({ name }) => name) ?? []} otherwise={plan.value?.lens ?? 'default'} />
      <Choice name="format" label="Format" names={about.value?.formats ?? []} otherwise={plan.value?.format ?? 'claude-xml'} />
      <Choice name="meter" label="Tokens of" names={about.value?.meters ?? []} otherwise={plan.value?.meter ?? 'o200k_base'} />
    </>
  )
}

function Budget() {
  const said = query.value.get('budget')
  const fallback = about.value?.budget
  const tokens = tokensIn(said) ?? (typeof fallback === 'number' ? fallback : 32_000)
  const none = said === 'none' || (said === null && fallback === 'none')
  const scale = scaleFor(plan.value?.whole)
  return (
    <div class="field budget">
      <label for="budget">Budget</label>
      <Slider scale={scale} tokens={tokens} none={none} />
      <Typed tokens={tokens} none={none} />
      <label class="check"><input type="checkbox" checked={none} onChange={(event) => choose({ budget: event.currentTarget.checked ? 'none' : '32k' })} /> everything</label>
    </div>
  )
}

/** Moves that follow each other within this many milliseconds are one step for the back button. */
const ONE_MOVE = 1500

/** The plan follows while it is dragged. */
function Slider({ scale, tokens, none }: { scale: Scale; tokens: number; none: boolean }) {
  const moved = useRef(-Infinity)
  const place = scale.placeOf(tokens)
  const move = (to: number): void => {
    const now = performance.now()
    choose({ budget: String(to) }, { replace: now - moved.current < ONE_MOVE })
    moved.current = now
  }
  const key = (event: KeyboardEvent): void => {
    const to = jump(scale, place, event.key)
    if (to === undefined) return
    event.preventDefault()
    move(to)
  }
  return (
    <div class="slider">
      <input id="budget" type="range" min={0} max={scale.steps} value={place} aria-valuetext={none ? 'everything' : `${counted(tokens)} tokens`} disabled={none} onKeyDown={key} onInput={(event) => move(scale.tokensAt(event.currentTarget.valueAsNumber))} />
      <div class="marks">{scale.marks.map((mark) => (
        <button key={mark.name} type="button" tabIndex={-1} class={`mark mark-${mark.name}`} disabled={none} aria-label={`Budget ${mark.name}`} style={{ left: `${(mark.place / scale.steps) * 100}%` }} onClick={() => move(mark.tokens)}>{mark.name}</button>
      ))}</div>
    </div>
  )
}

function Typed({ tokens, none }: { tokens: number; none: boolean }) {
  const [typed, setTyped] = useState<string>()
  const text = typed?.trim().toLowerCase() ?? ''
  const wrong = typed === undefined || text === '' ? undefined : wrongBudget(text)
  const commit = (): void => {
    if (wrong !== undefined) return
    setTyped(undefined)
    if (text !== '') choose({ budget: text.replaceAll(',', '') })
  }
  return (
    <>
      <input class="number" type="text" inputMode="decimal" aria-label="Budget in tokens, such as 8000, 32k, 1m or none" aria-invalid={wrong !== undefined} aria-describedby="budget-wrong" value={typed ?? (none ? 'none' : written(tokens))}
        onInput={(event) => setTyped(event.currentTarget.value)} onChange={commit} onKeyDown={(event) => { if (event.key === 'Escape') setTyped(undefined) }} />
      <p id="budget-wrong" class="budget-wrong" role="status">{wrong}</p>
    </>
  )
}

/** Milliseconds of silence after which what was typed is meant. */
const PAUSE = 400

function Task() {
  const said = query.value.get('task') ?? ''
  const [typed, setTyped] = useState(said)
  const box = useRef<HTMLTextAreaElement>(null)
  const commit = (): void => choose({ task: typed.trim() === '' ? undefined : typed }, { replace: said !== '' })
  useEffect(() => setTyped(said), [said])
  useEffect(() => {
    if (typed === said) return undefined
    const clock = setTimeout(commit, PAUSE)
    return () => clearTimeout(clock)
  }, [typed])
  useLayoutEffect(() => { if (box.current !== null) fitHeight(box.current) }, [typed])
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    commit()
    announce(typed.trim() === '' ? 'An overview is made' : 'The context is made for this task')
  }
  return (
    <div class="field task">
      <label for="task">Task</label>
      <textarea ref={box} id="task" rows={1} placeholder="What the context is for" aria-keyshortcuts="Control+Enter" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} onKeyDown={key} />
    </div>
  )
}

/** A box is as high as its text, up to where the style sheet stops it. */
function fitHeight(box: HTMLTextAreaElement): void {
  box.style.height = 'auto'
  box.style.height = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`
}

function Choice({ name, label, names, otherwise }: { name: string; label: string; names: readonly string[]; otherwise: string }) {
  const value = query.value.get(name) ?? otherwise
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select id={name} value={value} onChange={(event) => choose({ [name]: event.currentTarget.value })}>
        {(names.includes(value) ? names : [value, ...names]).map((one) => <option key={one} value={one}>{one}</option>)}
      </select>
    </div>
  )
}
