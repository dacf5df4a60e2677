// The pack that `fovea ctx pack` wrote: it is sent as it is while it tells of the project as it is.
import type { Base } from '../../core/ctx/base.ts'
import { USUAL_TASK } from '../../core/ctx/layout.ts'

const LINK = /^[\w-]+: ([\w.-]+)@([0-9a-f]{8})(?: \(.*\))?$/gm
const MORE = /^[\w-]+: and (\d+) more$/gm

/** Whether a pack names the aliases with the hashes that they have now. Those for which it had no room, it counts. */
export function namesAll(pack: string, { shas }: Base): boolean {
  const links = new Map([...pack.matchAll(LINK)].map(([, alias, sha]) => [alias as string, sha as string]))
  const left = [...pack.matchAll(MORE)].reduce((sum, [, count]) => sum + Number(count), 0)
  return [...links].every(([alias, sha]) => shas.get(alias)?.slice(0, 8) === sha) && links.size + left === shas.size
}

/** What a pack with cards says of the changes since the base; `- none` when it says nothing. */
const deltaIn = (pack: string): string => /\n\[DELTA\]\n([\s\S]*)$/.exec(pack)?.[1] ?? '- none\n'

/** Whether a pack tells of the same changes as another; links alone tell of none. */
export const tellsSame = (pack: string, fresh: string): boolean => !pack.startsWith('[CONTEXT]\n') || deltaIn(pack) === deltaIn(fresh)

/** A pack that was written without a task, with one; any other stays as it is. */
export function withTask(pack: string, task: string): string {
  const lines = pack.split('\n')
  const at = lines.findLastIndex((line) => line.replace(/^TASK: /, '').toLowerCase() === USUAL_TASK)
  return at < 0 ? pack : lines.with(at, `${lines[at]?.startsWith('TASK: ') ? 'TASK: ' : ''}${task.replaceAll(/\s+/g, ' ').trim()}`).join('\n')
}
