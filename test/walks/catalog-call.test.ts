// What can be called, from its document to rows of a plan, in the program as it is shipped: an API, a tool, a function.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { json, web } from '../kit/web.ts'
import { folder, fovea, put } from './run.ts'

const SERVER = fileURLToPath(new URL('../kit/mcp-server.mjs', import.meta.url))
const answer = (schema: object): object => ({ responses: { 200: { content: { 'application/json': { schema } } } } })
const list = (...names: readonly string[]): object => ({ type: 'array', items: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: name === 'id' ? 'integer' : 'string' }])) } })

const asked: string[] = []
const server = await web(({ url, headers }, response) => {
  asked.push(`${url} ${headers.authorization ?? ''}`)
  json(response, url.startsWith('/search') ? { results: [{ id: 1, name: 'Ann' }, { id: 2, name: 'Bob' }] } : [{ title: `Film of ${url.split('/')[2] ?? ''}` }])
})

const FILMS = JSON.stringify({
  openapi: '3.0.3', servers: [{ url: server.origin }], security: [{ key: [] }], components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/search/person': { get: { parameters: [{ name: 'query', in: 'query', required: true, schema: { type: 'string' } }], ...answer({ properties: { results: list('id', 'name') } }) } },
    '/person/{person_id}/credits': { get: { parameters: [{ name: 'person_id', in: 'path', required: true, schema: { type: 'integer' } }], ...answer(list('title')) }, delete: { ...answer({}) } },
  },
})
const plan = (...steps: readonly object[]): string => JSON.stringify({ steps })
const people = { id: 'people', op: 'call', resource: 'res:api.films.GET.search.person', args: { query: { lit: 'a b' } } }

let cwd = ''
const env = { FILMS_TOKEN: 'canary-walk-9' }
beforeAll(async () => {
  cwd = folder({
    'films.json': FILMS, 'add.mjs': '/** Adds.\n * @param {{ a: number, b: number }} args\n * @returns {{ sum: number }} */\nexport function add({ a, b }) { return { sum: a + b } }\n',
    'films.plan.json': plan(people, { id: 'films', op: 'call', input: 'people', resource: 'res:api.films.GET.person.{person_id}.credits', args: { person_id: { col: 'id' } } }),
    'add.plan.json': plan({ id: 'sum', op: 'invoke', resource: 'res:skill.js.sums.add', args: { a: { lit: 2 }, b: { lit: 3 } } }),
    'tool.plan.json': plan({ id: 'found', op: 'invoke', resource: 'res:skill.mcp.tools.find_people', args: { city: { lit: 'Oslo' } } }),
    'write.plan.json': plan({ id: 'gone', op: 'call', resource: 'res:api.films.DELETE.person.{person_id}.credits', args: { person_id: { lit: 1 } } }),
  })
  for (const args of [['films', 'films.json', '--secret', 'token=env:FILMS_TOKEN'], ['sums', 'add.mjs'], ['tools', `stdio:"${process.execPath}" "${SERVER}"`]]) expect(await fovea(['catalog', 'add', ...args], { cwd, env })).toMatchObject({ code: 0 })
})

const rows = async (name: string): Promise<unknown> => {
  const { out, err } = await fovea(['plan', 'run', name, '--format', 'jsonl'], { cwd, env })
  expect(out + err).not.toContain('canary-walk-9')
  return out.trim().split('\n').map((line) => JSON.parse(line) as unknown)
}

test('an operation feeds another one, with the secret by reference', async () => {
  expect(await rows('films.plan.json')).toEqual([{ id: 1, name: 'Ann', title: 'Film of 1' }, { id: 2, name: 'Bob', title: 'Film of 2' }])
  expect(asked.sort()).toEqual(['/person/1/credits Bearer canary-walk-9', '/person/2/credits Bearer canary-walk-9', '/search/person?query=a+b Bearer canary-walk-9'])
})

test('a function and a tool are invoked', async () => {
  expect(await rows('add.plan.json')).toEqual([{ sum: 5 }])
  expect(await rows('tool.plan.json')).toEqual([{ id: 1, name: 'Oslo ' }, { id: 2, name: null }])
})

test('a secret stays where the API was when the source was added: neither its document nor an import moves it', async () => {
  const gone: string[] = []
  const other = await web(({ headers }, response) => {
    gone.push(String(headers.authorization))
    json(response, { results: [] })
  })
  const moved = (text: string): string => text.replaceAll(server.origin, other.origin)
  await fovea(['catalog', 'export', 'e.jsonl'], { cwd, env })
  put(cwd, { 'e.jsonl': moved(readFileSync(join(cwd, 'e.jsonl'), 'utf8')), 'films.json': moved(FILMS) })
  expect(await fovea(['catalog', 'import', 'e.jsonl'], { cwd, env })).toMatchObject({ code: 2, err: expect.stringMatching(/e\.jsonl holds the source "films", which is registered here as openapi: .*catalog scan films.*catalog rm films/) })
  expect(await fovea(['catalog', 'scan', 'films'], { cwd, env })).toMatchObject({ code: 0 })
  expect(await fovea(['plan', 'run', 'films.plan.json'], { cwd, env })).toMatchObject({ code: 1, err: expect.stringContaining(`its address changed from ${server.origin} to ${other.origin}`) })
  expect(gone).toEqual([])
  expect(await fovea(['catalog', 'add', 'films', 'films.json', '--secret', 'token=env:FILMS_TOKEN'], { cwd, env })).toMatchObject({ code: 0 })
  await fovea(['plan', 'run', 'films.plan.json'], { cwd, env })
  expect(gone).toEqual(['Bearer canary-walk-9'])
})

test('what can change data is no step of a plan', async () => {
  const before = asked.length
  expect(await fovea(['plan', 'run', 'write.plan.json'], { cwd, env })).toMatchObject({ code: 1, err: expect.stringContaining('plans only read') as unknown })
  expect(asked.length).toBe(before)
})
