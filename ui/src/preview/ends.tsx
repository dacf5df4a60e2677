// What is not on the page as text: files that have one line, and folders that have one for theirs. Each can be raised.
import { useState } from 'preact/hooks'
import { counted } from '../numbers.ts'
import { isPinned, togglePin } from '../context/rules.tsx'
import { ZoomLink } from './lines.tsx'
import type { Text } from './model.ts'

const AT_ONCE = 40

const few = (count: number, noun: string): string => `${counted(count)} ${noun}${count === 1 ? '' : 's'}`

/** The end of the page. */
export function Ends({ text: { lines, folders } }: { text: Text }) {
  const [shown, setShown] = useState(AT_ONCE)
  if (lines.length === 0 && folders.length === 0) return null
  return (
    <section class="ends" aria-label="Files that are not shown">
      <h3>{few(lines.length, 'file')} with one line, {few(folders.length, 'folder')} with one for the rest</h3>
      <p class="quiet">A larger budget raises what matters most. To raise one: pin it here, or choose it and press 2 to 5 for its level. Zoom shows it without changing the context.</p>
      <ul>
        {folders.slice(0, AT_ONCE).map(({ path, files, tokens, about }) => <li key={path}><ZoomLink target={path} title={`Zoom ${path}`}>{path}</ZoomLink> <span class="quiet">{few(files, 'file')}, {about ? '~' : ''}{few(tokens, 'token')}</span></li>)}
        {folders.length > AT_ONCE ? <li class="quiet">and {few(folders.length - AT_ONCE, 'folder')} more</li> : null}
        {lines.slice(0, shown).map((path) => <li key={path}><ZoomLink target={`file=${path}`} title={`Zoom ${path}`}>{path}</ZoomLink> <button type="button" class="plain" aria-pressed={isPinned(path)} aria-label={`Pin ${path}`} onClick={() => togglePin(path)}>Pin</button></li>)}
      </ul>
      {lines.length > shown ? <button type="button" onClick={() => setShown(shown + AT_ONCE)}>{counted(lines.length - shown)} more</button> : null}
    </section>
  )
}
