// PostgreSQL as a source: tables, views, keys, indexes, comments, estimates and grants.
import type { Connector } from '../../catalog/ports.ts'
import { openPostgres } from '../../drivers/postgres.ts'
import { choiceOf } from '../sql/choose.ts'
import { postgresLabel } from '../sql/labels.ts'
import { type Kind, probeTable, runSql } from '../sql/run.ts'
import { addressOf, described, scanned } from '../sql/source.ts'
import { tablesOf } from './catalogue.ts'

const KIND: Kind = { name: 'postgres', dialect: { quote: '"' }, open: (source) => openPostgres(addressOf(source)) }

/** Scans and reads a PostgreSQL. */
export const postgres: Connector = {
  ...postgresLabel,
  scan: (source, watch) => scanned(() => KIND.open(source), watch, (database) => described(tablesOf(database, choiceOf(source.options), watch), { engine: 'pg', source, dialect: KIND.dialect })),
  probe: (source, resource) => probeTable(KIND, source, resource),
  run: (source, piece, limits) => runSql(KIND, source, piece, limits),
}
