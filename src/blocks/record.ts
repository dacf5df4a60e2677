// A block as its fields, one value each: what the codec and the manifest go through by table.
import type { TypeSpec } from './schema.ts'
import type { BlockType, TypedBlock } from './typed.ts'

/** The values of a block by the keys of its table. */
export type Values = Readonly<Record<string, unknown>>

/** The values of a block. */
export function valuesOf(block: TypedBlock): Values {
  if (block.type !== 'code' || block.lines === undefined) return block as unknown as Values
  const { lines: [lineStart, lineEnd], ...rest } = block
  return { ...rest, lineStart, lineEnd }
}

/** The block of a type with these values, which are those that its table asks for. */
export function blockFrom(type: BlockType, values: Values): TypedBlock {
  const { lineStart, lineEnd, ...rest } = values
  const lines = lineStart === undefined && lineEnd === undefined ? {} : { lines: [lineStart ?? lineEnd, lineEnd ?? lineStart] }
  return { type, ...rest, ...lines } as TypedBlock
}

/** Lists that may be absent are empty then. */
export const emptyLists = ({ fields }: TypeSpec): Values => Object.fromEntries(fields.filter(({ kind }) => kind === 'entries' || kind === 'hunks').map(({ key }) => [key, []]))
