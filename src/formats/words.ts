import type { FileView, FolderView, PageView, ZoomView } from '../core/format.ts'
import { seedName } from '../core/level.ts'
import { singleLine } from '../core/visible.ts'

/** What several formats say in the same words. */

const DOCUMENTS = new Set(['markdown', 'text', 'plaintext', 'plain', 'rst', 'asciidoc', 'org', 'tex', 'latex'])
const DATA = new Set(['json', 'jsonc', 'json5', 'jsonl', 'yaml', 'toml', 'csv', 'tsv', 'ini', 'properties'])

/** What a file is in a placeholder: `code`, `document`, `data`, `binary` or `link`. */
export function kindOf(view: FileView): string {
  if (view.stub?.startsWith('binary')) return 'binary'
  if (view.stub?.startsWith('link')) return 'link'
  if (DOCUMENTS.has(view.language)) return 'document'
  return DATA.has(view.language) || view.stub === 'lock file' ? 'data' : 'code'
}

/** Why a file is only a line, behind its kind and name: ` to src/a.ts` of a link, ` minified`; nothing where its kind says all. */
export function whyOmitted(view: FileView, join: string): string {
  const why = view.stub?.replace(/^link /, '') ?? ''
  return why === '' || kindOf(view) === 'binary' ? '' : join + singleLine(why)
}

/** The language for a reader, `text` where none is known. */
export const languageOf = (view: FileView): string => view.language || 'text'

/** Whether something of a file is left out. */
export const isCut = (view: FileView): boolean => view.level !== 'full'

/** Whether the last line of what is shown has no line end. */
export const lacksLineEnd = (view: FileView): boolean => view.body !== '' && !view.body.endsWith('\n')

/** A body that ends like a longer one. */
export const endGist = (body: string): string => body.slice(-1)

/** A remark about a file: ` (alias A.ADR1@d00dad42)`, ` (skeleton L1, 310 of 2400 tokens)`, ` (lines 10-20)`, or nothing. */
export function remark(view: FileView): string {
  const parts: string[] = view.alias === undefined ? [] : [`alias ${view.alias}`]
  if (isCut(view)) parts.push(`skeleton ${seedName(view.level)}, ${view.tokens} of ${view.originalTokens} tokens`)
  if (view.lines) parts.push(`lines ${view.lines.join('-')}`)
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

const short = (amount: number): string => String(Number(amount.toFixed(amount < 10 ? 1 : 0)))

/** A number of tokens in few characters: 812, 3.4k, 34k, 1.2M. */
export function compact(tokens: number): string {
  if (tokens < 1000) return String(tokens)
  return tokens < 999_500 ? `${short(tokens / 1000)}k` : `${short(tokens / 1_000_000)}M`
}

/** `12 files`, `1 file`. */
export const countOfFiles = (files: number): string => (files === 1 ? '1 file' : `${files} files`)

/** A file of the outline as short text; its path is what zoom asks for. */
export const outlineLine = (view: FileView): string =>
  [singleLine(view.path), view.alias, view.stub && singleLine(view.stub), (view.originalTokens || !view.stub) && view.originalTokens]
    .filter((part) => part !== undefined && part !== false)
    .join(' ')

/** A folder of the outline as short text. */
export const outlineFolder = (view: FolderView): string =>
  `${singleLine(view.path)} +${countOfFiles(view.files)} ${view.about ? '~' : ''}${compact(view.tokens)} tokens`

/** Whether the page has an outline; the frame around files depends on it. */
export const hasOutline = (page: PageView): boolean => page.lines.length + page.folders.length > 0

/** Files of which no content is shown. */
export const droppedFiles = (page: PageView): number =>
  page.folders.reduce((sum, folder) => sum + folder.files, page.lines.length)

/** How much of the budget is spent: `14997 of 15000 tokens`. */
export const spent = (page: PageView): string =>
  page.budget > 0 ? `${page.utilized} of ${page.budget} tokens` : `${page.utilized} tokens`

/** A budget that holds so many tokens and the frame around them, rounded up to a hundred. */
export const zoomBudget = (tokens: number): number => Math.ceil((tokens * 1.05 + 200) / 100) * 100

/** A word of a command. An agent may hand it to a shell, so a name that means something to a shell is quoted. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./~#-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/** The command that shows a target: `fovea zoom file=src/a.ts --budget 500`. */
export const zoomCommand = (type: ZoomView['type'], target: string, budget: number): string =>
  `fovea zoom ${shellWord(`${type}=${target}`)} --budget ${budget}`

/** The command that shows exactly this block: a name may stand in many places, a handle in one. */
export const handleCommand = (view: ZoomView): string => `fovea zoom ${shellWord(view.handle)} --budget ${zoomBudget(view.tokens)}`

/** A block that can be asked for next, as short text. */
export const relatedLine = (view: ZoomView): string =>
  `${view.relation} ${view.type} ${singleLine(view.target)} ${singleLine(view.path)} ${view.handle} ${compact(view.tokens)}`

/** The hint that an outline carries once. */
export const ZOOM_HINT = 'fovea zoom file=PATH'
