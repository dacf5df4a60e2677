// Redis as a source, with a real server.
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ResourceSchema } from '../../src/catalog/record-schema.ts'
import { redis } from '../../src/connectors/redis/index.ts'
import { type Service, startRedis } from '../kit/services/index.ts'
import { opened, rowsOf, scanned } from '../kit/source.ts'

const PASSWORD = 'pw-canary-81'
let server: Service
let client: Redis
beforeAll(async () => {
  server = await startRedis({ password: PASSWORD })
  client = new Redis(server.url)
  await fill(client)
})
afterAll(async () => {
  client.disconnect()
  await server.stop()
})

async function fill(to: Redis): Promise<void> {
  const pipeline = to.pipeline()
  for (let i = 1; i <= 3000; i++) pipeline.hset(`user:${i}:profile`, { name: `value-canary-${i}`, age: String(20 + (i % 50)), email: `p${i}@example.org`, plan: i % 2 === 0 ? 'free' : 'paid' })
  for (let i = 1; i <= 200; i++) pipeline.set(`session:${i.toString(16).padStart(8, '0')}-1a2b-4c3d-8e9f-0a1b2c3d4e5f`, JSON.stringify({ user: i }), 'EX', 3600)
  for (let i = 0; i < 50; i++) pipeline.zadd(`board:2024-05-${String(1 + (i % 28)).padStart(2, '0')}`, i, `m${i}`)
  pipeline.rpush('queue:mail', 'a', 'b', 'c').sadd('tags', 'x').set('config', 'on').xadd('events', '*', 'kind', 'login')
  await pipeline.exec()
}

const source = (more: Parameters<typeof opened>[2] = {}): ReturnType<typeof opened> => opened('/', `redis://127.0.0.1:${server.port}`, { name: 'cache', type: 'redis', location: 'redis://localhost', credentials: { password: PASSWORD }, ...more })

describe('Redis', () => {
  test('patterns of keys are found with counts, types, fields and times', async () => {
    const { descriptors, remarks, record } = await scanned(redis, source())
    expect(remarks).toEqual([])
    expect(descriptors.map(({ title, rows, tags }) => [title, rows, tags?.[0]])).toEqual([
      ['user:{id}:profile', 3000, 'type:hash'], ['session:{uuid}', 200, 'type:string'], ['board:{date}', 28, 'type:zset'], ['config', 1, 'type:string'], ['events', 1, 'type:stream'], ['queue:mail', 1, 'type:list'], ['tags', 1, 'type:set'],
    ])
    const users = record('{id}/profile')
    expect(users.overview).toMatchObject({ id: 'res:kv.redis.cache.user.{id}.profile', uri: 'ada://any/kv/redis:cache/user.{id}.profile', kind: 'kv' })
    expect(users.details.columns.map(({ name, type, pii }) => [name, type, pii])).toEqual([['key', 'string', undefined], ['id', 'integer', undefined], ['name', 'string', undefined], ['age', 'integer', undefined], ['email', 'string', 'email'], ['plan', 'string', undefined]])
    expect(record('{uuid}')).toMatchObject({ details: { constraints: { retention: expect.stringMatching(/^at most 3[56]\d\d s$/) } } })
    for (const { place } of descriptors) expect(ResourceSchema.safeParse(record(place.path.join('/'))).error).toBeUndefined()
  })

  test('values and passwords are in no record', async () => {
    const all = JSON.stringify(await scanned(redis, source()))
    expect(all).not.toContain('value-canary')
    expect(all).not.toContain(PASSWORD)
  })

  test('keys come as rows with their fields, within limits', async () => {
    const { record } = await scanned(redis, source())
    const users = await rowsOf(redis, source(), record('{id}/profile'), { limits: { rows: 5000 } })
    expect(users.rows).toHaveLength(3000)
    expect(users.rows.find(([key]) => key === 'user:7:profile')).toEqual(['user:7:profile', 7, 'value-canary-7', 27, 'p7@example.org', 'paid'])
    expect(await rowsOf(redis, source(), record('{id}/profile'), { columns: ['id'], limits: { rows: 10 } })).toMatchObject({ columns: ['id'], cut: 'rows', rows: { length: 10 } })
    expect((await rowsOf(redis, source(), record('{uuid}'), { limits: { rows: 1 } })).rows[0]).toEqual([expect.stringContaining('session:'), expect.any(String), expect.stringContaining('"user"'), expect.any(Number)])
    expect((await rowsOf(redis, source(), record('mail'))).rows).toEqual([['queue:mail', '["a","b","c"]']])
    expect((await rowsOf(redis, source(), record('{date}'), { limits: { rows: 1 } })).rows[0]?.[2]).toMatch(/^\[\["m\d+",\d+\]/)
  })

  test('many keys are sampled, and counts are scaled', async () => {
    const { descriptors, remarks } = await scanned(redis, source({ options: { keys: '500' } }))
    expect(remarks.map(({ code }) => code)).toEqual(['catalog/keys-sampled'])
    expect(descriptors.find(({ title }) => title === 'user:{id}:profile')?.rows).toBeGreaterThan(2000)
  })

  test('only some keys are looked at when that is asked for', async () => {
    const { descriptors } = await scanned(redis, source({ options: { match: 'session:*' } }))
    expect(descriptors.map(({ title }) => title)).toEqual(['session:{uuid}'])
  })

  test('a user with few rights is told what is missing', async () => {
    await client.call('ACL', 'SETUSER', 'reader', 'on', '>reader-pw', '~*', '+scan', '+type', '+ping')
    const { descriptors, remarks } = await scanned(redis, source({ credentials: { user: 'reader', password: 'reader-pw' } }))
    expect(descriptors).toHaveLength(7)
    expect(remarks[0]?.message).toMatch(/may not use PTTL, MEMORY USAGE, HSCAN, GETRANGE|may not use .*PTTL/)
    expect(JSON.stringify(remarks)).not.toContain('reader-pw')
    await client.call('ACL', 'SETUSER', 'fovea', 'on', '>fovea-pw', '~*', '+@read', '+ping')
    expect((await scanned(redis, source({ credentials: { user: 'fovea', password: 'fovea-pw' } }))).remarks).toEqual([])
  })

  test('nothing but reading is done', async () => {
    const before = await client.dbsize()
    await scanned(redis, source())
    const used = (await client.info('commandstats')).match(/cmdstat_[^:]+/g)?.map((one) => one.slice('cmdstat_'.length)) ?? []
    expect(used).not.toContain('keys')
    expect(await client.dbsize()).toBe(before)
  })

  test.each([
    ['a wrong password', { credentials: { password: 'wrong-canary' } }, 'did not accept the user or the password'],
    ['no password', { credentials: {} }, 'asks for a password'],
    ['nobody there', { address: 'redis://127.0.0.1:1' }, 'nothing listens there'],
    ['no address', { address: 'localhost' }, 'its address cannot be read'],
    ['a wrong option', { options: { keys: 'many' } }, 'the option keys is a number'],
  ])('%s is told without credentials', async (_, more, words) => {
    const error = await scanned(redis, source(more)).then(() => undefined, (reason: Error) => reason)
    expect(error).toMatchObject({ name: 'SourceDown', message: expect.stringContaining(words) })
    expect(error?.message).not.toMatch(/canary/)
  })

  test('a probe tells what is gone and what cannot be reached', async () => {
    const { record } = await scanned(redis, source())
    expect(await redis.probe?.(source(), record('config'))).toBeUndefined()
    await client.del('config')
    expect(await redis.probe?.(source(), record('config'))).toMatchObject({ code: 'catalog/changed' })
    expect(await redis.probe?.(source({ address: 'redis://127.0.0.1:1' }), record('config'))).toMatchObject({ code: 'catalog/unreachable' })
  })
})
