// A plan to begin with: the rows of a resource, or what a call answers.
import type { CardView } from '../../../src/studio/contract/catalog.ts'

/** Columns of a first plan: wide tables are not read whole. */
const FEW = 8

/** The plan as YAML; what JSON writes, YAML reads. */
export function planOn({ overview: { id, cap }, details: { columns, inputs = [] } }: CardView['resource']): string {
  const op = cap.includes('call') ? 'call' : cap.includes('invoke') ? 'invoke' : 'scan'
  const args = Object.fromEntries(inputs.filter(({ required }) => required === true).map(({ name }) => [name, '']))
  const what = op === 'scan' ? `columns: ${JSON.stringify(columns.slice(0, FEW).map(({ name }) => name))}` : `args: ${JSON.stringify(args)}`
  return `version: 1\nsteps:\n  - { id: rows, op: ${op}, resource: ${JSON.stringify(id)}, ${what} }\n  - { id: some, op: limit, rows: 20 }\n`
}
