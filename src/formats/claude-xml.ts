import type { FileView, Format, PageView } from '../core/format.ts'
import { cdata } from './escape.ts'
import { element, lineEndGist, lineEnds, lineRange, relatedElement, tag, zoomAttributes } from './markup.ts'
import { ZOOM_HINT, droppedFiles, hasOutline, isCut, languageOf, outlineFolder, outlineLine } from './words.ts'

const HOTSPOTS = 6
const COLDSPOTS = 3
const MUCH_HIDDEN = 1000

/** XML with a map of attention, checksums and an offer to zoom on everything that is not shown whole. */
export const claudeXml: Format = {
  name: 'claude-xml',
  doc: 'XML for language models: metadata, an attention map, an outline, files in CDATA, and a zoom tag where much is hidden.',
  join: '',
  commands: true,
  open: (page, brief) => `${root(page)}\n${brief ? '' : metadata(page)}${hasOutline(page) ? '' : '<files>\n'}`,
  outline: {
    open: () => `${tag('outline', { zoom: ZOOM_HINT })}<![CDATA[\n`,
    close: () => ']]></outline>\n<files>\n',
  },
  line: (view) => `${cdata(outlineLine(view))}\n`,
  folder: (view) => `${cdata(outlineFolder(view))}\n`,
  file: (view) => ({ head: `${tag('file', fileAttributes(view))}<![CDATA[\n`, tail: `]]>${offersZoom(view) ? marker(view) : ''}</file>\n` }),
  gist: lineEndGist,
  tame: cdata,
  body: cdata,
  close: (page, brief) => `</files>\n${brief ? '' : relatedElement(page.related)}</context>\n`,
}

const root = (page: PageView): string =>
  tag('context', { package: 'fovea', lens: page.lens, token_budget: page.budget, utilized: page.utilized })

const metadata = (page: PageView): string => [
  '<metadata>',
  element('version', page.version) + element('frozen', page.frozen) + element('timestamp', page.timestamp) + element('meter', page.meter),
  ...page.facts.map(([name, value]) => element(elementName(name), value)),
  overviewOf(page),
  ...page.notices.map((notice) => element('notice', notice)),
  '</metadata>\n',
].join('\n')

interface Overview extends Pick<PageView, 'lines' | 'folders' | 'lens' | 'strategy'> {
  readonly text: string
}

const seen = new WeakMap<PageView['files'], Overview>()

/** The map of attention and the numbers of the lens. A page of ten thousand files is opened again and again until it says truly how many tokens it has, and these do not change meanwhile. */
function overviewOf(page: PageView): string {
  const { files, lines, folders, lens, strategy } = page
  const known = seen.get(files)
  if (known?.lines === lines && known.folders === folders && known.lens === lens && known.strategy === strategy) return known.text
  const text = [...attentionMap(page), lensConfig(page)].join('\n')
  seen.set(files, { lines, folders, lens, strategy, text })
  return text
}

// A fact's name comes from code, but an odd one must not break the document.
const elementName = (name: string): string => name.replace(/[^\w.-]/g, '_').replace(/^(?=[^A-Za-z_]|$)/, '_')

const attentionMap = (page: PageView): string[] => [
  '<attention_map>',
  ...foremost(page.files, HOTSPOTS).map((view) => tag('hotspot', {
    path: view.path, priority: view.priority, tokens: view.tokens, truncated: isCut(view) ? 'true' : undefined,
  }, ' />')),
  ...foremost(page.lines, COLDSPOTS).map((view) => tag('coldspot', {
    path: view.path, priority: view.priority, tokens: view.originalTokens, dropped: 'true',
  }, ' />')),
  '</attention_map>',
]

const isBefore = (a: FileView, b: FileView): boolean =>
  a.priority === b.priority ? a.path < b.path : a.priority > b.priority

/** The files of highest priority, first the highest; one pass, because a page is opened more than once and may list 50,000 files. */
function foremost(views: readonly FileView[], count: number): FileView[] {
  const best: FileView[] = []
  for (const view of views) {
    if (best.length === count && !isBefore(view, best[count - 1] as FileView)) continue
    const at = best.findIndex((other) => isBefore(view, other))
    if (at >= 0) best.splice(at, 0, view)
    else if (best.length < count) best.push(view)
    if (best.length > count) best.pop()
  }
  return best
}

const lensConfig = (page: PageView): string => {
  const config = element('name', page.lens) + element('strategy', page.strategy)
    + element('truncated_files', page.files.filter(isCut).length) + element('dropped_files', droppedFiles(page))
  return `<lens_config>${config}</lens_config>`
}

const fileAttributes = (view: FileView) => ({
  path: view.path,
  priority: view.priority,
  tokens: view.tokens,
  checksum: view.md5,
  alias: view.alias,
  language: languageOf(view),
  truncated: isCut(view) ? 'true' : undefined,
  original_tokens: isCut(view) ? view.originalTokens : undefined,
  lines: lineRange(view),
  eol: lineEnds(view),
})

// A marker costs about 60 tokens, so it stands only where it opens the way to much more; any path can be asked for without one.
const offersZoom = (view: FileView): boolean => isCut(view) && view.originalTokens - view.tokens >= MUCH_HIDDEN

const marker = (view: FileView): string =>
  `<truncation_marker>${element('message', message(view))}${tag('zoom', zoomAttributes('file', view.path, view.originalTokens), ' />')}</truncation_marker>\n`

const message = (view: FileView): string => {
  const tokens = `${view.originalTokens} → ${view.tokens} tokens`
  if (view.hidden === 0) return `bodies hidden: ${tokens}`
  return `skeleton: ${view.hidden} ${view.hidden === 1 ? 'definition' : 'definitions'} hidden, ${tokens}`
}
