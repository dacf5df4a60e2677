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

/** Writes one file. `remark` is how the language says a thing aside: it tells the reader where definitions are hidden. */
export function write(file: Block, text: string, levels: { of: LevelOf; remark: readonly [string, string] }): Written {
  const pen = new Pen(text, levels.of, levels.remark)
  pen.children(file)
  return { text: pen.out.join(''), hidden: pen.hidden }
}

class Pen {
  readonly out: string[] = []
  hidden = 0
  /** Where in the source the last part written in full ended; -1 after anything else. */
  private seam = 0
  private fresh = true
  private run: { count: number; indent: string } | undefined

  constructor(
    private readonly text: string,
    private readonly levelOf: LevelOf,
    private readonly remark: readonly [string, string],
  ) {}

  children(block: Block): void {
    for (const child of block.children) this.block(child)
    this.endRun()
  }

  private block(block: Block): void {
    const chosen = this.levelOf(block)
    if (chosen === 'none' || (chosen === 'line' && block.line === undefined)) return this.hide(block)
    const level = chosen !== 'line' && readsTheSame(block, this.text, [chosen, 'full']) ? 'full' : chosen // A form that reads like the source stays seamless.
    this.endRun()
    if (level === 'full') this.source(block.start, block.bodyStart)
    else this.form(headOf(block, this.text, level))
    this.children(block)
    if (level === 'full') this.source(block.bodyEnd, block.end)
    else this.form(tailOf(block, this.text, level))
  }

  private source(start: number, end: number): void {
    if (start === end) return
    if (this.seam !== start) this.newline()
    this.put(this.text.slice(start, end))
    this.seam = end
  }

  private form(text: string): void {
    this.seam = -1
    if (text === '') return
    this.newline()
    this.put(text)
  }

  private put(text: string): void {
    this.out.push(text)
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
    this.run ??= { count: 0, indent: indentAt(this.text, block.start) }
    this.run.count += count
  }

  private endRun(): void {
    if (this.run === undefined) return
    const { count, indent } = this.run
    this.run = undefined
    this.form(`${indent}${this.remark[0]}… ${count} more${this.remark[1]}\n`)
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
