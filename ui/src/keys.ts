// One table of keys: the page listens once, and the help dialog prints the table.
import { signal } from '@preact/signals'

/** What a key does. */
export interface Key {
  readonly key: string
  readonly does: string
  /** Gives true when the key was meant for it. */
  readonly act: () => boolean | void
}

const bound = signal<readonly Key[]>([])

/** All keys that do something now, for the help. */
export const keys = bound

/** Binds keys until the function it gives is called: `useEffect(() => bind([...]), [])`. */
export function bind(more: readonly Key[]): () => void {
  bound.value = [...more, ...bound.peek()]
  return () => { bound.value = bound.peek().filter((key) => !more.includes(key)) }
}

const isTyping = (target: EventTarget | null): boolean => target instanceof HTMLElement && (target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName) || (target instanceof HTMLInputElement && !['range', 'checkbox', 'radio', 'button'].includes(target.type)))

/** Listens for keys on the whole page. */
export function listenForKeys(): () => void {
  const heard = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector('dialog[open]') !== null) return
    const hit = bound.peek().find(({ key, act }) => key === event.key && act() !== false)
    if (hit !== undefined) event.preventDefault()
  }
  addEventListener('keydown', heard)
  return () => removeEventListener('keydown', heard)
}
