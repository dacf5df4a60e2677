import type { FileView, Format } from '../core/format.ts'
import { seedName } from '../core/level.ts'
import { cdata } from './escape.ts'
import { element, lineEndGist, lineEnds, lineRange, relatedElement, tag } from './markup.ts'
import { isCut, kindOf } from './words.ts'

/** Plain XML: files in CDATA, one empty element for each that is left out. */
export const xml: Format = {
  name: 'xml',
  doc: 'A plain XML document: files in CDATA, an <omitted /> element for everything that is not shown.',
  join: '',
  looseOutline: true,
  open: (page, brief) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<context>\n${brief ? '' : page.notices.map((notice) => `${element('notice', notice)}\n`).join('')}`,
  outline: { open: () => '', close: () => '' },
  line: (view) => `${tag('omitted', { type: kindOf(view), path: view.path, alias: view.alias, tokens: view.originalTokens, reason: reasonOf(view) }, ' />')}\n`,
  folder: (view) => `${tag('omitted', { type: 'folder', path: view.path, files: view.files, tokens: view.tokens, about: view.about ? 'true' : undefined }, ' />')}\n`,
  file: (view) => ({ head: `${tag('file', fileAttributes(view))}<![CDATA[\n`, tail: ']]></file>\n' }),
  gist: lineEndGist,
  tame: cdata,
  body: cdata,
  close: (page, brief) => `${brief ? '' : relatedElement(page.related)}</context>\n`,
}

const reasonOf = (view: FileView): string | undefined => (view.stub === kindOf(view) ? undefined : view.stub)

const fileAttributes = (view: FileView) => ({
  path: view.path,
  md5: view.md5,
  alias: view.alias,
  tokens: view.tokens,
  level: seedName(view.level),
  original_tokens: isCut(view) ? view.originalTokens : undefined,
  lines: lineRange(view),
  eol: lineEnds(view),
})
