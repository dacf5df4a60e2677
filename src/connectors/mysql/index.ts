// MySQL and MariaDB as a source: the database that the address names, or all of them.
import type { Connector, OpenSource } from '../../catalog/ports.ts'
import { openMysql } from '../../drivers/mysql.ts'
import { choiceOf } from '../sql/choose.ts'
import { mysqlLabel } from '../sql/labels.ts'
import { type Kind, probeTable, runSql } from '../sql/run.ts'
import { addressOf, described, scanned } from '../sql/source.ts'
import { tablesOf } from './catalogue.ts'

const KIND: Kind = { name: 'mysql', dialect: { quote: '`' }, open: (source) => openMysql(addressOf(source)) }

/** Without a list of schemas, the database in the address is the one that is meant. */
function optionsOf({ address, options }: OpenSource): OpenSource['options'] {
  const database = decodeURIComponent(new URL(address).pathname.slice(1))
  return options['schemas'] !== undefined || database === '' ? options : { ...options, schemas: database }
}

/** Scans and reads a MySQL or a MariaDB. */
export const mysql: Connector = {
  ...mysqlLabel,
  scan: (source, watch) => scanned(() => KIND.open(source), watch, (database) => described(tablesOf(database, choiceOf(optionsOf(source)), watch), { engine: 'mysql', source, dialect: KIND.dialect })),
  probe: (source, resource) => probeTable(KIND, source, resource),
  run: (source, piece, limits) => runSql(KIND, source, piece, limits),
}
