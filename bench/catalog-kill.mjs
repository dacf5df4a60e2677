// Scanners of the embedded catalogue and workers of PostgreSQL are killed (SIGKILL) at random points: is the catalogue consistent and complete afterwards?
//   node bench/catalog-kill.mjs [--kills N] [--seed N]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openShared } from '../dist/drivers/postgres-pool.js'
import { catalogStoreIn } from '../dist/stores/catalog.js'
import { postgresCatalog } from '../dist/stores/postgres/catalog.js'
import { migrate } from '../dist/stores/postgres/migrate.js'
import { killScanners, killWorkers, nameProject, Project } from '../test/kit/catalog-kill.mjs'
import { dice } from '../test/kit/edits.mjs'
import { options, whole } from './kit/args.mjs'
import { grouped } from './kit/numbers.mjs'
import { say, table, writeResults } from './kit/results.mjs'
import { services } from './kit/services.mjs'

const given = options({ kills: { type: 'string' }, seed: { type: 'string' } })
const kills = whole(given.kills, 200)
const roll = dice(whole(given.seed, 1))
const random = () => roll(10_000) / 10_000
const SOURCES = 3
const OPERATIONS = 40

const home = mkdtempSync(join(tmpdir(), 'fovea-kill-'))
const { startPostgres } = await services()
// Fast settings of the tests are off here: what is committed is on the disk.
const server = await startPostgres(['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'])
const url = await server.database('team')
const database = await openShared(url)

try {
  await migrate(database)
  say(`${kills} kills of scanners`)
  const embedded = join(home, 'embedded')
  const scanners = await killScanners({ project: new Project(embedded, SOURCES, OPERATIONS), store: catalogStoreIn(embedded), kills, random, around: { cwd: embedded } })
  say(`${scanners.killed} killed, ${scanners.faults.length} faults; ${kills} kills of workers`)
  const shared = join(home, 'shared')
  const project = new Project(shared, SOURCES, OPERATIONS)
  nameProject(shared, 'kill')
  const workers = await killWorkers({ project, store: postgresCatalog(database, 'kill'), kills, random, around: { cwd: shared, env: { FOVEA_DATABASE: url } } })
  for (const fault of [...scanners.faults, ...workers.faults].slice(0, 20)) say(fault)
  report(scanners, workers)
  process.exitCode = scanners.faults.length + workers.faults.length === 0 ? 0 : 1
} finally {
  await database.close()
  await server.stop()
  rmSync(home, { recursive: true, force: true })
}

function report(scanners, workers) {
  writeResults('catalog-kill', { kills, sources: SOURCES, operations: OPERATIONS, scanners, workers }, [
    '# Killed scanners and workers',
    '',
    `Every round changes ${SOURCES} API documents (each of their ${OPERATIONS} and more operations gets another parameter, and every tenth round there is one operation more), starts scanners or workers and kills one (SIGKILL) at a random point of its run, from its first millisecond to its last.`,
    'Scanners: every other round a second scanner works beside the one that is killed. Workers: two at once on a queue in PostgreSQL (fsync on); one is killed, every fourth round both, and then a third does the rest.',
    'After each kill the catalogue is read: every source is of one scan, has as many resources as it says, and the journal tells each revision of each resource once, without a gap. After each round of workers, and of two scanners, it is complete.',
    ...table(['what', 'rounds', 'killed', 'jobs given to another worker', 'faults'], [
      ['scanners, embedded store', grouped(scanners.rounds), grouped(scanners.killed), '', grouped(scanners.faults.length)],
      ['workers, PostgreSQL', grouped(workers.rounds), grouped(workers.killed), grouped(workers.rescued), grouped(workers.faults.length)],
    ]),
    'A kill that comes before the first job was taken, or after the last, leaves nothing to give to another.',
  ])
}
