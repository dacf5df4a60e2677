// The browser build, bundled as a page would and run in a real Chromium: nothing of Node is in it, and it writes the bytes that the command writes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as Library from '../../src/browser/index.ts'
import { FORMAT_NAMES } from '../../src/formats/index.ts'
import { compileWorkspace, openWorkspace, settle } from '../../src/workspace/index.ts'
import { openTab } from '../studio/kit/browser.ts'
import { watched } from '../studio/kit/watch.mjs'
import { fovea, folder } from '../walks/run.ts'
import { ASSETS, bundled, bundledInto, packedIn, served } from './bundle.mjs'
import { HOSTILE, sourceFiles } from './hostile.ts'

const place = mkdtempSync(join(tmpdir(), 'fovea-bundle-'))
let page: Page
let seen: ReturnType<typeof watched>
let close = (): void => {}
beforeAll(async () => {
  await bundledInto(place)
  const server = await served({ '/': place, ...ASSETS })
  close = server.close
  page = await openTab()
  // As on plain http, where browsers have no hashes of their own.
  await page.addInitScript(() => { Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined }) })
  seen = watched(page, server.origin)
  await page.goto(`${server.origin}/`)
})
afterAll(() => {
  close()
  rmSync(place, { recursive: true, force: true })
})

test('S1.62: nothing in the bundle asks for Node', async () => {
  const { output, asked } = await bundled()
  // The runtime of the grammars looks for Node before it asks for its modules.
  expect([...new Set(asked.map(({ by }) => by))]).toEqual(['web-tree-sitter/web-tree-sitter.js'])
  const names = new Set(output.map(({ fileName }) => fileName))
  for (const chunk of output) {
    if (chunk.type !== 'chunk') continue
    expect([...chunk.imports, ...chunk.dynamicImports].filter((name) => !names.has(name))).toEqual([])
    expect(chunk.code).not.toMatch(/["'`]node:|\b__dirname\b|\bsetImmediate\b|\bBuffer\.(?:from|alloc)/)
    if (!chunk.fileName.startsWith('web-tree-sitter')) expect(chunk.code).not.toMatch(/\bprocess\.(?:env|cwd|argv|versions|platform)|\brequire\(/)
  }
})

interface Asking { readonly files: readonly { readonly path: string; readonly base64: string }[]; readonly runs: readonly Library.PackOptions[] }

/** Packs in the tab, all runs on files that were opened once. */
const packedThere = (ask: Asking): Promise<string[]> => packedIn(page, ask) as Promise<string[]>

describe('S1.59-S1.63: Chromium writes the bytes that Node writes', () => {
  const tree = { ...HOSTILE, ...sourceFiles() }
  const root = folder(tree)
  const files = Object.entries(tree).map(([path, content]) => ({ path, base64: Buffer.from(content as string).toString('base64') }))
  const workspace = openWorkspace(root, { frozen: true })
  const here = async (run: Library.PackOptions): Promise<string> => (await compileWorkspace(workspace, settle(run, workspace.layers))).compiled.parts.join('')

  test('two budgets and everything, in all formats', async () => {
    const runs = FORMAT_NAMES.flatMap((format) => ['900', '6k', 'none'].map((budget) => ({ budget, format, frozen: true })))
    const there = await packedThere({ files, runs })
    for (const [at, run] of runs.entries()) expect(there[at], JSON.stringify(run)).toBe(await here(run))
    expect(there.every((text) => text.length > 100)).toBe(true)
  })

  test('with a task, a lens, pins, levels, includes and another meter', async () => {
    const runs: Library.PackOptions[] = [
      { budget: '2k', task: 'close the sessions when a token expires' }, { budget: '2k', lens: 'security' }, { budget: '700', pin: ['src/close.ts'] }, { budget: '2k', levels: ['line', 'shape'] },
      { budget: '3k', include: ['src', '*.md'], exclude: ['src/open.ts'] }, { budget: '3k', meter: 'cl100k_base', skeleton: 'disabled' }, { budget: '3k', order: 'stable', meter: 'claude' },
    ].map((run) => ({ ...run, frozen: true }) as Library.PackOptions)
    const there = await packedThere({ files, runs })
    for (const [at, run] of runs.entries()) expect(there[at], JSON.stringify(run)).toBe(await here(run))
  })

  test('and the command itself writes them', async () => {
    const [there] = await packedThere({ files, runs: [{ budget: '4k', format: 'markdown', frozen: true }] })
    expect(await fovea(['pack', root, '--frozen', '--budget', '4k', '--format', 'markdown', '--quiet'])).toMatchObject({ code: 0, out: there })
  })

  test('nothing went wrong in the tab, and nothing left it', () => {
    expect(seen).toEqual({ console: [], errors: [], elsewhere: [], failed: [] })
  })
})
