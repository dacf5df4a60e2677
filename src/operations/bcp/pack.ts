import { blocksOfPlan } from '../../blocks/pack.ts'
import type { TypedBlock } from '../../blocks/typed.ts'
import type { Block } from '../../core/block.ts'
import type { CorpusFile } from '../../core/corpus.ts'
import { flag, text } from '../../core/field.ts'
import { counted } from '../../core/names.ts'
import type { Compilation, Workspace } from '../../workspace/index.ts'
import { choosing } from '../choosing.ts'
import { opening } from '../open.ts'
import { defineOperation, EXIT, Failure } from '../operation.ts'
import { compiledBy } from '../pack.ts'
import { mustHold } from '../report.ts'
import { Library } from '../resolve.ts'
import { refuseTerminal } from './container.ts'
import { packed, packing } from './encode.ts'

const { budget, task, taskFile, lens, include, exclude, pin, level, skeleton, levels, meter } = choosing

/** Packs a folder into a container. */
export const packContainer = defineOperation({
  name: 'bcp pack',
  title: 'Pack a folder into a container that can be fitted again without it',
  doc: 'Chooses as "fovea pack" does, and writes what it chose as blocks: the text at the level that was bought, the text one level lower as its summary, a priority by its score (pinned is critical), and a tree of what is only listed. "fovea render context.bcp --budget 4k" then fits it into any smaller budget, without the repository.',
  examples: ['fovea bcp pack . --budget 32k --task "sessions are not closed" -o context.bcp', 'fovea bcp pack src --compress payload -o context.bcp'],
  fields: {
    path: text('The folder', { place: 'one', otherwise: '.' }),
    budget, task, taskFile, lens, include, exclude, pin, level, skeleton, levels, meter,
    ...packing,
    ...opening,
    json: flag('What was written, as JSON; needs -o'),
    quiet: flag('Print no report', { short: 'q' }),
  },
  async run(input, context) {
    refuseTerminal(input)
    const { workspace, compilation } = await compiledBy({ ...input, format: 'minimal', json: false, allowSensitive: false }, context)
    mustHold(compilation, input.path ?? '.')
    const blocks = await blocksFor(workspace, compilation)
    await workspace.close()
    if (blocks.length === 0) throw new Failure(`a budget of ${compilation.settings.budget.value} tokens is too small: the smallest answer needs ${compilation.compiled.least}`, EXIT.budget)
    const outcome = await packed(blocks, { ...input, shown: input.path ?? '.' }, context)
    const files = compilation.compiled.plan.files.filter(({ opened }) => opened).length
    return input.quiet ? { ...outcome, report: [] } : { ...outcome, diagnostics: compilation.diagnostics, report: [`${counted(files, 'file')} shown, ${counted(compilation.compiled.tokens, 'token')} as a page`, ...(outcome.report ?? [])] }
  },
})

/** The blocks of what was compiled. Files that are shown whole were perhaps not parsed: their summaries need that. */
async function blocksFor(workspace: Workspace, { compiled: { plan }, reading }: Compilation): Promise<TypedBlock[]> {
  const library = new Library(workspace, reading.entries)
  const parsed = new Map<CorpusFile, Block>()
  for (const { file, opened } of plan.files) if (opened && file.parts === undefined) parsed.set(file, await library.file(file.entry))
  return blocksOfPlan(plan, (file) => parsed.get(file))
}
