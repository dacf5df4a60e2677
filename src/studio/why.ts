// Why one file or definition is shown as it is, with what stands in it.
import { type Block, isDefinition, pathInId, walk } from '../core/block.ts'
import type { CorpusFile } from '../core/corpus.ts'
import { handleOf } from '../core/handle.ts'
import { heightOf, type Level } from '../core/level.ts'
import { linesIn } from '../core/whole.ts'
import type { FilePlan } from '../core/plan.ts'
import type { Explained, ExplainedBlock } from '../operations/explain.ts'
import { Library } from '../operations/resolve.ts'
import type { Compilation } from '../workspace/index.ts'
import { because, raiseSentence, raisesOf, rankOf } from './because.ts'
import type { BlockView, WhyView } from './contract.ts'
import type { Made } from './room.ts'

/** The first thing that was explained, with the definitions of its file. */
export async function whyView({ workspace, compilation }: Made, { blocks: [first] }: Explained): Promise<WhyView> {
  const explained = first as ExplainedBlock
  const { corpus, compiled, meter } = compilation
  const file = corpus.files.find(({ entry }) => entry.path === pathOf(explained.id)) ?? corpus.files.find(({ entry }) => entry.path === explained.id) as CorpusFile
  const plan = compiled.plan.files.find((planned) => planned.file === file)
  const block = file.parts?.block ?? await new Library(workspace, [file.entry]).file(file.entry)
  const { stub, sha256, path } = file.entry
  const standing = { file, level: explained.id === path ? explained.level : levelIn(compilation, path), rank: rankOf(compilation, file) }
  const raises = raisesOf(compilation, standing)
  return {
    ...explained, because: because(compilation, standing), raises, raise: raiseSentence(raises), rank: standing.rank, of: corpus.files.length, tokens: file.tokens, handle: handleOf(path, sha256), language: file.language, ...(stub === undefined ? {} : { stub }),
    blocks: definitionsIn(block, { file, levelOf: levelsOf(file, plan, explained), count: (text) => meter.count(text) }),
  }
}

/** The level that the page says a file has. */
const levelIn = ({ compiled: { page } }: Compilation, path: string): Level =>
  page.files.find((view) => view.path === path)?.level ?? (page.lines.some((line) => line.path === path) ? 'line' : 'none')

const pathOf = (id: string): string => (id.includes('#') ? pathInId(id.slice(0, id.indexOf('#'))) : id)

/** A file that was not parsed is shown whole or not at all, and so is what stands in it. */
function levelsOf(file: CorpusFile, plan: FilePlan | undefined, explained: ExplainedBlock): (block: Block) => Level {
  if (plan === undefined || !plan.opened) return () => 'none'
  if (file.parts === undefined) return () => (heightOf(explained.level) > heightOf('line') ? 'full' : 'none')
  return plan.levelOf
}

/** Definitions of a file that are listed at the most. */
const MOST_BLOCKS = 2000

interface Listing {
  readonly file: CorpusFile
  levelOf(block: Block): Level
  count(text: string): number
}

function definitionsIn(root: Block, { file, levelOf, count }: Listing): BlockView[] {
  const { text } = file.entry
  const depths = new Map<Block, number>([[root, -1]])
  const lineAt = lineCounter(text)
  const found: BlockView[] = []
  for (const block of walk(root)) {
    const depth = depths.get(block) ?? 0
    for (const child of block.children) depths.set(child, depth + 1)
    if (!isDefinition(block) || found.length >= MOST_BLOCKS) continue
    const own = text.slice(block.start, block.end)
    const first = lineAt(block.start)
    found.push({ id: block.id, name: block.name, kind: block.kind, depth, level: levelOf(block), tokens: count(own), score: file.parts?.scores.get(block) ?? file.score.value, lines: [first, first + linesIn(own.trimEnd()) - 1] })
  }
  return found
}

/** The line of a place in a text; places are asked for in their order, so that no line is counted twice. */
export function lineCounter(text: string): (at: number) => number {
  let line = 1
  let from = 0
  return (at) => {
    line += linesIn(text.slice(from, at)) - 1
    from = at
    return line
  }
}
