import type { FileView, Format, PageView } from '../core/format.ts'
import { seedName } from '../core/level.ts'
import { jsonLine as write } from '../core/visible.ts'
import { droppedFiles, hasOutline, isCut, languageOf } from './words.ts'

// Each file says its own level; the summary names the first of each level, so that the head of a large page stays small.
const NAMED_PER_LEVEL = 20

/** One JSON object, for programs. */
export const json: Format = {
  name: 'json',
  doc: 'One JSON object: metadata, an outline and files with their content as strings.',
  join: ',\n',
  open: (page, brief) => `${unclosed(brief ? essentials(page) : everything(page))},${hasOutline(page) ? '' : `${brief ? '' : '"outline":[],'}"files":[`}\n`,
  outline: { open: () => '"outline":[\n', close: () => '\n],"files":[\n' },
  line: (view) => write({ path: view.path, alias: view.alias, tokens: view.originalTokens, stub: view.stub }),
  folder: (view) => write({ path: view.path, files: view.files, tokens: view.tokens, about: view.about }),
  file: (view) => ({ head: `${unclosed(fileFields(view))},"content":"`, tail: '"}' }),
  body: (text) => write(text).slice(1, -1),
  close: (page, brief) => (brief ? '\n]}\n' : `\n],"related":${write(page.related)}}\n`),
}

/** An object of which the last brace is still to come. */
const unclosed = (fields: object): string => write(fields).slice(0, -1)

const essentials = (page: PageView) => ({ package: 'fovea', lens: page.lens, token_budget: page.budget, utilized: page.utilized })

const everything = (page: PageView) => ({
  package: 'fovea',
  version: page.version,
  lens: page.lens,
  strategy: page.strategy,
  token_budget: page.budget,
  utilized: page.utilized,
  meter: page.meter,
  frozen: page.frozen,
  timestamp: page.timestamp,
  facts: Object.fromEntries(page.facts),
  notices: page.notices,
  metadata: metadataOf(page),
})

/** What became of the files of a page, in the names of the skeleton protocol (S0.49). */
export const metadataOf = (page: PageView) => {
  const whole = page.files.filter((view) => !isCut(view)).length
  return {
    files_full: whole,
    files_skeleton: page.files.length - whole,
    files_dropped: droppedFiles(page),
    tokens_saved: tokensSaved(page),
    // The size of what is only counted in its folder may be told by its bytes.
    ...(page.folders.some(({ about }) => about) ? { tokens_saved_about: true } : {}),
    compression_summary: compressionSummary(page),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const tokensSaved = (page: PageView): number =>
  sum(page.files.map((view) => Math.max(0, view.originalTokens - view.tokens)))
  + sum(page.lines.map((view) => view.originalTokens))
  + sum(page.folders.map((view) => view.tokens))

const compressionSummary = (page: PageView) => {
  const at = (name: string): string[] => page.files.filter((view) => seedName(view.level) === name).slice(0, NAMED_PER_LEVEL).map((view) => view.path)
  return { L0: at('L0'), L1: at('L1'), L2: at('L2'), L3: page.lines.slice(0, NAMED_PER_LEVEL).map((view) => view.path) }
}

const fileFields = (view: FileView) => ({
  path: view.path,
  level: seedName(view.level),
  language: languageOf(view),
  priority: view.priority,
  tokens: view.tokens,
  original_tokens: view.originalTokens,
  checksum: view.md5,
  handle: `@${view.sha8}`,
  alias: view.alias,
  lines: view.lines,
})
