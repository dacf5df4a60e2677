import type { Meter, Parsed } from './ports.ts'
import { type Block, isDefinition, qualifiedName, walk } from './block.ts'
import type { Level } from './level.ts'
import { fileBlock } from './tile.ts'
import { write } from './write.ts'

/** What skeletonizing one text gave (S0.17). */
export interface SkeletonResult {
  readonly content: string
  readonly original_tokens: number
  readonly skeleton_tokens: number
  /** The part that was saved, 0 to 1. */
  readonly compression_ratio: number
  readonly preserved_symbols: readonly string[]
}

/** How a skeleton is written. */
export interface SkeletonStyle {
  readonly level: Level
  /** Say after each elided body how many lines it had, as a remark of the language: `...  # 15 lines`. */
  readonly countLines?: readonly [string, string]
}

/** The text at one level for every definition, without common indentation and outer blank lines. */
export function skeletonOf(parsed: Parsed, text: string, { level, countLines }: SkeletonStyle): string {
  if (level === 'full') return text
  if (level === 'none' || level === 'line') return ''
  const plain = fileBlock('', text, parsed.tiles)
  if (level === 'code') return write(plain, text, { of: () => level, remark: ['', ''] }).text
  const file = countLines === undefined ? plain : counted(plain, { text, level, remark: countLines })
  const written = write(file, text, { of: (block) => (block.kind === 'glue' ? 'none' : level), remark: ['', ''] }).text
  const trimmed = dedent(written.replace(/^(?:[ \t]*\n)+/, ''))
  return text.endsWith('\n') ? trimmed.replace(/\n+$/, '\n') : trimmed.trimEnd()
}

/** The skeleton with its price and the names it kept. */
export function skeletonize(parsed: Parsed, text: string, { meter, ...style }: SkeletonStyle & { meter: Meter }): SkeletonResult {
  const content = skeletonOf(parsed, text, style)
  const original = meter.count(text)
  const tokens = meter.count(content)
  const symbols = [...walk(fileBlock('', text, parsed.tiles))].filter(isDefinition).map(qualifiedName)
  return {
    content, original_tokens: original, skeleton_tokens: tokens,
    compression_ratio: original === 0 ? 0 : 1 - tokens / original,
    preserved_symbols: symbols,
  }
}

interface Counting {
  readonly text: string
  readonly level: 'shape' | 'detail'
  readonly remark: readonly [string, string]
}

/** The same blocks, with the number of hidden lines after each elided body. */
function counted(block: Block, counting: Counting): Block {
  const children = block.children.map((child) => counted(child, counting))
  const form = block[counting.level]
  if (children.length > 0 || form.head === '') return { ...block, children }
  return { ...block, [counting.level]: { head: withCount(form.head, counting.text.slice(block.start, block.end), counting.remark), tail: form.tail } }
}

/** A line that holds nothing but the elision stands for the body; otherwise the elision shares the last line of the signature. */
function withCount(form: string, full: string, [before, after]: readonly [string, string]): string {
  const shown = form.trimEnd()
  const lines = shown.split('\n')
  const kept = lines.at(-1)?.trim() === '...' ? lines.length - 1 : lines.length
  const hidden = full.trimEnd().split('\n').length - kept
  return hidden <= 0 || shown === full.trimEnd() ? form : `${shown}  ${before}${hidden} lines${after}${form.slice(shown.length)}`
}

function dedent(text: string): string {
  if (/^\S/m.test(text)) return text
  const lines = text.split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const common = indents.length === 0 ? 0 : indents.reduce((least, indent) => Math.min(least, indent))
  return common === 0 ? text : lines.map((line) => line.slice(common)).join('\n')
}
