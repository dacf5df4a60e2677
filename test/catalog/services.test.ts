// The servers that other tests stand on: each starts, takes a connection, and is gone when it was stopped.
import { createConnection } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { programOf } from '../kit/services/program.ts'
import { PASSWORD, startMariadb, startNats, startPostgres, startRedis } from '../kit/services/index.ts'

const reached = (port: number): Promise<boolean> => new Promise((done) => {
  const socket = createConnection(port, '127.0.0.1', () => { socket.destroy(); done(true) }).once('error', () => done(false))
})

test.each([['PostgreSQL', startPostgres], ['MariaDB', startMariadb], ['Redis', startRedis], ['NATS', startNats]] as const)('%s listens until it is stopped', async (_, startOne) => {
  const service = await startOne()
  try {
    expect(await reached(service.port)).toBe(true)
  } finally {
    await service.stop()
  }
  expect(await reached(service.port)).toBe(false)
})

test('a database of its own, with a password that is asked for', async () => {
  const server = await startPostgres()
  try {
    const url = await server.database('a "new" one')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    expect((await client.query('select current_database() as name')).rows).toEqual([{ name: 'a "new" one' }])
    await client.end()
    await expect(new pg.Client({ connectionString: url.replace(PASSWORD, 'wrong') }).connect()).rejects.toThrow(/password/)
  } finally {
    await server.stop()
  }
})

test('a missing program is a sentence that says how to install it', () => {
  expect(() => programOf(['no-such-server'])).toThrow('no-such-server is not installed, and this test needs a real one: apt-get install postgresql mariadb-server redis-server nats-server')
})
