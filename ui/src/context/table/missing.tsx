// What is looked for and not listed: it may be on the disk and left out for a reason, which the server knows.
import { useEffect, useState } from 'preact/hooks'
import type { MissingView } from '../../../../src/studio/contract.ts'
import { changed } from '../../address.ts'
import { ask } from '../../ask.ts'
import { plan, planQuery } from '../../plan.ts'
import { Absent } from '../absent.tsx'
import type { Wish } from './order.ts'

/** Instead of an empty list. */
export function Missing({ wish }: { wish: Wish }) {
  if (wish.find === '') return <p class="empty">No file has this level and this language. Press one of them again to see more.</p>
  return (
    <div class="missing">
      <p>No file of the plan {wish.at.length + wish.lang.length > 0 ? 'with this level and language ' : ''}is called “{wish.find}”.</p>
      <LeftOut find={wish.find} />
    </div>
  )
}

/** Below a list that does not hold what was looked for. */
export function MoreMissing({ find }: { find: string }) {
  const [wanted, setWanted] = useState<string>()
  if (wanted === find) return <LeftOut find={find} />
  return <p class="found">Not the one? <button type="button" class="link" onClick={() => setWanted(find)}>Look among files that are not in the plan</button></p>
}

/** Milliseconds of silence after which the disk is searched. */
const PAUSE = 250

function LeftOut({ find }: { find: string }) {
  const [heard, setHeard] = useState<MissingView | string>()
  useEffect(() => {
    const end = new AbortController()
    const asked = (): Promise<MissingView | string> => ask<MissingView>('/missing.json', changed(new URLSearchParams(planQuery.peek()), { find }), { signal: end.signal }).catch((error: Error) => error.message)
    const clock = setTimeout(() => void asked().then((one) => { if (!end.signal.aborted) setHeard(one) }), PAUSE)
    return () => {
      clearTimeout(clock)
      end.abort()
    }
  }, [find, plan.value])
  if (heard === undefined) return <p class="empty" role="status">Looking on the disk…</p>
  if (typeof heard === 'string') return <p class="wrong" role="alert">{heard}</p>
  if (heard.files.length === 0) return <p class="empty" role="status">Nor is a file on the disk, as far as this folder is looked into.</p>
  return <div role="status">{heard.files.map((file) => <Absent key={file.path} file={file} />)}{heard.more ? <p class="empty">There may be more: look for more of the name.</p> : null}</div>
}
