// The page as it is sent: every byte of it, line by line.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { askText } from '../ask.ts'
import { counted } from '../numbers.ts'
import { plan, planQuery } from '../plan.ts'
import { bodyOf, linesOf, paint } from './body.ts'
import { Find } from './find.tsx'
import { linesWith } from './search.ts'
import { MOST_LINES } from './layout.ts'
import { type Sheet, SheetView } from './sheet.tsx'

/** Formats and what colours them. */
const LANGUAGES: Readonly<Record<string, string>> = { 'claude-xml': 'xml', xml: 'xml', markdown: 'markdown', json: 'json' }

/** The text of the whole page. */
export function Sent() {
  const { sent, wrong } = useSent()
  const [at, setAt] = useState<Sheet['at']>()
  const body = useMemo(() => (sent === undefined ? undefined : bodyOf({ text: sent.text })), [sent])
  const sheet = useMemo((): Sheet | undefined => {
    if (body === undefined || sent === undefined) return undefined
    paint(body, LANGUAGES[sent.format] ?? 'text')
    return { label: 'The context as it is sent', names: ['context'], lines: [Math.min(MOST_LINES, linesOf(body))], bodyAt: () => body }
  }, [body])
  if (wrong !== undefined) return <p class="wrong" role="alert">{wrong}</p>
  if (sheet === undefined || body === undefined) return <p class="empty" aria-busy="true">Loading…</p>
  return (
    <>
      <Find of={body} search={async (words) => linesWith(body.text, words)} show={([, line]) => setAt({ file: 0, line })} />
      <SheetView sheet={{ ...sheet, at }} />
      <p class="quiet">{counted(linesOf(body))} lines, {counted(body.text.length)} characters.{linesOf(body) > MOST_LINES ? ` The first ${counted(MOST_LINES)} lines are shown; copies have them all.` : ''}</p>
    </>
  )
}

interface State { readonly sent?: { readonly text: string; readonly format: string }; readonly wrong?: string }

function useSent(): State {
  const [state, setState] = useState<State>({})
  const shown = plan.value
  useEffect(() => {
    const gone = new AbortController()
    askText('/context.txt', new URLSearchParams(planQuery.peek()), { signal: gone.signal })
      .then((text) => setState({ sent: { text, format: shown?.format ?? '' } }), (error: Error) => { if (!gone.signal.aborted) setState({ wrong: error.message }) })
    return () => gone.abort()
  }, [shown])
  return state
}
