// Why the selected file is shown as it is, and what comes next.
import type { PlanView } from '../../../src/studio/contract.ts'
import { selected } from './selection.ts'
import { FileWhy } from './why/file.tsx'
import { Next } from './why/next.tsx'
import './why/why.css'

/** Leads to the panel where that stands below the files, out of sight. */
export function ToWhy() {
  const go = (): void => {
    const panel = document.getElementById('why')
    panel?.scrollIntoView({ block: 'start' })
    panel?.focus({ preventScroll: true })
  }
  return selected.value === undefined ? null : <button type="button" class="to-why" onClick={go}>Why: {selected.value} ↓</button>
}

/** The panel beside the files. */
export function Why({ plan }: { plan: PlanView }) {
  return <div class="why">{selected.value === undefined ? <Next plan={plan} /> : <FileWhy plan={plan} path={selected.value} />}</div>
}
