import { realpathSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { choice, flag, text, tokens, UsageError } from '../../core/field.ts'
import { type ChatConfig, type CtxProject, promptOf, settle, shellWord } from '../../workspace/index.ts'
import { placing, project, projectAt, told } from '../ctx/project.ts'
import { type Context, defineOperation, type Outcome } from '../operation.ts'
import { dryRun } from './dry.ts'
import { written } from './given.ts'
import { Run } from './run.ts'

/** Has code written by a model that sees references. */
export const genCode = defineOperation({
  name: 'gen code',
  title: 'Send the context pack to a model and write the files it answers with',
  doc: 'The model sees aliases and cards, and asks for full texts with get_alias. Nothing outside the project is written, nothing that exists without --yes, and all files or none. The transcript is kept, and what the model has seen and written is the base of the next --delta. Without a configured model this is a dry run.',
  examples: ['fovea gen code --use-pack', 'fovea gen code my_skill --use-pack --dir .ado --yes', 'fovea gen code --delta --task "regenerate validators and tests only"', 'fovea gen code --dry-run --json', 'fovea gen code --answer .fovea/gen/20260101T120000Z-5c2f9a1b.json --yes'],
  fields: {
    project,
    usePack: flag('Send the context pack, prompt.pack while it is current: what is done unless told otherwise'),
    delta: flag('Send what changed since the last success instead of the whole pack'),
    layout: choice('Make the pack anew so: cards below the aliases, or links alone', { choices: ['cards', 'links'] }),
    task: text('What is to be done', { short: 't', sign: 'TEXT' }),
    model: text('Another model of the configured server', { sign: 'NAME' }),
    budget: tokens('The most tokens that get_alias may give in all', { short: 'b', otherwise: 32_000, sign: 'TOKENS' }),
    yes: flag('Write over files that exist', { short: 'y' }),
    dryRun: flag('Print what would be sent, and send nothing'),
    answer: text('Take the answer from a file or a transcript, - for standard input, instead of asking', { sign: 'FILE' }),
    ...placing,
  },
  run: (input, context) => told(async () => {
    if (input.usePack && input.delta) throw new UsageError('--use-pack sends everything and --delta only what changed: give one of them')
    const opened = projectAt(context, input.project ?? '.', input.dir)
    if (input.answer !== undefined) return written(opened, { file: input.answer, yes: input.yes, words: wordsFor(input) }, context)
    return asked(opened, input, context)
  }),
})

interface Input {
  readonly project: string | undefined
  readonly dir: string | undefined
  readonly delta: boolean
  readonly layout: string | undefined
  readonly task: string | undefined
  readonly model: string | undefined
  readonly budget: number | undefined
  readonly yes: boolean
  readonly dryRun: boolean
  readonly json: boolean
}

async function asked(opened: CtxProject, input: Input, context: Context): Promise<Outcome> {
  const prompt = await promptOf(opened, { mode: input.delta ? 'delta' : 'pack', task: input.task, layout: input.layout as 'cards' | 'links' | undefined })
  const config = configured(opened, input.model)
  const budget = input.budget ?? Infinity
  if (config === undefined || input.dryRun) return dryRun(opened, { prompt, config, budget, json: input.json })
  const run = new Run(opened, { prompt, config, budget, yes: input.yes, signal: context.signal, shown: (kept) => shownFrom(context.cwd, resolve(opened.workspace.root, kept)), words: wordsFor(input) })
  return input.json ? run.inJson() : run.streamed()
}

const shownFrom = (cwd: string, file: string): string => relative(realpathSync(cwd), file).replaceAll('\\', '/')

/** The words that mean the same project and place again. */
const wordsFor = ({ project: folder, dir }: Pick<Input, 'project' | 'dir'>): string => [...(folder === undefined ? [] : [shellWord(folder)]), ...(dir === undefined ? [] : ['--dir', shellWord(dir)])].map((word) => `${word} `).join('')

function configured({ workspace }: CtxProject, model: string | undefined): ChatConfig | undefined {
  const config = settle({}, workspace.layers).generation.value
  return config === undefined || model === undefined ? config : { ...config, model }
}
