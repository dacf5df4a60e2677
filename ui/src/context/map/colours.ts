// Colours of the map come from the style sheet, and are read again when the theme changes.
import { signal } from '@preact/signals'
import { LEVELS } from '../../level.ts'

/** What the painter needs to know of the style sheet. */
export interface Palette {
  /** One for each level, in their order. */
  readonly fills: readonly string[]
  readonly inks: readonly string[]
  readonly ground: string
  readonly raised: string
  readonly line: string
  readonly ink: string
  readonly font: string
}

/** Counts changes of the theme. */
export const themes = signal(0)

/** Listens for them. */
export function watchTheme(): () => void {
  const changed = (): void => { themes.value += 1 }
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const chosen = new MutationObserver(changed)
  chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  dark.addEventListener('change', changed)
  return () => {
    chosen.disconnect()
    dark.removeEventListener('change', changed)
  }
}

/** The colours that hold for an element now. */
export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element)
  const named = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  return {
    fills: LEVELS.map((level) => named(`level-${level}`)), inks: LEVELS.map((level) => named(`on-${level}`)),
    ground: named('ground'), raised: named('raised'), line: named('line'), ink: named('ink'), font: style.fontFamily,
  }
}
