import { relative, resolve } from 'node:path'
import { Changed } from '../core/changed.ts'
import type { CorpusFile } from '../core/corpus.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { flag, text } from '../core/field.ts'
import { blocksNamed } from '../core/find.ts'
import { isTooLarge } from '../core/entry/reading.ts'
import { globMatcher } from '../core/glob.ts'
import type { Parts } from '../core/parts.ts'
import type { Rule } from '../core/rule.ts'
import { answerPlace, type Compilation, compileGathered, compileWorkspace, gatherWorkspace, keepPack, packOf, readWorkspace, type Settings, settle, type Workspace, writeCause, writeOutput } from '../workspace/index.ts'
import { type Answer, givenAgain, type Kept, keptOf, packLine } from './answers.ts'
import { heard } from './breath.ts'
import { type Choices, choosing, committing, flagsOf, ordering } from './choosing.ts'
import { type Opening, opening, openThen } from './open.ts'
import { type Context, defineOperation, EXIT, Failure, type Outcome } from './operation.ts'
import { contextCompressed, logging } from './log.ts'
import { mustHold, packReport, stubNote } from './report.ts'

/** Packs a folder into a context that fits. */
export const pack = defineOperation({
  name: 'pack',
  title: 'Pack a folder into a context that fits the budget',
  doc: 'Shows in full what matters, skeletons around it, one line at the edge. The output never has more tokens than the budget, frame included; only what you pin or set to a level may exceed it, and then exit code 5 says so.',
  examples: ['fovea .', 'fovea . --budget 8k --task "sessions are not closed when the token expires"', 'fovea . --format markdown -o context.md', 'fovea . --lens architecture --frozen', 'fovea . --commit HEAD~5 --budget 16k'],
  fields: {
    path: text('The folder', { place: 'one', otherwise: '.' }),
    ...choosing,
    ...ordering,
    ...committing,
    output: text('Write to a file instead of standard output', { short: 'o', sign: 'FILE' }),
    ...opening,
    allowSensitive: flag('Add the absolute path, host name, session notes, configuration path and full remote to the metadata'),
    strict: flag('Exit with 3 when something could not be read or parsed'),
    failOnSecret: flag('Exit with 4 when a secret was found (it is redacted either way), and with 3 when a text was too large to be looked at'),
    ...logging,
    json: flag('The same as --format json'),
    quiet: flag('Print no report', { short: 'q' }),
  },
  async run(input, context) {
    const asking = await askedBy(input, context)
    const { workspace, output } = asking
    const whole = await answered(asking, input)
    // The same answer is kept for whoever wants a report and for whoever wants none.
    const answer = input.quiet ? { ...whole, report: [], diagnostics: [] } : whole
    await workspace.close()
    if (output === undefined) return answer
    await heard(context.signal)
    // An answer that holds nothing must not replace one that holds something.
    if (answer.text.length > 0) writeTo(output, input.output as string, answer.text)
    return { ...answer, text: [] }
  },
})

/** The answer that was given before to the same question, or a new one. */
async function answered({ workspace, settings }: Asking, input: Asked): Promise<Answer> {
  const read = await readWorkspace(workspace, settings)
  const { strict, failOnSecret, allowSensitive } = input
  const place = await answerPlace<Kept>(workspace, settings, { ...read, said: JSON.stringify([strict, failOnSecret, workspace.facts(allowSensitive)]) })
  const before = place?.recall()
  const again = before === undefined ? undefined : givenAgain(before, read.reading, workspace)
  if (again !== undefined) return again
  const compilation = compileGathered(workspace, await gatherWorkspace(workspace, settings, { ...read, watched: place !== undefined }), { allowSensitive })
  const answer = answerOf(workspace, compilation, input)
  const kept = place === undefined ? undefined : keptOf(answer, read.reading, { time: workspace.frozen ? undefined : compilation.compiled.page.timestamp, meter: compilation.meter })
  if (kept !== undefined) await place?.keep(kept, compilation.corpus.footing)
  return answer
}

function answerOf(workspace: Workspace, compilation: Compilation, input: Asked): Answer {
  const pack = keptAs(workspace, compilation)
  const outcome = outcomeOf(compilation, { ...input, quiet: false })
  const report = [...(outcome.report ?? []), ...(workspace.commit === undefined ? [] : [`the files and their history as of commit ${workspace.commit.slice(0, 12)}`]), ...(pack === undefined ? [] : [packLine(pack)])]
  return { ...outcome, text: compilation.compiled.parts, report, ...(pack === undefined ? {} : { pack, events: [contextCompressed('pack', compilation, { pack })] }) }
}

/** What says which folder is packed, how, and where to. */
export interface Packing extends Choices, Opening {
  readonly path: string | undefined
  readonly output: string | undefined
  readonly allowSensitive: boolean
  readonly json: boolean
}

/** How what was packed is told. */
type Asked = Pick<Packing, 'path' | 'allowSensitive'> & { readonly strict: boolean; readonly failOnSecret: boolean }

/** A folder that is open, and what is asked of it. */
interface Asking {
  readonly workspace: Workspace
  readonly settings: Settings
  readonly output: string | undefined
}

/** Compiles the folder that was named; the workspace is still open. */
export async function compiledBy(input: Packing, context: Context): Promise<{ workspace: Workspace; compilation: Compilation }> {
  const { workspace, settings } = await askedBy(input, context)
  return { workspace, compilation: await compileWorkspace(workspace, settings, input.allowSensitive) }
}

async function askedBy(input: Packing, context: Context): Promise<Asking> {
  const workspace = await openThen(context, input.path, input)
  const output = input.output === undefined || input.output === '-' ? undefined : resolve(context.cwd, input.output)
  const flags = await flagsOf(input, context)
  const settings = settle({ ...flags, ...(input.json ? { format: 'json' } : {}), exclude: [...(flags.exclude ?? []), ...ownOutput(workspace.root, output)] }, workspace.layers)
  return { workspace, settings, output }
}

/** Keeps what was printed, so that a delta can begin there; gives its id. */
function keptAs(workspace: Workspace, compilation: Compilation): string | undefined {
  const pack = workspace.packs === undefined ? undefined : packOf(workspace, compilation)
  return pack !== undefined && keepPack(workspace, pack) ? pack.id : undefined
}

/** The page itself is not part of what it describes, or the second run would pack the first. */
export function ownOutput(root: string, output: string | undefined): string[] {
  const inside = output === undefined ? '..' : relative(root, output)
  return inside.startsWith('..') ? [] : [`/${inside.replace(/[\\*?[\]!# ]/g, '\\$&')}`]
}

/** What a compilation is to whoever asked for it. */
export function outcomeOf(compilation: Compilation, input: { strict: boolean; failOnSecret: boolean; quiet: boolean; path: string | undefined }): Outcome {
  const { compiled, settings, diagnostics } = compilation
  mustHold(compilation, input.path ?? '.')
  const budget = settings.budget.value
  const nothing = compiled.parts.length === 0
  const report = input.quiet ? [] : [...packReport(compilation), ...uselessPins(compilation)]
  if (input.failOnSecret && !input.quiet) report.push(...unsearched(compilation))
  if (nothing) report.push(`a budget of ${budget} tokens is too small: the smallest answer in ${settings.format.value} needs ${compiled.least}`)
  else if (compiled.tokens > budget) report.push(`what had to be shown needs ${compiled.tokens} tokens, ${compiled.tokens - budget} more than the budget: pin less, lower --level or raise --budget`)
  return { text: compiled.parts, framed: true, report, events: [contextCompressed('pack', compilation)], diagnostics: input.quiet ? [] : diagnostics, exit: exitOf(compilation, input) }
}

/** Pins that matched nothing are probably mistyped, and some things are a line on every page. */
export const uselessPins = (compilation: Pick<Compilation, 'corpus' | 'settings'>): string[] => [...unmetPins(compilation).map((pin) => `no file matches --pin ${pin}`), ...pinnedLines(compilation)]

/** Pins of files that no page shows, with the way to see them. */
function pinnedLines({ corpus, settings }: Pick<Compilation, 'corpus' | 'settings'>): string[] {
  return pinsIn(settings).flatMap((rule) => {
    const files = corpus.files.filter(({ entry }) => globMatcher(rule.match)(entry.path))
    const { entry } = files[0] ?? {}
    return entry?.stub === undefined || files.some((file) => file.entry.stub === undefined) ? [] : [`--pin ${rule.why.slice(PINNED.length)} changes nothing: ${stubNote(entry.path, entry.stub)}`]
  })
}

const PINNED = 'pinned: '
const pinsIn = (settings: Settings): readonly Rule[] => settings.rules.value.filter((rule) => rule.why.startsWith(PINNED))

/** Pins that no file meets, as they were said. */
export function unmetPins({ corpus, settings }: Pick<Compilation, 'corpus' | 'settings'>): string[] {
  const pins = pinsIn(settings)
  const used = new Set(pins.filter((rule) => corpus.files.some((file) => isMet(rule, file))).map((rule) => rule.why))
  return [...new Set(pins.map((rule) => rule.why))].filter((why) => !used.has(why)).map((why) => why.slice(PINNED.length))
}

/** A file that was not parsed is shown whole, whatever it holds. */
function isMet(rule: Rule, { entry, parts }: CorpusFile): boolean {
  return globMatcher(rule.match)(entry.path) && (rule.block === undefined || parts === undefined || blocksNamed(parts.block, rule.block).length > 0)
}

function exitOf({ compiled, settings, diagnostics, reading }: Compilation, input: { strict: boolean; failOnSecret: boolean }): number {
  if (compiled.parts.length === 0 || compiled.tokens > settings.budget.value) return EXIT.budget
  if (input.failOnSecret && reading.secrets.length > 0) return EXIT.secrets
  if (input.failOnSecret && reading.entries.some(isTooLarge)) return EXIT.partial
  return input.strict && diagnostics.some(isLoss) ? EXIT.partial : EXIT.ok
}

/** Who wants to know of secrets is told where nobody looked. */
function unsearched({ reading }: Compilation): string[] {
  const paths = reading.entries.filter(isTooLarge).map(({ path }) => path)
  return paths.length === 0 ? [] : [`not looked at for secrets, too large: ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ` and ${paths.length - 5} more` : ''}; raise maxFileBytes, exclude them, or look with fovea secrets`]
}

/** Something that should be here is not, or is coarser than it should be. A redacted secret is neither. */
const isLoss = ({ severity, code }: Diagnostic): boolean => code !== 'source/redacted' && (severity === 'warning' || code === 'parse/coarse')

/** Writes an answer to a file that somebody named. */
export function writeTo(path: string, shown: string, parts: Parts): void {
  try {
    writeOutput(path, parts)
  } catch (error) {
    if (error instanceof Changed) throw error
    throw new Failure(`${shown} cannot be written: ${writeCause(error)}`)
  }
}
