import { resolve } from 'node:path'
import { choice, flag, list, number, text, UsageError } from '../../core/field.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { counted } from '../../core/names.ts'
import { diffLines, diffOf, type ResourceDiff } from '../../catalog/diff.ts'
import type { Change } from '../../catalog/ports.ts'
import { visibleTo } from '../../catalog/rights.ts'
import { lookAgain, readExport, visibleSpecs } from '../../workspace/catalog/index.ts'
import { type Context, defineOperation, EXIT } from '../operation.ts'
import { type Opened, reading, withCatalog } from './opening.ts'
import { chosen } from './scan.ts'
import { row } from '../../workspace/index.ts'

/** Says what changed. */
export const diff = defineOperation({
  name: 'catalog diff',
  title: 'Say what changed, and what of it breaks somebody',
  doc: 'Without options, the newest changes that scans found. --since takes a time (2026-01-31), a revision (3: what came after it), or an export, which is compared with the catalogue; --until ends the list at a time or a revision. --live looks at the sources again and compares them with the catalogue; the exit code is 3 when one of them could not be looked at. Lines with ! break readers or callers: docs/guide/catalog-changes.md has the classes. A role that does not see everything is told what came and went; it compares exports of its own for the rest.',
  examples: ['fovea catalog diff', 'fovea catalog diff --since 2026-01-31', 'fovea catalog diff --since 2026-01-31 --until 2026-02-28', 'fovea catalog diff --since catalog/ --fail-on breaking', 'fovea catalog diff --live main'],
  fields: {
    names: list('Only these sources, with --live', { place: 'rest', sign: 'NAME' }),
    since: text('A time, a revision, or a folder or file of an export', { sign: 'WHEN' }),
    until: text('The last time or revision that counts', { sign: 'WHEN' }),
    live: flag('Compare the catalogue with what the sources hold now'),
    failOn: choice('Exit with 6 when there is such a change', { choices: ['breaking', 'any'] }),
    limit: number('The most changes of scans that are looked at', { otherwise: 1000 }),
    ...reading,
  },
  run: (input, context) => withCatalog(context, input, async (opened) => {
    if (input.live && (input.since ?? input.until) !== undefined) throw new UsageError('--live compares with the sources as they are now, so it takes no --since and no --until')
    if (!input.live && input.names.length > 0) throw new UsageError('sources are named with --live only')
    const { diffs, diagnostics } = input.live ? await withSources(opened, input.names, context) : { diffs: await since(opened, input, context), diagnostics: [] }
    const breaking = diffs.filter((one) => one.breaking).length
    return {
      text: [...diffLines(diffs)].map((line) => `${row(line)}\n`), data: diffs, diagnostics,
      report: [diffs.length === 0 ? 'nothing changed' : `${counted(diffs.length, 'change')}, ${breaking} breaking`],
      exit: (input.failOn === 'any' && diffs.length > 0) || (input.failOn === 'breaking' && breaking > 0) ? EXIT.stale : diagnostics.length > 0 ? EXIT.partial : EXIT.ok,
    }
  }),
})

async function withSources({ workspace, catalog }: Opened, names: readonly string[], context: Context): Promise<{ diffs: readonly ResourceDiff[]; diagnostics: readonly Diagnostic[] }> {
  const specs = chosen(await visibleSpecs(catalog), names)
  const { before, after, findings } = await lookAgain(catalog, specs, { root: workspace.root, now: workspace.timestamp(), progress: () => {}, ...(context.signal ? { signal: context.signal } : {}) })
  return { diffs: diffOf(before, after), diagnostics: findings.map(({ subject, message }) => ({ code: 'catalog/down', severity: 'warning', path: subject, message: `${subject}: ${message}`, hint: 'It is compared with what is known of it.' })) }
}

async function since({ catalog }: Opened, { since: from, until, limit = 1000 }: Span, context: Context): Promise<readonly ResourceDiff[]> {
  const [after, before] = [from === undefined ? () => true : pointOf(from)?.after, until === undefined ? () => true : pointOf(until)?.before]
  if (before === undefined) throw new UsageError(`--until is a time or a revision, not ${JSON.stringify(until)}`)
  if (after !== undefined) return (await catalog.changes(limit)).filter((change) => after(change) && before(change)).map(asDiff)
  if (until !== undefined) throw new UsageError('an export is compared with the catalogue as it is now, so it takes no --until')
  return diffOf(visibleTo(readExport(resolve(context.cwd, from as string), from as string), catalog.role), await catalog.resources())
}

/** The changes that are asked for. */
interface Span {
  readonly since: string | undefined
  readonly until: string | undefined
  readonly limit: number | undefined
}

/** Whether a change came after a time or a revision, or not later than it: all of a day, where only a day is said. Undefined when it is neither. */
export function pointOf(when: string): { after(change: Change): boolean; before(change: Change): boolean } | undefined {
  if (/^\d{1,9}$/.test(when)) return { after: ({ rev }) => rev > Number(when), before: ({ rev }) => rev <= Number(when) }
  if (/^\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?$/.test(when)) return { after: ({ at }) => at >= when, before: ({ at }) => at.slice(0, when.length) <= when }
  return undefined
}

/** Words of a scan do not say one by one what breaks; the whole does. */
const asDiff = ({ id, what, breaking, changes, rev, at }: Change): ResourceDiff => ({ id, what, breaking, differences: changes.map((words) => ({ text: words, breaking: false })), rev, at })
