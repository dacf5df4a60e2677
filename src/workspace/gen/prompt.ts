// What a model is given: the pack of a project, or what changed since it last saw one. Which context that is is remembered until it is known whether something came of it.
import { type Base, baseOf, bulletsOf, refinePrompt } from '../../core/ctx/base.ts'
import { aliasHandle } from '../../core/ctx/registry.ts'
import { contractOf } from '../../core/gen/contract.ts'
import { counted } from '../../core/names.ts'
import { redactSecrets } from '../../guards/secrets.ts'
import { keepText } from '../ctx/aliases.ts'
import { acceptBase, contextNow, deltaOf } from '../ctx/delta.ts'
import { ctxPack } from '../ctx/pack.ts'
import { CtxError } from '../ctx/place.ts'
import { type CtxProject, type Standing, standings } from '../ctx/project.ts'
import { namesAll, tellsSame, withTask } from './kept.ts'

/** What is to be sent. */
export interface PromptAsk {
  readonly mode: 'pack' | 'delta'
  readonly layout?: 'links' | 'cards' | undefined
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
  /** What whoever asked should know: aliases that are not as pinned, a pack that was made anew. */
  readonly remarks: readonly string[]
}

const USUAL_TASK = 'generate or repair code and tests so that they obey the decisions and schemas above.'
const USUAL_ACTION = 'apply these changes; keep everything else as it is'

/** The context of a project as a prompt. */
export async function promptOf(project: CtxProject, { mode, task, layout }: PromptAsk): Promise<Prompt> {
  const now = standings(project)
  const seen = contextNow(project, now)
  const { text, remarks = [] }: Sending = mode === 'delta' ? { text: await refinement(project, task) } : await packToSend(project, { task, layout }, seen)
  const prompt = redactSecrets(text).text
  const mark = project.workspace.digest.sha256(prompt).slice(0, 8)
  return { mode, system: contractOf(mark), prompt, mark, seen, remarks: [...remarks, ...drift(now)] }
}

interface Sending {
  readonly text: string
  readonly remarks?: readonly string[]
}

const FILE = 'prompt.pack'

/** The pack that was written, while it is true and nothing else is asked for; else a new one. */
async function packToSend(project: CtxProject, { task, layout }: Omit<PromptAsk, 'mode'>, seen: Base): Promise<Sending> {
  const fresh = (await ctxPack(project, { layout: layout ?? 'cards', task: task ?? USUAL_TASK })).text
  const kept = project.place.read(FILE)
  if (kept === undefined) return { text: fresh }
  const file = `${project.place.shown}/${FILE}`
  const text = withTask(kept, task ?? USUAL_TASK)
  if (layout !== undefined || (task !== undefined && text === kept)) return { text: fresh, remarks: [`the pack was made anew: ${layout === undefined ? '--task asks for something else than' : '--layout asks for another than'} ${file}`] }
  if (!namesAll(kept, seen) || !tellsSame(kept, fresh)) return { text: fresh, remarks: [`the pack was made anew: ${file} does not tell of every alias as it is now; "fovea ctx pack" writes it again`] }
  return { text, remarks: [`the pack is ${file}${text === kept ? '' : ', which has no task of its own'}`] }
}

/** Aliases that are not what they were pinned to, and those that are not sent at all. */
function drift(now: readonly Standing[]): string[] {
  const [changed, missing] = [now.filter(({ state }) => state === 'changed'), now.filter(({ state }) => state === 'missing')]
  return [
    ...(changed.length === 0 ? [] : [`${counted(changed.length, 'alias', 'aliases')} not as pinned (${named(changed)}), sent as now: "fovea ctx alias verify --fix" pins what is there`]),
    ...(missing.length === 0 ? [] : [`warning: ${counted(missing.length, 'alias', 'aliases')} without a file that can be shown (${named(missing)}), so the model cannot ask for it: "fovea ctx alias verify" says why`]),
  ]
}

const named = (some: readonly Standing[]): string => `${some.slice(0, 5).map(({ alias }) => aliasHandle(alias)).join(', ')}${some.length > 5 ? ' …' : ''}`

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
