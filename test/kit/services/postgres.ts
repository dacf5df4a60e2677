// A real PostgreSQL for tests. What `initdb` makes is kept once per machine; a test begins with a copy and does not wait for the disk.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { finish, programOf, type Service, start, templateOf } from './program.ts'

const DEBIAN = '/usr/lib/postgresql'
const USER = 'fovea'
/** The password of the test server: no output of Fovea may ever show it. */
export const PASSWORD = 'pa55-never-shown'

/** A PostgreSQL that listens, with databases made on request. */
export interface Postgres extends Service {
  /** A new empty database; its address. */
  database(name: string): Promise<string>
}

/** Starts PostgreSQL; `url` is its database `postgres`, as a superuser. */
export async function startPostgres(settings: readonly string[] = []): Promise<Postgres> {
  const folders = versions()
  const command = programOf(['postgres'], folders)
  const template = await templateOf(`postgres-${versionOf(command)}`, (folder) => initialise(programOf(['initdb'], folders), folder))
  const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'shared_buffers=16MB', 'max_connections=40', 'autovacuum=off', 'unix_socket_directories=', 'listen_addresses=127.0.0.1', 'logging_collector=off', 'timezone=UTC']
  const service = await start('postgres', {
    command, template, ready: /ready to accept connections/, signal: 'SIGQUIT',
    args: (port, folder) => ['-D', join(folder, 'data'), '-p', String(port), ...[...fast, ...settings].flatMap((setting) => ['-c', setting])],
  })
  const urlOf = (database: string): string => `postgres://${USER}:${PASSWORD}@127.0.0.1:${service.port}/${encodeURIComponent(database)}`
  return { ...service, url: urlOf('postgres'), database: async (name) => {
    await execute(urlOf('postgres'), `create database ${pg.escapeIdentifier(name)}`)
    return urlOf(name)
  } }
}

/** Runs SQL text of any length. */
export async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Debian keeps every version in a folder of its own, outside of PATH; the newest first. */
const versions = (): string[] => existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN, version, 'bin')) : []

const versionOf = (command: string): string => /postgresql\/(\d+)\//.exec(command)?.[1] ?? 'any'

async function initialise(initdb: string, folder: string): Promise<void> {
  const words = `${folder}.password`
  writeFileSync(words, PASSWORD, { mode: 0o644 })
  await finish(initdb, ['-D', folder, '-U', USER, '--pwfile', words, '--auth=scram-sha-256', '-E', 'UTF8', '--locale=C', '--no-sync', '--wal-segsize=1'])
  rmSync(words)
}
