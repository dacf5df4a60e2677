// Text of a file at the levels a plan chose. Parts that follow each other in the source stay seamless; everything else begins on a line.
import { type Block, headOf, isDefinition, readsTheSame, tailOf } from './block.ts'
import type { Level } from './level.ts'

/** The level of a block's own text; `none` when it is hidden. */
export type LevelOf = (block: Block) => Level

/** What was written, and how many definitions are not in it. */
export interface Written {
  readonly text: string
  readonly hidden: number
}

/** How a file is written. `remark` is how its language says a thing aside: it tells the reader where definitions are hidden. */
export interface Writing {
  readonly of: LevelOf
  readonly remark: readonly [string, string]
  /** Gaps are marked only between two things that are shown, and not counted. */
  readonly terse?: boolean
  /** Hears what stands where, in the order of writing. */
  told?(mark: Mark): void
}

/** A place in what is written, and what stands from there on: text of a block at a level, or, with `last`, the remark for hidden blocks from `block` to `last`. */
export interface Mark {
  readonly at: number
  readonly level: Level
  readonly block: Block
  readonly last?: Block
}

/** Writes one file. */
export function write(file: Block, text: string, levels: Writing): Written {
  const pen = new Pen(text, levels)
  pen.children(file)
  return { text: pen.out.join(''), hidden: pen.hidden }
}

class Pen {
  readonly out: string[] = []
  hidden = 0
  /** Where in the source the last part written in full ended; -1 after anything else. */
  private seam = 0
  private fresh = true
  private run: { count: number; readonly indent: string; readonly first: Block; last: Block } | undefined
  private length = 0

  constructor(private readonly text: string, private readonly levels: Writing) {}

  children(block: Block): void {
    const before = this.out.length
    for (const child of block.children) this.block(child, before)
    // A file that is shown in part says so in its frame; an empty class would look like one.
    if (this.levels.terse && (this.out.length > before || block.kind === 'file')) this.run = undefined
    this.endRun()
  }

  /** `begun` is where its siblings began to be written. */
  private block(block: Block, begun: number): void {
    const chosen = this.levels.of(block)
    if (chosen === 'none' || (chosen === 'line' && block.line === undefined)) return this.hide(block)
    const level = chosen !== 'line' && readsTheSame(block, this.text, [chosen, 'full']) ? 'full' : chosen // A form that reads like the source stays seamless.
    if (this.levels.terse && this.out.length === begun) this.run = undefined
    this.endRun()
    if (level === 'full') this.source(block, [block.start, block.bodyStart])
    else this.form(headOf(block, this.text, level), { level, block })
    this.children(block)
    if (level === 'full') this.source(block, [block.bodyEnd, block.end])
    else this.form(tailOf(block, this.text, level), { level, block })
  }

  private source(block: Block, [start, end]: readonly [number, number]): void {
    if (start === end) return
    if (this.seam !== start) this.newline()
    this.levels.told?.({ at: this.length, level: 'full', block })
    this.put(this.text.slice(start, end))
    this.seam = end
  }

  private form(text: string, mark: Omit<Mark, 'at'>): void {
    this.seam = -1
    if (text === '') return
    this.newline()
    this.levels.told?.({ at: this.length, ...mark })
    this.put(this.levels.terse ? text.replace(/\n(?:[ \t]*\n)+$/, '\n') : text)
  }

  private put(text: string): void {
    this.out.push(text)
    this.length += text.length
    this.fresh = text.endsWith('\n')
  }

  private newline(): void {
    if (!this.fresh) this.put('\n')
  }

  private hide(block: Block): void {
    this.seam = -1
    const count = definitionsIn(block)
    if (count === 0) return
    this.hidden += count
    this.run ??= { count: 0, indent: indentAt(this.text, block.start), first: block, last: block }
    this.run.count += count
    this.run.last = block
  }

  private endRun(): void {
    if (this.run === undefined) return
    const { count, indent, first: block, last } = this.run
    this.run = undefined
    const [open, close] = this.levels.remark
    this.form(`${indent}${open}…${this.levels.terse ? '' : ` ${count} more`}${close}\n`, { level: 'none', block, last })
  }
}

/** How many definitions a block holds, itself included. */
export function definitionsIn(block: Block): number {
  let count = isDefinition(block) ? 1 : 0
  for (const child of block.children) count += definitionsIn(child)
  return count
}

function indentAt(text: string, at: number): string {
  const line = text.lastIndexOf('\n', at - 1) + 1
  let end = line
  while (text[end] === ' ' || text[end] === '\t') end++
  return text.slice(line, end)
}
