// The context as its reader will see it.
import { choose, query } from '../address.ts'
import { Files } from '../preview/files.tsx'
import { Sent } from '../preview/sent.tsx'
import '../preview/preview.css'

/** The text: file by file, or as it is sent. */
export function Preview() {
  const sent = query.value.get('as') === 'sent'
  return (
    <div class="preview">
      <div class="tabs" role="group" aria-label="Text">
        <button type="button" aria-pressed={!sent} onClick={() => choose({ as: undefined })}>Files</button>
        <button type="button" aria-pressed={sent} onClick={() => choose({ as: 'sent' })}>As sent</button>
      </div>
      {sent ? <Sent /> : <Files />}
    </div>
  )
}
