// Blocks written as a manifest: reading it again gives the same blocks.
import { valuesOf } from './record.ts'
import { type FieldSpec, PRIORITY_WORDS, specOf } from './schema.ts'
import { base64Of, exactTextOf } from './text.ts'
import type { AnnotationBlock, Hunk, Priority, TreeEntry, TypedBlock } from './typed.ts'

/** One block of a manifest. */
export type ManifestBlock = Readonly<Record<string, unknown>>

/** The blocks of a manifest. An annotation that follows its block and says its priority becomes a part of it. */
export function manifestOf(blocks: readonly TypedBlock[]): ManifestBlock[] {
  const list: ManifestBlock[] = []
  for (let at = 0; at < blocks.length; at++) {
    const priority = priorityAfter(blocks, at)
    const block = written(blocks[at] as TypedBlock)
    list.push(priority === undefined ? block : { ...block, priority })
    if (priority !== undefined) at++
  }
  return list
}

/** The priority that the next block gives to this one, when that is all it does. */
function priorityAfter(blocks: readonly TypedBlock[], at: number): Priority | undefined {
  const next = blocks[at + 1]
  return next?.type === 'annotation' && next.kind === 'priority' && next.target === at && next.summary === undefined ? priorityOf(next) : undefined
}

/** The priority that an annotation says. */
export function priorityOf({ value }: AnnotationBlock): Priority | undefined {
  return value.length === 1 ? (PRIORITY_WORDS.words[(value[0] as number) - PRIORITY_WORDS.from] as Priority | undefined) : undefined
}

function written(block: TypedBlock): ManifestBlock {
  const summary = block.summary === undefined ? {} : { summary: block.summary }
  if (block.type === 'unknown') return { type: block.type, code: block.code, ...bytesAs('body', block.body), ...summary }
  const values = valuesOf(block)
  const parts = (specOf(block.type)?.fields ?? []).map((field) => fieldAs(field, values[field.key], block))
  return Object.assign({ type: block.type }, ...parts, summary) as ManifestBlock
}

function fieldAs({ name, kind }: FieldSpec, value: unknown, block: TypedBlock): ManifestBlock {
  if (value === undefined) return {}
  if (kind === 'entries') return { [name]: (value as TreeEntry[]).map(entryAs) }
  if (kind === 'hunks') return { [name]: (value as Hunk[]).map(hunkAs) }
  if (kind !== 'bytes') return { [name]: value }
  return block.type === 'annotation' && block.kind === 'priority' ? priorityAs(block) : bytesAs(name, value as Uint8Array)
}

/** The word of a priority; what is none must not read like one. */
function priorityAs(block: AnnotationBlock): ManifestBlock {
  const priority = priorityOf(block)
  return priority === undefined ? { value_base64: base64Of(block.value) } : { value: priority }
}

function bytesAs(name: string, bytes: Uint8Array): ManifestBlock {
  const text = exactTextOf(bytes)
  return text === undefined ? { [`${name}_base64`]: base64Of(bytes) } : { [name]: text }
}

const entryAs = ({ name, kind, size, children }: TreeEntry): ManifestBlock =>
  ({ name, kind, ...(size === 0 ? {} : { size }), ...(children.length === 0 ? {} : { children: children.map(entryAs) }) })

const hunkAs = ({ oldStart, newStart, lines }: Hunk): ManifestBlock => ({ old_start: oldStart, new_start: newStart, ...bytesAs('lines', lines) })
