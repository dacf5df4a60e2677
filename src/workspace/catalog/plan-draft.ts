// Has a plan written by the configured model (S3.59): it sees cards within a budget, its plan is checked like any other, and it may correct itself twice.
import { budgetedContext } from '../../catalog/context/budgeted.ts'
import type { Resource } from '../../catalog/record.ts'
import type { Meter } from '../../core/ports.ts'
import { redactSecrets } from '../../guards/secrets.ts'
import { check } from '../../ir/check.ts'
import { DRAFT_SYSTEM, draftAgain, draftPrompt, planIn } from '../../ir/draft.ts'
import type { WrittenPlan } from '../../ir/plan.ts'
import { PlanError, type Problem } from '../../ir/problem.ts'
import { planFrom } from '../../ir/read.ts'
import type { ChatConfig } from '../../models/chat.ts'
import { providers } from '../gen/providers.ts'
import { askFor } from './ask.ts'
import type { Finder } from './find.ts'
import { PlanFailed } from './plan-run.ts'

/** What a model is given: cards of some resources, and only those may be in its plan. */
export interface DraftAsk {
  readonly task: string
  readonly prompt: string
  readonly resources: readonly Resource[]
}

/** The request for a task: the cards of what is picked, or of what fits the task best. */
export async function draftAskOf(finder: Finder, task: string, { budget, meter, picked }: { readonly budget: number; readonly meter: Meter; readonly picked: readonly Resource[] }): Promise<DraftAsk> {
  const { ask } = await askFor(finder, { task, budget, meter })
  const made = budgetedContext({ ...ask, ...(picked.length === 0 ? {} : { picked }) })
  if (made === undefined || made.cards.length === 0) throw new PlanFailed(ask.candidates.length === 0 ? `nothing in the catalogue matches ${JSON.stringify(task.slice(0, 200))}: name resources with --pick` : `not one card fits into ${budget} tokens: raise --budget`)
  return { task, prompt: redactSecrets(draftPrompt(task, made.text)).text, resources: made.cards.flatMap(({ id }) => finder.byId(id) ?? []) }
}

/** A plan that can run, with what is unwise in it, and how often the model was asked. */
export interface Draft {
  readonly plan: WrittenPlan
  readonly problems: readonly Problem[]
  readonly asked: number
}

/** How often a model may correct itself. */
const REPAIRS = 2

/** Asks a model for a plan until it can be used. */
export async function draftPlan(config: ChatConfig, ask: DraftAsk, signal?: AbortSignal): Promise<Draft> {
  let { prompt } = ask
  for (let asked = 1; ; asked++) {
    const answer = planIn(await answerOf(config, prompt, signal))
    const { plan, problems } = judged(answer, ask)
    if (plan !== undefined) return { plan, problems, asked }
    if (asked > REPAIRS) throw new PlanFailed(`the model ${config.model} gave no plan that can be used, ${asked} times; the last one:\n${new PlanError(problems).message}`)
    prompt = redactSecrets(`${ask.prompt}\n\n${draftAgain(answer, problems)}`).text
  }
}

function judged(answer: string, { task, resources }: DraftAsk): { readonly plan?: WrittenPlan; readonly problems: readonly Problem[] } {
  try {
    const written = { ...planFrom(answer), task }
    const { plan, problems } = check(written, resources)
    return plan === undefined ? { problems } : { plan: written, problems }
  } catch (error) {
    if (error instanceof PlanError) return { problems: error.problems }
    throw error
  }
}

async function answerOf(config: ChatConfig, prompt: string, signal: AbortSignal | undefined): Promise<string> {
  const { speak } = await providers()
  let answer = ''
  for await (const event of speak(config, process.env, { system: DRAFT_SYSTEM, prompt, tools: [], mostTurns: 1, ...(signal === undefined ? {} : { signal }) })) if (event.kind === 'text') answer += event.text
  return answer
}
