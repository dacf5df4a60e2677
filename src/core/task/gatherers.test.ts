import { describe, expect, test } from 'vitest'
import { entryOf, words } from '../../../test/kit/core.ts'
import { contextChunk } from './chunk.ts'
import { chunkRules, entriesWith, framingOf, type Gatherer, gatherDependencies, gatherFiles, gatherGitContext, gatherStructure, runGatherers } from './gatherers.ts'

const ENTRIES = [entryOf('package.json', '{"dependencies":{"zod":"1"}}'), entryOf('src/a.ts', 'one two'), entryOf('src/b.ts', 'three'), entryOf('broken/package.json', '{')]
const HISTORY = { commits: Array.from({ length: 8 }, (_, i) => ({ id: `${i}`.repeat(40), time: 0, message: `change ${i}\n\nmore`, paths: ['src/a.ts', 'gone.ts', 'src/b.ts', 'package.json'] })) }
const material = { entries: ENTRIES, history: HISTORY, intent: 'debug' as const, request: 'x', share: 1000, count: (text: string) => words.count(text) }
const run = (gatherer: Gatherer, more: Partial<typeof material> = {}): ReturnType<typeof runGatherers> => runGatherers([gatherer], { ...material, ...more })

test('S4.18: files by pattern, 50 at the most unless told', async () => {
  const { chunks } = await run(gatherFiles(['src/**']))
  expect(chunks.map(({ source, chunk_type, tokens }) => [source, chunk_type, tokens])).toEqual([['src/a.ts', 'file', 2], ['src/b.ts', 'file', 1]])
  const many = Array.from({ length: 80 }, (_, i) => entryOf(`m/${i}.ts`, 'x'))
  expect((await run(gatherFiles(['m/**']), { entries: many })).chunks).toHaveLength(50)
  expect((await run(gatherFiles(['m/**'], 3), { entries: many })).chunks).toHaveLength(3)
})

test('S4.19: the structure, three levels deep unless told', async () => {
  const [chunk] = (await run(gatherStructure())).chunks
  expect(chunk).toMatchObject({ source: 'workspace', chunk_type: 'structure', content: 'broken/\n  package.json\nsrc/\n  a.ts\n  b.ts\npackage.json\n' })
  expect((await run(gatherStructure(1))).chunks[0]?.content).toBe('broken/ (1 file)\nsrc/ (2 files)\npackage.json\n')
  expect((await run(gatherStructure(), { share: 0 })).chunks).toEqual([])
})

test('S4.20, S4.41: dependencies; a manifest that cannot be read is a warning', async () => {
  const { chunks, diagnostics } = await run(gatherDependencies())
  expect(chunks[0]).toMatchObject({ chunk_type: 'dependency', content: 'package.json: zod 1\n' })
  expect(diagnostics).toMatchObject([{ code: 'gather/failed', severity: 'warning', path: 'broken/package.json' }])
})

test('dependencies that do not fit are told by fewer names', async () => {
  const many = entryOf('go.mod', Array.from({ length: 30 }, (_, i) => `require a.b/c${i} v1\n`).join(''))
  expect((await run(gatherDependencies(), { entries: [many], share: 25 })).chunks[0]?.content).toMatch(/^go\.mod: a\.b\/c0 v1, .*a\.b\/c9 v1, 20 more\n$/)
})

test('S4.21: five commits unless told, with files that are there', async () => {
  const [chunk] = (await run(gatherGitContext())).chunks
  expect(chunk?.content.split('\n')[0]).toBe('00000000 change 0 (src/a.ts, src/b.ts, 1 more)')
  expect(chunk?.metadata['commits']).toBe(5)
  expect((await run(gatherGitContext(2))).chunks[0]?.metadata['commits']).toBe(2)
  expect((await run(gatherGitContext(), { share: 18 })).chunks[0]?.content).toMatch(/\(3 more\)\n$/)
  expect((await run(gatherGitContext(), { history: { commits: [] } })).chunks).toEqual([])
})

test('S4.41: a gatherer that fails costs its own chunk and nothing else', async () => {
  const failing: Gatherer = { name: 'api', gather: () => { throw new Error('no network') } }
  const { chunks, diagnostics } = await runGatherers([failing, gatherStructure(), { name: 'later', gather: () => Promise.reject(new Error('late')) }], material)
  expect(chunks).toHaveLength(1)
  expect(diagnostics.map(({ message }) => message)).toEqual(['the api gatherer failed: no network', 'the later gatherer failed: late'])
})

describe('S4.47: chunks of one\'s own', () => {
  const spec = contextChunk({ content: 'GET /orders', source: 'src/b.ts', chunk_type: 'api_spec', priority: 'HIGH' }, material.count)
  test('stand for the file whose path they bear, among the others', () => {
    const entries = entriesWith(ENTRIES, [spec], () => 'f'.repeat(64))
    expect(entries).toHaveLength(ENTRIES.length)
    expect(entries.find(({ path }) => path === 'src/b.ts')?.text).toBe('GET /orders')
  })
  test('are rules to the choice: a priority, and a floor for what is critical', () => {
    expect(chunkRules([spec, { ...spec, priority: 'CRITICAL' }])).toEqual([
      { match: '/src/b.ts', priority: 80, why: 'api_spec chunk, HIGH' }, { match: '/src/b.ts', priority: 100, atLeast: 'full', why: 'api_spec chunk, CRITICAL' },
    ])
  })
  test('of the known kinds go around the files', () => {
    const note = contextChunk({ content: 'left-pad 1\n', source: 'x', chunk_type: 'dependency', priority: 'LOW' }, material.count)
    expect(framingOf([note, spec])).toEqual({ structure: [], sections: [{ title: 'Dependencies', lines: ['left-pad 1'] }] })
  })
})
