// Summaries of programs are their skeletons, and a grammar arrives late: everything is read before anything is rendered.
import { summaryOf } from '../blocks/summaries.ts'
import { textOf } from '../blocks/text.ts'
import type { TypedBlock } from '../blocks/typed.ts'
import { parseText } from '../core/parse.ts'
import type { Meter } from '../core/ports.ts'
import { skeletonOf } from '../core/skeleton.ts'
import type { Workspace } from '../workspace/index.ts'

/** Programs longer than this are told by a few of their lines. */
const MOST_BYTES = 1 << 20

/** Makes summaries for blocks that bring none. */
export async function summarizerFor(blocks: readonly TypedBlock[], workspace: Workspace, meter: Meter): Promise<(block: TypedBlock) => string | undefined> {
  const skeletons = new Map<TypedBlock, string>()
  for (const block of blocks) {
    if (block.type !== 'code' || block.summary !== undefined || block.content.length > MOST_BYTES) continue
    const text = textOf(block.content)
    const { parsed } = await parseText(workspace.parser, { path: block.path, text, ...(block.lang === 'unknown' ? {} : { language: block.lang }) })
    if (parsed.problem === undefined) skeletons.set(block, skeletonOf(parsed, text, { level: 'shape' }))
  }
  return (block) => summaryOf(block, { meter, skeleton: (program) => skeletons.get(program) })
}
