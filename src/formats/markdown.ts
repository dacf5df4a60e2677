import type { FileView, Format, PageView } from '../core/format.ts'
import { singleLine, visible } from '../core/visible.ts'
import { frameName, lineFeeds } from './escape.ts'
import { fenceFor, fenceGist, infoString } from '../core/fence.ts'
import { ZOOM_HINT, countOfFiles, kindOf, lacksLineEnd, relatedLine, remark, spent, whyOmitted } from './words.ts'

/** Markdown: a heading and a fenced block for each file. */
export const markdown: Format = {
  name: 'markdown',
  commands: true,
  doc: 'Markdown: a heading and a fenced block for each file; a fence is longer than any run of backticks or tildes inside.',
  checksums: false,
  join: '\n',
  looseOutline: true,
  open: (page, brief) => (brief ? '' : preface(page)),
  outline: { open: () => `Not shown (\`${ZOOM_HINT}\`):\n\n`, close: () => '\n' },
  line: (view) => `_[Omitted: ${kindOf(view)} ${singleLine(view.path)}${view.alias === undefined ? '' : ` ${view.alias}`}${view.stub ? whyOmitted(view, ', ') : `, ~${view.originalTokens} tokens`}]_\n`,
  folder: (view) => `_[Omitted: folder ${singleLine(view.path)}, ${countOfFiles(view.files)}, ~${view.tokens} tokens]_\n`,
  file: (view) => {
    const fence = fenceFor(view.body)
    return {
      head: `## ${nameOf(view)}${remark(view)}\n\n${fence}${infoString(view.language)}\n`,
      tail: `${lacksLineEnd(view) ? '\n' : ''}${fence}\n`,
    }
  },
  gist: fenceGist,
  body: (text) => lineFeeds(visible(text)),
  close: (page, brief) => (brief ? '' : related(page) + (page.restless === undefined ? '' : `\n_${spent(page)} (${page.meter})_\n`)),
}

const related = (page: PageView): string => (page.related.length === 0 ? '' : `\nRelated:\n\n${page.related.map((view) => `- ${relatedLine(view)}\n`).join('')}`)

const preface = (page: PageView): string => [
  // What it took is another number every time: it comes last where what seldom changes comes first.
  `# Context: lens ${singleLine(page.lens)}${page.restless === undefined ? `, ${spent(page)} (${page.meter})` : ''}\n\n`,
  ...page.facts.map(([name, value]) => `- ${singleLine(name)}: ${singleLine(value)}\n`),
  page.facts.length > 0 ? '\n' : '',
  ...page.notices.map((notice) => `> ${singleLine(notice)}\n\n`),
].join('')

const nameOf = (view: FileView): string => frameName(view.path, / (?=\((?:alias|skeleton|lines) )/g)
