// Speaking with models that write. Loaded when a command does so: no other pays for it.
import { setTimeout as pause } from 'node:timers/promises'
import { APICallError, type LanguageModelV3 } from '@ai-sdk/provider'
import { type Asking, type ChatConfig, chatAddress, type ChatEvent } from '../chat.ts'
import { type Environment, keyOf } from '../key.ts'
import { causeOf, failure, ModelError, said } from '../post.ts'
import { BROKEN, converse, CUT, firstCall, type Manner, type Stream } from './converse.ts'
import { masked } from './mask.ts'
import { modelOf } from './model.ts'
import { wired } from './wire.ts'

/** How often a busy server is asked, and how long to wait in between, in milliseconds. */
const ATTEMPTS = 3
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 30_000
/** Seconds of silence: models may think for a while before the first word. */
const PATIENCE = 180
/** Without a number of its own, one kind of server answers in very few tokens. */
const MOST_TOKENS = 16_000

/** A request as it would be sent, without its key. */
export interface Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The first request of a conversation, made by the code that would send it. */
export async function requestFor(config: ChatConfig, asking: Pick<Asking, 'system' | 'prompt' | 'tools'>): Promise<Sent> {
  let sent: Sent | undefined
  const address = chatAddress(config)
  const model = modelFor(config, undefined, async (_, init = {}) => {
    const headers = new Headers(init.headers)
    for (const name of ['authorization', 'x-api-key', 'user-agent']) headers.delete(name)
    sent = { url: address.href, headers: Object.fromEntries(headers), body: JSON.parse(String(init.body)) as unknown }
    return new Response('', { status: 200, headers: { 'content-type': 'text/event-stream' } })
  })
  // Nobody answers; what would have been said is known by then.
  await model.doStream(firstCall(asking, mannerOf(config))).then(({ stream }) => stream.cancel(), () => {})
  return sent as unknown as Sent
}

/** Speaks with the configured model. Every failure is a ModelError in words, without the key. */
export async function* speak(config: ChatConfig, env: Environment, asking: Asking): AsyncGenerator<ChatEvent> {
  const key = keyOf('generation.key', config.key, env)
  const address = chatAddress(config)
  let given: ModelError | undefined
  const model = modelFor(config, key, wired({ address, key, patience: (config.timeout ?? PATIENCE) * 1000, fault: (why) => { given = why } }))
  try {
    yield* masked(converse(patiently(model, asking.signal), asking, mannerOf(config)), key)
  } catch (error) {
    throw failure({ address, key }, worded(given ?? error, config, asking.signal))
  }
}

function modelFor(config: ChatConfig, key: string | undefined, fetch: typeof globalThis.fetch): LanguageModelV3 {
  // The fetch knows the whole address; the libraries only need something of the right form.
  return modelOf(config, { key, fetch, baseURL: chatAddress(config).origin })
}

const mannerOf = ({ kind, maxTokens, temperature }: ChatConfig): Manner => ({
  ...(maxTokens === undefined && kind !== 'anthropic' ? {} : { maxOutputTokens: maxTokens ?? MOST_TOKENS }), ...(temperature === undefined ? {} : { temperature }),
})

/** A server that is busy or stumbles before its first word is asked again, later each time or when it says. */
const patiently = (model: LanguageModelV3, signal: AbortSignal | undefined): Stream => async (options) => {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await model.doStream(options)).stream
    } catch (error) {
      const { isRetryable = false, statusCode, responseHeaders } = error as Partial<APICallError>
      if (!isRetryable || statusCode === undefined || attempt === ATTEMPTS) throw error
      const asked = Number(responseHeaders?.['retry-after'] ?? Number.NaN) * 1000
      await pause(Math.min(LONGEST_PAUSE, Number.isFinite(asked) ? Math.max(0, asked) : FIRST_PAUSE * 2 ** attempt), undefined, signal === undefined ? {} : { signal })
    }
  }
}

/** What went wrong, and what to do about it. */
function worded(error: unknown, config: ChatConfig, signal: AbortSignal | undefined): string {
  if (signal?.aborted === true) return 'was stopped'
  if (error instanceof ModelError) return error.message
  const cause = APICallError.isInstance(error) ? error.cause : error
  if (silent(cause)) return `said nothing for ${config.timeout ?? PATIENCE} s`
  if (!APICallError.isInstance(error)) return spoken(error, signal)
  const { statusCode, responseBody = '' } = error
  if (statusCode === undefined) return causeOf({ cause: (cause as Error | undefined)?.cause ?? cause }, signal)
  return statusCode === 200 ? CUT : `answered ${statusCode}${said(responseBody)}${adviceOn(statusCode, config)}`
}

const silent = (error: unknown): boolean => (error as { name?: string } | null)?.name === 'TimeoutError'

/** A mistake told in the middle of a stream, or a connection that broke. */
function spoken(error: unknown, signal: AbortSignal | undefined): string {
  if (error instanceof Error) return BROKEN.test(error.name) ? CUT : causeOf(error, signal)
  const words = typeof error === 'string' ? error : said(JSON.stringify(error) ?? '').slice(2, -1)
  return words === '' ? causeOf(error ?? {}, signal) : `stopped: ${words}`
}

function adviceOn(status: number, { key, model }: ChatConfig): string {
  if (status === 401 || status === 403) return key === undefined ? ': name its key in generation.key, as in env:OPENAI_API_KEY' : `: look at the key in ${key.replace('env:', '')}`
  if (status === 404) return `: look at generation.url, and whether the server has ${model}`
  return status === 429 ? ': it is busy, or a limit is reached; try again later' : ''
}
