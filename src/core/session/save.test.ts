import { expect, test } from 'vitest'
import { about, ask, corpusOf, tiny, words } from '../../../test/kit/core.ts'
import { compile } from '../compile.ts'
import { checkpointFrom, checkpointText, emptyCheckpoint } from './checkpoint.ts'
import { checkpointOf, type Moment } from './save.ts'

const SECRET_SAUCE = 'zanzibar'
const files = { 'a.sk': `fn first(x)\n  ${SECRET_SAUCE} one two three\nfn last(x)\n  four five\n`, 'b.txt': 'plain words\n' }
const digest = { sha256: (text: string): string => text.length.toString(16).padStart(64, '0') }

function moment(more: Partial<Moment> = {}): Moment {
  const request = ask({ budget: 60 })
  const compiled = compile(corpusOf(files, request), request, { format: tiny, meter: words, about: about(60) })
  return { id: 'x', timestamp: 't', taskType: 'debug', task: 'fix', request: { budget: 60 }, compiled, digest, ...more }
}

test('holds handles of what is shown and no text of the code', () => {
  const text = checkpointText(checkpointOf(moment()))
  expect(text).not.toContain(SECRET_SAUCE)
  const { fovea, context_summary } = checkpointFrom(text, 'x')
  expect(fovea.plan.map(({ handle }) => handle.split('@')[0])).toEqual(['a.sk', 'a.sk#first', 'a.sk#last', 'b.txt'])
  for (const { handle } of fovea.plan) expect(handle).toMatch(/@[0-9a-f]{8}$/)
  expect(context_summary.chunks_included).toBe(2)
  expect(context_summary.utilization).toBeCloseTo(context_summary.tokens_used / 60, 3)
})

test('keeps what the session had and takes the fields it is given', () => {
  const before = { ...emptyCheckpoint('x'), artifacts: ['kept'], theirs: 1, fovea: { ...emptyCheckpoint('x').fovea, revision: 4, zooms: [{ target: 'a', level: 'full' as const, handles: [] }], position: 1 } }
  const after = checkpointOf(moment({ fields: { state: 'done' } }), before)
  expect(after).toMatchObject({ artifacts: ['kept'], theirs: 1, state: 'done', task_type: 'debug', user_request: 'fix' })
  expect(after.fovea).toMatchObject({ revision: 4, position: 1 })
})

test('without a budget nothing was used of it', () => {
  expect(checkpointOf(moment({ request: { budget: 'none' } })).context_summary.utilization).toBe(0)
})
