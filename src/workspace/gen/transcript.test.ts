import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CtxProject, openCtx } from '../ctx/project.ts'
import { openWorkspace } from '../workspace.ts'
import { keepTranscript, type Transcript } from './transcript.ts'

let root = ''
let project: CtxProject
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fovea-transcript-'))
  project = openCtx(openWorkspace(root, { caching: 'off' }))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const SAID: Transcript = { at: '2026-01-01T12:00:00Z', model: 'openai:m', host: 'localhost', mode: 'pack', mark: '5c2f9a1b', context: 'ctx@5c2f9a1b\n', system: 's', prompt: 'p', answer: 'a', calls: [], written: false }

const kept = (transcript: Transcript): Record<string, unknown> => {
  keepTranscript(project, 'gen/a.json', transcript)
  return JSON.parse(readFileSync(join(root, '.fovea/gen/a.json'), 'utf8')) as Record<string, unknown>
}

test('an endless answer is cut, and that is said', () => {
  const json = kept({ ...SAID, answer: '\u0001'.repeat(9_000_000), fault: 'the answer is too large' })
  expect(json).toMatchObject({ cut: 'the answer had 9000000 characters; the first 1000000 are kept', fault: 'the answer is too large' })
  expect(json['answer']).toHaveLength(1_000_000)
  expect(kept(SAID)).not.toHaveProperty('cut')
})

test('so is what tools were given, and how often', () => {
  const call = { tool: 'get_alias', input: { alias: 'x'.repeat(100_000) }, output: 'no', failed: true }
  const { calls } = kept({ ...SAID, calls: Array.from({ length: 200 }, () => call) }) as { calls: { input: string }[] }
  expect(calls).toHaveLength(100)
  expect(calls[0]?.input).toHaveLength(10_001)
})

test('says where it is and what it holds, without secrets', () => {
  expect(keepTranscript(project, 'gen/a.json', { ...SAID, answer: 'AWS = "AKIAQ3EGRIKTPVBX7HWN"' })).toEqual({ file: '.fovea/gen/a.json', answer: expect.stringMatching(/^AWS = "\u27e8redacted:/) as string })
})
