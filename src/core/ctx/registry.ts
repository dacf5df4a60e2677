// The registry of aliases: a JSON object {alias: {path, sha}} as the protocol writes it (S3.2). Keys that are not ours stay.
import { DocumentFault, newerVersion } from '../document-fault.ts'
import { isRecord, jsonFrom } from '../json.ts'
import { prefixOf } from './alias.ts'

/** What an alias stands for. */
export interface Alias {
  readonly alias: string
  /** Below the project, `/` between parts. */
  readonly path: string
  /** Hex digits of the sha256 of the bytes when it was pinned: eight, or more where somebody wrote more. */
  readonly sha: string
  /** What a pack says of it in brackets. */
  readonly note?: string
}

/** Aliases in the order of their names. */
export type Registry = ReadonlyMap<string, Alias>

/** The protocol has no version. Should one be needed, it stands under a key that cannot be an alias, and this version leaves such a file alone. */
const VERSION_KEY = '$version'
export const REGISTRY_VERSION = 1

/** Why a registry cannot be used, as the end of a sentence. */
export class RegistryError extends DocumentFault {
  override readonly name = 'RegistryError'
}

/** The registry that a text holds; an empty one when there is none. */
export function registryFrom(text: string | undefined): Registry {
  const json = text === undefined ? {} : jsonFrom(text, (why) => new RegistryError(why))
  if (!isRecord(json)) throw new RegistryError('it is not an object with aliases as keys')
  const version = json[VERSION_KEY]
  if (typeof version === 'number' && version > REGISTRY_VERSION) throw new RegistryError(newerVersion(version, REGISTRY_VERSION), true)
  return new Map(Object.entries(json).map(([alias, value]): [string, Alias] => [alias, aliasFrom(alias, value)]).sort(byName))
}

/** The aliases that can be read of a value in which others are broken, without those that `skip` names. */
export function aliasesIn(value: unknown, skip: (part: unknown) => boolean = () => false): Registry {
  return new Map(Object.entries(isRecord(value) ? value : {}).filter(([, each]) => !skip(each)).flatMap(([alias, each]): [string, Alias][] => {
    try {
      return [[alias, aliasFrom(alias, each)]]
    } catch {
      return []
    }
  }).sort(byName))
}

function aliasFrom(alias: string, value: unknown): Alias {
  const name = JSON.stringify(alias.slice(0, 80))
  if (prefixOf(alias) === undefined) throw new RegistryError(`${name} is not an alias: one looks like A.ADR1`)
  if (!isRecord(value) || typeof value['path'] !== 'string' || typeof value['sha'] !== 'string') throw new RegistryError(`${name} needs a path and a sha, both texts`)
  if (!/^[0-9a-f]{8,64}$/.test(value['sha'])) throw new RegistryError(`the sha of ${name} is not eight or more hex digits`)
  if (value['note'] !== undefined && typeof value['note'] !== 'string') throw new RegistryError(`the note of ${name} is not a text`)
  return { ...value, alias, path: value['path'], sha: value['sha'] }
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : a > b ? 1 : 0)

/** The text of a registry: one alias a line, in order, so that two branches can be joined. */
export function registryText(registry: Registry): string {
  const lines = [...registry].sort(byName).map(([name, { alias: _name, ...value }]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  return lines.length === 0 ? '{}\n' : `{\n${lines.join(',\n')}\n}\n`
}

/** The same registry with one alias more, or another one in its place. */
export const withAlias = (registry: Registry, alias: Alias): Registry => new Map([...registry, [alias.alias, alias] as const].sort(byName))

/** The alias as a handle: `A.ADR1@d00dad42`. */
export const aliasHandle = ({ alias, sha }: Pick<Alias, 'alias' | 'sha'>): string => `${alias}@${sha.slice(0, 8)}`
