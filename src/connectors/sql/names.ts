// Names of tables and columns, as references, as SQL and as the words of a plan.
import { idOf, type Place } from '../../catalog/id.ts'

/** How a database writes names: PostgreSQL and SQLite quote with `"`, MySQL with a backtick. */
export interface Dialect {
  readonly quote: '"' | '`'
}

/** A name as it stands in SQL: quoted only when it must be, so that snippets read well. */
export const quoted = (name: string, { quote }: Dialect): string =>
  PLAIN.test(name) && !RESERVED.has(name) ? name : `${quote}${name.replaceAll(quote, quote + quote)}${quote}`

const PLAIN = /^[a-z_][a-z0-9_]*$/

/** `sales.orders` in SQL. */
export const quotedPath = (path: readonly string[], dialect: Dialect): string => path.map((part) => quoted(part, dialect)).join('.')

/** `sales.orders` as a reference to a table of the same source; its id when a dot in a name would be read wrongly. */
export const tableReference = (path: readonly string[], place: Place): string =>
  path.some((part) => part.includes('.')) ? idOf({ ...place, path }) : path.join('.')

/** `sales.orders.id`, or `res:…#id` when a dot in a name would be read wrongly. */
export function columnReference(path: readonly string[], column: string, place: Place): string {
  return [...path, column].some((part) => part.includes('.')) ? `${idOf({ ...place, path })}#${column}` : [...path, column].join('.')
}

/** Words that are read as something else when they are not quoted, in any of the three databases. */
const RESERVED = new Set((
  'abort accessible action add all alter analyse analyze and any array as asc asymmetric authorization autoincrement before begin between bigint binary blob both by call cascade case cast change char character check collate collation column commit concurrently condition conflict constraint continue convert create cross cube cume_dist current_catalog current_date current_role current_schema current_time current_timestamp current_user cursor database databases day_hour dec decimal declare default deferrable deferred delayed delete dense_rank desc describe detach deterministic distinct distinctrow div do double drop dual each else elseif empty enclosed end escape escaped except exclusive exists exit explain fail false fetch filter first_value float for force foreign freeze from full fulltext function generated get glob grant group grouping groups having high_priority if ignore ilike immediate in index indexed infile initially inner inout insensitive insert instead int integer intersect interval into is isnull iterate join key keys kill lag last_value lateral lead leading leave left like limit linear lines load localtime localtimestamp lock long loop low_priority match materialized maxvalue mediumint middleint mod modifies natural no not nothing notnull nth_value ntile null numeric of off offset on only open optimize option optionally or order out outer outfile over overlaps partition percent_rank placing plan pragma precision primary procedure purge query raise range rank read reads real recursive references regexp reindex release rename repeat replace require resignal restrict return returning revoke right rlike rollback row row_number rows savepoint schema schemas select sensitive separator session_user set show signal similar smallint some spatial specific sql starting stored straight_join symmetric system table tablesample temp temporary terminated then tinyint to trailing transaction trigger true undo union unique unlock unsigned update usage use user using vacuum values varchar variadic varying verbose view virtual when where while window with without write xor zerofill'
).split(' '))
