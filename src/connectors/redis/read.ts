// Reading from Redis without stopping it: keys by SCAN, values in bounded pieces.
import type { Redis } from 'ioredis'

/** Keys in the order in which SCAN gives them, in batches. A key that it gives twice comes twice. */
export async function* keysOf(redis: Redis, glob: string | undefined, type?: string): AsyncIterable<string[]> {
  let cursor = '0'
  do {
    const answer = await redis.call('SCAN', cursor, ...(glob === undefined ? [] : ['MATCH', glob]), 'COUNT', '1000', ...(type === undefined ? [] : ['TYPE', type])) as [string, string[]]
    cursor = answer[0]
    if (answer[1].length > 0) yield answer[1]
  } while (cursor !== '0')
}

/** Asks several questions at once; a question that fails has its error as the answer. */
export async function ask(redis: Redis, questions: readonly (readonly string[])[]): Promise<unknown[]> {
  if (questions.length === 0) return []
  const pipeline = redis.pipeline()
  for (const [command = '', ...args] of questions) pipeline.call(command, ...args)
  const answers = await pipeline.exec() ?? []
  return answers.map(([error, answer]) => error ?? answer)
}

/** Bytes of a text and members of a collection that are read of one key. */
const MOST_BYTES = 65_536
const MOST_MEMBERS = 100

/** The question that reads the value of a key of a type, within bounds. */
export function readOf(type: string, key: string): readonly string[] | undefined {
  const most = String(MOST_MEMBERS)
  if (type === 'string') return ['GETRANGE', key, '0', String(MOST_BYTES - 1)]
  if (type === 'hash') return ['HSCAN', key, '0', 'COUNT', most]
  if (type === 'list') return ['LRANGE', key, '0', String(MOST_MEMBERS - 1)]
  if (type === 'set') return ['SSCAN', key, '0', 'COUNT', most]
  if (type === 'zset') return ['ZRANGE', key, '0', String(MOST_MEMBERS - 1), 'WITHSCORES']
  return type === 'stream' ? ['XREVRANGE', key, '+', '-', 'COUNT', '10'] : undefined
}

/** Names and values of a hash from an answer to HSCAN; a small hash comes whole. */
export function fieldsOf(answer: unknown): Map<string, string> {
  const flat = (answer as [string, string[]])[1]
  const fields = new Map<string, string>()
  for (let i = 0; i + 1 < flat.length && fields.size < MOST_MEMBERS; i += 2) fields.set(flat[i] as string, flat[i + 1] as string)
  return fields
}

/** A collection as JSON text: members, members with scores, or entries. */
export function collectionOf(type: string, answer: unknown): string {
  if (type === 'set') return JSON.stringify((answer as [string, string[]])[1].slice(0, MOST_MEMBERS))
  if (type !== 'zset') return JSON.stringify(answer)
  const flat = answer as string[]
  return JSON.stringify(Array.from({ length: flat.length / 2 }, (_, i) => [flat[i * 2], Number(flat[i * 2 + 1])]))
}
