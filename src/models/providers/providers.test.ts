import { afterEach, describe, expect, test, vi } from 'vitest'
import { type ChatServer, startChat, streamOf, type Tongue } from '../../../test/kit/chat.ts'
import { type Asking, type ChatConfig, chatAddress, type ChatEvent, chatFaults } from '../chat.ts'
import { ModelError } from '../post.ts'
import { requestFor, speak } from './index.ts'

const KEY = 'sk-test-0123456789abcdef'
const TONGUES: readonly Tongue[] = ['openai', 'anthropic', 'ollama']

let running: ChatServer[] = []
afterEach(async () => {
  vi.unstubAllGlobals()
  await Promise.all(running.map((server) => server.close()))
  running = []
})

async function start(...args: Parameters<typeof startChat>): Promise<ChatServer> {
  const server = await startChat(...args)
  running.push(server)
  return server
}

const lookUp: Asking['tools'][number] = {
  name: 'get_alias', description: 'Gives a text.', input: { type: 'object', properties: { alias: { type: 'string' } }, required: ['alias'] },
  run: async (input) => ((input as { alias?: string }).alias === 'H.main' ? { text: 'x = 1' } : { text: 'there is no such alias', failed: true }),
}
const ASKING: Asking = { system: 'be brief', prompt: 'write', tools: [lookUp], mostTurns: 4 }

async function heard(config: Partial<ChatConfig> & Pick<ChatConfig, 'kind' | 'url'>, asking: Partial<Asking> = {}): Promise<ChatEvent[]> {
  const events: ChatEvent[] = []
  for await (const event of speak({ model: 'm', ...config }, { MODEL_KEY: KEY }, { ...ASKING, ...asking })) events.push(event)
  return events
}

/** The message that a conversation ends with. */
async function failing(asking: Promise<unknown>): Promise<string> {
  const error = await asking.then(() => undefined, (error: unknown) => error)
  expect(error).toBeInstanceOf(ModelError)
  expect((error as Error).message).not.toContain(KEY)
  return (error as Error).message
}

const textOf = (events: readonly ChatEvent[]): string => events.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join('')

describe.each(TONGUES)('%s', (kind) => {
  test('streams words, with the key of the environment and the tool', async () => {
    const { url, asked } = await start(kind, [{ text: ['Hel', 'lo'], usage: [10, 2] }])
    const events = await heard({ kind, url, key: 'env:MODEL_KEY', temperature: 0.2 })
    expect(events.filter(({ kind: what }) => what === 'text')).toHaveLength(2)
    expect(textOf(events)).toBe('Hello')
    expect(events.at(-1)).toEqual({ kind: 'turn', reason: 'stop', usage: { input: 10, output: 2, cacheRead: 0, cacheWrite: 0 } })
    const [{ path, headers, body }] = asked as [ChatServer['asked'][number]]
    expect(path).toBe(kind === 'anthropic' ? '/v1/messages' : '/v1/chat/completions')
    expect(kind === 'anthropic' ? headers['x-api-key'] : headers.authorization).toBe(kind === 'anthropic' ? KEY : `Bearer ${KEY}`)
    expect(body).toMatchObject({ model: 'm', stream: true, temperature: 0.2 })
    expect(JSON.stringify(body.tools)).toContain('get_alias')
  })

  test('gives what a tool says, and goes on; a tool that is not there and wrong input are answers too', async () => {
    const { url, asked } = await start(kind, [
      { text: ['Let me look.'], calls: [{ name: 'get_alias', input: '{"alias":"H.main"}' }, { name: 'get_alias', input: '{"alias":"H.none"}' }], usage: [10, 5] },
      { calls: [{ name: 'rm', input: '{}' }], usage: [20, 5] },
      { text: ['Done.'], usage: [30, 5] },
    ])
    const events = await heard({ kind, url })
    expect(events.filter((event) => event.kind === 'called')).toEqual([
      { kind: 'called', tool: 'get_alias', input: { alias: 'H.main' }, output: 'x = 1', failed: false },
      { kind: 'called', tool: 'get_alias', input: { alias: 'H.none' }, output: 'there is no such alias', failed: true },
      { kind: 'called', tool: 'rm', input: {}, output: 'there is no tool rm; there is get_alias', failed: true },
    ])
    expect(textOf(events)).toBe('Let me look.Done.')
    expect(events.flatMap((event) => (event.kind === 'turn' ? [event.usage?.input] : []))).toEqual([10, 20, 30])
    const said = JSON.stringify(asked[1]?.body.messages)
    for (const words of ['Let me look.', 'x = 1', 'there is no such alias']) expect(said).toContain(words)
    expect(asked).toHaveLength(3)
  })

  test('a model that only asks is stopped', async () => {
    const { url, asked } = await start(kind, [{ calls: [{ name: 'get_alias', input: '{"alias":"H.main"}' }] }])
    expect(await failing(heard({ kind, url }))).toContain('answered 4 times with nothing but questions')
    expect(asked).toHaveLength(4)
  })

  test('without a key no header of one is sent', async () => {
    const { url, asked } = await start(kind, [{ text: ['x'] }])
    await heard({ kind, url })
    expect(asked[0]?.headers.authorization).toBe(undefined)
    expect(asked[0]?.headers['x-api-key']).toBe(undefined)
  })

  test('an answer that reached its end by force says so', async () => {
    const { url } = await start(kind, [{ text: ['x'], reason: kind === 'anthropic' ? 'max_tokens' : 'length' }])
    expect((await heard({ kind, url })).at(-1)).toMatchObject({ kind: 'turn', reason: 'length' })
  })

  test.each(['cut', 'end'] as const)('a stream that breaks off (%s) is an error', async (breaks) => {
    const { url } = await start(kind, [{ text: ['x', 'y'], breaks }])
    expect(await failing(heard({ kind, url }))).toMatch(/the answer ended in the middle|it hung up/)
  })

  test('a server that falls silent is given up', async () => {
    const { url } = await start(kind, [{ text: ['x'], breaks: 'silent' }])
    expect(await failing(heard({ kind, url, timeout: 0.1 }))).toMatch(/^127\.0\.0\.1:\d+: said nothing for 0.1 s$/)
  })

  test('refusals are told with what to do, without the key', async () => {
    const refused = await start(kind, [({ headers }) => ({ status: 401, body: JSON.stringify({ type: 'error', error: { type: 'x', message: `bad key ${headers.authorization ?? headers['x-api-key']}` } }) })])
    expect(await failing(heard({ kind, url: refused.url, key: 'env:MODEL_KEY' }))).toMatch(/answered 401 \(bad key (Bearer )?…\): look at the key in MODEL_KEY$/)
    expect(refused.asked).toHaveLength(1)
    expect(await failing(heard({ kind, url: refused.url }))).toContain('name its key in generation.key')
    const lost = await start(kind, [{ status: 404, body: '{"error":{"message":"no model m"}}' }])
    expect(await failing(heard({ kind, url: lost.url }))).toContain('answered 404 (no model m): look at generation.url, and whether the server has m')
    const html = await start(kind, [{ status: 400, body: '<html>' }])
    expect(await failing(heard({ kind, url: html.url }))).toMatch(/answered 400$/)
  })

  test('a busy server is asked again, three times at the most', async () => {
    const once = await start(kind, [{ status: 429, headers: { 'retry-after': '0' } }, { status: 503, headers: { 'retry-after': '0' } }, { text: ['at last'] }])
    expect(textOf(await heard({ kind, url: once.url }))).toBe('at last')
    const always = await start(kind, [{ status: 429, headers: { 'retry-after': '0' }, body: '{"error":{"message":"slow down"}}' }])
    expect(await failing(heard({ kind, url: always.url }))).toContain('answered 429 (slow down): it is busy, or a limit is reached')
    expect(always.asked).toHaveLength(3)
  })

  test('somebody can stop it, before and in the middle', async () => {
    const { url } = await start(kind, [{ text: ['x'], breaks: 'silent' }])
    const abort = new AbortController()
    const asking = heard({ kind, url }, { signal: abort.signal })
    setTimeout(() => abort.abort(), 50)
    expect(await failing(asking)).toContain('was stopped')
    expect(await failing(heard({ kind, url }, { signal: AbortSignal.abort() }))).toContain('was stopped')
  })

  test('nobody there, another address, a key that is not set', async () => {
    const gone = await start(kind, [{ text: ['x'] }])
    await gone.close()
    expect(await failing(heard({ kind, url: gone.url }))).toContain('nothing listens there')
    const other = await start(kind, [{ text: ['x'] }])
    const moved = await start(kind, [{ status: 307, headers: { location: `${other.url}/v1/messages` } }])
    expect(await failing(heard({ kind, url: moved.url }))).toContain('leads to another address')
    expect(other.asked).toEqual([])
    expect(await failing(heard({ kind, url: other.url, key: 'env:NO_SUCH' }))).toBe('the environment variable NO_SUCH is not set, and generation.key names it')
  })

  test('a stream that is cut or damaged anywhere is an error, or was whole already', async () => {
    const whole = streamOf(kind, { text: ['first ', 'second'], calls: [{ name: 'get_alias', input: '{"alias":"H.main"}' }], usage: [10, 2] })
    const damaged = (at: number): Buffer => Buffer.concat([whole.subarray(0, at), Buffer.from([whole[at] as number ^ 1]), whole.subarray(at + 1)])
    vi.stubGlobal('fetch', async () => new Response(new Uint8Array(bytes), { headers: { 'content-type': 'text/event-stream' } }))
    let bytes = whole
    for (let at = 0; at < whole.length; at += 8) {
      for (bytes of [whole.subarray(0, at), damaged(at)]) {
        const events: ChatEvent[] = []
        const error = await (async () => { for await (const event of speak({ kind, model: 'm' }, {}, { ...ASKING, mostTurns: 1 })) events.push(event) })().then(() => undefined, (thrown: unknown) => thrown)
        if (error !== undefined) expect(error).toBeInstanceOf(ModelError)
        // One turn with a question is an error too: what passes as an end has every word.
        if (bytes.length < whole.length && events.some((event) => event.kind === 'turn')) expect(textOf(events)).toBe('first second')
      }
    }
  })

  test('the request can be seen without a server and without a key', async () => {
    const sent = await requestFor({ kind, url: 'https://api.example.com/v1', model: 'm', key: 'env:NO_SUCH' }, ASKING)
    const { url, asked } = await start(kind, [{ text: ['x'] }])
    await heard({ kind, url })
    expect(sent.url).toBe(`https://api.example.com/v1/${kind === 'anthropic' ? 'messages' : 'chat/completions'}`)
    expect(sent.body).toEqual(asked[0]?.body)
    expect(Object.keys(sent.headers)).not.toContain('authorization')
    expect(Object.keys(sent.headers)).not.toContain('x-api-key')
  })
})

describe('a server that repeats the key', () => {
  const MASKED = '\u27e8redacted:api-key\u27e9'

  test.each([[[`Bearer ${KEY}!`]], [['Bearer sk-te', 'st-0123', '456789abcdef!']], [[...`Bearer ${KEY}!`]]])('is not repeated by us: %j', async (text) => {
    const { url } = await start('openai', [{ text }])
    expect(textOf(await heard({ kind: 'openai', url, key: 'env:MODEL_KEY' }))).toBe(`Bearer ${MASKED}!`)
  })

  test('a beginning of it that goes on otherwise is not lost, also when the stream breaks', async () => {
    const { url } = await start('openai', [{ text: ['x sk-te', 'sted sk-test'] }])
    expect(textOf(await heard({ kind: 'openai', url, key: 'env:MODEL_KEY' }))).toBe('x sk-tested sk-test')
    const cut = await start('openai', [{ text: ['x sk-te'], breaks: 'end' }])
    const events: ChatEvent[] = []
    await (async () => { for await (const event of speak({ kind: 'openai', model: 'm', url: cut.url, key: 'env:MODEL_KEY' }, { MODEL_KEY: KEY }, ASKING)) events.push(event) })().catch(() => {})
    expect(textOf(events)).toBe('x sk-te')
  })

  test('nor in what a tool was given', async () => {
    const { url } = await start('openai', [{ calls: [{ name: 'get_alias', input: JSON.stringify({ alias: KEY, [KEY]: [KEY] }) }] }, { text: ['x'] }])
    const events = await heard({ kind: 'openai', url, key: 'env:MODEL_KEY' })
    expect(JSON.stringify(events)).not.toContain(KEY)
    expect(events.find((event) => event.kind === 'called')).toMatchObject({ input: { alias: MASKED } })
  })
})

test.each(TONGUES)('a page or an error instead of a stream is told as such: %s', async (kind) => {
  for (const body of ['<html><body>Welcome</body></html>', '{"error":{"message":"no"}}']) {
    const { url } = await start(kind, [{ status: 200, body }])
    expect(await failing(heard({ kind, url }))).toContain('its answer is no stream of this protocol: look at generation.url and generation.kind')
  }
})

test.each(TONGUES)('a flood is given up, and told as one: %s', async (kind) => {
  const piece = 'x'.repeat(1 << 20)
  const { url } = await start(kind, [{ text: Array.from({ length: 34 }, () => piece) }])
  expect(await failing(heard({ kind, url }))).toContain('the answer is too large: more than 32 MB')
})

test('the most tokens, in the words of each server', async () => {
  const bodyOf = async (config: Partial<ChatConfig>): Promise<unknown> => (await requestFor({ kind: 'openai', model: 'm', maxTokens: 900, ...config }, ASKING)).body
  expect(await bodyOf({})).toMatchObject({ max_completion_tokens: 900 })
  expect(await bodyOf({})).not.toHaveProperty('max_tokens')
  expect(await bodyOf({ url: 'https://openrouter.ai/api' })).toMatchObject({ max_tokens: 900 })
  expect(await bodyOf({ kind: 'anthropic' })).toMatchObject({ max_tokens: 900 })
  expect((await requestFor({ kind: 'anthropic', model: 'm' }, ASKING)).body).toMatchObject({ max_tokens: 16_000 })
})

test('a mistake in the middle of a stream is told', async () => {
  const { url } = await start('openai', [{ status: 200, headers: { 'content-type': 'text/event-stream' }, body: 'data: {"error":{"message":"out of memory"}}\n\n' }])
  expect(await failing(heard({ kind: 'openai', url }))).toContain('out of memory')
  const other = await start('anthropic', [{ status: 200, headers: { 'content-type': 'text/event-stream' }, body: 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n' }])
  expect(await failing(heard({ kind: 'anthropic', url: other.url }))).toContain('Overloaded')
})

describe('addresses', () => {
  test.each([
    ['openai', undefined, 'https://api.openai.com/v1/chat/completions'], ['anthropic', undefined, 'https://api.anthropic.com/v1/messages'], ['ollama', undefined, 'http://localhost:11434/v1/chat/completions'],
    ['openai', 'https://openrouter.ai/api', 'https://openrouter.ai/api/v1/chat/completions'], ['openai', 'https://openrouter.ai/api/v1/', 'https://openrouter.ai/api/v1/chat/completions'],
    ['openai', 'https://x.example/v1beta/openai/chat/completions', 'https://x.example/v1beta/openai/chat/completions'], ['openai', 'https://x.example/v1?version=2', 'https://x.example/v1/chat/completions?version=2'],
  ] as const)('%s at %s', (kind, url, address) => {
    expect(chatAddress(url === undefined ? { kind } : { kind, url }).href).toBe(address)
  })

  test('what is wrong with them', () => {
    expect(chatFaults({ kind: 'openai', model: 'm', url: 'http://192.168.0.2' })[0]).toContain('generation.url must begin with https://')
    expect(chatFaults({ kind: 'openai', model: 'm', url: 'http://192.168.0.2', insecure: true })).toEqual([])
    for (const query of ['key', 'api_key', 'apiKey', 'access_token', 'X-Sig']) {
      const [fault] = chatFaults({ kind: 'openai', model: 'm', url: `https://x.example/v1?${query}=${KEY}` })
      expect(fault).toContain(`generation.url must not hold a key, and "${query}" looks like one`)
      expect(fault).not.toContain(KEY)
    }
    expect(chatFaults({ kind: 'openai', model: 'm', url: 'https://x.example/v1?api-version=2&monkey=1' })).toEqual([])
    expect(chatFaults({ kind: 'openai', model: 'm', key: KEY })).toEqual([expect.stringContaining('generation.key must name an environment variable')])
    expect(chatFaults({ kind: 'openai', model: 'm', key: KEY })[0]).not.toContain(KEY)
  })
})
