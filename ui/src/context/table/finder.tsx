// The box that looks for files. What is typed is in the address at once, and leaves no steps for the back button but the first.
import { useEffect, useState } from 'preact/hooks'
import { choose } from '../../address.ts'
import { plan } from '../../plan.ts'
import { order, select } from '../selection.ts'

/** Milliseconds of silence after which the list follows: a long one is sorted once for a word, not for a letter. */
const PAUSE = 120

/** The box. */
export function Finder({ find }: { find: string }) {
  const [typed, setTyped] = useState(find)
  useEffect(() => setTyped(find), [find])
  useEffect(() => {
    if (typed === find) return undefined
    const clock = setTimeout(() => choose({ find: typed }, { replace: find !== '' }), PAUSE)
    return () => clearTimeout(clock)
  }, [typed])
  return (
    <div class="finder">
      <label for="filter">Find files</label>
      <input id="filter" type="search" autocomplete="off" spellcheck={false} placeholder="words of a path, or a glob: src/**/*.ts" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} onKeyDown={(event) => left(event, typed)} />
    </div>
  )
}

/** Enter and the arrow go to the first file that was found; Escape leaves the box, and empties it first. */
function left(event: KeyboardEvent, typed: string): void {
  if (event.key === 'Escape' && typed === '') (event.currentTarget as HTMLElement).blur()
  if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
  event.preventDefault()
  const first = order.value[0]
  if (first !== undefined) select(plan.value?.files.path[first])
  document.getElementById('files')?.focus()
}
