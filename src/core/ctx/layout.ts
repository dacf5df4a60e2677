// The two layouts of a pack: links under a head with the version (S3.15), and context, instruction and delta (S3.27).
import type { PackAsk } from './pack.ts'

/** What models are told when nobody says what to do. */
export const USUAL_TASK = 'do what is asked; obey the decisions and schemas above.'

const TOOL = 'call tool: get_alias("<alias>").'

/** The whole text for the lines of the sections. */
export function written(ask: PackAsk, lines: readonly string[], legend: string): string {
  const shown = legend === '' ? lines : [legend, ...lines]
  return `${(ask.layout === 'links' ? linkLayout(ask, shown) : cardLayout(ask, shown)).join('\n')}\n`
}

function linkLayout({ name, version: [a, b, c], task = USUAL_TASK }: PackAsk, lines: readonly string[]): string[] {
  return [
    `## skill: ${name}  ver: A=${a} B=${b} C=${c}`, '## include by alias (alias@sha8), model may request expansion via tool',
    ...lines, `TASK: ${task}`, '', `If you need full text of an alias, ${TOOL}`,
  ]
}

function cardLayout({ task = USUAL_TASK, delta }: PackAsk, lines: readonly string[]): string[] {
  return [
    '[CONTEXT]', ...lines, '', '[INSTRUCTION]', task === USUAL_TASK ? `${task.slice(0, 1).toUpperCase()}${task.slice(1)}` : task, `Keep current aliases; if you need a full file, ${TOOL}`,
    ...(delta === undefined ? [] : ['', '[DELTA]', ...(delta.length === 0 ? ['- none'] : delta)]),
  ]
}
