import { afterEach, describe, expect, test } from 'vitest'
import { likeOllama, likeOpenai, startModel, type TestModel, vectorOf } from '../../test/kit/model.ts'
import { addressFault, addressOf } from './address.ts'
import { createEmbedder, type EmbeddingsConfig, embeddingsFaults, ModelError } from './index.ts'

const KEY = 'sk-test-0123456789abcdef'
let running: TestModel[] = []
afterEach(async () => {
  await Promise.all(running.map((model) => model.close()))
  running = []
})

async function start(reply: Parameters<typeof startModel>[0]): Promise<TestModel> {
  const model = await startModel(reply)
  running.push(model)
  return model
}

const embed = (config: Partial<EmbeddingsConfig> & { url: string }, texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]> =>
  createEmbedder({ kind: 'openai', model: 'm', ...config }, { MODEL_KEY: KEY, EMPTY: ' ', ODD: 'a\nb' }).embed(texts, signal)

/** The message that asking ends with. */
async function failing(asking: Promise<unknown>): Promise<string> {
  const error = await asking.then(() => undefined, (error: unknown) => error)
  expect(error).toBeInstanceOf(ModelError)
  expect((error as Error).message).not.toContain(KEY)
  return (error as Error).message
}

const rows = (vectors: readonly Float32Array[]): number[][] => vectors.map((vector) => [...vector].map((value) => Number(value.toFixed(3))))

describe('asking', () => {
  test('speaks as OpenAI does, with a key from the environment, and puts the answer in order', async () => {
    const { url, asked } = await start(likeOpenai)
    expect(rows(await embed({ url, key: 'env:MODEL_KEY' }, ['sign in', 'basket']))).toEqual([vectorOf('sign in'), vectorOf('basket')])
    expect(asked).toMatchObject([{ path: '/v1/embeddings', model: 'm', input: ['sign in', 'basket'], headers: { authorization: `Bearer ${KEY}` } }])
  })

  test('speaks as Ollama does, without a key', async () => {
    const { url, asked } = await start(likeOllama)
    expect(rows(await embed({ kind: 'ollama', url }, ['order']))).toEqual([vectorOf('order')])
    expect(asked).toMatchObject([{ path: '/api/embed', model: 'm', input: ['order'] }])
    expect(asked[0]?.headers.authorization).toBe(undefined)
  })

  test('comes in batches, by number and by length', async () => {
    const { url, asked } = await start(likeOpenai)
    expect(await embed({ url }, Array.from({ length: 130 }, (_, i) => `${i}`))).toHaveLength(130)
    expect(asked.map(({ input }) => input.length)).toEqual([64, 64, 2])
    expect(await embed({ url }, Array.from({ length: 3 }, () => 'x'.repeat(50_000)))).toHaveLength(3)
    expect(asked.slice(3).map(({ input }) => input.length)).toEqual([1, 1, 1])
    expect(await embed({ url }, [])).toEqual([])
    expect(asked).toHaveLength(6)
  })

  test('tries again when the server is busy or stumbles', async () => {
    const { url, asked } = await start((one, response) => {
      if (asked.length === 1) response.writeHead(429, { 'retry-after': '0' }).end()
      else if (asked.length === 2) response.writeHead(503, { 'retry-after': '0' }).end('<html>')
      else likeOpenai(one, response)
    })
    expect(await embed({ url }, ['a'])).toHaveLength(1)
    expect(asked).toHaveLength(3)
  })

  test('gives up after the third time, and at once when the question is wrong', async () => {
    const busy = await start((_, response) => { response.writeHead(500, { 'retry-after': '0' }).end('{"error":{"message":"out of\\nmemory"}}') })
    expect(await failing(embed({ url: busy.url }, ['a']))).toMatch(/^127\.0\.0\.1:\d+: answered 500 \(out of memory\)$/)
    expect(busy.asked).toHaveLength(3)
    const refusing = await start(({ headers }, response) => { response.writeHead(401).end(JSON.stringify({ error: { message: `bad key ${headers.authorization}` } })) })
    expect(await failing(embed({ url: refusing.url, key: 'env:MODEL_KEY' }, ['a']))).toMatch(/answered 401 \(bad key Bearer …\)$/)
    expect(refusing.asked).toHaveLength(1)
  })

  test.each([
    ['{"data":[]}', 'answered with 0 vectors, not 1'],
    ['{"data":[{"index":0,"embedding":[]}]}', 'answered with vectors that do not fit together'],
    ['{"data":[{"index":0,"embedding":["x"]}]}', 'answered with vectors that do not fit together'],
    ['{"data":[null]}', 'answered with vectors that do not fit together'],
    ['{"other":1}', 'answered with no vectors, not 1'],
    ['null', 'answered with no vectors, not 1'],
    ['<html>', 'answered with something that is not JSON'],
  ])('an answer of %s says so', async (answer, message) => {
    const { url } = await start((_, response) => { response.end(answer) })
    expect(await failing(embed({ url }, ['a']))).toContain(message)
  })

  test('does not follow to another address, where nobody agreed to send a key', async () => {
    const other = await start(likeOpenai)
    const { url } = await start((_, response) => { response.writeHead(307, { location: `${other.url}/v1/embeddings` }).end() })
    expect(await failing(embed({ url, key: 'env:MODEL_KEY' }, ['a']))).toContain('leads to another address')
    expect(other.asked).toEqual([])
  })

  test('a server that is down, one that hangs up, and one that never answers', async () => {
    const gone = await start(likeOpenai)
    await gone.close()
    expect(await failing(embed({ url: gone.url }, ['a']))).toContain('nothing listens there')
    const rude = await start((_, response) => { response.destroy() })
    expect(await failing(embed({ url: rude.url }, ['a']))).toContain('it hung up')
    const slow = await start(() => {})
    expect(await failing(embed({ url: slow.url }, ['a'], AbortSignal.timeout(50)))).toContain('the time for it was over')
    const stopped = new AbortController()
    stopped.abort()
    expect(await failing(embed({ url: slow.url }, ['a'], stopped.signal))).toContain('was stopped')
  })

  test('a key that is not there is named, and nobody is asked', async () => {
    const { url, asked } = await start(likeOpenai)
    expect(await failing(embed({ url, key: 'env:NO_SUCH' }, ['a']))).toBe('the environment variable NO_SUCH is not set, and embeddings.key names it')
    expect(await failing(embed({ url, key: 'env:EMPTY' }, ['a']))).toContain('EMPTY is not set')
    expect(await failing(embed({ url, key: 'env:ODD' }, ['a']))).toContain('cannot be a key')
    expect(asked).toEqual([])
  })
})

describe('addresses', () => {
  test.each([
    ['https://api.example.com', '/v1/embeddings'], ['https://api.example.com/', '/v1/embeddings'], ['https://api.example.com/v1', '/v1/embeddings'], ['https://api.example.com/v1/', '/v1/embeddings'],
    ['https://api.example.com/v1/embeddings', '/v1/embeddings'], ['https://api.example.com/proxy', '/proxy/v1/embeddings'], ['https://api.example.com/openai/v1?version=2', '/openai/v1/embeddings'],
  ])('%s', (url, path) => {
    expect(addressOf(url, '/v1/embeddings').pathname).toBe(path)
  })

  test('leave the machine encrypted, or not at all unless allowed', () => {
    for (const url of ['https://api.example.com', 'http://localhost:11434', 'http://127.0.0.1', 'http://127.1.2.3:80', 'http://[::1]:1']) expect(addressFault(url), url).toBe(undefined)
    for (const url of ['http://api.example.com', 'http://192.168.0.2', 'http://localhost.example.com', 'http://127.0.0.1.example.com', 'http://0.0.0.0']) {
      expect(addressFault(url), url).toContain('must begin with https://')
      expect(addressFault(url, true), url).toBe(undefined)
    }
    expect(addressFault('ftp://x', true)).toContain('not ftp:')
    expect(addressFault('lots')).toContain('not "lots"')
    expect(addressFault('https://me:pass@x')).toContain('must not hold a user')
  })

  test('a key that was written down is refused and not repeated', () => {
    const faults = embeddingsFaults({ kind: 'openai', url: 'https://x', model: 'm', key: KEY })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain('must name an environment variable')
    expect(faults[0]).not.toContain(KEY)
    expect(embeddingsFaults({ kind: 'openai', url: 'https://x', model: 'm', key: 'env:A' })).toEqual([])
  })
})
