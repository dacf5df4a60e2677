// The catalogue: one map for databases, APIs, files and skills.
import type { Group } from '../operation.ts'
import { add } from './add.ts'
import { contextual } from './context.ts'
import { details } from './details.ts'
import { diff } from './diff.ts'
import { docs } from './docs.ts'
import { exporting, importing } from './keeping.ts'
import { listing, remove } from './list.ts'
import { overview } from './overview.ts'
import { scan } from './scan.ts'
import { searching } from './search.ts'
import { verify } from './verify.ts'

/** The words that commands of the catalogue share. */
export const CATALOG: Group = {
  name: 'catalog',
  title: 'One map of databases, APIs, files and skills',
  doc: 'Sources are scanned into records: an overview that is cheap to read, and details that are asked for. Both fit a token budget, and plans run on them.',
}

/** All commands of the catalogue, in the order of help. */
export const CATALOG_OPERATIONS = [add, scan, listing, remove, searching, overview, details, contextual, verify, diff, docs, exporting, importing] as const
