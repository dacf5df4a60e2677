// Every surface that takes a path or a name from somebody else, with strings that try to lead out of the root. Each string meets the functions that decide, and surfaces in turn;
// `npm run bench:paths` lets every surface meet many of them.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesInside, PathError, placeToWrite } from '../../src/disk/inside.ts'
import { readFields } from '../../src/core/field.ts'
import { answer } from '../../src/mcp/desk.ts'
import type { Call } from '../../src/mcp/call.ts'
import { type Context, type Operation, OPERATIONS } from '../../src/operations/index.ts'
import { deskFor } from '../../src/studio/desk.ts'
import { QUESTIONS } from '../../src/studio/pages/index.ts'
import { openWorkspace } from '../../src/workspace/index.ts'
import { put } from '../kit/put.ts'
import { attacks, CANARY, planted } from '../kit/paths.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'fovea-paths-')))
const root = planted(home)
const ATTACKS = attacks(root)

const kept = { ...process.env }
beforeAll(() => {
  put(home, { 'config/fovea/config.json': '{"meter": "heuristic"}' })
  Object.assign(process.env, { XDG_CACHE_HOME: join(home, 'cache'), XDG_CONFIG_HOME: join(home, 'config'), HOME: join(home, 'nobody') })
})
afterAll(() => {
  for (const name of ['XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'HOME']) if (kept[name] === undefined) delete process.env[name]; else process.env[name] = kept[name]
  rmSync(home, { recursive: true, force: true })
})

/** Everything that one surface says to one string. A way to fail that is not ours to fail in is told by its name. */
interface Surface {
  readonly name: string
  ask(attack: string): Promise<string>
}

const WRONG = 'FAILED IN A WAY IT SHOULD NOT'

/** Mistakes of ours, and messages of the system: those name where things are on this machine. */
const isOurs = (error: unknown): boolean => !(error instanceof Error) || ['TypeError', 'RangeError', 'SyntaxError', 'ReferenceError'].includes(error.name) || (error as { syscall?: unknown }).syscall !== undefined

async function tried(act: () => Promise<string> | string): Promise<string> {
  try {
    return await act()
  } catch (error) {
    return isOurs(error) ? `${WRONG}: ${error instanceof Error ? error.stack : String(error)}` : (error as Error).message
  }
}

// A person's own word on a command line: where their files are, and where results go.
const OWN_WORD = new Set(['FILE', 'DIR', 'FOLDER', 'LOCATION'])
const OWN_PLACES = new Set(['pack path', 'task path', 'delta path', 'bcp pack path', 'secrets path', 'cache clear path', 'init path', 'doctor path', 'config path', 'skeleton file', 'diff a', 'diff b', 'check cases', 'memory export file', 'memory import file', 'catalog export path', 'catalog import path'])
const APART = /^(?:worker|db |gen |cache clear|init|memory export)/

/** What an operation needs before its other fields are looked at. */
const GIVEN: Readonly<Record<string, readonly (readonly [string, unknown])[]>> = {
  'ctx alias add': [['alias', 'A.X1'], ['path', 'src/a.ts']], 'session zoom': [['id', 's1']], 'session save': [['id', 's1']], mark: [['utility', '0.5']], feedback: [['utility', '0.5']], delta: [['base', 'deadbeef']],
}

const CONTEXT: Context = { cwd: root, stdin: async () => '', bytes: async () => new Uint8Array(), lines: async function* () {}, progress: () => {} }

async function outcomeOf(operation: Operation, raw: ReadonlyMap<string, unknown>, context = CONTEXT): Promise<string> {
  const { text, data, report, diagnostics } = await operation.run(readFields(operation.fields, raw), context)
  const parts: string[] = []
  for await (const part of text as AsyncIterable<string>) parts.push(part)
  return [...parts, JSON.stringify(data), ...(report ?? []), JSON.stringify(diagnostics)].join('\n')
}

const operationSurfaces: Surface[] = OPERATIONS.filter(({ name }) => !APART.test(name)).flatMap((operation) => Object.entries(operation.fields)
  .filter(([field, { kind, sign }]) => (kind === 'text' || kind === 'list') && !OWN_WORD.has(sign ?? '') && !OWN_PLACES.has(`${operation.name} ${field}`) && field !== 'project')
  .map(([field, { kind }]): Surface => ({
    name: `fovea ${operation.name} ${field}`,
    ask: (attack) => tried(() => outcomeOf(operation, new Map<string, unknown>([...(GIVEN[operation.name] ?? []), ...(operation.fields['project'] === undefined ? [] : [['project', '.'] as const]), [field, kind === 'list' ? [attack] : attack]]))),
  })))

const manifest: Surface = {
  name: 'content_file of a manifest',
  ask: (attack) => tried(() => {
    const bytes = Buffer.from(JSON.stringify({ blocks: [{ type: 'code', lang: 'ts', path: 'x', content_file: attack }] }))
    return outcomeOf(OPERATIONS.find(({ name }) => name === 'render') as Operation, new Map([['file', '-']]), { ...CONTEXT, bytes: async () => bytes, stdin: async () => bytes.toString() })
  }),
}

const place = { root, named: true, frozen: false }
const called = (name: string, call: (attack: string) => Call): Surface => ({
  name: `mcp ${name}`,
  ask: async (attack) => {
    const { text, data, meta } = await answer(call(attack), place, () => {})
    return [text.replace(/^this failed in a way it should not/, WRONG), JSON.stringify(data), JSON.stringify(meta)].join('\n')
  },
})
const tool = (name: string, argument: string, args: (attack: string) => Record<string, unknown>): Surface => called(`${name} ${argument}`, (attack) => ({ kind: 'tool', name, args: args(attack) }))
const mcpSurfaces: Surface[] = [
  tool('get_context', 'path', (path) => ({ path })), tool('get_context', 'focus', (focus) => ({ focus: [focus] })), tool('get_context', 'since', (since) => ({ since })), tool('get_context', 'lens', (lens) => ({ lens })),
  tool('zoom', 'file', (path) => ({ target: `file=${path}` })), tool('zoom', 'target', (target) => ({ target })), tool('zoom', 'path', (path) => ({ target: 'sayA', path })), tool('zoom', 'lines', (path) => ({ target_type: 'file', target_name: path, line_range: '1-9' })),
  tool('search', 'path', (path) => ({ query: 'leaked', path })), tool('search', 'query', (query) => ({ query })), tool('catalog', 'ids', (id) => ({ ids: [id] })), tool('feedback', 'ratings', (path) => ({ ratings: { [path]: 1 } })),
  called('resource', (attack) => ({ kind: 'resource', name: `fovea://file/${attack}`, args: {} })), called('address', (attack) => ({ kind: 'resource', name: attack, args: {} })), called('symbol', (attack) => ({ kind: 'resource', name: `fovea://symbol/${encodeURIComponent(attack.toWellFormed())}%23leaked`, args: {} })),
  called('prompt', (path) => ({ kind: 'prompt', name: 'context', args: { task: 'x', path } })), called('complete', (value) => ({ kind: 'complete', name: 'path', args: { value } })),
]

const desk = deskFor({ root, frozen: false })
const questions: Surface[] = [...QUESTIONS.values()].flatMap(({ path, fields, changes }) => Object.entries(fields).filter(([, { kind }]) => kind === 'text' || kind === 'list').map(([field]): Surface => ({
  name: `studio ${path} ${field}`,
  ask: async (attack) => {
    const { status, body } = await desk({ path, said: { [field]: attack }, changes: changes === true }, () => {})
    return status === 500 ? `${WRONG}: ${body}` : body
  },
})))

const SURFACES = [...mcpSurfaces, manifest, ...operationSurfaces, ...questions]

/** What an answer shows that it must not. */
const faultIn = (said: string): string | undefined => [CANARY, WRONG, 'root:x:0'].find((sign) => said.includes(sign))

test('there are enough strings and surfaces', () => {
  expect(ATTACKS.length).toBeGreaterThan(500)
  expect(SURFACES.length).toBeGreaterThan(80)
})

test('the functions that decide: nothing but files of the root, an error in words otherwise', () => {
  const workspace = openWorkspace(root)
  for (const attack of ATTACKS) {
    for (const read of [() => workspace.readOne(attack).text, () => String(bytesInside(root, attack, 1e6)), () => placeToWrite(root, attack).file]) {
      try {
        const said = read()
        expect(faultIn(said), attack).toBe(undefined)
        expect(said.startsWith(home) ? said.startsWith(`${root}/`) : true, attack).toBe(true)
      } catch (error) {
        expect(error, attack).toBeInstanceOf(PathError)
        expect((error as Error).message).not.toContain(CANARY)
      }
    }
  }
})

/** How many of the strings each surface meets; in the gate the strings are dealt out among the surfaces of a kind. */
const PER_SURFACE = Number(process.env['FOVEA_ATTACKS'] ?? 0)

/** Strings spread over all of them, other ones for each surface. */
const spread = (count: number, from: number): string[] => Array.from({ length: count }, (_, i) => ATTACKS[(from + Math.floor((i * ATTACKS.length) / count)) % ATTACKS.length] as string)

async function withstands(surface: Surface, attack: string): Promise<void> {
  const said = await surface.ask(attack)
  expect(faultIn(said), `${surface.name} with ${JSON.stringify(attack)}: ${said.slice(0, 1500)}`).toBe(undefined)
}

if (PER_SURFACE === 0) {
  test.each([['tools, resources and prompts', mcpSurfaces, 500], ['commands', [manifest, ...operationSurfaces], 120], ['questions of the studio', questions, 100]] as const)('%s', async (_, surfaces, count) => {
    for (const [i, attack] of spread(count, 0).entries()) await withstands(surfaces[i % surfaces.length] as Surface, attack)
  }, 60_000)
} else {
  test.each(SURFACES.map((surface, i) => [surface.name, surface, i] as const))('%s', async (_, surface, i) => {
    for (const attack of spread(Math.min(PER_SURFACE, ATTACKS.length), 7 * i)) await withstands(surface, attack)
  }, 600_000)
}
