// What came out: how much of the budget is used, what became of every file, and the text.
import { useState } from 'preact/hooks'
import { FilesTable } from './files-table.tsx'
import { counted } from './limits.ts'
import type { Result } from './messages.ts'
import { name } from './state.ts'

/** A longer text is shown in part: a page with millions of characters no longer scrolls. */
const MOST_SHOWN = 300_000
const MOST_REMARKS = 20

/** The newest context. */
export function ResultView({ result }: { result: Result }) {
  const { options: { format }, text, rows, remarks, least } = result
  return (
    <section class="result" aria-label="Result">
      <h2 data-testid="tokens" aria-live="polite">{summaryOf(result)}</h2>
      {least !== undefined && <p class="wrong">This budget is too small: the smallest answer in {format} needs {counted(least)} tokens.</p>}
      <Remarks remarks={remarks} />
      <div class="panels">
        <FilesTable rows={rows} />
        <div class="text">
          <div class="bar">
            <h3>The context</h3>
            <Copy text={text} />
            <button type="button" disabled={text === ''} onClick={() => download(text, format)}>Download</button>
          </div>
          <pre tabIndex={0} aria-label="The context" data-testid="text">{text.slice(0, MOST_SHOWN)}</pre>
          {text.length > MOST_SHOWN && <p class="quiet">Only the first {counted(MOST_SHOWN)} of {counted(text.length)} characters are shown here. Copy and Download give all of them.</p>}
        </div>
      </div>
    </section>
  )
}

function summaryOf({ options: { budget }, tokens, rows }: Result): string {
  const shown = rows.filter(({ level }) => level !== 'none').length
  return `${counted(tokens)}${budget === 'none' ? '' : ` of ${counted(Number(budget))}`} tokens, ${counted(shown)} of ${counted(rows.length)} files`
}

function Remarks({ remarks }: { remarks: readonly string[] }) {
  if (remarks.length === 0) return null
  return (
    <details class="remarks">
      <summary>{remarks.length === 1 ? '1 remark' : `${counted(remarks.length)} remarks`}</summary>
      <ul>{remarks.slice(0, MOST_REMARKS).map((remark) => <li key={remark}>{remark}</li>)}{remarks.length > MOST_REMARKS && <li>and {counted(remarks.length - MOST_REMARKS)} more</li>}</ul>
    </details>
  )
}

function Copy({ text }: { text: string }) {
  const [said, say] = useState('')
  const copy = async (): Promise<void> => {
    say(await put(text))
    setTimeout(() => say(''), 4000)
  }
  return <><button type="button" class="primary" disabled={text === ''} onClick={() => void copy()}>Copy</button><span role="status" class="quiet">{said}</span></>
}

/** On plain http a page has no clipboard. */
async function put(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return 'Copied'
  } catch {
    return 'Not copied: the browser does not allow it here. Use Download.'
  }
}

const ENDINGS: Readonly<Record<string, string>> = { 'claude-xml': 'xml', xml: 'xml', markdown: 'md', json: 'json' }

function download(text: string, format: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = `${name.value.replace(/\.zip$/i, '') || 'context'}.${ENDINGS[format] ?? 'txt'}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
