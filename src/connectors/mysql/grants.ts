// Rights as lines, one for each who: `analyst@%: select, update(name)`.
import { grouped } from '../sql/facts.ts'
import type { GrantRow } from './queries.ts'

/** What was given on a table and its columns, and then what was given on all of its database. */
export const grantLines = (own: readonly GrantRow[], whole: readonly GrantRow[]): string[] => [...linesOf(own, ''), ...linesOf(whole, ' (on the whole database)')]

const linesOf = (rows: readonly GrantRow[], where: string): string[] =>
  [...grouped(rows, ({ who }) => who)].map(([who, given]) => `${shown(who)}: ${rightsOf(given)}${where}`)

function rightsOf(rows: readonly GrantRow[]): string {
  return [...grouped(rows, ({ what, col }) => `${what}${col === null ? '' : '()'}`).values()]
    .map((same) => (same[0]?.col === null ? same[0].what : `${same[0]?.what}(${same.map(({ col }) => col).join(', ')})`)).join(', ')
}

/** `'analyst'@'%'` without its quotes. */
const shown = (who: string): string => who.replace(/^'(.*)'@'(.*)'$/, '$1@$2').replace(/^'(.*)'$|@$/, '$1')
