// A plan and what it was compiled to, as files (S3.66): plan.yaml, plan.sql, explain.md.
import { stringify } from 'yaml'
import { type Explained, type ExplainedPiece } from './explain.ts'
import { explainText } from './explain-text.ts'
import type { WrittenPlan } from './plan.ts'

/** The files of a compiled plan, by name. */
export const artefacts = (written: WrittenPlan, explained: Explained): Readonly<Record<string, string>> => ({
  'plan.yaml': planYaml(written), 'plan.sql': sqlText(explained.pieces), 'explain.md': explainText(explained),
})

/** A plan as YAML: expressions on one line, steps below each other. */
export function planYaml(written: WrittenPlan): string {
  const { steps, ...head } = written
  const list = steps.map((step) => `  - ${inline(step)}`).join('\n')
  return `${stringify({ version: head.version, ...(head.task === undefined ? {} : { task: head.task }) })}steps:\n${list}\n${head.output === undefined ? '' : stringify({ output: head.output })}`
}

const inline = (value: unknown): string => stringify(value, { collectionStyle: 'flow', lineWidth: 0, defaultStringType: 'PLAIN' }).trimEnd()

/** All queries with what is bound to them; calls stand as comments. */
function sqlText(pieces: readonly ExplainedPiece[]): string {
  const text = pieces.map((piece) => [`-- ${piece.source}: ${piece.steps.join(', ')}`, ...bodyOf(piece)].join('\n')).join('\n\n')
  return `${text}\n`
}

function bodyOf({ by, sql, parameters = [], call = '', args = {} }: ExplainedPiece): string[] {
  if (by === 'sql') return [...(parameters.length === 0 ? [] : [`-- parameters: ${oneLine(JSON.stringify(parameters))}`]), `${sql};`]
  return [by === 'rows' ? '-- all rows, read here' : `-- call ${oneLine(call)} with ${oneLine(JSON.stringify(args))}`]
}

/** What stands in a comment cannot end it. */
const oneLine = (text: string): string => text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ')
