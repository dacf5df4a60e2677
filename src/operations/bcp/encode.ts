import { type Compression, COMPRESSIONS, encode } from '../../blocks/codec/index.ts'
import { vainIn } from '../../blocks/priority.ts'
import type { TypedBlock } from '../../blocks/typed.ts'
import { choice, flag, text, UsageError } from '../../core/field.ts'
import { counted } from '../../core/names.ts'
import { nodeZstd } from '../../workspace/index.ts'
import { bytesFrom, manifestFrom } from '../blocks.ts'
import { type Context, defineOperation, type Outcome } from '../operation.ts'
import { binary, refuseOwn, refuseTerminal, understood, writing, written } from './container.ts'

/** Inputs of every operation that writes a container. */
export const packing = {
  compress: choice('zstd for each block, for the whole payload, or none; blocks unless told', { choices: COMPRESSIONS, otherwise: 'blocks' }),
  dedup: flag('A body that was written before becomes a reference to it'),
  lcp: flag('Begin with the older mark LCP; a name that ends in .lcp says so too'),
  ...writing,
}

/** The values of the fields above. */
export interface Packing {
  readonly compress: string | undefined
  readonly dedup: boolean
  readonly lcp: boolean
  readonly output: string | undefined
  readonly json: boolean
}

/** Makes a container of a manifest. */
export const encoding = defineOperation({
  name: 'bcp encode',
  title: 'Make a container of a manifest',
  doc: 'Reads blocks from JSON ({ "blocks": [...] }, a list, or one block a line) and writes them as BCP, the binary container of the protocol. content_file names a file in the folder of the manifest or below. What could not be read again is refused: a body has at most 16 MiB, all together 256 MiB.',
  examples: ['fovea bcp encode blocks.json -o context.bcp', 'fovea bcp encode blocks.jsonl --compress payload --dedup -o context.bcp', 'fovea bcp encode - < blocks.json > context.bcp'],
  fields: {
    manifest: text('A manifest of blocks (JSON, or one block a line), or - for standard input', { place: 'one', sign: 'FILE' }),
    ...packing,
    json: flag('What was written, as JSON; needs -o'),
  },
  async run(input, context) {
    if (input.manifest === undefined) throw new UsageError('name a manifest: fovea bcp encode blocks.json -o context.bcp')
    refuseTerminal(input)
    refuseOwn(input.manifest, input.output, context)
    return packed(await manifestFrom(await bytesFrom(input.manifest, context), input.manifest, context), { ...input, shown: input.manifest }, context)
  },
})

/** Blocks as a container where it was asked for, and the words about it. */
export async function packed(blocks: readonly TypedBlock[], input: Packing & { readonly shown: string }, context: Context): Promise<Outcome> {
  const { dedup, output, shown } = input
  const compress = input.compress as Compression
  const zstd = compress === 'none' ? undefined : await nodeZstd({ packing: true })
  const bytes = understood(shown, () => encode(blocks, { compress, dedup, zstd, older: input.lcp || output?.endsWith('.lcp') === true }))
  const data = { blocks: blocks.length, bytes: bytes.length, compress, dedup, output }
  return { text: written(binary(bytes), output, context), framed: true, data, report: [...vainIn(blocks), `${counted(blocks.length, 'block')}, ${counted(bytes.length, 'byte')}${output === undefined ? '' : `, written to ${output}`}`] }
}
