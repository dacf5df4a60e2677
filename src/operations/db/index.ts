// The database that a team shares: how far it is, and bringing it up to this version.
import { resolve } from 'node:path'
import { flag, text, UsageError } from '../../core/field.ts'
import { counted } from '../../core/names.ts'
import { databaseAddress, databaseStatus, DATABASE_VARIABLE, migrate, sharedDatabase, worded } from '../../workspace/database-care.ts'
import { openWorkspace } from '../../workspace/index.ts'
import { type Context, defineOperation, EXIT, type Group } from '../operation.ts'

/** Commands about the team's database. */
export const DB: Group = { name: 'db', title: 'Look after the database that a team shares', doc: `With a PostgreSQL database a team shares one catalogue and one memory. Its address is in ${DATABASE_VARIABLE}, or in the variable that "database" of your own configuration names; it is never written anywhere.` }

const fields = {
  database: text(`The variable that holds the address: env:NAME; what is configured, or env:${DATABASE_VARIABLE}, unless told`, { sign: 'env:NAME' }),
  root: text('The folder whose configuration counts', { sign: 'DIR', otherwise: '.' }),
  json: flag('The answer as JSON'),
}

type Database = Awaited<ReturnType<typeof sharedDatabase>>

async function withDatabase<T>(context: Context, input: { database: string | undefined; root: string | undefined }, act: (database: Database) => Promise<T>): Promise<T> {
  const { layers } = openWorkspace(resolve(context.cwd, input.root ?? '.'), { caching: 'off' })
  const address = databaseAddress(layers, input.database)
  if (address === undefined) throw new UsageError(`no database is configured: set ${DATABASE_VARIABLE} to its address, or name another variable with --database env:NAME`)
  const database = await sharedDatabase(address)
  try {
    return await act(database)
  } catch (error) {
    throw worded(error)
  } finally {
    await database.close()
  }
}

/** Brings the database up to this version. */
const dbMigrate = defineOperation({
  name: 'db migrate',
  title: 'Make or update the tables of the team\'s database',
  doc: 'Everything is in the schema "fovea". Steps are numbered; each is taken whole or not at all, one program at a time, and running it again does nothing. No step drops what is kept.',
  examples: ['fovea db migrate', 'fovea db migrate --database env:TEAM_DATABASE'],
  fields,
  run: (input, context) => withDatabase(context, input, async (database) => {
    const done = (await migrate(database)).map(({ number, title }) => ({ number, title }))
    return { text: done.length === 0 ? [`${database.shown} is up to date\n`] : done.map(({ number, title }) => `${number} ${title}\n`), data: { database: database.shown, applied: done } }
  }),
})

/** Says how far the database is. */
const dbStatus = defineOperation({
  name: 'db status',
  title: 'Say what the team\'s database holds and whether it is up to date',
  doc: `Lists the steps that were taken and those that are missing. The exit code is ${EXIT.stale} when some are missing, or when a newer version of Fovea has been there.`,
  examples: ['fovea db status', 'fovea db status --json'],
  fields,
  run: (input, context) => withDatabase(context, input, async (database) => {
    const status = await databaseStatus(database)
    const { projects, sources, resources, documents } = status.holds
    const behind = status.pending.length > 0 || status.unknown.length > 0
    return {
      text: [
        ...status.applied.map(({ number, title, at }) => `${number} ${title} (${at})\n`), ...status.pending.map(({ number, title }) => `${number} ${title}: missing\n`),
        status.pending.length > 0 ? 'run "fovea db migrate"\n' : `${counted(projects, 'project')}, ${counted(sources, 'source')}, ${counted(resources, 'resource')}, ${counted(documents, 'document')}\n`,
        ...(status.unknown.length > 0 ? ['a newer version of Fovea has been here: update this one\n'] : []),
      ],
      data: status, ...(behind ? { exit: EXIT.stale } : {}),
    }
  }),
})

/** All commands about the database, in the order of help. */
export const DB_OPERATIONS = [dbMigrate, dbStatus] as const
