// A conversation: the model answers, asks for tools, is given what they say, and answers again until it has no more questions.
import type { LanguageModelV3CallOptions, LanguageModelV3FinishReason, LanguageModelV3FunctionTool, LanguageModelV3Message, LanguageModelV3StreamPart, LanguageModelV3ToolCall, LanguageModelV3ToolResultPart, LanguageModelV3Usage } from '@ai-sdk/provider'
import type { Used } from '../../core/gen/cost.ts'
import type { Asking, ChatEvent, ChatTool, ToolAnswer } from '../chat.ts'
import { ModelError } from '../post.ts'

/** What is said of a stream that ends without its end. */
export const CUT = 'the answer ended in the middle: the connection was cut, or the server gave up'

/** What is said of an answer that holds no word of the protocol: a page of HTML, an error in JSON. */
const OTHER = 'its answer is no stream of this protocol: look at generation.url and generation.kind'

/** Names of errors of the libraries that mean a stream which is none, or ends where it should not. */
export const BROKEN = /^AI_(?:InvalidResponseData|JSONParse|TypeValidation|EmptyResponseBody)Error$/

type Content = Extract<LanguageModelV3Message, { role: 'assistant' }>['content'][number]

/** How a model is called, beside what it is told. */
export type Manner = Pick<LanguageModelV3CallOptions, 'maxOutputTokens' | 'temperature'>

/** What the first request says. */
export function firstCall({ system, prompt, tools }: Pick<Asking, 'system' | 'prompt' | 'tools'>, manner: Manner): LanguageModelV3CallOptions {
  return {
    ...manner,
    prompt: [{ role: 'system', content: system }, { role: 'user', content: [{ type: 'text', text: prompt }] }],
    tools: tools.map(({ name, description, input }): LanguageModelV3FunctionTool => ({ type: 'function', name, description, inputSchema: input as LanguageModelV3FunctionTool['inputSchema'] })),
    toolChoice: { type: 'auto' },
  }
}

/** Asks a function for each stream, so that a server that is busy can be asked again. */
export type Stream = (options: LanguageModelV3CallOptions) => Promise<ReadableStream<LanguageModelV3StreamPart>>

/** Speaks with a model until it asks for nothing more; tells what happens as it happens. */
export async function* converse(stream: Stream, asking: Asking, manner: Manner): AsyncGenerator<ChatEvent> {
  const call = firstCall(asking, manner)
  const messages = [...call.prompt]
  for (let turn = 1; turn <= asking.mostTurns; turn++) {
    const heard = new Heard()
    for await (const part of await stream({ ...call, prompt: messages, ...(asking.signal === undefined ? {} : { abortSignal: asking.signal }) })) {
      heard.hear(part)
      if (part.type === 'text-delta' && part.delta !== '') yield { kind: 'text', text: part.delta }
    }
    yield heard.end()
    if (heard.calls.length === 0) return
    const results: LanguageModelV3ToolResultPart[] = []
    for (const asked of heard.calls) {
      const answer = await answered(asked, asking.tools)
      results.push({ type: 'tool-result', toolCallId: asked.toolCallId, toolName: asked.toolName, output: { type: answer.failed ? 'error-text' : 'text', value: answer.text } })
      yield { kind: 'called', tool: asked.toolName, input: inputOf(asked), output: answer.text, failed: answer.failed ?? false }
    }
    messages.push({ role: 'assistant', content: heard.content }, { role: 'tool', content: results })
  }
  throw new ModelError(`the model answered ${asking.mostTurns} times with nothing but questions: give it more in the pack, or ask for less`)
}

async function answered(call: LanguageModelV3ToolCall, tools: readonly ChatTool[]): Promise<ToolAnswer> {
  const tool = tools.find(({ name }) => name === call.toolName)
  if (tool === undefined) return { text: `there is no tool ${call.toolName}; there is ${tools.map(({ name }) => name).join(', ')}`, failed: true }
  const input = inputOf(call)
  return input === undefined ? { text: 'the input was not JSON', failed: true } : tool.run(input)
}

/** What a call was given; undefined when it is not JSON. Some servers leave out an empty object. */
function inputOf({ input }: LanguageModelV3ToolCall): unknown {
  try {
    return JSON.parse(input === '' ? '{}' : input)
  } catch {
    return undefined
  }
}

/** One answer as it was heard, to be said back to the server when it goes on. */
class Heard {
  readonly content: Content[] = []
  readonly calls: LanguageModelV3ToolCall[] = []
  private spoke = false
  private finish: { reason: LanguageModelV3FinishReason; usage: LanguageModelV3Usage } | undefined

  hear(part: LanguageModelV3StreamPart): void {
    if (part.type === 'error') throw !this.spoke && BROKEN.test((part.error as Error | undefined)?.name ?? '') ? new ModelError(OTHER) : part.error
    this.spoke ||= part.type !== 'stream-start' && part.type !== 'finish'
    if (part.type === 'text-delta') this.join('text', part.delta)
    if (part.type === 'reasoning-delta') this.join('reasoning', part.delta)
    if (part.type === 'reasoning-end' && part.providerMetadata !== undefined) this.sign(part.providerMetadata)
    if (part.type === 'finish') this.finish = { reason: part.finishReason, usage: part.usage }
    if (part.type !== 'tool-call') return
    this.calls.push(part)
    this.content.push({ type: 'tool-call', toolCallId: part.toolCallId, toolName: part.toolName, input: inputOf(part) ?? {} })
  }

  private join(type: 'text' | 'reasoning', text: string): void {
    const last = this.content.at(-1)
    if (last?.type === type) this.content[this.content.length - 1] = { ...last, text: last.text + text }
    else this.content.push({ type, text })
  }

  /** Servers sign what a model thought, and want it back as it was. */
  private sign(providerOptions: NonNullable<Content['providerOptions']>): void {
    const last = this.content.at(-1)
    if (last?.type === 'reasoning') this.content[this.content.length - 1] = { ...last, providerOptions }
  }

  /** A stream that ends without a reason was cut. */
  end(): ChatEvent {
    const { finish } = this
    if (finish === undefined || finish.reason.raw === undefined) throw new ModelError(this.spoke ? CUT : OTHER)
    const usage = usageOf(finish.usage)
    return { kind: 'turn', reason: finish.reason.unified, ...(usage === undefined ? {} : { usage }) }
  }
}

function usageOf({ inputTokens, outputTokens }: LanguageModelV3Usage): Used | undefined {
  if (inputTokens.total === undefined && outputTokens.total === undefined) return undefined
  return { input: inputTokens.total ?? 0, output: outputTokens.total ?? 0, cacheRead: inputTokens.cacheRead ?? 0, cacheWrite: inputTokens.cacheWrite ?? 0 }
}
