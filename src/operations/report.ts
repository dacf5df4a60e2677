// Sentences for people, on stderr.
import { isDefinition, walk } from '../core/block.ts'
import { heightOf, type Level } from '../core/level.ts'
import { counted } from '../core/names.ts'
import type { FilePlan } from '../core/plan.ts'
import { type Compilation, shellWord } from '../workspace/index.ts'
import { Failure } from './operation.ts'

/** A folder that gives nothing is no answer: says what is missing. */
export function mustHold({ corpus, diagnostics }: Pick<Compilation, 'corpus' | 'diagnostics'>, shown: string): void {
  const blind = diagnostics.find((diagnostic) => diagnostic.code === 'source/no-root')
  if (blind !== undefined) throw new Failure(blind.message)
  if (corpus.files.length === 0) throw new Failure(`there is nothing to show in ${shown}: it is empty, or --include, --exclude, the lens and the ignore files leave everything out`)
}

/** What a pack holds and what it left out. */
export function packReport({ compiled, corpus, settings, meter }: Compilation): string[] {
  const { plan, page, tokens } = compiled
  const count = (level: string): number => page.files.filter((view) => view.level === level).length
  const levels = new Map(page.files.map(({ path, level }) => [path, level]))
  const inside = plan.files.filter(({ opened }) => opened).reduce((sum, file) => sum + definitionsInFull(file, levels.get(file.file.entry.path)), 0)
  const shown = [`${count('full')} full`, `${count('detail')} with docs`, `${count('shape')} as signatures${inside > 0 ? ` (${counted(inside, 'definition')} in them in full)` : ''}`, `${page.lines.length} as one line`]
  const inFolders = page.folders.reduce((sum, folder) => sum + folder.files, 0)
  const rest = corpus.files.length - page.files.length - page.lines.length - inFolders
  if (inFolders > 0) shown.push(`${inFolders} counted in their folder`)
  if (rest > 0) shown.push(`${rest} left out`)
  const budget = settings.budget.value
  const used = Number.isFinite(budget) && budget > 0 ? ` of ${budget} (${((tokens / budget) * 100).toFixed(1)} %)` : ''
  const worth = plan.bound > 0 && tokens > 0 && tokens <= budget ? worthWords(plan) : ''
  return [`${counted(tokens, 'token')}${used}, ${meter.name}${meter.exact ? '' : ' (not exact)'}; ${counted(corpus.files.length, 'file')}: ${shown.join(', ')}${Number.isFinite(budget) ? worth : ''}`]
}

/** Why no page shows more of a file than a line, and what does. */
export const stubNote = (path: string, stub: string): string => `${path} is ${stub}, which is one line on every page; for text, fovea zoom ${shellWord(`file=${path}`)} shows it`

/** Rounded down: what is nearly the best is not called the best. */
const worthWords = ({ value, bound }: { readonly value: number; readonly bound: number }): string => `, ${(Math.floor((value / bound) * 1000) / 10).toFixed(1)} % of the best any plan could reach`

/** Leaf definitions whose code is shown in a file that is not shown in full. */
function definitionsInFull({ file, levelOf }: FilePlan, level: Level | undefined): number {
  if (file.parts === undefined || level === undefined || level === 'full') return 0
  return [...walk(file.parts.block)].filter((block) => isDefinition(block) && block.children.length === 0 && heightOf(levelOf(block)) >= heightOf('code')).length
}
