import type { BlockType } from '../typed.ts'
import { infoString } from '../../core/fence.ts'
import { oneLine, type View } from '../view.ts'
import { besideMarkdown, fenced } from './guard.ts'
import type { Mode } from './mode.ts'

type Writer = (field: (name: string) => string, body: string) => string

const FULL: Readonly<Record<BlockType, Writer>> = {
  code: (field, body) => `## ${field('path')}\n\n${fencedLine(field('lang'), body)}`,
  conversation: (field, body) => `**${capital(field('role'))}**:${spoken(body)}`,
  file_tree: (field, body) => `### File Tree: ${field('root')}\n\n${fenced('', body)}`,
  tool_result: (field, body) => `### Tool: ${field('name')} (${field('status')})\n\n${besideMarkdown(body)}`,
  document: (field, body) => `### Document: ${field('title')} [${field('format')}]\n\n${besideMarkdown(body)}`,
  structured_data: (field, body) => fencedLine(field('format'), body),
  diff: (field, body) => `### Diff: ${field('path')}\n\n${fenced('diff', body)}`,
  annotation: () => '',
  embedding_ref: (field) => `*[Embedding ref: model=${field('model')}]*`,
  image: (field, body) => `### Image (${field('type')}): ${field('alt')}\n\n${besideMarkdown(body)}`,
  extension: (field, body) => `### Extension: ${field('ns')}/${field('type')}\n\n${besideMarkdown(body)}`,
  unknown: (field, body) => `### Unknown block ${field('code')}\n\n${besideMarkdown(body)}`,
}

const HEADINGS: Readonly<Record<BlockType, (field: (name: string) => string) => string>> = {
  code: (field) => `## ${field('path')} (summary)\n\n`,
  conversation: (field) => `**${capital(field('role'))}** (summary): `,
  file_tree: (field) => `### File Tree: ${field('root')} (summary)\n\n`,
  tool_result: (field) => `### Tool: ${field('name')} (${field('status')}) (summary)\n\n`,
  document: (field) => `### Document: ${field('title')} [${field('format')}] (summary)\n\n`,
  structured_data: (field) => `### Data [${field('format')}] (summary)\n\n`,
  diff: (field) => `### Diff: ${field('path')} (summary)\n\n`,
  annotation: () => '',
  embedding_ref: (field) => `*[Embedding ref: model=${field('model')}]* (summary): `,
  image: (field) => `### Image (${field('type')}): ${field('alt')} (summary)\n\n`,
  extension: (field) => `### Extension: ${field('ns')}/${field('type')} (summary)\n\n`,
  unknown: (field) => `### Unknown block ${field('code')} (summary)\n\n`,
}

/** Headings and fences. */
export const markdown: Mode = {
  name: 'markdown',
  doc: 'headings and fences',
  open: '',
  close: '',
  full: (view) => FULL[view.type](fieldOf(view), view.body),
  summary: (view, summary) => HEADINGS[view.type](fieldOf(view)) + afterHeading(summary),
  placeholder: ({ label, description, tokens }) => `_[Omitted: ${label} ${oneLine(description)}, ~${tokens} tokens]_`,
  rest: (blocks, tokens) => `_[Omitted: ${blocks} more, ~${tokens} tokens]_`,
}

const fieldOf = ({ fields }: View) => (name: string): string => oneLine(fields[name] ?? '')

/** Code has its last line feed inside the fence, whether it brings one or not. */
const fencedLine = (info: string, body: string): string => fenced(infoString(info), `${body}\n`)

/** What somebody said follows their name, unless it must be set apart. */
const spoken = (body: string): string => {
  const safe = besideMarkdown(body)
  return safe === body ? ` ${body}` : `\n\n${safe}`
}

/** A fence begins a line. */
const afterHeading = (summary: string): string => {
  const safe = besideMarkdown(summary)
  return safe === summary ? summary : `\n\n${safe}`
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
