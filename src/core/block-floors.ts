// Floors of single definitions: which blocks of a file a rule wants to see, and how much of them.
import { type Block, walk } from './block.ts'
import type { CorpusFile } from './corpus.ts'
import { blocksNamed } from './find.ts'
import { heightOf, higher, type Level, lower } from './level.ts'
import type { Deed } from './step.ts'

/** The least level of each block that rules name, with everything in it, never above the file's ceiling. Undefined when rules name none. */
export function blockFloors({ verdict, parts }: CorpusFile): ReadonlyMap<Block, Level> | undefined {
  if (verdict.blocks === undefined || parts === undefined) return undefined
  const floors = new Map<Block, Level>()
  for (const { name, level } of verdict.blocks) {
    for (const block of blocksNamed(parts.block, name).flatMap((found) => [...walk(found)])) {
      floors.set(block, lower(higher(floors.get(block) ?? 'none', level), verdict.ceiling))
    }
  }
  return floors
}

/** Whether a step is needed to show the blocks that rules name. Where a file cannot be shown in part, all of it is. */
export function raisesFloor(deed: Deed, file: CorpusFile, floors: ReadonlyMap<Block, Level> | undefined): boolean {
  if (deed.kind === 'raise') return heightOf(deed.level) <= heightOf(floors?.get(deed.block) ?? 'none')
  if (deed.kind !== 'open') return false
  return floors === undefined ? (verdictLevel(file) ?? 'none') !== 'none' : [...floors.values()].some((level) => heightOf(level) >= heightOf('shape'))
}

const verdictLevel = ({ verdict }: CorpusFile): Level | undefined =>
  verdict.blocks?.reduce<Level>((most, { level }) => higher(most, lower(level, verdict.ceiling)), 'none')
