import { flag, list, UsageError } from '../../core/field.ts'
import { counted } from '../../core/names.ts'
import { suggestion } from '../../core/nearest.ts'
import type { Change, SourceSpec } from '../../catalog/ports.ts'
import { enqueue, type Scanned, scanSource } from '../../workspace/catalog/index.ts'
import { type Context, defineOperation, EXIT, type Outcome } from '../operation.ts'
import { keeping, type Opened, reading } from './opening.ts'
import { row } from '../../workspace/index.ts'

/** Looks at sources again. */
export const scan = defineOperation({
  name: 'catalog scan',
  title: 'Look at sources again and keep what they hold now',
  doc: 'All sources, or those that are named. A source that is down is told, and what was known of it stays. The exit code is 3 when one of them could not be looked at.',
  examples: ['fovea catalog scan', 'fovea catalog scan main --json', 'fovea catalog scan --queue'],
  fields: { names: list('Only these sources', { place: 'rest', sign: 'NAME' }), queue: flag('Let the team\'s workers do it (fovea worker)'), ...reading },
  run: (input, context) => keeping(context, input, async (opened) => {
    const known = (await opened.catalog.store.sources()).map(({ spec }) => spec)
    const specs = chosen(known, input.names)
    return input.queue ? queued(await enqueue(opened.workspace, specs.map(({ name }) => name)), specs.length) : report(await scanned(opened, specs, context))
  }),
})

/** What was put into the queue. */
const queued = (added: number, all: number): Outcome => ({ text: [`${counted(added, 'scan')} queued${added < all ? `, ${all - added} waiting already` : ''}\n`], data: { queued: added, waiting: all - added } })

/** The sources of these names; all of them when none is named. */
export function chosen(known: readonly SourceSpec[], names: readonly string[]): readonly SourceSpec[] {
  if (known.length === 0) throw new UsageError('there are no sources yet: add one with "fovea catalog add NAME LOCATION"')
  const missing = names.find((name) => !known.some((spec) => spec.name === name))
  if (missing !== undefined) throw new UsageError(`there is no source "${missing}"; ${suggestion(missing, known.map(({ name }) => name))}`)
  return names.length === 0 ? known : known.filter(({ name }) => names.includes(name))
}

/** Scans one after the other. */
export async function scanned({ workspace, catalog }: Opened, specs: readonly SourceSpec[], context: Context): Promise<readonly Scanned[]> {
  const all: Scanned[] = []
  for (const spec of specs) {
    context.signal?.throwIfAborted()
    all.push(await scanSource(catalog.store, spec, {
      root: workspace.root, now: workspace.timestamp(), progress: (found) => context.progress(`${spec.name}: ${counted(found, 'resource')}`), ...(context.signal ? { signal: context.signal } : {}),
    }))
  }
  return all
}

/** What scans gave, for people and for programs. */
export const report = (all: readonly Scanned[]): Outcome => ({
  text: all.map((one) => `${row(lineOf(one))}\n`), data: all.map(({ source, resources, changes, failed }) => ({ source, resources, changes, failed })),
  diagnostics: all.flatMap(({ diagnostics }) => diagnostics), exit: all.some(({ failed }) => failed) ? EXIT.partial : EXIT.ok,
})

function lineOf({ source, resources, changes, failed }: Scanned): string {
  if (failed) return `${source}: could not be looked at`
  const count = (what: Change['what']): number => changes.filter((change) => change.what === what).length
  const breaking = changes.filter((change) => change.breaking).length
  const news = [[count('added'), 'new'], [count('changed'), 'changed'], [count('removed'), 'gone'], [breaking, 'breaking']] as const
  return [`${source}: ${counted(resources, 'resource')}`, ...news.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`)].join(', ')
}
