// Dark or light: as the system says, until somebody chooses.
import { effect, signal } from '@preact/signals'

type Theme = 'system' | 'light' | 'dark'
const KEY = 'fovea-theme'
const ORDER: readonly Theme[] = ['system', 'light', 'dark']
const SIGNS: Readonly<Record<Theme, string>> = { system: '◐', light: '○', dark: '●' }

const theme = signal<Theme>(ORDER.find((name) => name === localStorage.getItem(KEY)) ?? 'system')

effect(() => {
  if (theme.value === 'system') document.documentElement.removeAttribute('data-theme')
  else document.documentElement.dataset['theme'] = theme.value
  localStorage.setItem(KEY, theme.value)
})

/** A button that goes through the three. */
export function ThemeSwitch() {
  const next = ORDER[(ORDER.indexOf(theme.value) + 1) % ORDER.length] as Theme
  return <button type="button" class="plain" aria-label={`Colours: ${theme.value}. Change to ${next}`} title={`Colours: ${theme.value}`} onClick={() => { theme.value = next }}>{SIGNS[theme.value]}</button>
}
