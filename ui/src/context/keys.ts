// The keys of the first view.
import { choose } from '../address.ts'
import { type Key } from '../keys.ts'
import { LEVEL_DOCS, LEVEL_KEYS } from '../level.ts'
import { exclude, setLevel, togglePin } from './rules.tsx'
import { select, selected, step } from './selection.ts'

const withFile = (act: (path: string) => void) => (): boolean => {
  if (selected.value === undefined) return false
  act(selected.value)
  return true
}

const focusOn = (id: string) => (): boolean => {
  const element = document.getElementById(id)
  element?.focus()
  return element !== null
}

/** The box has the focus before the next key comes; when another view is shown, as soon as the list is there. */
function findFiles(): void {
  if (focusOn('filter')()) return
  choose({ view: 'list' })
  requestAnimationFrame(focusOn('filter'))
}

/** Enter on a button, a link or a check box is meant for that. */
const isOnControl = (): boolean => document.activeElement?.closest('a, button, summary, input, [role="button"]') != null

/** In the order of the help. */
export const contextKeys: readonly Key[] = [
  { key: '/', does: 'find files', act: findFiles },
  { key: 't', does: 'write the task', act: focusOn('task') },
  { key: 'b', does: 'move the budget', act: focusOn('budget') },
  { key: 'j', does: 'next file', act: () => step(1) },
  { key: 'k', does: 'file before', act: () => step(-1) },
  { key: 'Enter', does: 'see its text', act: () => !isOnControl() && withFile(() => choose({ view: 'text' }))() },
  ...Object.entries(LEVEL_KEYS).map(([key, level]): Key => ({ key, does: `show it at ${level}: ${LEVEL_DOCS[level]}`, act: withFile((path) => setLevel(path, level)) })),
  { key: '0', does: 'let the budget decide its level again', act: withFile((path) => setLevel(path, undefined)) },
  { key: 'p', does: 'pin it, or take the pin back', act: withFile(togglePin) },
  { key: 'x', does: 'leave it out', act: withFile(exclude) },
  { key: 'Escape', does: 'look at no file', act: () => (selected.value === undefined ? false : select(undefined)) },
]
