// The tool `catalog`, asked by a real client of a real server.
import { expect, test } from 'vitest'
import { FILMS } from '../kit/films.ts'
import { folder, fovea, tokensOf } from '../walks/run.ts'
import { call, connected } from './client.ts'

const RECEIPT = /\[fovea pack=[0-9a-f]{8} tokens=(\d+)\/(\d+) details=\d+ lines=\d+ more=\d+ tree=[0-9a-f]{8} fresh\]$/

async function workspace(): Promise<string> {
  const root = folder({ 'films.json': FILMS, 'src/a.ts': 'export const a = 1\n', '.gitignore': 'films.json\n' })
  await fovea(['catalog', 'add', 'films', 'films.json'], { cwd: root })
  return root
}

test('words find a resource with what is needed to use it, within the budget', async () => {
  const client = await connected({ args: [await workspace()] })
  const { text, meta } = await call(client, 'catalog', { query: 'cast and crew of a movie', budget: 400 })
  expect(text).toContain('res:api.films.movieCredits')
  expect(text).toContain('movie_id')
  const [, used, budget] = RECEIPT.exec(text) as RegExpExecArray
  expect([Number(used), Number(budget)]).toEqual([tokensOf(text), 400])
  expect(meta['details']).toContain('res:api.films.movieCredits')
})

test('what is needed to call it comes along: the endpoint that gives its path parameter', async () => {
  const client = await connected({ args: [await workspace()] })
  expect((await call(client, 'catalog', { query: 'credits of the movie Alien' })).text).toContain('searchMovies')
})

test('nothing gives the map, ids give details, and what one has is not repeated', async () => {
  const client = await connected({ args: [await workspace()] })
  const map = await call(client, 'catalog')
  for (const name of ['searchMovies', 'movieCredits', 'weather']) expect(map.text).toContain(name)
  expect(map.meta['details']).toEqual([])
  const one = await call(client, 'catalog', { ids: ['res:api.films.weather'] })
  expect(one.meta).toMatchObject({ details: ['res:api.films.weather'], lines: [] })
  const rest = await call(client, 'catalog', { query: 'movie', not: ['res:api.films.movieCredits'] })
  expect(JSON.stringify(rest.meta)).not.toContain('movieCredits')
})

test('mistakes say what to do next', async () => {
  const client = await connected({ args: [await workspace()] })
  expect(await call(client, 'catalog', { ids: ['res:nothing'] })).toMatchObject({ failed: true, text: 'there is no resource "res:nothing": ids come from an earlier answer and begin with res:' })
  expect(await call(client, 'catalog', { query: 'zzzz' })).toMatchObject({ failed: true, text: expect.stringContaining('try other words') as string })
  const empty = await connected({ args: [folder({ 'a.ts': 'export {}\n' })] })
  expect(await call(empty, 'catalog')).toMatchObject({ failed: true, text: expect.stringContaining('the catalogue is empty') as string })
})

test('get_context brings the resource beside the code, and zoom shows it', async () => {
  const client = await connected({ args: [await workspace()] })
  expect((await call(client, 'get_context', { task: 'cast and crew of a movie', budget: 1000 })).text).toContain('res:api.films.movieCredits')
  expect((await call(client, 'zoom', { target: 'res:api.films.movieCredits' })).text).toContain('call GET https://films.example/movie/{movie_id}/credits')
})

test('a role that is set for the server holds for every tool', async () => {
  const root = await workspace()
  const home = folder({ 'fovea/config.json': JSON.stringify({ catalog: { roles: { guest: { deny: ['api.films.movieCredits'] } } } }) })
  const guest = await connected({ args: [root], env: { FOVEA_ROLE: 'guest', XDG_CONFIG_HOME: home } })
  for (const [tool, args] of [['catalog', {}], ['catalog', { query: 'credits crew movie' }], ['get_context', { task: 'credits crew of a movie' }]] as const) {
    const { text, meta } = await call(guest, tool, args)
    expect(text + JSON.stringify(meta)).not.toContain('movieCredits')
  }
  expect(await call(guest, 'catalog', { ids: ['res:api.films.movieCredits'] })).toMatchObject({ failed: true })
  expect(await call(guest, 'zoom', { target: 'res:api.films.movieCredits' })).toMatchObject({ failed: true })
  const nobody = await connected({ args: [root], env: { XDG_CONFIG_HOME: home } })
  expect(await call(nobody, 'catalog')).toMatchObject({ failed: true, text: expect.stringContaining('a reader must have one') as string })
  expect((await call(nobody, 'get_context', { task: 'credits crew of a movie' })).text).not.toContain('res:')
})
