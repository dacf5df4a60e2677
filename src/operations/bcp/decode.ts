import { decode } from '../../blocks/codec/index.ts'
import { type ManifestBlock, manifestOf } from '../../blocks/manifest-text.ts'
import { flag } from '../../core/field.ts'
import { counted } from '../../core/names.ts'
import { jsonLine } from '../../workspace/index.ts'
import { defineOperation } from '../operation.ts'
import { containerOf, reading, refuseOwn, understood, writing, written } from './container.ts'

/** Makes a manifest of a container. */
export const decoding = defineOperation({
  name: 'bcp decode',
  title: 'Make a manifest of a container',
  doc: 'The inverse of encode: reading the manifest again gives the same blocks. Bytes that are not UTF-8 are written as base64 (content_base64). A priority that follows its block is written with it.',
  examples: ['fovea bcp decode context.bcp', 'fovea bcp decode context.bcp --jsonl -o blocks.jsonl', 'fovea bcp decode - < context.bcp | jq .blocks[0].path'],
  fields: { ...reading, ...writing, jsonl: flag('One block a line'), json: flag('The manifest is JSON with and without this') },
  async run(input, context) {
    refuseOwn(input.file, input.output, context)
    const { shown, bytes, options } = await containerOf(input, context)
    const blocks = understood(shown, () => decode(bytes, options))
    const manifest = manifestOf(blocks)
    const text = input.jsonl ? manifest.map((block) => `${jsonLine(block)}\n`) : whole(manifest)
    return { text: written(text, input.output, context), framed: true, report: input.output === undefined ? [] : [`${counted(blocks.length, 'block')} written to ${input.output}`] }
  },
})

/** One block after the other: a manifest of 256 MB is not one string. */
function whole(manifest: readonly ManifestBlock[]): string[] {
  const blocks = manifest.map((block, i) => `${i === 0 ? '' : ',\n'}    ${jsonLine(block)}`)
  return ['{\n  "blocks": [\n', ...blocks, '\n  ]\n}\n']
}
