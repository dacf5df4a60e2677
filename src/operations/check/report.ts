// What a check found: a diff for people, annotations for GitHub, a table for a summary.
import type { Case } from '../../core/check/cases.ts'
import type { Miss } from '../../core/check/judge.ts'

/** A case and how it went. */
export interface Checked {
  readonly case: Case
  readonly task: string
  readonly tokens: number
  readonly budget: number
  readonly misses: readonly Miss[]
}

const wantedIn = ({ case: { must, mustNot } }: Checked): number => must.length + mustNot.length

const taskIn = ({ task }: Checked): string => {
  const line = task.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

const budgetIn = ({ tokens, budget }: Checked): string => `${tokens} of ${Number.isFinite(budget) ? budget : 'any number of'} tokens`

/** One line for each case; below one that failed, what was wanted and what was found. */
export function diffOf(checked: readonly Checked[]): string[] {
  return checked.flatMap((one) => [
    `${one.misses.length === 0 ? 'ok  ' : 'FAIL'}  line ${one.case.line}: ${wantedIn(one) - one.misses.length} of ${wantedIn(one)} as wanted in ${budgetIn(one)}: ${taskIn(one)}`,
    ...one.misses.flatMap(missLines),
  ])
}

function missLines(miss: Miss): string[] {
  return [
    `  - ${miss.target}  ${miss.unwanted ? `below ${miss.wanted}` : miss.wanted}`, `  + ${miss.target}  ${miss.found} (${hintOf(miss)})`,
    ...miss.signals.map(({ name, strength, why }) => `      ${name} ${strength.toFixed(2)}: ${why}`), ...miss.rules.map((why) => `      rule: ${why}`),
  ]
}

/** What would help. */
function hintOf({ exists, unwanted, more, target, far }: Miss): string {
  if (unwanted) return 'it should not be shown: exclude it, or lower it with a rule atMost'
  if (!exists) return 'nothing that was read is called so: check the name, the ignore files and the lens'
  if (far) return 'its file ranks too low to be looked into at this budget: name it in the task, raise the budget or give it a weight'
  return more === undefined ? `no budget would show it: see fovea explain ${target}` : `about ${more} tokens more would show it`
}

const sentenceOf = (miss: Miss): string => `${miss.target}: wanted ${miss.unwanted ? `below ${miss.wanted}` : miss.wanted}, found ${miss.found}; ${hintOf(miss)}`

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** Workflow commands that GitHub shows at the line of the case. */
export function annotationsOf(checked: readonly Checked[], file: string): string[] {
  return checked.flatMap((one) => one.misses.map((miss) => `::error file=${property(file)},line=${one.case.line},title=${property(`context for: ${taskIn(one)}`)}::${data(sentenceOf(miss))}`))
}

const cell = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/[\r\n]+/g, ' ')

/** A Markdown table with a row for each case. */
export function summaryOf(checked: readonly Checked[]): string[] {
  const rows = checked.map((one) => [String(one.case.line), one.misses.length === 0 ? 'ok' : '**failed**', cell(taskIn(one)), budgetIn(one), cell(one.misses.map(sentenceOf).join('; '))])
  return ['| line | result | task | context | what is wrong |', '|---|---|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`), '']
}

/** The same as data. */
export const dataOf = (checked: readonly Checked[]): unknown => ({
  cases: checked.length, failed: checked.filter(({ misses }) => misses.length > 0).length,
  results: checked.map((one) => ({ line: one.case.line, ok: one.misses.length === 0, task: one.task, budget: one.budget, tokens: one.tokens, misses: one.misses })),
})
