// A real MariaDB for tests.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { finish, programOf, type Service, start, templateOf } from './program.ts'
import { PASSWORD } from './postgres.ts'

const USER = 'fovea'
// Counts of rows are those of the last `analyze table`: recounting in the background would change them between two questions.
const STILL = '--innodb-stats-auto-recalc=OFF'
const SMALL = ['--innodb-log-file-size=4M', '--innodb-buffer-pool-size=16M', '--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0', '--innodb-flush-method=nosync']

/** Starts MariaDB; `url` is its database `fovea`, as a user who may do everything. */
export async function startMariadb(): Promise<Service> {
  const command = programOf(['mariadbd', 'mysqld'])
  const template = await templateOf('mariadb', (folder) => finish(programOf(['mariadb-install-db', 'mysql_install_db']), [
    '--no-defaults', `--datadir=${folder}`, '--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve', ...SMALL,
  ]))
  // A server that starts clears its folder for temporary files, also of what another one is using: each has its own.
  const service = await start('mariadb', {
    command, template, ready: /ready for connections/, signal: 'SIGKILL',
    args: (port, folder) => ['--no-defaults', `--datadir=${join(folder, 'data')}`, `--port=${port}`, '--bind-address=127.0.0.1', `--socket=${join(folder, 's')}`, `--tmpdir=${folder}`, `--pid-file=${join(folder, 'pid')}`, `--init-file=${firstWords(folder)}`, '--skip-name-resolve', '--skip-log-bin', STILL, ...SMALL],
  })
  return { ...service, url: `mysql://${USER}:${PASSWORD}@127.0.0.1:${service.port}/fovea` }
}

function firstWords(folder: string): string {
  const file = join(folder, 'init.sql')
  writeFileSync(file, `create database if not exists fovea character set utf8mb4;\ncreate or replace user '${USER}'@'%' identified by '${PASSWORD}';\ngrant all on *.* to '${USER}'@'%' with grant option;\n`, { mode: 0o644 })
  return file
}

/** Runs SQL text of any length. */
export async function executeMaria(url: string, sql: string): Promise<void> {
  const connection = await createConnection({ uri: url, multipleStatements: true })
  try {
    await connection.query(sql)
  } finally {
    await connection.end()
  }
}
