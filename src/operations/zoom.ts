import { lineOf } from '../core/block.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { choice, flag, level, number, text, tokens, UsageError } from '../core/field.ts'
import type { Level } from '../core/level.ts'
import type { Parts } from '../core/parts.ts'
import { type Alias, aliasHandle } from '../core/ctx/registry.ts'
import { outputFrom, TARGET_KINDS, type Target, targetFrom, rangeOf } from '../core/handle.ts'
import { plainName } from '../core/find.ts'
import { isVisible } from '../core/rank/rank.ts'
import type { Entry } from '../core/ports.ts'
import { aliasesShown, FORMAT_NAMES, learnAside, METER_NAMES, openCtx, requestOf, standingOf, type Settings, settle, summonNamed, type Workspace } from '../workspace/index.ts'
import { absentFrom } from './absent.ts'
import { meant } from './alias.ts'
import { openHere, type Opening, opening } from './open.ts'
import { type Context, defineOperation, EXIT, Failure, type Outcome } from './operation.ts'
import { originalOutcome } from './tool-output.ts'
import { fragmentOf } from './fragment.ts'
import { Library, notFound, type Place, resolveMoved, resolveTarget, type Scope } from './resolve.ts'

/** Shows more of one thing. */
export const zoom = defineOperation({
  name: 'zoom',
  title: 'Show more of one function, class, module, file, folder or handle',
  doc: 'Reads the disk as it is now. The block comes back as deep as asked, within the budget, with its callers and callees as handles. Several places of one name are answered with the list of them. What is zoomed counts as useful for later packs (see fovea journal); --frozen learns nothing.',
  examples: ['fovea zoom fn=closeAll', 'fovea zoom class=Sessions --budget 1500 --depth signature', 'fovea zoom file=src/auth.ts:10-60 --context 5', 'fovea zoom mod=auth --include-tests', 'fovea zoom src/auth/', 'fovea zoom @9f8e7d6c', 'fovea zoom A.ADR1@d00dad42'],
  fields: {
    target: text('fn=NAME, class=NAME, mod=NAME, file=PATH[:10-60], FOLDER/, PATH#NAME, @9f8e7d6c, an alias such as A.ADR1, or out@9f8e7d6c:10-60 for the output of a command', { place: 'one' }),
    type: choice('The kind of the target, when it is not written before it', { choices: TARGET_KINDS }),
    root: text('The folder', { sign: 'DIR', otherwise: '.' }),
    budget: tokens('The most tokens the answer may have', { short: 'b', otherwise: 4000, sign: 'TOKENS' }),
    depth: level('signature, implementation or full', { otherwise: 'full', least: 'shape', sign: 'DEPTH' }),
    module: text('Only in this module or file, when a name stands in several', { sign: 'NAME' }),
    lines: text('Only these lines of a file: 100-200', { sign: 'A-B' }),
    context: number('Lines shown before and after a range', { otherwise: 0, sign: 'N' }),
    includeTests: flag('A module is shown with its tests'),
    lens: text('The lens whose rules hold; the configured one unless told', { short: 'l', sign: 'NAME' }),
    format: choice('How it is written', { short: 'f', choices: FORMAT_NAMES }),
    meter: choice('What counts the tokens', { choices: METER_NAMES }),
    ...opening,
    json: flag('The same as --format json'),
  },
  async run(input, context) {
    const output = input.type === undefined ? outputFrom(input.target ?? '') : undefined
    if (output !== undefined) return zoomOutput(output, input, context)
    const target = targetOf(input)
    const workspace = openHere(context, input.root, input)
    const settings = settle({ budget: input.budget, format: input.json ? 'json' : input.format, meter: input.meter, lens: input.lens }, workspace.layers)
    const scope = { includeTests: input.includeTests, ...(input.module === undefined ? {} : { module: input.module }) }
    const seen = await closerLook(workspace, settings, { target, scope, depth: input.depth as Level, context: input.context ?? 0 })
    if ('several' in seen) return seen.several
    return { ...fragmentOutcome(seen.fragment, seen.stale), diagnostics: seen.diagnostics }
  },
})

/** Shows lines of the output of a command that was shown in part. */
async function zoomOutput(output: NonNullable<ReturnType<typeof outputFrom>>, input: Opening & { root: string | undefined; budget: number | undefined; meter: string | undefined; lines: string | undefined; context: number | undefined }, context: Context): Promise<Outcome> {
  const lines = input.lines === undefined ? output.lines : linesTyped(input.lines)
  const around = input.context ?? 0
  const workspace = openHere(context, input.root, input)
  const meter = await workspace.meter(settle({ meter: input.meter }, workspace.layers).meter.value)
  const wanted = { pin: output.pin, ...(lines === undefined ? {} : { lines: [Math.max(1, lines[0] - around), lines[1] + around] as const }) }
  const outcome = originalOutcome(workspace, wanted, { meter, budget: input.budget ?? Infinity })
  await workspace.close()
  return outcome
}

/** What somebody wants to see more of, and how much of it. */
export interface Look {
  readonly target: Target
  readonly scope: Scope
  readonly depth: Level
  /** Lines around a range. */
  readonly context: number
}

/** What a look found: the fragment, or the places that it could mean. */
export type Seen = { readonly several: Outcome } | { readonly fragment: Awaited<ReturnType<typeof fragmentOf>>; readonly stale: boolean; readonly entries: readonly Entry[]; readonly diagnostics: readonly Diagnostic[] }

/** Reads the workspace, finds the target, compiles it and learns that somebody wanted it; for every surface that zooms. */
export async function closerLook(workspace: Workspace, settings: Settings, { target: typed, scope, depth, context }: Look): Promise<Seen> {
  const read = await workspace.read(settings)
  const entries = await summonNamed(workspace, typed.path ?? typed.name, read.entries)
  const visible = isVisible(requestOf(settings))
  const shown = aliasesShown(workspace)
  const { target, alias } = meant(typed, shown.aliases)
  const library = new Library(workspace, withAliased(workspace, entries.filter((entry) => visible(entry.path)), alias), true)
  const located = await locate(library, target, scope).catch((error: unknown) => { throw goneAlias(leftOutOr(error, target, { workspace, library, settings, read }), alias) })
  await workspace.close()
  if ('several' in located) return { several: await listed(workspace, settings, located.several) }
  const { places, stale } = located
  const fragment = await fragmentOf(workspace, { places, target, library, settings, depth, context }, stale)
  return { fragment, stale, entries, diagnostics: [...shown.diagnostics, ...await learnFrom(workspace, places, target)] }
}

/** Reasons that anybody may hear: what a rule hides is not there. */
const TOLD: ReadonlySet<string> = new Set(['ignored', 'excluded', 'not included'])

/** A file that lies there and is not looked at has a reason of its own. */
function leftOutOr(error: unknown, { kind, name, path = name }: Target, { workspace, library, settings, read }: { workspace: Workspace; library: Library; settings: Settings; read: Awaited<ReturnType<Workspace['read']>> }): unknown {
  if (!(error instanceof Failure) || error.exit !== EXIT.failed || (kind !== 'file' && !/[./]/.test(path)) || !isVisible(requestOf(settings))(path.replace(/^\.\//, ''))) return error
  const looked = { corpus: { files: library.entries.map((entry) => ({ entry })) }, reading: read, settings, diagnostics: read.diagnostics }
  const absent = absentFrom(workspace, looked, path.replace(/^\.\//, ''))
  if (absent === undefined || !TOLD.has(absent.reason)) return error
  return new Failure(`${absent.path} is not among the files that are looked at. ${absent.why} ${absent.reason === 'ignored' ? `In .foveaignore, ${(absent.add?.exclude ?? []).join(' and ')} brings it back.` : absent.next}`)
}

/** A file that has an alias can be asked for though it is ignored. */
function withAliased(workspace: Workspace, entries: readonly Entry[], alias: Alias | undefined): readonly Entry[] {
  if (alias === undefined || entries.some(({ path }) => path === alias.path)) return entries
  const { entry } = standingOf(openCtx(workspace), alias)
  return entry === undefined ? entries : [...entries, entry]
}

/** Nothing was found where an alias leads. */
const goneAlias = (error: unknown, alias: Alias | undefined): unknown => (alias === undefined || !(error instanceof Failure) || error.exit === EXIT.stale ? error
  : new Failure(`${aliasHandle(alias)} stands for ${alias.path}: ${error.message}. Give it its new path with "fovea ctx alias add", or remove it with "fovea ctx alias rm ${alias.alias}"`, EXIT.stale))

/** The places that a target means, or the answer that lists them when it could mean several. */
export async function locate(library: Library, target: Target, scope: Scope): Promise<{ places: readonly Place[]; stale: boolean } | { several: Several }> {
  const found = await resolveTarget(library, target, scope)
  const places = found.length > 0 ? found : await resolveMoved(library, target, scope)
  if (places.length === 0) throw await notFound(library, target, scope)
  if (isAmbiguous(places, target)) return { several: { name: target.name, places, library } }
  return { places, stale: found.length === 0 || hasChanged(library, places[0] as Place, target) }
}

/** A module may be many files: a zoom on them all says little of each. */
const MOST_TAUGHT = 5

/** Somebody wanted to see more of these files: that is evidence of their use. */
export async function learnFrom(workspace: Workspace, places: readonly Place[], target: Target): Promise<readonly Diagnostic[]> {
  const paths = [...new Set(places.map(({ entry }) => entry.path))]
  return paths.length > MOST_TAUGHT ? [] : learnAside(workspace.experience, paths.map((path) => ({ kind: 'zoomed', path, why: wordsOf(target) })))
}

const wordsOf = ({ kind, name, pin = '' }: Target): string => (kind === 'content' ? `@${pin}` : kind === 'any' ? name : `${kind}=${name}`)

/** A pin is of the sha256 of what was seen; a file's md5, as formats print it, pins too. */
function hasChanged(library: Library, place: Place, { pin, kind }: Target): boolean {
  if (pin === undefined || kind === 'content') return false
  return !library.shaOf(place).startsWith(pin) && !(place.block === place.file && place.entry.md5.startsWith(pin))
}

function targetOf(input: { target: string | undefined; type: string | undefined; lines: string | undefined }): Target {
  if (input.target === undefined) throw new UsageError('name a target: fovea zoom fn=closeAll, class=Sessions, mod=auth, file=src/auth.ts:10-60 or @9f8e7d6c')
  const target = targetFrom(input.type === undefined ? input.target : `${input.type}=${input.target}`)
  if (input.lines === undefined) return target
  return { ...target, kind: 'file', lines: linesTyped(input.lines) }
}

function linesTyped(text: string): readonly [number, number] {
  const match = /^L?(\d{1,9})(?:-L?(\d{1,9}))?$/.exec(text)
  if (match === null) throw new UsageError(`--lines looks like 100-200, not "${text}"`)
  return rangeOf(Number(match[1]), Number(match[2] ?? match[1]))
}

/** Overloads and the parts of one type in one file belong together; a module may be many files; everything else must be one place. */
function isAmbiguous(places: readonly Place[], target: Target): boolean {
  if (target.kind === 'module' || target.kind === 'folder' || places.length === 1) return false
  const [first] = places as [Place]
  return places.some((place) => place.entry !== first.entry || plainName(place.block) !== plainName(first.block)) && !places.every((place) => place.block === place.file && target.kind === 'any')
}

/** A name that stands in several places. */
export interface Several {
  readonly name: string
  readonly places: readonly Place[]
  readonly library: Library
}

/** So many places are listed at most. */
const MOST_LISTED = 30

/** The answer that lists the places a name could mean, as many as fit the budget. */
export async function listed(workspace: Workspace, { budget: { value: budget }, meter }: Settings, { name, places, library }: Several): Promise<Outcome> {
  const counter = await workspace.meter(meter.value)
  const rows = places.slice(0, MOST_LISTED).map((place) => ({
    target: place.block === place.file ? `file=${place.entry.path}` : place.block.id,
    kind: place.block.kind, line: lineOf(place.block, place.entry.text), handle: `@${library.shaOf(place).slice(0, 8)}`,
  }))
  const textOf = (shown: number): string => [
    ...rows.slice(0, shown).map((row) => `${row.target}  ${row.kind}, line ${row.line}, ${row.handle}\n`), ...(places.length > shown ? [`and ${places.length - shown} more\n`] : []),
  ].join('')
  let shown = rows.length
  while (shown > 0 && counter.count(textOf(shown)) > budget) shown--
  if (shown === 0) throw new Failure(`${name} stands in ${places.length} places, and a budget of ${budget} tokens is too small to list one: raise --budget, or say which with --module`, EXIT.budget)
  return {
    text: [textOf(shown)], data: { ambiguous: name, places: places.length, candidates: rows.slice(0, shown) },
    report: [`${name} stands in ${places.length} places: ask again with one of these, or with --module`], exit: EXIT.failed,
  }
}

/** The answer for a fragment; a budget that shows nothing of it is an error. */
export function fragmentOutcome(result: { parts: Parts; page: { files: readonly unknown[] }; tokens: number; budget: number }, stale: boolean): Outcome {
  if (result.page.files.length === 0) throw new Failure(`a budget of ${result.budget} tokens is too small to show anything of it: raise --budget`, EXIT.budget)
  // A small page has no room for the notice that says so too.
  const remark = stale ? ['the handle is stale: shown is what it means now'] : []
  return { text: result.parts, framed: true, report: [`${result.tokens} of ${result.budget} tokens`, ...remark], exit: stale ? EXIT.stale : EXIT.ok }
}
