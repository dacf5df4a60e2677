// What a model is given: the pack of a project, or what changed since it last saw one. Which context that is is remembered until it is known whether something came of it.
import { type Base, baseOf, bulletsOf, refinePrompt } from '../../core/ctx/base.ts'
import { contractOf } from '../../core/gen/contract.ts'
import { redactSecrets } from '../../guards/secrets.ts'
import { keepText } from '../ctx/aliases.ts'
import { acceptBase, contextNow, deltaOf } from '../ctx/delta.ts'
import { ctxPack } from '../ctx/pack.ts'
import { CtxError } from '../ctx/place.ts'
import { type CtxProject, standings } from '../ctx/project.ts'

/** What is to be sent. */
export interface PromptAsk {
  readonly mode: 'pack' | 'delta'
  readonly layout?: 'links' | 'cards'
  readonly task?: string | undefined
}

/** A request before it is known who is asked. */
export interface Prompt {
  readonly mode: 'pack' | 'delta'
  readonly system: string
  readonly prompt: string
  /** Eight digits of the hash of the context: they mark the blocks of the answer. */
  readonly mark: string
  /** What the model knows when it has read this. */
  readonly seen: Base
}

const USUAL_TASK = 'generate or repair code and tests so that they obey the decisions and schemas above.'
const USUAL_ACTION = 'apply these changes; keep everything else as it is'

/** The context of a project as a prompt. */
export async function promptOf(project: CtxProject, { mode, task, layout = 'cards' }: PromptAsk): Promise<Prompt> {
  const seen = contextNow(project, standings(project))
  const text = mode === 'delta' ? await refinement(project, task) : (await ctxPack(project, { layout, task: task ?? USUAL_TASK })).text
  const prompt = redactSecrets(text).text
  const mark = project.workspace.digest.sha256(prompt).slice(0, 8)
  return { mode, system: contractOf(mark), prompt, mark, seen }
}

async function refinement(project: CtxProject, task: string | undefined): Promise<string> {
  const delta = await deltaOf(project)
  if (delta === undefined) throw new CtxError(`there is no base in ${project.place.shown} that a change could be told from: "fovea ctx pack" sets one, and so does "fovea gen code --use-pack" when a model answered it`)
  if (delta.changes.length === 0 && task === undefined) throw new CtxError(`nothing changed since ctx@${delta.base.id}, so there is nothing to send: say with --task what is to be done`)
  return refinePrompt({ base: delta.base.id, bullets: bulletsOf(delta.changes), action: (task ?? USUAL_ACTION).replaceAll(/\s+/g, ' ').trim() })
}

/** Keeps the texts that are sent, so that a later delta can say what is different from them. */
export function keepSeen(project: CtxProject): void {
  for (const { entry } of standings(project)) if (entry !== undefined) keepText(project, entry)
}

/** Makes what the model knows the base: what it was sent, and the files it has written. What somebody else changed meanwhile stays a change. */
export function moveBase(project: CtxProject, seen: Base, written: readonly string[]): Base {
  const own = standings(project).flatMap(({ alias, entry }): [string, string][] => (entry !== undefined && written.includes(alias.path) ? [[alias.alias, entry.sha256.slice(0, 8)]] : []))
  return acceptBase(project, baseOf(new Map([...seen.shas, ...own]), project.workspace.digest.sha256))
}
