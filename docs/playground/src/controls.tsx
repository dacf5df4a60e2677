// What can be chosen: budget, task, format, lens.
import { LENSES } from '../../../src/core/lenses.ts'
import { FORMAT_NAMES } from '../../../src/formats/index.ts'
import { useEffect, useState } from 'preact/hooks'
import { counted } from './limits.ts'
import { choose, options } from './state.ts'

/** The slider counts in halves of doublings: 500 tokens at its start, a million at its end. */
const LEAST = 500
const STEPS = 44
const tokensAt = (step: number): number => Number((LEAST * 2 ** (step / 4)).toPrecision(2))
const stepOf = (tokens: number): number => Math.round(Math.log2(Math.max(LEAST, tokens) / LEAST) * 4)

/** All choices. */
export function Controls() {
  return (
    <form class="controls" aria-label="What to show" onSubmit={(event) => event.preventDefault()}>
      <Budget />
      <Task />
      <Choice label="Format" value={options.value.format} all={FORMAT_NAMES.map((format) => [format, format])} onChoose={(format) => choose({ format })} />
      <Choice label="Lens" value={options.value.lens} all={LENSES.map((lens) => [lens.name, lens.name])} onChoose={(lens) => choose({ lens })} hint={LENSES.find((lens) => lens.name === options.value.lens)?.doc ?? ''} />
    </form>
  )
}

function Budget() {
  const { budget } = options.value
  const all = budget === 'none'
  const tokens = all ? 32_000 : Number(budget)
  const set = (next: number): void => { if (Number.isFinite(next) && next > 0) choose({ budget: String(Math.round(next)) }) }
  return (
    <fieldset class="budget">
      <legend>Budget</legend>
      <input type="range" aria-label="Budget" aria-valuetext={all ? 'everything' : `${counted(tokens)} tokens`} min={0} max={STEPS} value={stepOf(tokens)} disabled={all} onInput={(event) => set(tokensAt(Number(event.currentTarget.value)))} />
      <label class="number">Tokens <input type="number" min={1} step={1} value={all ? '' : tokens} disabled={all} onChange={(event) => set(Number(event.currentTarget.value))} /></label>
      <label class="check"><input type="checkbox" checked={all} onChange={(event) => choose({ budget: event.currentTarget.checked ? 'none' : '32000' })} /> Everything</label>
    </fieldset>
  )
}

/** Somebody who is typing is not interrupted: the plan is made when the words stand still. */
function Task() {
  const [text, setText] = useState(options.value.task)
  useEffect(() => {
    if (text === options.value.task) return undefined
    const clock = setTimeout(() => choose({ task: text }), 350)
    return () => clearTimeout(clock)
  }, [text])
  return (
    <div class="field task">
      <label for="task">Task (optional)</label>
      <textarea id="task" rows={2} value={text} placeholder="sessions are not closed when the token expires" onInput={(event) => setText(event.currentTarget.value)} />
    </div>
  )
}

function Choice({ label, value, all, hint, onChoose }: { label: string; value: string; all: readonly (readonly [string, string])[]; hint?: string; onChoose: (value: string) => void }) {
  const id = label.toLowerCase()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} title={hint} onChange={(event) => onChoose(event.currentTarget.value)}>{all.map(([key, words]) => <option key={key} value={key}>{words}</option>)}</select>
    </div>
  )
}
