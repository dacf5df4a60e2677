import type { BlockType } from '../typed.ts'
import type { View } from '../view.ts'
import { attribute, contentFor, possible } from './content.ts'
import type { Mode } from './mode.ts'

const TAGS: Readonly<Partial<Record<BlockType, string>>> = {
  code: 'code', conversation: 'turn', file_tree: 'tree', tool_result: 'tool', document: 'doc', structured_data: 'data', diff: 'diff', embedding_ref: 'embed-ref', image: 'image', extension: 'ext',
}

/** Elements inside of `<context>`, always valid XML. */
export const xml: Mode = {
  name: 'xml',
  doc: 'elements in <context>, always valid XML',
  open: '<context>\n',
  close: '\n</context>',
  full: (view) => (view.type === 'unknown' ? `${remark(view)}\n${contentFor(view.body)}` : element(view, view.body, '')),
  summary: (view, summary) => (view.type === 'unknown' ? `${remark(view)}\n${contentFor(summary)}` : element(view, summary, ' summary="true"')),
  placeholder: ({ label, description, isPath, tokens }) => `<omitted type="${label}" ${isPath ? 'path' : 'desc'}="${attribute(description)}" tokens="${tokens}" />`,
  rest: (blocks, tokens) => `<omitted blocks="${blocks}" tokens="${tokens}" />`,
}

const remark = ({ fields }: View): string => `<!-- unknown block type ${possible(fields['code'] ?? '')} -->`

function element(view: View, text: string, mark: string): string {
  const tag = TAGS[view.type] as string
  const attributes = Object.entries(view.fields).map(([name, value]) => ` ${name}="${attribute(value)}"`).join('')
  if (view.type === 'embedding_ref' && text === '') return `<${tag}${attributes}${mark} />`
  const content = contentFor(text)
  if (view.type === 'conversation') return `<${tag}${attributes}${mark}>${content}</${tag}>`
  return `<${tag}${attributes}${mark}>\n${content}${endOf(view, content, mark)}</${tag}>`
}

/** Trees and diffs bring the end of their last line with them. */
const endOf = ({ type }: View, content: string, mark: string): string =>
  mark === '' && (type === 'file_tree' || type === 'diff') && (content === '' || content.endsWith('\n')) ? '' : '\n'
