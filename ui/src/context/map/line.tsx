// The line that says what is looked at. It is said when the pointer or the focus rests, not on every move.
import type { ReadonlySignal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'

/** Milliseconds of rest before it is said. */
const REST = 120

/** A live line. */
export function LookLine({ text }: { text: ReadonlySignal<string> }) {
  const [said, setSaid] = useState('')
  const now = text.value
  useEffect(() => {
    const clock = setTimeout(() => setSaid(now), REST)
    return () => clearTimeout(clock)
  }, [now])
  return <p id="map-line" class="map-line" aria-live="polite">{said}</p>
}
