// Colours texts beside the page, so that it never waits. A text that takes too long ends with this thread.
import hljs from 'highlight.js/lib/core'
import { GRAMMARS, grammarsFor } from './languages.ts'
import { packed, SpanEmitter } from './spans.ts'

/** What is to be coloured. */
export interface Job {
  readonly id: number
  readonly language: string
  readonly text: string
}

hljs.configure({ __emitter: SpanEmitter })

async function learn(name: string): Promise<void> {
  if (hljs.getLanguage(name) === undefined) hljs.registerLanguage(name, (await (GRAMMARS[name] as NonNullable<(typeof GRAMMARS)[string]>)()).default)
}

addEventListener('message', async ({ data: { id, language, text } }: MessageEvent<Job>) => {
  const grammars = grammarsFor(language)
  if (grammars[0] === undefined) return postMessage({ id })
  await Promise.all(grammars.map(learn))
  const { _emitter } = hljs.highlight(text, { language: grammars[0], ignoreIllegals: true })
  const spans = packed((_emitter as unknown as SpanEmitter).found)
  postMessage({ id, spans }, { transfer: [spans.at.buffer] })
})
