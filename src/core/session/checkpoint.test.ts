import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LEVELS } from '../level.ts'
import { type Checkpoint, checkpointFrom, checkpointText, emptyCheckpoint } from './checkpoint.ts'

/** The example of the protocol, word for word. */
const SEED = `{
  "session_id": "session_abc123",
  "timestamp": "2024-01-15T10:30:00Z",
  "task_type": "implement",
  "user_request": "add user authentication",
  "state": "running",
  "context_summary": {
    "chunks_included": 12,
    "tokens_used": 3500,
    "utilization": 0.875
  },
  "artifacts": [
    {"type": "file", "path": "src/auth.py"}
  ],
  "conversation_history": [
    {"role": "user", "content": "..."},
    {"role": "assistant", "content": "..."}
  ]
}`

test('a file of the protocol is read and written back with every field', () => {
  const read = checkpointFrom(SEED, 'session_abc123')
  const { fovea, ...theirs } = read
  expect(theirs).toEqual(JSON.parse(SEED))
  expect(fovea).toEqual({ version: 1, revision: 0, request: {}, plan: [], zooms: [], position: 0 })
  expect(Object.keys(read)).toEqual(['session_id', 'timestamp', 'task_type', 'user_request', 'state', 'context_summary', 'artifacts', 'conversation_history', 'fovea'])
})

test('fields of others are kept, also strange ones', () => {
  const json = '{"session_id":"a","context":{"x":[1]},"__proto__":{"y":1},"context_summary":{"model":"m"},"fovea":{"version":1,"theirs":2}}'
  const again = checkpointFrom(checkpointText(checkpointFrom(json, 'a')), 'a')
  expect(again['context']).toEqual({ x: [1] })
  expect(Object.hasOwn(again, '__proto__')).toBe(true)
  expect(({} as Record<string, unknown>)['y']).toBe(undefined)
  expect(again.context_summary).toEqual({ chunks_included: 0, tokens_used: 0, utilization: 0, model: 'm' })
  expect(again.fovea['theirs']).toBe(2)
})

describe('what is no session says why', () => {
  test.each([
    ['', 'it is not JSON: it is empty'],
    [SEED.slice(0, 200), 'it is not JSON: it ends too early'],
    ['{"session_id": "a",\n nope}', 'it is not JSON: look at line 2'],
    ['[]', 'it is not a session: a session is a JSON object'],
    ['null', 'it is not a session: a session is a JSON object'],
    ['{"name": "pkg"}', 'it is not a session: session_id is missing'],
    ['{"session_id": "b"}', 'it says that it is the session "b"'],
    ['{"session_id": "a", "artifacts": {}}', 'artifacts must be an array'],
    ['{"session_id": "a", "user_request": 5}', 'user_request must be a string'],
    ['{"session_id": "a", "context_summary": []}', 'context_summary must be an object'],
    ['{"session_id": "a", "context_summary": {"tokens_used": "x"}}', 'context_summary.tokens_used must be a number'],
    ['{"session_id": "a", "fovea": {"version": 2}}', 'a newer Fovea wrote it (version 2; this one reads 1)'],
    ['{"session_id": "a", "fovea": {"plan": [{"handle": "x"}]}}', 'fovea.plan[0].level is missing'],
    ['{"session_id": "a", "fovea": {"zooms": [], "position": 1}}', 'fovea.position is not a place in fovea.zooms'],
    ['{"session_id": "a", "fovea": {"request": {"budget": "lots"}}}', 'fovea.request.budget must be a number or "none"'],
    ['{"session_id": "a", "fovea": {"request": {"levels": ["deep"]}}}', 'fovea.request.levels[0] cannot be "deep"'],
  ])('%j', (json, message) => {
    expect(() => checkpointFrom(json, 'a')).toThrow(message)
  })

  test('whatever the bytes are, the answer is a session or a sentence', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (json) => {
      try {
        checkpointFrom(json, 'a')
      } catch (error) {
        expect((error as Error).name).toBe('CheckpointError')
      }
    }))
  })
})

test('a checkpoint comes back from its text as it was', () => {
  const level = fc.constantFrom(...LEVELS)
  const checkpoint: fc.Arbitrary<Checkpoint> = fc.record({
    task: fc.string(), state: fc.string(), artifacts: fc.array(fc.jsonValue()), history: fc.array(fc.record({ role: fc.string(), content: fc.string() })),
    budget: fc.oneof(fc.nat(), fc.constant('none' as const)), plan: fc.array(fc.record({ handle: fc.string(), level })), zooms: fc.array(fc.record({ target: fc.string(), level, handles: fc.array(fc.string()) })), at: fc.nat(9),
  }).map(({ task, state, artifacts, history, budget, plan, zooms, at }) => ({
    ...emptyCheckpoint('a'), user_request: task, state, artifacts, conversation_history: history,
    fovea: { version: 1, revision: 3, request: { budget, levels: ['full'] }, plan, zooms, position: Math.min(at, zooms.length) },
  }))
  fc.assert(fc.property(checkpoint, (one) => {
    const text = checkpointText(one)
    expect(checkpointText(checkpointFrom(text, 'a'))).toBe(text)
  }))
})

test('what nests too deep to be written is refused', () => {
  let deep: unknown = 1
  for (let i = 0; i < 200_000; i++) deep = [deep]
  expect(() => checkpointText({ ...emptyCheckpoint('a'), artifacts: [deep] })).toThrow('it nests deeper than can be written')
})
