import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import { flag, text } from '../core/field.ts'
import { asset, chatAddress, LANGUAGES, openWorkspace, settle } from '../workspace/index.ts'
import { defineOperation, EXIT } from './operation.ts'

interface Check {
  readonly name: string
  readonly ok: boolean
  readonly found: string
  readonly next?: string
}

/** Checks that everything Fovea needs is there. */
export const doctor = defineOperation({
  name: 'doctor',
  title: 'Check that everything Fovea needs is there',
  doc: 'Node, the token vocabularies, every grammar, the configuration, the model of fovea gen when one is named, and whether state can be kept. Exits with 6 when a check fails.',
  examples: ['fovea doctor', 'fovea doctor --json'],
  fields: { path: text('The folder', { place: 'one', otherwise: '.' }), json: flag('The answer as JSON') },
  async run(input, context) {
    const folder = resolve(context.cwd, input.path ?? '.')
    const checks = [nodeCheck(), await meterCheck(folder), ...(await grammarChecks()), configCheck(folder), modelCheck(folder), stateCheck(folder)]
    const lines = checks.map((check) => `${check.ok ? 'ok  ' : 'FAIL'}  ${check.name}: ${check.found}${check.next ? ` -> ${check.next}` : ''}`)
    return { text: [`${lines.join('\n')}\n`], data: checks, exit: checks.every((check) => check.ok) ? EXIT.ok : EXIT.stale }
  },
})

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
  return { name: 'configuration', ok: true, found: layers.length === 0 ? 'defaults' : layers.map((layer) => layer.origin).join(', ') }
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

/** State is a convenience: without it Fovea works, only without memory. */
function stateCheck(folder: string): Check {
  try {
    accessSync(folder, constants.W_OK)
    return { name: 'state', ok: true, found: 'this folder is writable, .fovea/ can be kept' }
  } catch {
    return { name: 'state', ok: true, found: 'this folder is read-only, nothing will be remembered' }
  }
}
