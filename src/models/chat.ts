// A model that writes: which one, where it is and what it costs. Speaking with it is in providers/, which is loaded when somebody does.
import type { PriceList, Used } from '../core/gen/cost.ts'
import { addressFault } from './address.ts'
import { keyFaults } from './key.ts'

/** Kinds of servers with the place where each is found unless told. */
const HOMES = { openai: 'https://api.openai.com', anthropic: 'https://api.anthropic.com', ollama: 'http://localhost:11434' } as const

/** A kind of server. */
export type ChatKind = keyof typeof HOMES

/** All kinds. */
export const CHAT_KINDS: readonly string[] = Object.keys(HOMES)

/** Which model writes, and how it is asked. */
export interface ChatConfig {
  readonly kind: ChatKind
  readonly url?: string
  readonly model: string
  /** `env:NAME`: the environment variable that holds the key. */
  readonly key?: string
  /** Allows http to another machine. */
  readonly insecure?: boolean
  /** The most tokens of one answer. */
  readonly maxTokens?: number
  readonly temperature?: number
  /** Seconds of silence after which a server is given up. */
  readonly timeout?: number
  readonly prices?: PriceList
}

/** What is wrong with a configuration beyond its schema. */
export function chatFaults({ kind, url = HOMES[kind], key, insecure }: ChatConfig): string[] {
  const address = addressFault(url, insecure)
  return [...(address === undefined ? [] : [`generation.url ${address}`]), ...keyFaults('generation.key', key)]
}

const PATHS: Readonly<Record<ChatKind, readonly [version: string, call: string]>> = { openai: ['/v1', '/chat/completions'], anthropic: ['/v1', '/messages'], ollama: ['/v1', '/chat/completions'] }

/** Where a model is asked: a base such as `https://host`, `https://host/api/v1` or the whole address all lead to it. */
export function chatAddress({ kind, url = HOMES[kind] }: Pick<ChatConfig, 'kind' | 'url'>): URL {
  const [version, call] = PATHS[kind]
  const address = new URL(url)
  const base = address.pathname.replace(/\/+$/, '')
  address.pathname = base.endsWith(call) ? base : `${/\/v\d+[a-z0-9]*$/.test(base) ? base : `${base}${version}`}${call}`
  return address
}

/** What is sent first: how to answer, and what is to be done. */
export interface Opening {
  readonly system: string
  readonly prompt: string
}

/** Something that the model may ask for while it works. */
export interface ChatTool {
  readonly name: string
  readonly description: string
  /** A JSON schema of its input. */
  readonly input: Readonly<Record<string, unknown>>
  run(input: unknown): Promise<ToolAnswer>
}

/** What a tool gave; a refusal is an answer too. */
export interface ToolAnswer {
  readonly text: string
  readonly failed?: boolean
}

/** What happens while a model works. */
export type ChatEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'called'; readonly tool: string; readonly input: unknown; readonly output: string; readonly failed: boolean }
  /** The end of one answer of the server; `usage` is missing when it did not say. */
  | { readonly kind: 'turn'; readonly usage?: Used; readonly reason: string }

/** What a model is asked, with whom it speaks and until when. */
export interface Asking extends Opening {
  readonly tools: readonly ChatTool[]
  /** Answers of the server at the most: each may ask for tools, and the last must not. */
  readonly mostTurns: number
  readonly signal?: AbortSignal
}
