import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import { flag, text } from '../core/field.ts'
import { bytesText } from '../core/price.ts'
import { type Finding, inPlaceOfState, isAmiss, storesOf, type StoreState } from '../workspace/care/index.ts'
import { asset, chatAddress, LANGUAGES, openWorkspace, OWN, settle, unusableCache, userConfigShown } from '../workspace/index.ts'
import { mustBeFolder } from './open.ts'
import { defineOperation, EXIT } from './operation.ts'

interface Check extends Partial<Omit<StoreState, 'found' | 'next'>> {
  readonly name: string
  readonly ok: boolean
  readonly found: string
  readonly next?: string
}

/** Checks that everything Fovea needs is there. */
export const doctor = defineOperation({
  name: 'doctor',
  title: 'Check that everything Fovea needs is there',
  doc: `Node, the token vocabularies, every grammar, the configuration, the model of fovea gen when one is named, and every file that is kept for this folder: memory, aliases, sessions, the catalogue, what you agreed to, the cache. --repair keeps a broken file beside, saves what can be read of it and of its last good copy, and removes what killed processes left; it removes nothing that you made. Exits with ${EXIT.stale} when a check fails, or when something of yours is broken or of a newer version; after --repair, when something still is.`,
  examples: ['fovea doctor', 'fovea doctor --json', 'fovea doctor --repair --dry-run', 'fovea doctor --repair'],
  fields: {
    path: text('The folder', { place: 'one', otherwise: '.' }), repair: flag('Mend what is broken, and say what was done'), dryRun: flag('Only say what --repair would do; it need not be given too'), json: flag('The answer as JSON'),
  },
  async run(input, context) {
    mustBeFolder(context, input.path ?? '.', (folder) => `doctor looks at folders, such as "fovea doctor ${folder}"`)
    const folder = resolve(context.cwd, input.path ?? '.')
    const checks = [nodeCheck(), await meterCheck(folder), ...(await grammarChecks()), configCheck(folder), modelCheck(folder), stateCheck(folder), ...cacheChecks()]
    const workspace = openWorkspace(folder, { caching: 'off' })
    const before = storesOf(workspace)
    const deeds = input.dryRun ? before.flatMap(planned) : input.repair ? before.flatMap(mended) : []
    const stores = (input.repair && !input.dryRun ? storesOf(workspace) : before).map(({ store }) => storeCheck(store))
    const all = [...checks, ...deeds, ...stores]
    const lines = all.map((check) => `${check.ok ? 'ok  ' : 'FAIL'}  ${check.name}: ${check.found}${check.next ? ` -> ${check.next}` : ''}`)
    return { text: [`${lines.join('\n')}\n`], data: all, exit: all.every((check) => check.ok) ? EXIT.ok : EXIT.stale }
  },
})

const planned = ({ plan }: Finding): Check[] => plan.map((step) => ({ name: 'would repair', ok: true, found: step }))

/** What could not be mended harms nothing else. */
function mended({ store, mend }: Finding): Check[] {
  try {
    return mend().map((step) => ({ name: 'repaired', ok: true, found: step }))
  } catch (error) {
    return [{ name: 'not repaired', ok: false, found: `${store.file}: ${(error as Error).message}` }]
  }
}

function storeCheck({ found, next, ...store }: StoreState): Check {
  const state = store.state === 'whole' ? '' : `${store.state}, `
  return { name: store.store, ok: !isAmiss({ ...store, found }), found: `${store.file}: ${state}${found}, ${bytesText(store.bytes)}`, ...(next === undefined ? {} : { next }), ...store }
}

function nodeCheck(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const ok = major > 20 || (major === 20 && minor >= 19)
  return { name: 'node', ok, found: process.versions.node, ...(ok ? {} : { next: 'install Node 20.19 or newer' }) }
}

async function meterCheck(folder: string): Promise<Check> {
  return attempt('tokens', async () => {
    const meter = await openWorkspace(folder, { frozen: true }).meter('o200k_base')
    return `o200k_base counts "hello world" as ${meter.count('hello world')}`
  })
}

/** One line for all grammars that are there, and one for each that is not. */
async function grammarChecks(): Promise<Check[]> {
  const grammars = [...new Set(LANGUAGES.flatMap((language) => language.grammar ?? []))]
  const checks = await Promise.all(grammars.map((grammar) => attempt(`grammar ${grammar}`, async () => `${(await asset(`grammars/${grammar}.wasm`)).length} bytes`)))
  const there = checks.filter(({ ok }) => ok).length
  return [{ name: 'grammars', ok: there === grammars.length, found: `${there} of ${grammars.length}` }, ...checks.filter(({ ok }) => !ok)]
}

async function attempt(name: string, work: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, found: await work() }
  } catch (error) {
    return { name, ok: false, found: (error as Error).message, next: 'install Fovea again' }
  }
}

function configCheck(folder: string): Check {
  const { layers, diagnostics } = openWorkspace(folder)
  const wrong = diagnostics[0]
  if (wrong !== undefined) return { name: 'configuration', ok: false, found: wrong.message, ...(wrong.hint ? { next: wrong.hint } : {}) }
  try {
    settle({}, layers)
  } catch (error) {
    return { name: 'configuration', ok: false, found: (error as Error).message }
  }
  return { name: 'configuration', ok: true, found: layers.length === 0 ? 'defaults' : layers.map(({ origin }) => (origin === OWN ? `${OWN} (${userConfigShown()})` : origin)).join(', ') }
}

/** A model is never needed; one that is named and has no key would fail later. */
function modelCheck(folder: string): Check {
  const config = openWorkspace(folder).layers.find(({ config: { generation } }) => generation !== undefined)?.config.generation
  if (config === undefined) return { name: 'model', ok: true, found: 'none is configured; fovea gen prints its requests' }
  const found = `${config.kind}:${config.model} at ${chatAddress(config).host}`
  const variable = config.key?.replace('env:', '')
  if (variable === undefined || process.env[variable]?.trim()) return { name: 'model', ok: true, found: variable === undefined ? `${found}, without a key` : `${found}, its key is in ${variable}` }
  return { name: 'model', ok: false, found: `${found}, and ${variable} is not set`, next: `set ${variable}, or take the key out of "generation" in your own configuration` }
}

/** Only a place that was named and cannot be used: a run without a cache is slower and says nothing. */
function cacheChecks(): Check[] {
  const found = unusableCache()
  return found === undefined ? [] : [{ name: 'cache', ok: false, found, next: 'name a folder that you may write, or unset FOVEA_CACHE' }]
}

/** State is a convenience: without it Fovea works, only without memory. */
function stateCheck(folder: string): Check {
  const other = inPlaceOfState(folder)
  if (other !== undefined) return { name: 'state', ok: false, found: `.fovea is ${other}`, next: 'move it away: what is learned, saved and registered is kept in a folder of that name' }
  try {
    accessSync(folder, constants.W_OK)
    return { name: 'state', ok: true, found: 'this folder is writable, .fovea/ can be kept' }
  } catch {
    return { name: 'state', ok: true, found: 'this folder is read-only, nothing will be remembered' }
  }
}
