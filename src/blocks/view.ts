// A block as modes write it: words instead of bytes, and the few fields that every mode shows, in the order of the XML attributes.
import { textOf } from './text.ts'
import type { BlockType, ImageBlock, TreeEntry, TypedBlock } from './typed.ts'

/** What can be shown of a block. */
export interface View {
  readonly type: BlockType
  /** Attributes by name, in order. */
  readonly fields: Readonly<Record<string, string>>
  readonly body: string
  readonly summary?: string
  /** What it is called where its content is not shown. */
  readonly label: string
  readonly description: string
}

/** Makes text safe to show: hides secrets and what could act on a terminal. */
export type Clean = (text: string) => string

type Told = Pick<View, 'fields' | 'body' | 'label' | 'description'>
type Tellers = { readonly [T in BlockType]: (block: Extract<TypedBlock, { type: T }>) => Told }

const TELL: Tellers = {
  code: ({ lang, path, content }) => ({ fields: { lang, path }, body: textOf(content), label: 'code', description: path }),
  conversation: ({ role, content }) => ({ fields: { role }, body: textOf(content), label: 'conversation', description: `${role} turn` }),
  file_tree: ({ root, entries }) => ({ fields: { root }, body: treeLines(entries), label: 'file-tree', description: `tree: ${root}` }),
  tool_result: ({ toolName, status, content }) => ({ fields: { name: toolName, status }, body: textOf(content), label: 'tool-result', description: toolName }),
  document: ({ title, format, content }) => ({ fields: { title, format }, body: textOf(content), label: 'document', description: title }),
  structured_data: ({ format, content }) => ({ fields: { format }, body: textOf(content), label: 'data', description: `${format} data` }),
  diff: ({ path, hunks }) => ({ fields: { path }, body: hunks.map(({ lines }) => ended(textOf(lines))).join(''), label: 'diff', description: path }),
  annotation: ({ kind }) => ({ fields: {}, body: '', label: 'annotation', description: kind }),
  embedding_ref: ({ model }) => ({ fields: { model }, body: '', label: 'block', description: `embedding: ${model}` }),
  image: (block) => ({ fields: { type: block.mediaType, alt: block.altText }, body: pictureText(block), label: 'image', description: block.altText }),
  extension: ({ namespace, typeName, content }) => ({ fields: { ns: namespace, type: typeName }, body: textOf(content), label: 'extension', description: `${namespace}/${typeName}` }),
  unknown: ({ code, body }) => ({ fields: { code: hexCode(code) }, body: textOf(body), label: 'block', description: `unknown ${hexCode(code)}` }),
}

/** The view of a block. */
export function viewOf(block: TypedBlock, summary: string | undefined, clean: Clean): View {
  const told = (TELL[block.type] as (block: TypedBlock) => Told)(block)
  const fields = Object.fromEntries(Object.entries(told.fields).map(([name, value]) => [name, clean(value)]))
  return {
    type: block.type, label: told.label, description: clean(told.description), fields, body: clean(told.body),
    ...(summary === undefined ? {} : { summary: clean(summary) }),
  }
}

/** A name on one line, so that nothing in it can end the line of a frame. */
export const oneLine = (name: string): string => name.replace(/[\r\n\u2028\u2029]+/g, ' ')

const hexCode = (code: number): string => `0x${code.toString(16).toUpperCase().padStart(2, '0')}`

const ended = (lines: string): string => (lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`)

/** Two spaces a level, folders with a slash, files with their size. Written with a stack: nothing limits how deep a tree is. */
function treeLines(entries: readonly TreeEntry[]): string {
  const lines: string[] = []
  const open = entries.map((entry) => ({ entry, depth: 0 })).reverse()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { entry: { name, kind, size, children }, depth } = next
    lines.push(`${'  '.repeat(depth)}${oneLine(name)}${kind === 'dir' ? '/' : ` (${size} bytes)`}\n`)
    for (let i = children.length - 1; i >= 0; i--) open.push({ entry: children[i] as TreeEntry, depth: depth + 1 })
  }
  return lines.join('')
}

/** A picture that is text is shown; the bytes of any other say nothing to a reader. */
function pictureText({ mediaType, content }: ImageBlock): string {
  const text = textOf(content)
  return mediaType !== 'svg' && /[\0\uFFFD]/.test(text) ? `[${mediaType}, ${content.length} bytes]` : text
}
