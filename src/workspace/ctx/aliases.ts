// Adding, removing and pinning aliases. The text of what is pinned is kept by its hash, so that a later run can say what changed.
import { faultIn, proposed } from '../../core/ctx/alias.ts'
import { type Alias, aliasHandle, withAlias } from '../../core/ctx/registry.ts'
import { unifiedDiff } from '../../core/ctx/unified.ts'
import { UsageError } from '../../core/field.ts'
import type { Entry } from '../../core/ports.ts'
import { CtxError } from './place.ts'
import { aliasNamed, type CtxProject, readText, type Standing, standings } from './project.ts'

/** What is to be added. Without a name one is made from the path. */
export interface Adding {
  readonly alias?: string | undefined
  readonly path: string
  readonly note?: string | undefined
  /** An alias that stands for another file gets this one. */
  readonly replace?: boolean
}

/** Adds an alias, or pins one anew. */
export function addAlias(project: CtxProject, { alias: name, path, note, replace = false }: Adding): Alias {
  const { prefixes } = project.settings
  const fault = name === undefined ? undefined : faultIn(name, prefixes)
  if (fault !== undefined) throw new UsageError(`"${name}" cannot be an alias: ${fault}`)
  const entry = readText(project.workspace, path)
  let added: Alias | undefined
  project.place.change((registry) => {
    const known = [...registry.values()].find((one) => one.path === entry.path)
    const alias = name ?? known?.alias ?? proposed(entry.path, prefixes, new Set(registry.keys()))
    refuseClash(registry, { alias, path: entry.path }, replace)
    const before = registry.get(alias)
    added = { ...before, alias, path: entry.path, sha: entry.sha256.slice(0, 8), ...(note === undefined ? {} : { note }) }
    return withAlias(registry, added)
  })
  keepText(project, entry)
  return added as unknown as Alias
}

/** Two names that differ in capitals only would share the file of their card on some disks. */
function refuseClash(registry: ReadonlyMap<string, Alias>, { alias, path }: { alias: string; path: string }, replace: boolean): void {
  const before = registry.get(alias)
  if (before !== undefined && before.path !== path && !replace) throw new CtxError(`${alias} stands for ${before.path}: give ${path} another alias, or use --replace`)
  const twin = [...registry.keys()].find((other) => other !== alias && other.toLowerCase() === alias.toLowerCase())
  if (twin !== undefined) throw new CtxError(`there is ${twin} already, and ${alias} differs from it in capitals only: choose another name`)
}

/** Removes an alias and its card. */
export function removeAlias(project: CtxProject, typed: string): Alias {
  const found = aliasNamed(project, typed)
  project.place.change((registry) => new Map([...registry].filter(([name]) => name !== found.alias)))
  project.place.remove(cardFile(found.alias))
  return found
}

/** Where the card of an alias is kept. */
export const cardFile = (alias: string): string => `cards/${alias}.md`

const textFile = (sha: string): string => `ctx/texts/${sha.slice(0, 8)}.txt`

/** Keeps a text by its hash. Secrets were replaced when it was read. */
export const keepText = ({ texts }: CtxProject, { sha256, text }: Pick<Entry, 'sha256' | 'text'>): void => texts.write(textFile(sha256), text)

/** A text that was kept; undefined when it was not, or not any more. */
export const keptText = ({ texts }: CtxProject, sha: string): string | undefined => texts.read(textFile(sha))

/** An alias whose file is not what it was. */
export interface Drift extends Standing {
  /** What changed, when the old text is known. */
  readonly diff?: string
}

/** The aliases whose files are not what they were. */
export function drifted(project: CtxProject): Drift[] {
  return standings(project).filter(({ state }) => state !== 'same').map((standing) => {
    const diff = diffOf(project, standing)
    return { ...standing, ...(diff === undefined ? {} : { diff }) }
  })
}

function diffOf(project: CtxProject, { alias, entry }: Standing): string | undefined {
  const old = entry === undefined ? undefined : keptText(project, alias.sha)
  if (entry === undefined || old === undefined) return undefined
  return unifiedDiff({ name: aliasHandle(alias), text: old }, { name: aliasHandle({ ...alias, sha: entry.sha256 }), text: entry.text })
}

/** Pins changed aliases to what their files are now; those without a file stay as they are. */
export function repin(project: CtxProject, drifts: readonly Drift[]): void {
  const now = new Map(drifts.flatMap(({ alias, entry }) => (entry === undefined ? [] : [[alias.alias, entry] as const])))
  if (now.size === 0) return
  project.place.change((registry) => new Map([...registry].map(([name, alias]) => {
    const entry = now.get(name)
    return [name, entry === undefined || entry.path !== alias.path ? alias : { ...alias, sha: entry.sha256.slice(0, 8) }]
  })))
  for (const entry of now.values()) keepText(project, entry)
}
