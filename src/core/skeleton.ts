import type { Meter, Parsed } from './ports.ts'
import { isDefinition, qualifiedName, walk } from './block.ts'
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

/** The text at one level for every definition, without common indentation and outer blank lines. */
export function skeletonOf(parsed: Parsed, text: string, level: Level): string {
  if (level === 'full') return text
  if (level === 'none' || level === 'line') return ''
  const written = write(fileBlock('', text, parsed.tiles), text, { of: (block) => (block.kind === 'glue' ? 'none' : level), remark: ['', ''] }).text
  const trimmed = dedent(written.replace(/^(?:[ \t]*\n)+/, ''))
  return text.endsWith('\n') ? trimmed : trimmed.trimEnd()
}

/** The skeleton with its price and the names it kept. */
export function skeletonize(parsed: Parsed, text: string, { level, meter }: { level: Level; meter: Meter }): SkeletonResult {
  const content = skeletonOf(parsed, text, level)
  const original = meter.count(text)
  const tokens = meter.count(content)
  const symbols = [...walk(fileBlock('', text, parsed.tiles))].filter(isDefinition).map(qualifiedName)
  return {
    content, original_tokens: original, skeleton_tokens: tokens,
    compression_ratio: original === 0 ? 0 : 1 - tokens / original,
    preserved_symbols: symbols,
  }
}

function dedent(text: string): string {
  const lines = text.split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const common = indents.length === 0 ? 0 : indents.reduce((least, indent) => Math.min(least, indent))
  return common === 0 ? text : lines.map((line) => line.slice(common)).join('\n')
}
