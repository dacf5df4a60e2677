// What a larger budget would have shown: the handles that are worth asking for next.
import { type Block, isDefinition, walk } from '../core/block.ts'
import { handleOf } from '../core/handle.ts'
import type { Compilation, Workspace } from '../workspace/index.ts'

/** Tokens by which the budget is raised to see what comes next. */
const MORE = 1500

/** Handles that are offered. */
const MOST = 2

/** Tokens of what is worth a call: asking and the receipt cost about as much. */
const LEAST = 40

/** Calls that show what would come next, best first: definitions with a name, not the pieces between them. */
export function blockIn({ compiled, corpus, meter }: Compilation, workspace: Workspace): string[] {
  if (compiled.plan.complete) return []
  const shown = new Set(compiled.plan.picks.map(({ id, level }) => `${id} ${level}`))
  const wanted = compiled.next(MORE).picks.filter(({ id, level }) => id.includes('#') && level !== 'line' && !shown.has(`${id} ${level}`)).sort((a, b) => b.value - a.value)
  const handles: string[] = []
  for (const { id } of wanted) {
    const file = corpus.files.find(({ parts }) => parts !== undefined && id.startsWith(`${parts.block.id}#`))
    const block = file?.parts === undefined ? undefined : find(file.parts.block, id)
    if (file === undefined || block === undefined || !isDefinition(block) || handles.some((handle) => handle.includes(`${id}@`))) continue
    const text = file.entry.text.slice(block.start, block.end)
    if (meter.count(text) >= LEAST) handles.push(`zoom ${handleOf(id, workspace.digest.sha256(text))}`)
    if (handles.length === MOST) break
  }
  return handles
}

const find = (root: Block, id: string): Block | undefined => [...walk(root)].find((block) => block.id === id)
