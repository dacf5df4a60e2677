// What a model is given: the aliases of a project with their labels, and what is to be done.
import { labelOf } from '../../core/ctx/alias.ts'
import { aliasHandle } from '../../core/ctx/registry.ts'
import { contractOf } from '../../core/gen/contract.ts'
import { redactSecrets } from '../../guards/secrets.ts'
import { CtxError } from '../ctx/place.ts'
import type { CtxProject } from '../ctx/project.ts'

/** A request before it is known who is asked. */
export interface Prompt {
  readonly mode: 'pack' | 'delta'
  readonly system: string
  readonly prompt: string
  /** Eight digits of the hash of the context: they mark the blocks of the answer. */
  readonly mark: string
}

/** The context of a project as a prompt. */
export function promptOf(project: CtxProject, task: string): Prompt {
  const aliases = [...project.place.registry().values()]
  if (aliases.length === 0) throw new CtxError(`there are no aliases in ${project.place.shown}, so there is nothing to send: add some with fovea ctx alias add`)
  const lines = aliases.map((alias) => `${labelOf(alias.alias, project.settings.prefixes)}: ${aliasHandle(alias)}${alias.note === undefined ? '' : ` (${alias.note})`}`)
  return framed(project, 'pack', `[CONTEXT]\n${lines.join('\n')}\n\n[INSTRUCTION]\n${task}\n`)
}

function framed({ workspace }: CtxProject, mode: Prompt['mode'], text: string): Prompt {
  const prompt = redactSecrets(text).text
  const mark = workspace.digest.sha256(prompt).slice(0, 8)
  return { mode, system: contractOf(mark), prompt, mark }
}
