// What changed since the base of a context, and moving that base.
import { type AliasChange, type Base, baseFrom, baseOf, baseText } from '../../core/ctx/base.ts'
import { changesBetween } from '../../core/ctx/changes.ts'
import { unifiedDiff } from '../../core/ctx/unified.ts'
import { cardOf } from '../../core/ctx/cards/card.ts'
import { keepText, keptText } from './aliases.ts'
import { subjectOf } from './cards.ts'
import { CtxError, ctxPlace } from './place.ts'
import { type CtxProject, type Standing, standings } from './project.ts'

const BASE = 'ctx/base.sha'
const PATCH = 'ctx/delta.patch'

/** A delta against the base. */
export interface CtxDelta {
  readonly base: Base
  /** The context as it is now. */
  readonly now: Base
  readonly changes: readonly AliasChange[]
}

/** The base of a project; undefined when none was set. */
export function baseIn({ place, workspace }: CtxProject): Base | undefined {
  const text = place.read(BASE)
  if (text === undefined) return undefined
  const base = baseFrom(text, workspace.digest.sha256)
  if (base === undefined) throw new CtxError(`${place.shown}/${BASE} cannot be used: it is not what its first line says. Set it anew with "fovea ctx diff --accept"`)
  return base
}

const shaOf = ({ entry }: Standing): string => entry?.sha256.slice(0, 8) ?? ''

/** The context as the files are now. */
export const contextNow = ({ workspace }: CtxProject, all: readonly Standing[]): Base =>
  baseOf(new Map(all.filter(({ entry }) => entry !== undefined).map((standing) => [standing.alias.alias, shaOf(standing)])), workspace.digest.sha256)

/** What changed since the base; undefined when there is none. */
export async function deltaOf(project: CtxProject): Promise<CtxDelta | undefined> {
  const base = baseIn(project)
  if (base === undefined) return undefined
  const all = standings(project)
  const changes: AliasChange[] = []
  for (const standing of all) {
    const change = await changeOf(project, standing, base.shas.get(standing.alias.alias))
    if (change !== undefined) changes.push(change)
  }
  const known = new Set(all.map(({ alias }) => alias.alias))
  for (const [alias, sha] of base.shas) if (!known.has(alias)) changes.push(removed(project, { alias, sha, why: 'alias removed' }))
  return { base, now: contextNow(project, all), changes }
}

async function changeOf(project: CtxProject, standing: Standing, sha: string | undefined): Promise<AliasChange | undefined> {
  const { alias: { alias, path }, entry } = standing
  if (entry === undefined) return sha === undefined ? undefined : removed(project, { alias, sha, why: `${path} is gone` })
  if (sha === shaOf(standing)) return undefined
  const now = await subjectOf(project.workspace, entry, alias)
  const names = { old: `${alias}@${sha}`, now: `${alias}@${shaOf(standing)}` }
  if (sha === undefined) return { alias, kind: 'added', lines: [`added (${path})`, ...cardOf(now).lines.map((line) => `  ${line}`)], patch: unifiedDiff({ name: '/dev/null', text: '' }, { name: names.now, text: entry.text }) }
  const old = keptText(project, sha)
  if (old === undefined) return { alias, kind: 'changed', lines: [`changed since ${sha}; what it was is not kept here: get_alias shows what it is`], patch: '' }
  return { alias, kind: 'changed', lines: changesBetween(await subjectOf(project.workspace, { path, text: old }, alias), now), patch: unifiedDiff({ name: names.old, text: old }, { name: names.now, text: entry.text }) }
}

function removed(project: CtxProject, { alias, sha, why }: { alias: string; sha: string; why: string }): AliasChange {
  const old = keptText(project, sha) ?? ''
  return { alias, kind: 'removed', lines: [why], patch: unifiedDiff({ name: `${alias}@${sha}`, text: old }, { name: '/dev/null', text: '' }) }
}

/** Writes the delta as a patch by aliases. */
export const writePatch = ({ place }: CtxProject, { changes }: Pick<CtxDelta, 'changes'>): void => place.write(PATCH, changes.map(({ patch }) => patch).join(''))

/** Makes the files as they are now the base, or a context that a model knows, and keeps texts. */
export function acceptBase(project: CtxProject, known?: Base): Base {
  const all = standings(project)
  for (const { entry } of all) if (entry !== undefined) keepText(project, entry)
  const base = known ?? contextNow(project, all)
  project.place.write(BASE, baseText(base))
  project.place.remove(PATCH)
  forgetTexts(project)
  return base
}

/** Texts that no registry and no base of this workspace speaks of are removed. */
function forgetTexts(project: CtxProject): void {
  const needed = neededTexts(project)
  for (const sha of needed === undefined ? [] : project.texts.names('ctx/texts', '.txt')) if (!needed?.has(sha)) project.texts.remove(`ctx/texts/${sha}.txt`)
}

/** Undefined when one of them cannot be read: then nothing is known to be needless. */
function neededTexts(project: CtxProject): ReadonlySet<string> | undefined {
  const { root } = project.workspace
  try {
    return new Set([project.place, ctxPlace(root, '.fovea'), ctxPlace(root, '.ado')].flatMap((place) =>
      [...[...place.registry().values()].map(({ sha }) => sha.slice(0, 8)), ...(baseIn({ ...project, place })?.shas.values() ?? [])]))
  } catch (error) {
    if (error instanceof CtxError) return undefined
    throw error
  }
}
