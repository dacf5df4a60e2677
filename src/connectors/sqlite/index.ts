// SQLite as a source: a file with tables, views, keys, indexes and checks.
import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Connector, OpenSource } from '../../catalog/ports.ts'
import { openSqlite } from '../../drivers/sqlite/index.ts'
import { choiceOf } from '../sql/choose.ts'
import { sqliteLabel } from '../sql/labels.ts'
import { type Kind, probeTable, runSql } from '../sql/run.ts'
import { described, scanned } from '../sql/source.ts'
import { tablesOf } from './catalogue.ts'

const KIND: Kind = { name: 'sqlite', dialect: { quote: '"' }, open: (source) => openSqlite(pathOf(source), shownPath(source.address)) }

/** `sqlite:shop.db`, `sqlite:///srv/shop.db`, `file:///srv/shop.db` or just `shop.db`, from the folder of the workspace. */
const pathOf = ({ address, root }: OpenSource): string => resolve(root, address.startsWith('file:') ? fileURLToPath(address) : address.replace(/^sqlite:(?:\/\/)?/i, ''))

/** What a message calls the file: not where on this machine it is. */
const shownPath = (address: string): string => (isAbsolute(address.replace(/^\w+:(?:\/\/)?/, '')) ? address.split('/').at(-1) ?? address : address)

/** Scans and reads a file of SQLite. */
export const sqlite: Connector = {
  ...sqliteLabel,
  scan: (source, watch) => scanned(() => KIND.open(source), watch, (database) => described(tablesOf(database, choiceOf(source.options), watch), { engine: 'sqlite', source, dialect: KIND.dialect })),
  probe: (source, resource) => probeTable(KIND, source, resource),
  run: (source, piece, limits) => runSql(KIND, source, piece, limits),
}
