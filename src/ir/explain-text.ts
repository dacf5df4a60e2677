// An explanation as Markdown: the same on a terminal and in explain.md.
import type { Cost, Explained, ExplainedPiece } from './explain.ts'

/** An explanation for people. */
export function explainText(explained: Explained): string {
  const { result, pieces, local, caps, personal, anti_patterns, warnings } = explained
  return [
    `# Plan\n\nResult: ${result.join(', ')}`,
    ...pieces.map(pieceText),
    local.length === 0 ? '## Here\n\nNothing: the sources do all of it.' : `## Here\n\n${local.map(({ step, op, inputs }) => `- ${step}: ${op} of ${inputs.join(' and ')}`).join('\n')}`,
    `## Limits\n\nAt most ${caps.rows} rows, ${Math.round(caps.bytes / 1024 / 1024)} MiB and ${caps.milliseconds / 1000} s. Personal data in the result: ${personal.length === 0 ? 'none known' : personal.join(', ')}.`,
    ...(warnings.length === 0 ? [] : [`## Warnings\n\n${warnings.map(({ place, message }) => `- ${place === '' ? '' : `${place}: `}${message}`).join('\n')}`]),
    ...(anti_patterns.length === 0 ? [] : [`## What the owners warn of\n\n${anti_patterns.map(({ resource, text }) => `- ${resource}: ${text}`).join('\n')}`]),
  ].join('\n\n').concat('\n')
}

function pieceText(piece: ExplainedPiece): string {
  return [`## ${piece.source}: ${piece.steps.join(', ')}`, piece.cost.map(costText).join('\n'), ...bodyText(piece)].join('\n\n')
}

function costText({ resource, rows_est, latency_ms_p50, egress_mb }: Cost): string {
  const facts = [rows_est === undefined ? undefined : `about ${rows_est} rows`, latency_ms_p50 === undefined ? undefined : `${latency_ms_p50} ms at the median`, egress_mb === undefined ? undefined : `${egress_mb} MB`].filter((fact) => fact !== undefined)
  return `- ${resource}${facts.length === 0 ? '' : `: ${facts.join(', ')}`}`
}

function bodyText({ by, sql, parameters = [], columns, call, args = {}, most_calls }: ExplainedPiece): string[] {
  if (by === 'sql') return [`\`\`\`sql\n${sql}\n\`\`\``, ...(parameters.length === 0 ? [] : [`Parameters: ${parameters.map((value) => JSON.stringify(value)).join(', ')}`])]
  if (by === 'rows') return [`All rows${columns === undefined ? '' : ` of ${columns.join(', ')}`}.`]
  const given = Object.entries(args).map(([name, value]) => `${name} = ${value}`).join(', ')
  return [`\`${call}\`${given === '' ? '' : ` with ${given}`}, at most ${most_calls} ${most_calls === 1 ? 'time' : 'times'}.`]
}
