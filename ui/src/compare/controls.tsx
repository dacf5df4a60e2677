// What is chosen for each side, and the ways to take it away.
import { useEffect, useState } from 'preact/hooks'
import type { PackView } from '../../../src/studio/contract.ts'
import { choose, href, query } from '../address.ts'
import { ask, objectOf } from '../ask.ts'
import { choicesIn, commandFor } from '../choices.ts'
import { Copy } from '../copy.tsx'
import { counted } from '../numbers.ts'
import { about } from '../plan.ts'
import { chosenFor, isAtFault, type Side, SIDES, sideIn, swapped } from './sides.ts'
import { fault } from './state.ts'

/** Swaps the sides; what is looked at stays. */
export const swap = (): void => choose(swapped(query.value))

/** Both sides, beside each other where there is room. */
export function Sides() {
  return (
    <div class="sides">
      {SIDES.map((side) => <SideForm key={side} side={side} />)}
      <div class="sides-acts">
        <button type="button" onClick={swap}>Swap sides</button>
        {SIDES.map((side) => <Copy key={side} label={`Copy command ${side.toUpperCase()}`} text={() => commandFor(sideIn(query.value, side))}>Copy command {side.toUpperCase()}</Copy>)}
        <Copy label="Copy delta command" text={deltaCommand}>Copy delta command</Copy>
      </div>
    </div>
  )
}

/** `fovea delta` from A to B. The pack of A is kept first, so that the command finds it. */
async function deltaCommand(): Promise<string> {
  const { pack, why } = await ask<PackView>('/pack.json', undefined, { body: objectOf(sideIn(query.value, 'a')) })
  if (pack === undefined) throw new Error(why ?? 'the pack of A could not be kept')
  return commandFor(sideIn(query.value, 'b'), `fovea delta --base ${pack}`)
}

function SideForm({ side }: { side: Side }) {
  const chosen = sideIn(query.value, side)
  const isWrong = (name: string): boolean => isAtFault(fault.value, side, chosen.get(name) ?? '')
  const set = (name: string) => (value: string): void => choose(chosenFor(query.value, side, { name, value }))
  return (
    <fieldset class={`side-form side-${side}`}>
      <legend>{side.toUpperCase()} <a href={href('/', choicesIn(chosen))}>Open it alone</a></legend>
      <Typed id={`${side}-budget`} label="Budget" value={chosen.get('budget') ?? ''} hint={typeof about.value?.budget === 'number' ? counted(about.value.budget) : about.value?.budget ?? '32k'} set={set('budget')} wrong={isWrong('budget')} />
      <Typed id={`${side}-task`} label="Task" value={chosen.get('task') ?? ''} hint="An overview when empty" set={set('task')} />
      <Typed id={`${side}-commit`} label="Commit" value={chosen.get('commit') ?? ''} hint="As on disk" set={set('commit')} wrong={isWrong('commit')} />
      <Chosen id={`${side}-lens`} label="Lens" value={chosen.get('lens') ?? ''} names={about.value?.lenses.map(({ name }) => name) ?? []} set={set('lens')} />
    </fieldset>
  )
}

interface Entry {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly set: (value: string) => void
}

/** A text that counts when it is finished: with Enter, or when the field is left. */
export function Typed({ id, label, value, hint, set, wrong = false }: Entry & { readonly hint: string; readonly wrong?: boolean }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const done = (): void => { if (typed.trim() !== value) set(typed.trim()) }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} type="text" value={typed} placeholder={hint} autocomplete="off" spellcheck={false} aria-invalid={wrong} aria-describedby={wrong ? 'compare-wrong' : undefined} onInput={(event) => setTyped(event.currentTarget.value)} onBlur={done} onKeyDown={(event) => { if (event.key === 'Enter') done() }} />
    </div>
  )
}

function Chosen({ id, label, value, names, set }: Entry & { readonly names: readonly string[] }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => set(event.currentTarget.value)}>
        <option value="">as configured</option>
        {(value === '' || names.includes(value) ? names : [value, ...names]).map((name) => <option key={name} value={name}>{name}</option>)}
      </select>
    </div>
  )
}
