import { flag, text, tokens } from '../../core/field.ts'
import { type ChatConfig, type CtxProject, promptOf, settle } from '../../workspace/index.ts'
import { placing, project, projectAt, told } from '../ctx/project.ts'
import { type Context, defineOperation, type Outcome } from '../operation.ts'
import { dryRun } from './dry.ts'
import { written } from './given.ts'
import { Run } from './run.ts'

const TASK = 'Generate or repair handlers and tests so that they obey the decisions and schemas above.'

/** Has code written by a model that sees references. */
export const genCode = defineOperation({
  name: 'gen code',
  title: 'Send the context pack to a model and write the files it answers with',
  doc: 'The model sees aliases and cards, and asks for full texts with get_alias. Nothing outside the project is written, nothing that exists without --yes, and all files or none. The transcript is kept. Without a configured model this is a dry run.',
  examples: ['fovea gen code --use-pack', 'fovea gen code my_skill --use-pack --dir .ado --yes', 'fovea gen code --task "add a language to the summary" --model gpt-5-mini', 'fovea gen code --dry-run --json', 'fovea gen code --answer .fovea/gen/20260101T120000Z-5c2f9a1b.json --yes'],
  fields: {
    project,
    usePack: flag('Send the context pack: what is done unless told otherwise'),
    task: text('What is to be done', { short: 't', sign: 'TEXT' }),
    model: text('Another model of the configured server', { sign: 'NAME' }),
    budget: tokens('The most tokens that get_alias may give in all', { short: 'b', otherwise: 32_000, sign: 'TOKENS' }),
    yes: flag('Write over files that exist', { short: 'y' }),
    dryRun: flag('Print what would be sent, and send nothing'),
    answer: text('Take the answer from a file or a transcript, - for standard input, instead of asking', { sign: 'FILE' }),
    ...placing,
  },
  run: (input, context) => told(async () => {
    const opened = projectAt(context, input.project ?? '.', input.dir)
    if (input.answer !== undefined) return written(opened, { file: input.answer, yes: input.yes }, context)
    return asked(opened, input, context)
  }),
})

interface Input {
  readonly task: string | undefined
  readonly model: string | undefined
  readonly budget: number | undefined
  readonly yes: boolean
  readonly dryRun: boolean
  readonly json: boolean
}

async function asked(opened: CtxProject, input: Input, context: Context): Promise<Outcome> {
  const prompt = promptOf(opened, input.task ?? TASK)
  const config = configured(opened, input.model)
  const budget = input.budget ?? Infinity
  if (config === undefined || input.dryRun) return dryRun(opened, { prompt, config, budget })
  const run = new Run(opened, { prompt, config, budget, yes: input.yes, signal: context.signal })
  return input.json ? run.inJson() : run.streamed()
}

function configured({ workspace }: CtxProject, model: string | undefined): ChatConfig | undefined {
  const config = settle({}, workspace.layers).generation.value
  return config === undefined || model === undefined ? config : { ...config, model }
}
