import type { FileView, Format } from '../core/format.ts'
import { singleLine, visible } from '../core/visible.ts'
import { frameName, lineFeeds } from './escape.ts'
import { countOfFiles, endGist, isCut, kindOf, lacksLineEnd, relatedLine, whyOmitted } from './words.ts'

/** The fewest tokens around the content: one line above each file and nothing below. */
export const minimal: Format = {
  name: 'minimal',
  doc: 'One line above each file, nothing else. A content line that looks like a line of the frame gets a backslash in front; remove one to get it back.',
  checksums: false,
  join: '',
  looseOutline: true,
  open: (page, brief) => (brief ? '' : page.notices.map((notice) => `[notice: ${singleLine(notice)}]\n`).join('')),
  outline: { open: () => '', close: () => '' },
  line: (view) => `[omitted: ${kindOf(view)} ${singleLine(view.path)}${view.alias === undefined ? '' : ` ${view.alias}`}${view.stub ? whyOmitted(view, ' ') : ` ~${view.originalTokens}tok`}]\n`,
  folder: (view) => `[omitted: folder ${singleLine(view.path)} ${countOfFiles(view.files)} ~${view.tokens}tok]\n`,
  file: (view) => ({ head: `--- ${nameOf(view)}${language(view)}${part(view)} ---\n`, tail: lacksLineEnd(view) ? '\n' : '' }),
  gist: endGist,
  body: (text) => guarded(lineFeeds(visible(text))),
  close: (page, brief) => (brief ? '' : page.related.map((view) => `[zoom: ${relatedLine(view)}]\n`).join('')),
}

// The spaces before what could be read as our own suffixes.
const nameOf = (view: FileView): string => frameName(view.path, / (?=\[[^[\]]*\]|\((?:lines|alias) |\d+\/\d+(?: |$))/g)

/** ` 310/2400`: tokens shown of all; ` (lines 10-20)` of a part; ` (alias A.ADR1@d00dad42)` of a file that has one. */
const part = (view: FileView): string => `${isCut(view) ? ` ${view.tokens}/${view.originalTokens}` : ''}${view.lines ? ` (lines ${view.lines.join('-')})` : ''}${view.alias === undefined ? '' : ` (alias ${view.alias})`}`

const language = (view: FileView): string => (view.language === '' ? '' : ` [${singleLine(view.language)}]`)

// The receipt of the server, which stands behind a page, is a line of the frame too.
// Backslashes that already stand in front are part of the pattern, so that taking one away always gives the line back.
const FRAME_LINE = /^(?=\\*(?:--- .* ---|\[(?:omitted|notice|zoom|next): .*\]|\[fovea pack=.*\])[ \t]*$)/gm

const OPENERS = ['--- ', '[omitted: ', '[notice: ', '[zoom: ', '[next: ', '[fovea pack=']

const guarded = (text: string): string => (OPENERS.some((opener) => text.includes(opener)) ? text.replace(FRAME_LINE, '\\') : text)
