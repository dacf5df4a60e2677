import { FLAG, type Seen, survey } from '../../blocks/codec/index.ts'
import { viewOf } from '../../blocks/view.ts'
import { choice, flag } from '../../core/field.ts'
import { counted } from '../../core/names.ts'
import type { Meter } from '../../core/ports.ts'
import { METER_NAMES, settle } from '../../workspace/index.ts'
import { openHere } from '../open.ts'
import { type Context, defineOperation } from '../operation.ts'
import { containerOf, reading, understood } from './container.ts'

/** Says what a container costs. */
export const stats = defineOperation({
  name: 'bcp stats',
  title: 'Say how many tokens and bytes a container has, by type',
  doc: 'Tokens are those of the content of each block, and of its summary, without what a rendering puts around them. Ratios say how many bytes were saved by packing and by references.',
  examples: ['fovea bcp stats context.bcp', 'fovea bcp stats context.bcp --meter cl100k_base --json'],
  fields: { ...reading, meter: choice('What counts the tokens; o200k_base unless told', { choices: METER_NAMES }), json: flag('The figures as JSON') },
  async run(input, context) {
    const { shown, bytes, options } = await containerOf(input, context)
    const meter = await meterFor(input.meter, context)
    const tally = new Tally(meter)
    understood(shown, () => { for (const seen of survey(bytes, options)) tally.look(seen) })
    const data = { meter: meter.name, file_bytes: bytes.length, ...tally.figures(bytes.length) }
    return { text: linesOf(data), data }
  },
})

async function meterFor(name: string | undefined, context: Context): Promise<Meter> {
  const workspace = openHere(context, '.', { frozen: true, noCache: true, verify: false })
  const meter = await workspace.meter(settle({ meter: name }, workspace.layers).meter.value)
  await workspace.close()
  return meter
}

interface TypeFigures { type: string; blocks: number; bytes: number; tokens: number; summaries: number; summary_tokens: number }
type Figures = Omit<TypeFigures, 'type' | 'summaries'> & { unpacked_bytes: number; packed_blocks: number; references: number; ratio: number; by_type: readonly TypeFigures[] }

class Tally {
  private readonly byType = new Map<string, TypeFigures>()
  private packed = 0
  private references = 0

  constructor(private readonly meter: Meter) {}

  look({ frame, block, size, fault }: Seen): void {
    if (fault !== undefined) throw fault
    if (block === undefined) return
    if ((frame.flags & FLAG.zstd) !== 0) this.packed++
    if ((frame.flags & FLAG.reference) !== 0) this.references++
    const row = this.byType.get(block.type) ?? { type: block.type, blocks: 0, bytes: 0, tokens: 0, summaries: 0, summary_tokens: 0 }
    this.byType.set(block.type, row)
    row.blocks++
    row.bytes += size
    row.tokens += this.meter.count(viewOf(block, undefined, (text) => text).body)
    if (block.summary === undefined) return
    row.summaries++
    row.summary_tokens += this.meter.count(block.summary)
  }

  figures(fileBytes: number): Figures {
    const rows = [...this.byType.values()]
    const sum = (key: 'blocks' | 'bytes' | 'tokens' | 'summary_tokens'): number => rows.reduce((total, row) => total + row[key], 0)
    const unpacked = sum('bytes')
    return {
      blocks: sum('blocks'), bytes: fileBytes, unpacked_bytes: unpacked, tokens: sum('tokens'), summary_tokens: sum('summary_tokens'), packed_blocks: this.packed, references: this.references,
      ratio: unpacked === 0 ? 1 : Math.round((fileBytes / unpacked) * 1000) / 1000, by_type: rows.sort((a, b) => b.tokens - a.tokens),
    }
  }
}

function linesOf({ blocks, tokens, unpacked_bytes: unpacked, file_bytes: file, ratio, packed_blocks: packed, references, by_type: rows }: Figures & { file_bytes: number }): string[] {
  const lines = rows.map((row) => `  ${row.type.padEnd(16)} ${counted(row.blocks, 'block')}, ${counted(row.tokens, 'token')}, ${counted(row.bytes, 'byte')}${row.summaries === 0 ? '' : `, ${counted(row.summaries, 'summary', 'summaries')} of ${counted(row.summary_tokens, 'token')}`}\n`)
  return [
    `${counted(blocks, 'block')}, ${counted(tokens, 'token')}\n`, ...lines,
    `${counted(file, 'byte')} in the file for ${unpacked} of content (${Math.round(ratio * 100)} %), ${counted(packed, 'block')} packed, ${counted(references, 'reference')}\n`,
  ]
}
