// SQLite as a source: a file with tables, views, keys, indexes and checks.
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Connector, type OpenSource, SourceDown } from '../../catalog/ports.ts'
import { openSqlite } from '../../drivers/sqlite/index.ts'
import { pathInside } from '../inside.ts'
import { choiceOf } from '../sql/choose.ts'
import { sqliteLabel } from '../sql/labels.ts'
import { type Kind, probeTable, runSql } from '../sql/run.ts'
import { described, scanned } from '../sql/source.ts'
import { tablesOf } from './catalogue.ts'

const KIND: Kind = { name: 'sqlite', dialect: { quote: '"' }, open: async (source) => openSqlite(pathOf(source), shownPath(source.location)) }

/** `sqlite:shop.db`, `sqlite:///srv/shop.db`, `file:///srv/shop.db` or just `shop.db`, from the folder of the workspace. */
function pathOf(source: OpenSource): string {
  const { address } = source
  if (!address.startsWith('file:')) return pathInside(source, address.replace(/^sqlite:(?:\/\/)?/i, ''))
  if (!URL.canParse(address) || new URL(address).host !== '') throw new SourceDown('its address cannot be read; it looks like shop.db or file:///srv/shop.db')
  return pathInside(source, fileURLToPath(address))
}

/** What a message calls the file: as it was registered, and not where on this machine it is. */
const shownPath = (location: string): string => (isAbsolute(location.replace(/^\w+:(?:\/\/)?/, '')) ? location.split('/').at(-1) ?? location : location)

/** Scans and reads a file of SQLite. */
export const sqlite: Connector = {
  ...sqliteLabel,
  scan: (source, watch) => scanned(() => KIND.open(source), watch, (database) => described(tablesOf(database, choiceOf(source.options), watch), { engine: 'sqlite', source, dialect: KIND.dialect })),
  probe: (source, resource) => probeTable(KIND, source, resource),
  run: (source, piece, limits) => runSql(KIND, source, piece, limits),
}
