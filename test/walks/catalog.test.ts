// The catalogue as a person uses it: sources are added, scanned, listed and forgotten, and what a task asks for stands beside the code.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FILMS } from '../kit/films.ts'
import { fovea, folder } from './run.ts'

const workspace = (): string => folder({ 'films.json': FILMS, 'src/cast.ts': '/** Shows the cast of a movie. */\nexport const showCast = (movie: number): string => `${movie}`\n', '.gitignore': 'films.json\n' })

test('a source is added, listed, scanned and forgotten', async () => {
  const cwd = workspace()
  expect(await fovea(['catalog', 'add', 'films', 'films.json', '--owner', 'team.media'], { cwd })).toMatchObject({ code: 0, out: 'films: 3 resources, 3 new\n' })
  expect((await fovea(['catalog', 'list'], { cwd })).out).toMatch(/^source\s+type\s+resources\s+scanned\nfilms\s+openapi\s+3\s+\d{4}-/)
  expect((await fovea(['catalog', 'scan'], { cwd })).out).toBe('films: 3 resources\n')
  expect(JSON.parse((await fovea(['catalog', 'scan', '--json'], { cwd })).out)).toEqual([{ source: 'films', resources: 3, changes: [], failed: false }])
  expect(await fovea(['catalog', 'rm', 'films'], { cwd })).toMatchObject({ code: 0, out: 'films is forgotten\n' })
  expect(await fovea(['catalog', 'rm', 'films'], { cwd })).toMatchObject({ code: 2 })
})

test('who forgets a source takes back the consent to open it, and no other', async () => {
  const [cwd, home] = [workspace(), folder()]
  const env = { XDG_CONFIG_HOME: home }
  const agreed = (): number => (JSON.parse(readFileSync(join(home, 'fovea/sources.json'), 'utf8')) as { sources: unknown[] }).sources.length
  for (const name of ['main', 'other']) await fovea(['catalog', 'add', name, 'env:DATABASE_URL', '--type', 'postgres', '--no-scan'], { cwd, env })
  expect(agreed()).toBe(2)
  expect(await fovea(['catalog', 'rm', 'main'], { cwd, env })).toMatchObject({ code: 0, out: 'main is forgotten\n' })
  expect(agreed()).toBe(1)
})

test('a name in use is not taken by something else unless that is meant', async () => {
  const cwd = folder({ 'films.json': FILMS, 'a.csv': 'id\n1\n' })
  await fovea(['catalog', 'add', 'shop', 'films.json'], { cwd })
  const again = await fovea(['catalog', 'add', 'shop', 'a.csv'], { cwd })
  expect(again.code).toBe(2)
  expect(again.err).toContain('there is a source "shop" already (openapi, films.json): choose another name, or replace it with --replace')
  expect((await fovea(['catalog', 'add', 'shop', 'films.json'], { cwd })).code).toBe(0)
  expect((await fovea(['catalog', 'add', 'shop', 'a.csv', '--replace'], { cwd })).out).toContain('1 new')
  const dead = await fovea(['catalog', 'add', 'gone', 'gone.sqlite'], { cwd })
  expect([dead.code, dead.err.includes('Nothing is known of it yet')]).toEqual([3, true])
})

test('a source that is down is told, and what was known stays', async () => {
  const cwd = workspace()
  await fovea(['catalog', 'add', 'films', 'films.json'], { cwd })
  writeFileSync(join(cwd, 'films.json'), '{ "openapi": ')
  const scan = await fovea(['catalog', 'scan'], { cwd })
  expect(scan.code).toBe(3)
  expect(scan.out).toBe('films: could not be looked at\n')
  expect(JSON.parse((await fovea(['catalog', 'list', '--json'], { cwd })).out)).toMatchObject([{ resources: 3, failure: { message: expect.any(String) } }])
})

test('a task brings the resource it asks for, beside the code and under one budget', async () => {
  const cwd = workspace()
  const ask = ['.', '--task', 'show the cast and crew of a movie', '--budget', '600']
  expect((await fovea(ask, { cwd })).out).not.toContain('res:')
  await fovea(['catalog', 'add', 'films', 'films.json'], { cwd })
  const { out } = await fovea(ask, { cwd })
  expect(out).toContain('res:api.films.movieCredits')
  expect(out).toContain('showCast')
  expect(out).not.toContain('res:api.films.weather')
  expect((await fovea([...ask, '--frozen'], { cwd })).out).not.toContain('res:')
})

test('a resource is zoomed by its id, and one of its fields by its name', async () => {
  const cwd = workspace()
  await fovea(['catalog', 'add', 'films', 'films.json'], { cwd })
  expect((await fovea(['zoom', 'res:api.films.movieCredits'], { cwd })).out).toContain('call GET https://films.example/movie/{movie_id}/credits')
  expect((await fovea(['zoom', 'res:api.films.movieCredits#movieCredits.movie_id'], { cwd })).out).toContain('<- movie_id integer, path, required')
  expect((await fovea(['zoom', 'res:api.films.nothing'], { cwd })).code).toBe(1)
})

test('a source that came with somebody else\'s folder is not opened', async () => {
  const cwd = folder({ 'a.txt': 'a' })
  // As its author would leave it: registered on another machine.
  await fovea(['catalog', 'add', 'evil', 'https://evil.example/openapi.json', '--type', 'openapi', '--secret', 'token=env:GITHUB_TOKEN', '--no-scan'], { cwd, env: { XDG_CONFIG_HOME: join(cwd, '..', 'author') } })
  const scan = await fovea(['catalog', 'scan'], { cwd, env: { GITHUB_TOKEN: 'ghp_secret', XDG_CONFIG_HOME: join(cwd, '..', 'victim') } })
  expect(scan.code).toBe(3)
  expect(scan.err).toContain('it was not added on this machine')
})

test('a password is never stored', async () => {
  const cwd = folder({ 'a.txt': 'a' })
  const added = await fovea(['catalog', 'add', 'main', 'postgres://me:hunter2@127.0.0.1/shop'], { cwd })
  expect(added.code).toBe(2)
  expect(added.err).toContain('env:DATABASE_URL')
  expect(added.err + added.out).not.toContain('hunter2')
  expect(existsSync(join(cwd, '.fovea'))).toBe(false)
})
