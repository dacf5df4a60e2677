// The hostile corpus on every surface: each class is planted once, every surface is asked once about all of it, and its answer is held against the table.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { packFiles } from '../../src/browser/index.ts'
import { formatNamed, FORMAT_NAMES } from '../../src/formats/index.ts'
import { deskFor } from '../../src/studio/desk.ts'
import { asset } from '../../src/workspace/assets.ts'
import { type Compilation, compileGathered, compileWorkspace, type Gathered, gatherWorkspace, openWorkspace, settle } from '../../src/workspace/index.ts'
import { PROMISES } from '../conformance/format-readers.ts'
import { CLASSES } from '../kit/hostile/classes.mjs'
import { placeOf, plant, TOGETHER } from '../kit/hostile/plant.mjs'
import { call, connected, connectedTo, served } from '../mcp/client.ts'
import { fovea } from '../walks/run.ts'
import { answerOf, faultsIn } from './answers.ts'

const corpus = mkdtempSync(join(tmpdir(), 'fovea-hostile-'))
// Paths beyond the longest that the system takes are removed by going there.
afterAll(() => execFileSync('rm', ['-rf', corpus]))

const HERE = 'test/hostile/surfaces.test.ts'
const planted = plant(corpus, { scale: 0.02, classes: CLASSES.filter(({ tested }) => tested === HERE) })
const root = join(corpus, TOGETHER)
const shared = planted.filter(({ apart }) => apart !== true)
/** As much as clients show: more than the corpus has at this scale, so that nothing is left out for want of room. */
const PLENTY = 200_000

describe('the library', () => {
  const workspace = openWorkspace(root, { frozen: true })
  const settings = (format: string, more = {}) => settle({ budget: 'none', format, ...more }, workspace.layers)
  let gathered: Promise<Gathered> | undefined
  const packed = async (format: string): Promise<Compilation> => compileGathered(workspace, { ...await (gathered ??= gatherWorkspace(workspace, settings('json'))), settings: settings(format) })

  test('keeps every promise of the table', async () => {
    const { compiled, diagnostics } = await packed('json')
    const answer = answerOf(compiled.parts.join(''), diagnostics)
    expect(shared.flatMap((one) => faultsIn(one, answer))).toEqual([])
  })

  test.each(FORMAT_NAMES)('%s: a reader finds the files that are there, by their names, with their text', async (format) => {
    const { compiled, corpus: { files } } = await packed(format)
    const { read, name, content } = PROMISES.get(formatNamed(format))!
    const found = new Map(read(compiled.parts.join('')).map((one) => [one.path, one.content]))
    const shown = files.filter(({ entry }) => entry.stub === undefined)
    expect(found.size).toBe(shown.length)
    expect(shown.filter(({ entry }) => found.get(name(entry.path)) !== content(entry.text)).map(({ entry }) => entry.path)).toEqual([])
  })

  test.each(planted.filter(({ apart }) => apart === true).map((one) => [one.id, one] as const))('a root of its own: %s', async (_, one) => {
    const own = openWorkspace(placeOf(corpus, one), { frozen: false })
    const { compiled, diagnostics } = await compileWorkspace(own, settle({ budget: 'none', format: 'json', task: 'what does a do' }, own.layers))
    expect(faultsIn(one, answerOf(compiled.parts.join(''), diagnostics), '')).toEqual([])
    await own.close()
  })
})

describe('the command', () => {
  test('packs all of it, tells what it left out, and ends with 0', async () => {
    const { code, out, err } = await fovea([root, '--budget', 'none', '--json'])
    expect(code, err).toBe(0)
    expect(shared.flatMap((one) => faultsIn(one, answerOf(out)))).toEqual([])
    for (const { id, never = [] } of shared) for (const words of never) expect(err.includes(words), `${id} in the report`).toBe(false)
    for (const code of ['special-file', 'unnameable', 'redacted']) expect(err).toContain(`source/${code}`)
    expect(err).toMatch(/^warning: longest-names\/p.* was left out with everything in it: its path is longer than the system allows\.$/m)
    expect(Math.max(...err.split('\n').map((line) => line.length)), 'a path without end is told without its middle').toBeLessThan(400)
  })

  test.each([
    ['a task', ['task', 'close the session of f12', '--budget', '4000'], 0], ['a search', ['search', 'ok', '--root', '.'], 0], ['skeletons', ['skeleton', 'bad-encodings'], 0], ['a list of secrets', ['secrets', 'secrets'], 4],
    ['a zoom into a file of megabytes', ['zoom', 'file=one-line-megabytes/app.js', '--budget', '500'], 0], ['a zoom into a pipe', ['zoom', 'file=special-files/pipe', '--budget', '500'], 1], ['a zoom through a link', ['zoom', 'file=links/passwd', '--budget', '500'], 1],
  ] as const)('%s', async (_, args, code) => {
    const run = await fovea([...args], { cwd: root, timeout: 60_000 })
    expect(run.code, run.err).toBe(code)
    expect(run.err).not.toMatch(/\n\s+at .*:\d+:\d+|node:internal|TypeError|RangeError/)
    for (const { id, never = [] } of shared) for (const words of never) expect((run.out + run.err).includes(words), `${id}: ${JSON.stringify(words)}`).toBe(false)
  })
})

describe('agents', () => {
  const everything = { format: 'json', budget: PLENTY }

  /** What an agent is told, beside the page: where nothing may be read, a sentence; where something may, the text. */
  async function agentHears(client: Awaited<ReturnType<typeof connectedTo>>): Promise<void> {
    const { text, failed } = await call(client, 'get_context', everything)
    expect(failed, text.slice(0, 300)).toBe(false)
    expect(shared.flatMap((one) => faultsIn(one, answerOf(text)))).toEqual([])
    for (const target of ['file=special-files/pipe', 'file=links/passwd', 'file=links/etc/passwd', 'file=names-not-utf8/b\ufffd', 'file=sparse-gigabytes/five.txt', 'file=odd-names/--help', 'file=twins/cafe\u0301.ts']) {
      const told = await call(client, 'zoom', { target, budget: 400 })
      expect(told.text).not.toMatch(/root:x:0|\n\s+at .*:\d+:\d+/)
      expect([target, told.failed]).toEqual([target, !/odd|twins/.test(target)])
    }
    expect((await call(client, 'search', { query: 'decomposed' })).text).toContain('twins/')
  }

  test('over standard input and output', async () => agentHears(await connected({ args: [root] })))

  test('over HTTP', async () => {
    const server = await served([root])
    try {
      await agentHears(await connectedTo(server, 'modern'))
    } finally {
      await server.stop()
    }
  })
})

describe('the studio', () => {
  const desk = deskFor({ root, frozen: true })
  const asked = async (path: string, said: Record<string, string>) => desk({ path, said, changes: false }, () => {})

  test('answers every question about it, and shows nothing that it should not', async () => {
    for (const [path, said] of [['/plan.json', { budget: '4k' }], ['/context.txt', { budget: '4k', format: 'json' }], ['/why.json', { target: 'links/passwd', budget: '4k' }], ['/missing.json', { find: 'special-files/pipe', budget: '4k' }]] as const) {
      const { status, body } = await asked(path, said)
      expect([path, status], body.slice(0, 200)).toEqual([path, 200])
      for (const { id, never = [] } of shared) for (const words of never) expect(body.includes(words), `${path} ${id} ${JSON.stringify(words)}`).toBe(false)
    }
  })
})

describe('the browser', () => {
  test('reads the same bytes the same way', async () => {
    const held = shared.filter((one) => one.held !== false)
    const files = held.flatMap((one) => readdirSync(placeOf(corpus, one), { recursive: true }).map(String).filter((path) => statSync(join(placeOf(corpus, one), path)).isFile()).map((path) => ({ path: `${one.id}/${path}`, content: readFileSync(join(placeOf(corpus, one), path)) as Uint8Array })))
    const { parts, diagnostics } = await packFiles(files, { load: asset, format: 'json', frozen: true })
    expect(held.flatMap((one) => faultsIn(one, answerOf(parts.join(''), diagnostics)))).toEqual([])
  })
})
