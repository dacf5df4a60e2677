// The libraries that know how each kind of server is spoken with.
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV3 } from '@ai-sdk/provider'
import type { ChatConfig } from '../chat.ts'

/** Stands where a library insists on a key; it is taken out before anything is sent. */
const NO_KEY = 'none'

/** A model that speaks through a fetch. The environment is not looked at: everything is given. */
export function modelOf({ kind, model }: Pick<ChatConfig, 'kind' | 'model'>, { key = NO_KEY, fetch, baseURL }: { key: string | undefined; fetch: typeof globalThis.fetch; baseURL: string }): LanguageModelV3 {
  if (kind === 'anthropic') return createAnthropic({ baseURL, apiKey: key, fetch })(model)
  return createOpenAICompatible({ name: kind, baseURL, apiKey: key, includeUsage: true, fetch, ...(new URL(baseURL).hostname === 'api.openai.com' ? { transformRequestBody: renamed } : {}) })(model)
}

/** OpenAI itself has another word for the most tokens, and its newer models refuse the old one that everybody else knows. */
function renamed({ max_tokens: most, ...body }: Record<string, unknown>): Record<string, unknown> {
  return most === undefined ? body : { ...body, max_completion_tokens: most }
}
