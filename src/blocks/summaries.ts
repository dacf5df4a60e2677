// Summaries for blocks that bring none, made from their structure: the same block always has the same one.
import { counted } from '../core/names.ts'
import type { Meter } from '../core/ports.ts'
import { bytesText } from '../core/price.ts'
import { textOf } from './text.ts'
import { outputOf, pressed } from './tool/compress.ts'
import type { CodeBlock, DiffBlock, DocumentBlock, FileTreeBlock, StructuredDataBlock, ToolResultBlock, TreeEntry, TypedBlock } from './typed.ts'

/** What summaries are made with. */
export interface Making {
  readonly meter: Meter
  /** The signatures of a program; undefined when it cannot be read. */
  skeleton?(block: CodeBlock): string | undefined
}

/** A summary of a block; undefined when nothing shorter can be said of it. */
export function summaryOf(block: TypedBlock, making: Making): string | undefined {
  const summary = told(block, making)
  return summary === undefined || summary === '' || summary.length >= lengthOf(block) ? undefined : summary
}

function told(block: TypedBlock, making: Making): string | undefined {
  switch (block.type) {
    case 'code': return ofCode(block, making)
    case 'conversation': return ofProse(textOf(block.content))
    case 'file_tree': return ofTree(block)
    case 'tool_result': return ofTool(block, making)
    case 'document': return ofDocument(block)
    case 'structured_data': return ofData(block)
    case 'diff': return ofDiff(block)
    case 'image': return `${block.mediaType}, ${bytesText(block.content.length)}`
    case 'extension': return bytesText(block.content.length)
    default: return undefined
  }
}

function lengthOf(block: TypedBlock): number {
  if ('content' in block) return block.content.length
  if (block.type === 'file_tree') return Infinity
  return block.type === 'diff' ? block.hunks.reduce((sum, { lines }) => sum + lines.length, 0) : 0
}

/** Lines of a list that stand for the others. */
const MOST_LINES = 24

function ofCode(block: CodeBlock, { skeleton }: Making): string | undefined {
  const known = skeleton?.(block)
  if (known !== undefined && known.trim() !== '') return known.trimEnd()
  const { sheet, weights } = outputOf(textOf(block.content))
  return some(sheet.lines.filter((_, i) => (weights[i] as number) <= 2), 'lines')
}

/** The first sentence, and how much there is. */
function ofProse(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  const sentence = /^.{1,200}?[.!?…](?=\s|$)/.exec(line)?.[0] ?? line.slice(0, 160)
  return `${sentence} (${counted(text.split(/\s+/).filter((word) => word !== '').length, 'word')})`
}

function ofTree({ entries }: FileTreeBlock): string {
  const sums = entries.map((entry) => ({ entry, ...sumOf(entry) }))
  const files = sums.reduce((sum, one) => sum + one.files, 0)
  const bytes = sums.reduce((sum, one) => sum + one.bytes, 0)
  const folders = sums.filter(({ entry }) => entry.kind === 'dir').map(({ entry, files: below }) => `${entry.name}/ ${below}`)
  return [`${counted(files, 'file')}, ${bytesText(bytes)}`, ...(folders.length === 0 ? [] : [some(folders, 'folders', ', ')])].join(': ')
}

/** Files and bytes at or below an entry; with a stack, because nothing limits how deep a tree is. */
function sumOf(top: TreeEntry): { files: number; bytes: number } {
  let [files, bytes] = [0, 0]
  const open = [top]
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    if (entry.kind === 'file') files++
    bytes += entry.size
    for (const child of entry.children) open.push(child)
  }
  return { files, bytes }
}

/** A summary of an output may have a fifth of its tokens, within these. */
const TOOL_TOKENS = [60, 400] as const

function ofTool({ content }: ToolResultBlock, { meter }: Making): string | undefined {
  const text = textOf(content)
  const budget = Math.min(TOOL_TOKENS[1], Math.max(TOOL_TOKENS[0], Math.floor(meter.count(text) / 5)))
  const result = pressed(outputOf(text), { meter, budget, print: (body) => body })
  return result.fits ? result.text : undefined
}

function ofDocument({ content, format }: DocumentBlock): string {
  const text = textOf(content)
  const heads = format === 'html' ? [...text.matchAll(/<h[1-3][^>]{0,200}>([^<]{1,200})/gi)].map((match) => (match[1] as string).trim()) : text.split('\n').filter((line) => /^#{1,6} /.test(line))
  return heads.length === 0 ? ofProse(format === 'html' ? text.replace(/<[^>]{0,1000}>/g, ' ') : text) : `${ofProse(text.replace(/^(?:#.*|\s*)\n/gm, ''))}\n${some(heads, 'headings')}`
}

function ofData({ format, content }: StructuredDataBlock): string | undefined {
  const text = textOf(content)
  if (format === 'json') return ofJson(text)
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (format === 'csv') return `${(lines[0] ?? '').slice(0, 400)} (${counted(Math.max(0, lines.length - 1), 'row')})`
  const keys = lines.flatMap((line) => (format === 'yaml' ? /^([\w."'-]+):/ : /^(\[+[^\]]+\]+|[\w."'-]+(?= *=))/).exec(line)?.[1] ?? [])
  return keys.length === 0 ? undefined : some(keys, 'keys', ', ')
}

/** Keys with what they hold: `items [500], next null`. */
function ofJson(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return `[${value.length}] of ${shapeOf(value[0])}`
    return typeof value === 'object' && value !== null ? some(Object.entries(value).map(([key, held]) => `${key} ${shapeOf(held)}`), 'keys', ', ') : undefined
  } catch {
    return undefined
  }
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`
  if (typeof value === 'object' && value !== null) return `{${Object.keys(value).slice(0, 8).join(', ')}${Object.keys(value).length > 8 ? ', …' : ''}}`
  const text = JSON.stringify(value) ?? 'null'
  return text.length > 40 ? typeof value : text
}

function ofDiff({ hunks }: DiffBlock): string {
  const lines = hunks.flatMap((hunk) => textOf(hunk.lines).split('\n'))
  const signed = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length
  return `${counted(hunks.length, 'hunk')}, +${signed('+')} -${signed('-')}`
}

const some = (items: readonly string[], noun: string, between = '\n'): string => [...items.slice(0, MOST_LINES), ...(items.length > MOST_LINES ? [`… ${items.length - MOST_LINES} more ${noun}`] : [])].join(between)
