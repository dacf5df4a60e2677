import type { FileView, Format, Framing, PageView } from '../core/format.ts'
import { HEADER } from '../core/task/instructions.ts'
import { singleLine, visible } from '../core/visible.ts'
import { frameName, lineFeeds } from './escape.ts'
import { fenceFor, fenceGist, infoString } from '../core/fence.ts'
import { countOfFiles, isCut, lacksLineEnd, outlineLine, relatedLine, remark, ZOOM_HINT } from './words.ts'

/** A whole prompt: context first, the best file first, then the request and what to do. */
export const prompt: Format = {
  name: 'prompt',
  doc: 'A whole prompt: a sentence, the project structure, files in fences with the best first, dependencies, the request and what to do with it.',
  checksums: false,
  join: '',
  commands: true,
  bestFirst: true,
  open: (page, brief) => `${HEADER}\n\n${brief ? '' : tree(page.framing) + notices(page)}`,
  outline: { open: (page) => (hasTree(page.framing) ? `Not shown (\`${ZOOM_HINT}\`):\n` : `## Project Structure\nNot shown (\`${ZOOM_HINT}\`):\n`), close: () => '\n' },
  line: (view) => `- ${outlineLine(view)}\n`,
  folder: (view) => `- ${singleLine(view.path)} ${countOfFiles(view.files)}, ${view.about ? '~' : ''}${view.tokens} tokens\n`,
  file: (view) => {
    const fence = fenceFor(view.body)
    return { head: `## ${nameOf(view)}${remark(view)}\n${fence}${infoString(view.language)}\n`, tail: `${lacksLineEnd(view) ? '\n' : ''}${fence}\n${isCut(view) ? `More: \`fovea zoom @${view.sha8}\`\n` : ''}\n` }
  },
  gist: fenceGist,
  body: (text) => lineFeeds(visible(text)),
  close: (page, brief) => `${brief ? '' : sections(page)}${ending(page.framing)}`,
}

const TITLES = new Set(['Project Structure', 'Dependencies', 'Recent Changes', 'Related', 'Request'])

/** A file that is called like a section is told apart by where it stands. */
const nameOf = (view: FileView): string => `${TITLES.has(view.path) ? './' : ''}${frameName(view.path, / (?=\((?:alias|skeleton|lines) )/g)}`

const hasTree = (framing: Framing | undefined): framing is Framing => framing !== undefined && framing.structure.length > 0

const notices = (page: PageView): string => page.notices.map((notice) => `> ${singleLine(notice)}\n\n`).join('')

/** A name must not open a fence or a heading. */
const treeName = (text: string): string => singleLine(text).replace(/^[`~#>-]/, (sign) => `./${sign}`)

const tree = (framing: Framing | undefined): string => (hasTree(framing)
  ? `## Project Structure\n${framing.structure.map(({ depth, text }) => `${'  '.repeat(depth)}${treeName(text)}\n`).join('')}\n`
  : '')

const section = (title: string, lines: readonly string[]): string => (lines.length === 0 ? '' : `## ${title}\n${lines.map((line) => `- ${singleLine(line)}\n`).join('')}\n`)

const sections = (page: PageView): string => [
  ...(page.framing?.sections ?? []).map(({ title, lines }) => section(singleLine(title), lines)),
  section('Related', page.related.map(relatedLine)),
].join('')

/** The request is the reader's own text: it comes last, so that nothing after it can be mistaken for code. */
function ending(framing: Framing | undefined): string {
  if (framing === undefined || framing.request === '') return ''
  return `---\n## Request\n${visible(framing.request).replace(/\n*$/, '\n')}\n${singleLine(framing.instruction)}\n`
}
