import type { FileView, Format } from '../core/format.ts'
import { seedName } from '../core/level.ts'
import { singleLine, visible } from '../core/visible.ts'
import { frameName } from './escape.ts'
import { isCut, lacksLineEnd, outlineFolder, outlineLine, relatedLine } from './words.ts'

/** Plus/minus with skeletons: every content line has a plus in front, so that no content can look like a frame. */
export const plusminus: Format = {
  name: 'plusminus',
  doc: 'Plus/minus with skeleton levels: `+++ path`, every line behind a plus, `--- path [md5:...]`. Names below .fovea/ are the page\'s own notes.',
  join: '',
  looseOutline: true,
  open: (page, brief) => (brief ? '' : note('notices', page.notices.map(singleLine))),
  outline: { open: () => '+++ .fovea/outline\n', close: () => '--- .fovea/outline\n' },
  line: (view) => `+ ${outlineLine(view)}\n`,
  folder: (view) => `+ ${outlineFolder(view)}\n`,
  file: (view) => ({ head: `+++ ${nameOf(view)}${headTags(view)}\n`, tail: `${lacksLineEnd(view) ? '\n' : ''}--- ${nameOf(view)}${footTags(view)}\n` }),
  body: (text) => plussed(visible(text)),
  close: (page, brief) => (brief ? '' : note('related', page.related.map(relatedLine))),
}

const note = (name: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `+++ .fovea/${name}\n${lines.map((line) => `+ ${line}\n`).join('')}--- .fovea/${name}\n`

const nameOf = (view: FileView): string => frameName(view.path, / (?=\[(?:SKELETON:|lines |alias:|md5:|original:|no newline))/g)

const headTags = (view: FileView): string =>
  (isCut(view) ? ` [SKELETON:${seedName(view.level)}]` : '') + (view.lines ? ` [lines ${view.lines.join('-')}]` : '') + (view.alias === undefined ? '' : ` [alias:${view.alias}]`)

const footTags = (view: FileView): string =>
  ` [md5:${view.md5}]`
  + (isCut(view) ? ` [original:${view.originalTokens} tokens → skeleton:${view.tokens} tokens]` : '')
  + (lacksLineEnd(view) ? ' [no newline at end]' : '')

/** Every line behind `+ `; an empty line is a lone plus. */
function plussed(text: string): string {
  if (text === '') return ''
  const ends = text.endsWith('\n')
  const lines = ends ? text.slice(0, -1) : text
  return `+ ${lines.replaceAll('\n', '\n+ ')}${ends ? '\n' : ''}`.replace(/^\+ $/gm, '+')
}
