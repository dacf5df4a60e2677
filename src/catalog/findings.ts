// What a check of the catalogue found. A rule is declared once: the text, SARIF, JUnit and the guide read the same table.

/** How bad it is. Errors decide the exit code. */
export type Severity = 'error' | 'warning' | 'note'

/** What is looked at, and what it means when it fails. */
export const CHECKS = {
  'source/secret': 'References to secrets can be resolved',
  'source/down': 'A source can be looked at',
  'resource/unreachable': 'A resource can be reached',
  'resource/gone': 'A resource is still there',
  'resource/new': 'What is there is in the catalogue',
  'schema/stale': 'Columns, inputs and keys are as the catalogue says',
  'capability/stale': 'What can be done is as the catalogue says',
  'record/invalid': 'Records have the form that is asked for',
  'record/digest': 'Hashes and digest follow from the details',
  'record/secret': 'Records hold references to secrets, never secrets',
  'snippet/syntax': 'Snippets are read by the grammar of their language',
  'snippet/names': 'Snippets run against what is there',
  'snippet/anti-pattern': 'Snippets keep to what the resource asks',
  'snippet/unchecked': 'There is a way to check a snippet',
  'example/value': 'Defaults and values of inputs fit their types',
} as const
export type Check = keyof typeof CHECKS

/** One thing that is wrong with one resource or source. */
export interface Finding {
  readonly check: Check
  readonly severity: Severity
  /** The id of a resource, or the name of a source. */
  readonly subject: string
  readonly message: string
}

const ORDER: readonly Severity[] = ['error', 'warning', 'note']

/** Errors first, then by what they are about. */
export const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
  [...findings].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) || compare(a.subject, b.subject) || compare(a.check, b.check) || compare(a.message, b.message))

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** `2 errors, 1 warning`. */
export function tallyOf(findings: readonly Finding[]): string {
  const counts = ORDER.map((severity) => [severity, findings.filter((finding) => finding.severity === severity).length] as const).filter(([, count]) => count > 0)
  return counts.length === 0 ? 'nothing wrong' : counts.map(([severity, count]) => `${count} ${severity}${count === 1 ? '' : 's'}`).join(', ')
}

/** `error   res:db.pg.main.public.orders  schema/stale  -city`. */
export const findingLine = ({ severity, subject, check, message }: Finding): string => `${severity.padEnd(7)} ${subject}  ${check}: ${message}`
