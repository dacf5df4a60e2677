import type { BlockType } from '../typed.ts'
import { oneLine, type View } from '../view.ts'
import { besideMinimal } from './guard.ts'
import type { Mode } from './mode.ts'

/** The first line of a block, or what stands before a short one; `mark` is empty or says that it is a summary. */
const HEADS: Readonly<Record<BlockType, (field: (name: string) => string, mark: string) => string>> = {
  code: (field, mark) => `--- ${field('path')} [${field('lang')}]${mark} ---\n`,
  conversation: (field, mark) => `[${field('role')}]${mark} `,
  file_tree: (field, mark) => `--- tree: ${field('root')}${mark} ---\n`,
  tool_result: (field, mark) => `--- ${field('name')} [${field('status')}]${mark} ---\n`,
  document: (field, mark) => `--- ${field('title')}${mark} ---\n`,
  structured_data: (field, mark) => `--- data [${field('format')}]${mark} ---\n`,
  diff: (field, mark) => `--- diff: ${field('path')}${mark} ---\n`,
  annotation: () => '',
  embedding_ref: (field, mark) => `[embed-ref: ${field('model')}]${mark === '' ? '' : `${mark} `}`,
  image: (field, mark) => `--- image [${field('type')}]: ${field('alt')}${mark} ---\n`,
  extension: (field, mark) => `--- ext: ${field('ns')}/${field('type')}${mark} ---\n`,
  unknown: (field, mark) => `--- unknown [${field('code')}]${mark} ---\n`,
}

/** One line above each block. */
export const minimal: Mode = {
  name: 'minimal',
  doc: 'one line above each block, the fewest tokens',
  open: '',
  close: '',
  full: (view) => HEADS[view.type](fieldOf(view), '') + besideMinimal(view.body),
  summary: (view, summary) => HEADS[view.type](fieldOf(view), ' (summary)') + besideMinimal(summary),
  placeholder: ({ label, description, tokens }) => `[omitted: ${label} ${oneLine(description)} ~${tokens}tok]`,
  rest: (blocks, tokens) => `[omitted: ${blocks} more ~${tokens}tok]`,
}

const fieldOf = ({ fields }: View) => (name: string): string => oneLine(fields[name] ?? '')
