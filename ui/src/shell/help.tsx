// What the keys do.
import { useEffect, useRef } from 'preact/hooks'
import { bind, keys } from '../keys.ts'

/** The button and the dialog behind it. */
export function Help() {
  const dialog = useRef<HTMLDialogElement>(null)
  const open = (): void => dialog.current?.showModal()
  useEffect(() => bind([{ key: '?', does: 'this help', act: open }]), [])
  return (
    <>
      <button type="button" class="plain" aria-label="Keys" title="Keys (?)" onClick={open}>?</button>
      <dialog ref={dialog} aria-labelledby="help-title">
        <h2 id="help-title">Keys</h2>
        <dl class="keys">{keys.value.map(({ key, does }) => <div key={key + does}><dt><kbd>{named(key)}</kbd></dt><dd>{does}</dd></div>)}</dl>
        <form method="dialog"><button type="submit">Close</button></form>
      </dialog>
    </>
  )
}

const NAMES: Readonly<Record<string, string>> = { Enter: 'enter', Escape: 'esc', ArrowUp: '↑', ArrowDown: '↓' }
const named = (key: string): string => NAMES[key] ?? key
