// The studio under more than it can hold: the limits are those of the server for agents, told in its own words.
import { expect, onTestFinished, test } from 'vitest'
import { MANNERS } from '../../dist/mcp/crowd.js'
import { MOST } from '../../dist/mcp/load.js'
import { overLoopback } from '../../dist/studio/server.js'
import { dial, sent } from './kit/wire.ts'

type Hosting = Parameters<typeof overLoopback>[0]
type Watch = Parameters<Hosting['thread']['ask']>[1]

/** A studio whose questions are answered when the test says so. */
async function hosted(limits: { readonly most?: Partial<Hosting['most']>; readonly manners?: Partial<Hosting['manners']> }) {
  const asked: { readonly watch: Watch; answer(): void }[] = []
  let arrived = (): void => {}
  const ask: Hosting['thread']['ask'] = (_ask, watch) => new Promise((done) => {
    asked.push({ watch, answer: () => done({ status: 200, type: 'text/plain', body: 'done' }) })
    arrived()
  })
  const listening = await overLoopback({ thread: { ask }, files: new Map(), token: 'secret', port: 0, most: { ...MOST, ...limits.most }, manners: { ...MANNERS, ...limits.manners } })
  onTestFinished(() => listening.close())
  const until = (count: number): Promise<void> => new Promise((done) => {
    arrived = () => { if (asked.length >= count) done() }
    arrived()
  })
  const get = (): Promise<Response> => fetch(`${listening.origin}/plan.json`, { headers: { Authorization: 'Bearer secret' } })
  return { ...listening, asked, until, get }
}

test('a full studio says 503 and when to ask again; an answer makes room', async () => {
  const { get, asked, until } = await hosted({ most: { all: 2 } })
  const under = [get(), get()]
  await until(2)
  const refused = await get()
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([503, '3', { error: 'this server has 2 calls under way, and no more are taken: ask again in a few seconds' }])
  asked.forEach(({ answer }) => answer())
  for (const response of under) expect(await (await response).text()).toBe('done')
  const next = get()
  await until(3)
  asked[2]?.answer()
  expect((await next).status).toBe(200)
})

test('connections take turns: each is another client', async () => {
  const { get, asked, until } = await hosted({})
  const under = [get(), get()]
  await until(2)
  expect(new Set(asked.map(({ watch }) => watch.client)).size).toBe(2)
  asked.forEach(({ answer }) => answer())
  await Promise.all(under)
})

test('half a question is not waited for, and many of them keep nobody out', async () => {
  const { origin, get, asked, until } = await hosted({ manners: { connections: 8, head: 50, whole: 50, look: 10 } })
  expect((await sent(origin, 'GET /plan.json HT')).status).toBe(408)
  const halves = await Promise.all(Array.from({ length: 50 }, () => dial(origin, 'GET /')))
  for (const half of halves) half.on('error', () => {})
  const answer = get()
  await until(1)
  asked[0]?.answer()
  expect((await answer).status).toBe(200)
  for (const half of halves) half.destroy()
})
