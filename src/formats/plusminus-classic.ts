import type { FileView, Format } from '../core/format.ts'
import { visible } from '../core/visible.ts'
import { frameName, lineFeeds } from './escape.ts'
import { md5 } from '../core/md5.ts'
import { isCut } from './words.ts'

/** Plus/minus as its first readers know it. It has files and nothing else: no page, no outline, no notices. */
export const plusminusClassic: Format = {
  name: 'plusminus-classic',
  doc: 'The original plus/minus bytes: files only. A content line that looks like a delimiter gets a backslash in front; remove one to get it back.',
  join: '',
  open: () => '',
  outline: { open: () => '', close: () => '' },
  line: () => '',
  folder: () => '',
  file: (view) => ({
    head: `++++++++++ ${nameOf(view)}${isPart(view) ? ` [TRUNCATED: ${view.originalLines} lines]` : ''} ++++++++++\n`,
    tail: `${view.body.endsWith('\n') ? '' : '\n'}${footer(view)}`,
  }),
  body: (text) => guarded(lineFeeds(visible(text))),
  close: () => '',
}

const isPart = (view: FileView): boolean => isCut(view) || view.lines !== undefined

const nameOf = (view: FileView): string => frameName(view.path, / (?=\[TRUNCATED:)/g)

const footer = (view: FileView): string => {
  const name = nameOf(view)
  const cut = isPart(view) ? ` [TRUNCATED:${view.originalLines}→${view.body.split('\n').length}]` : ''
  return `---------- ${name}${cut} ${checksum(view)} ${name} ----------\n`
}

// Its readers check a whole file's sum against the text between the delimiters: decoded, with line feeds, before a missing line end was added.
// For plain text that is the sum of the bytes; it is worked out only where the two can differ.
const checksum = (view: FileView): string =>
  isPart(view) || !/\P{ASCII}|\r/u.test(view.body) ? view.md5 : md5(lineFeeds(view.body))

// A footer is tested from both ends, one after the other: in one pattern the two gaps would try every pair of places in a long line.
const DELIMITER = /^(?=\\*(?:\+{10} .* \+{10}|-{10} (?=.*[0-9a-f]{32} ).* -{10})[ \t]*$)/gm

const guarded = (text: string): string =>
  text.includes('++++++++++ ') || text.includes('---------- ') ? text.replace(DELIMITER, '\\') : text
