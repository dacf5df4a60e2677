// Finding in a catalogue as a person does it: the built program, an API document on disk, and a model that picks.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatServer, startChat } from '../kit/chat.ts'
import { folder, fovea, tokensOf } from './run.ts'

const operation = (summary: string, parameters: readonly object[], answer: object) => ({ get: { summary, parameters, responses: { 200: { description: 'ok', content: { 'application/json': { schema: answer } } } } } })
const given = (name: string, where: 'path' | 'query') => ({ name, in: where, required: true, schema: { type: 'string' } })
const list = (...names: readonly string[]) => ({ type: 'array', items: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) } })
const FILMS = JSON.stringify({
  openapi: '3.0.3', info: { title: 'Films', version: '1' }, paths: {
    '/search/person': operation('Search for people', [given('query', 'query')], list('id', 'name')),
    '/person/{person_id}/credits': operation('The films in which a person played', [given('person_id', 'path')], list('title', 'character')),
    '/weather/daily': operation('The forecast of the day', [], list(...Array.from({ length: 24 }, (_, i) => `hour_${i}`))),
  },
})

let cwd = ''
const servers: ChatServer[] = []
beforeAll(async () => {
  cwd = folder({ 'films.json': FILMS })
  expect((await fovea(['catalog', 'add', 'cinema', 'films.json'], { cwd })).code).toBe(0)
})
afterAll(() => Promise.all(servers.map((server) => server.close())))

const credits = 'res:api.cinema.GET.person.{person_id}.credits'
const ids = async (...args: readonly string[]): Promise<readonly string[]> => (JSON.parse((await fovea(['catalog', 'search', ...args, '--json'], { cwd })).out) as { hits: { id: string }[] }).hits.map(({ id }) => id)

describe('catalog search, overview, details and context', () => {
  test('a search finds the operation and who gives what it needs, and explains itself', async () => {
    expect(await ids('in which films did Tom Hanks play')).toEqual([credits, 'res:api.cinema.GET.search.person'])
    const { out } = await fovea(['catalog', 'search', 'weather of the day', '--explain'], { cwd })
    expect(out).toMatch(/weather.*\n {4}text 1\.00 \(words \d.*recency 0\.00, cap_match 0\.00, cost_penalty 0\.00; matched/)
    const nothing = await fovea(['catalog', 'search', 'zzzz'], { cwd })
    expect([nothing.code, nothing.err]).toEqual([1, expect.stringContaining('nothing matches "zzzz"')])
  })

  test('pages go on where the one before ended, and facets filter', async () => {
    const first = await fovea(['catalog', 'overview', '--page-size', '2'], { cwd })
    const next = /--page (\S+)/.exec(first.out)?.[1] as string
    const second = await fovea(['catalog', 'overview', '--page-size', '2', '--page', next], { cwd })
    expect([first.out.match(/GET \//g)?.length ?? 0, second.code]).toEqual([0, 0])
    expect(new Set([...first.out.matchAll(/^(?:credits|person|daily)\b/gm), ...second.out.matchAll(/^(?:credits|person|daily)\b/gm)].map(String)).size).toBe(3)
    const wrong = await fovea(['catalog', 'overview', '--kind', 'tabluar'], { cwd })
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('did you mean tabular?')])
    expect((await fovea(['catalog', 'overview', '--page', 'x'], { cwd })).code).toBe(2)
    const rows = (await fovea(['catalog', 'overview', '--format', 'jsonl'], { cwd })).out.trim().split('\n').map((row) => JSON.parse(row) as { k: string })
    expect(rows.map(({ k }) => k)).toEqual(['api', 'api', 'api'])
  })

  test('details come in batches with a command for the next', async () => {
    const { out } = await fovea(['catalog', 'details', 'GET.weather.daily'], { cwd })
    const ranges = /\+14 columns: fovea catalog details \S+ --columns (\S+)/.exec(out)?.[1] as string
    const more = await fovea(['catalog', 'details', 'GET.weather.daily', '--columns', ranges], { cwd })
    expect(new Set([...out.matchAll(/^hour_\d+/gm), ...more.out.matchAll(/^hour_\d+/gm)].map(String)).size).toBe(20)
    const wrong = await fovea(['catalog', 'details', 'wether'], { cwd })
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('there is no resource "wether"')])
  })

  test('a context keeps to its budget, gives what is picked and does not repeat', async () => {
    for (const budget of ['120', '300', '2k']) {
      const { out, code } = await fovea(['catalog', 'context', 'films of Tom Hanks', '--budget', budget], { cwd })
      expect([code, tokensOf(out) <= (budget === '2k' ? 2000 : Number(budget))]).toEqual([0, true])
    }
    expect((await fovea(['catalog', 'context', 'films of Tom Hanks', '--budget', '5'], { cwd })).code).toBe(5)
    const again = await fovea(['catalog', 'context', 'films of a person', '--not', credits, '--pick', 'GET.weather.daily'], { cwd })
    expect(again.out).toContain('## res:api.cinema.GET.weather.daily')
    expect(again.out).not.toContain('credits')
  })

  test('a model picks from the list it was shown, and may correct itself once', async () => {
    const server = await startChat('openai', [{ text: ['["res:api.cinema.nothing"]'] }, { text: [JSON.stringify([{ id: credits, why: 'lists films of a person' }])] }])
    servers.push(server)
    const home = folder({ 'fovea/config.json': JSON.stringify({ generation: { kind: 'openai', url: server.url, model: 'walking' } }) })
    const { out, err, code } = await fovea(['catalog', 'context', 'films of Tom Hanks', '--picker', 'model', '--explain'], { cwd, env: { XDG_CONFIG_HOME: home } })
    expect([code, out.match(/^## \S+/gm), server.asked.length]).toEqual([0, [`## ${credits}`], 2])
    expect(err).toContain('lists films of a person')
    expect(JSON.stringify(server.asked[1]?.body)).toContain('is not an id of the list')
    const unset = await fovea(['catalog', 'context', 'films', '--picker', 'model'], { cwd })
    expect([unset.code, unset.err]).toEqual([2, expect.stringContaining('set "generation"')])
  })
})
