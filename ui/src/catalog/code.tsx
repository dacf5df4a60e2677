// A piece of code in its colours, once they have arrived.
import { useEffect, useState } from 'preact/hooks'
import { coloursOf } from '../preview/colours.ts'
import { coloured, type Spans } from '../preview/spans.ts'
import '../preview/preview.css'
import { visible } from '../../../src/core/visible.ts'

/** What snippets call their engines, as languages. */
const LANGUAGES: Readonly<Record<string, string>> = { sql: 'sql', postgres: 'sql', sqlite: 'sql', mysql: 'sql', bash: 'bash', curl: 'bash', sh: 'bash', ts: 'typescript', js: 'javascript', py: 'python', python: 'python', graphql: 'graphql', json: 'json', yaml: 'yaml' }

/** Code of an engine; plain where it has no colours. */
export function Code({ engine, text }: { engine: string; text: string }) {
  const [colours, setColours] = useState<{ readonly text: string; readonly spans: Spans }>()
  useEffect(() => {
    let wanted = true
    void coloursOf(LANGUAGES[engine] ?? 'text', text).then((spans) => { if (wanted && spans !== undefined) setColours({ text, spans }) })
    return () => { wanted = false }
  }, [engine, text])
  const pieces = coloured(text, [0, text.length], colours?.text === text ? colours.spans : undefined)
  return <pre tabIndex={0}><code>{pieces.map(({ text: part, colour }, place) => (colour === undefined ? visible(part) : <span key={place} class={`t-${colour}`}>{visible(part)}</span>))}</code></pre>
}
