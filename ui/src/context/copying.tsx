// What can be taken away: the context, the command that makes it, the call of an agent's tool, the request to this server.
import { announce } from '../announce.tsx'
import { query } from '../address.ts'
import { askText } from '../ask.ts'
import { callFor, choicesIn, commandFor, curlFor } from '../choices.ts'
import { CompareLink } from '../compare/link.tsx'
import { Copy } from '../copy.tsx'
import { SaveSession } from '../memory/keep.tsx'
import { Rate } from '../memory/rate.tsx'
import { plan } from '../plan.ts'
import { save } from '../save.ts'
import { overWords } from './over.tsx'
import { overOf } from './shares.ts'

const ENDINGS: Readonly<Record<string, string>> = { 'claude-xml': 'xml', xml: 'xml', markdown: 'md', json: 'json' }

/** The bytes that `fovea pack` prints. */
const context = (): Promise<string> => askText('/context.txt', choicesIn(query.value))

const download = (format: string): void => void context().then((text) => save(`context.${ENDINGS[format] ?? 'txt'}`, text), (error: Error) => announce(`it was not saved: ${error.message}`))

/** The buttons below the files. */
export function CopyBar() {
  const chosen = choicesIn(query.value)
  const decided = plan.value ?? { budget: 'none', format: 'minimal' } as const
  const { unsaid } = callFor(chosen, decided)
  const twin = query.value.get('view') === 'text' ? '/preview.json' : '/plan.json'
  const over = plan.value === undefined ? undefined : overOf(plan.value)
  return (
    <>
      <div class="copybar" role="group" aria-label="Copy">
        <Copy label="Copy context" text={context} note={over === undefined ? '' : overWords(over)}>Copy context</Copy>
        <button type="button" onClick={() => download(decided.format)}>Download</button>
        <Copy label="Copy command" text={() => commandFor(chosen)}>Copy command</Copy>
        <Copy label="Copy MCP call" text={() => callFor(chosen, decided).call}>Copy MCP call</Copy>
        <Copy label="Copy as curl" text={() => curlFor(location.origin, twin, chosen)}>Copy as curl</Copy>
        <CompareLink />
        <code class="command" tabIndex={0}>{commandFor(chosen)}</code>
        {over === undefined ? null : <p class="wrong">{over.empty ? 'There is no context to copy.' : 'The context that is copied is over its budget.'} {overWords(over)}</p>}
        {unsaid.length === 0 ? null : <p class="quiet">An MCP call cannot say: {unsaid.join(', ')}.</p>}
      </div>
      <SaveSession />
      <Rate />
    </>
  )
}
