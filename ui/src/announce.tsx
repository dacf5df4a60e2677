// One line that screen readers hear and everybody can see for a while.
import { signal } from '@preact/signals'

const said = signal('')
let clock: ReturnType<typeof setTimeout> | undefined

/** Says something to everybody. */
export function announce(text: string): void {
  said.value = text
  clearTimeout(clock)
  clock = setTimeout(() => { said.value = '' }, 4000)
}

/** Where it is said. */
export const Announcer = () => <div class="announcer" role="status" aria-live="polite">{said}</div>
