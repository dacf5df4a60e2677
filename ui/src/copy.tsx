// Copy buttons: what is copied is made when it is asked for, and the button says that it is done. What cannot be copied can be selected or saved.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import { announce } from './announce.tsx'
import { save } from './save.ts'

type Made = string | Promise<string>

/** What kept a text from the clipboard. */
interface Refused {
  readonly why: string
  readonly text: string
}

/** A button that copies a text; a note is said with the news that it was copied. */
export function Copy({ text, label, note = '', children }: { text: () => Made; label: string; note?: string; children?: ComponentChildren }) {
  const [state, setState] = useState<'idle' | 'busy' | 'done' | 'failed'>('idle')
  const [refused, setRefused] = useState<Refused>()
  const ended = (how: 'done' | 'failed', words: string): void => {
    announce(words)
    setState(how)
    setTimeout(() => setState('idle'), 1600)
  }
  const copy = async (): Promise<void> => {
    setState('busy')
    const made = text()
    try {
      await put(made)
      ended('done', note === '' ? `${label}: copied` : `${label}: copied. ${note}`)
    } catch (error) {
      ended('failed', `it was not copied: ${await causeOf(error as Error, made)}`)
      setRefused(await textOf(made, error as Error))
    }
  }
  return (
    <>
      <button type="button" class={`copy ${state}`} aria-label={label} title={label} onClick={() => void copy()}>{state === 'done' ? 'Copied' : state === 'failed' ? 'Not copied' : state === 'busy' ? 'Copying…' : (children ?? 'Copy')}</button>
      {refused === undefined ? null : <Selectable {...refused} close={() => setRefused(undefined)} />}
    </>
  )
}

/** The clipboard must be asked within the click: what is made later is handed over as a promise. */
async function put(made: Made): Promise<void> {
  if (navigator.clipboard === undefined) throw new Error('this browser gives pages no clipboard')
  if (typeof made === 'string') return navigator.clipboard.writeText(made)
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': made.then((later) => new Blob([later], { type: 'text/plain' })) })])
}

/** A text that could not be made says more than the clipboard that waited for it. */
const causeOf = async (error: Error, made: Made): Promise<string> => Promise.resolve(made).then(() => error.message, (earlier: Error) => earlier.message)

/** What was made and not taken, if it was made. */
const textOf = async (made: Made, { message: why }: Error): Promise<Refused | undefined> => Promise.resolve(made).then((text) => ({ why, text }), () => undefined)

/** Characters that a field to select from is given. */
const MOST_SHOWN = 1_000_000

function Selectable({ why, text, close }: Refused & { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} class="selectable" aria-label="Not copied" onClose={close}>
      <h2>The browser did not copy it</h2>
      <p>{why}</p>
      {text.length > MOST_SHOWN ? <p>It is too long to be selected here: save it.</p> : <textarea readOnly rows={8} aria-label="The text to select" value={text} onFocus={(event) => event.currentTarget.select()} />}
      <form method="dialog"><button type="button" onClick={() => save('fovea.txt', text)}>Save as a file</button> <button type="submit">Close</button></form>
    </dialog>
  )
}
