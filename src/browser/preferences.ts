// What the files themselves say of how they are shown: the configuration of the repository, and its aliases.
import { textOf } from '../blocks/text.ts'
import { type Registry, RegistryError, registryFrom } from '../core/ctx/registry.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { HeldFile } from '../core/entry/held.ts'
import { UsageError } from '../core/field.ts'
import { isRecord } from '../core/json.ts'
import { knownFaults } from '../core/schema.ts'
import { CONFIG_FILE, type Layer, layerFrom, narrowed, unheard } from '../core/settings/preferences.ts'
import { preferencesSchema } from '../core/settings/schema.ts'
import { FORMAT_NAMES } from '../formats/index.ts'
import { redactSecrets } from '../guards/secrets.ts'
import { METER_NAMES } from '../meters/index.ts'

/** A configuration is small. */
const MOST_BYTES = 1 << 20
const ALIASES = '.ado/aliases.json'

/** What the repository's file says. One that cannot be read may hold excludes and ceilings: nothing is shown until it is mended. */
export function layersIn(files: readonly HeldFile[], report: (diagnostic: Diagnostic) => void): readonly Layer[] {
  const file = files.find(({ path }) => path === CONFIG_FILE)
  if (file === undefined) return []
  const said = file.link !== undefined ? new Error('it is not a plain file') : file.bytes.length > MOST_BYTES ? new Error('it is larger than 1 MB') : redactSecrets(textOf(file.bytes)).text
  const layer = layerFrom(CONFIG_FILE, said, { faultsIn, report: ({ message }) => { throw new UsageError(message) } })
  if (layer === undefined) return []
  unheard(layer.config, {}).forEach(report)
  return [narrowed(layer, report)]
}

/** Models, catalogues and databases are nothing that a page could use: only what is shown is judged. */
const faultsIn = (parsed: unknown): string[] =>
  isRecord(parsed) ? knownFaults(parsed, preferencesSchema({ formats: FORMAT_NAMES, meters: METER_NAMES }), '') : ['the whole must be an object']

/** The aliases that pages show. A registry that cannot be read must not stop a page that would do without. */
export function aliasesIn(files: readonly HeldFile[], report: (diagnostic: Diagnostic) => void): Registry {
  const file = files.find(({ path, link }) => path === ALIASES && link === undefined)
  try {
    return registryFrom(file && textOf(file.bytes))
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error
    report({ code: 'ctx/unreadable', severity: 'warning', message: `No alias is shown: ${ALIASES} cannot be used: ${error.message}.` })
    return new Map()
  }
}
