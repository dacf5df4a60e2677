// A model for tests: a real server on this machine whose vectors say which of a few subjects a text is about.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A question as it arrived. */
export interface Asked {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly model: string
  readonly input: readonly string[]
}

/** A server that listens, and what it was asked. */
export interface TestModel {
  readonly url: string
  readonly asked: Asked[]
  close(): Promise<void>
}

const SUBJECTS = [/sign|password|credential|login/gi, /basket|cart|order|price/gi, /colou?r|font|layout/gi]

/** How often a text speaks of each subject. */
export const vectorOf = (text: string): number[] => [...SUBJECTS.map((subject) => text.match(subject)?.length ?? 0), 0.1]

type Reply = (asked: Asked, response: ServerResponse) => void

/** Answers as OpenAI does, with the items in another order than asked. */
export const likeOpenai: Reply = ({ input }, response) => {
  response.end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: vectorOf(text) })).reverse() }))
}

/** Answers as Ollama does. */
export const likeOllama: Reply = ({ input }, response) => { response.end(JSON.stringify({ embeddings: input.map(vectorOf) })) }

/** Starts a server on a free port of this machine. */
export async function startModel(reply: Reply): Promise<TestModel> {
  const asked: Asked[] = []
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { model = '', input = [] } = JSON.parse(Buffer.concat(parts).toString() || '{}') as Partial<Asked>
      const one = { path: request.url ?? '', headers: request.headers, model, input }
      asked.push(one)
      reply(one, response)
    })
  })
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked,
    close: () => new Promise((done) => {
      server.close(() => done())
      server.closeAllConnections()
    }),
  }
}
