import { expect, test } from 'vitest'
import { DRAFT_SYSTEM, draftAgain, draftPrompt, planIn } from './draft.ts'
import { OPS } from './ops.ts'

test('the request names every operation, the rules of the seed, the cards and the task', () => {
  for (const op of OPS) expect(DRAFT_SYSTEM).toContain(`op: ${op}`)
  for (const rule of ['Use only the resources in the cards below', 'anti-patterns', 'pushdown', 'fk or pk', 'YAML']) expect(DRAFT_SYSTEM).toContain(rule)
  expect(draftPrompt('GMV\nby city', 'CARDS\n')).toBe('Cards:\nCARDS\n\nTask: GMV by city\n\nThe plan as YAML:')
})

test('the plan of an answer is what stands in its last fence, or all of it', () => {
  expect(planIn('Here it is:\n```yaml\nsteps: []\n```\nDone.')).toBe('steps: []')
  expect(planIn('```\na\n```\nor\n```json\n{}\n```')).toBe('{}')
  expect(planIn(' steps: [] \n')).toBe('steps: []')
})

test('what is wrong goes back with the answer', () => {
  expect(draftAgain('steps: []', [{ severity: 'error', code: 'plan/x', place: 'steps', message: 'a plan has at least one step' }, { severity: 'warning', code: 'plan/y', place: '', message: 'unwise' }])).toBe('You answered:\nsteps: []\n\nThis plan cannot be used:\n- steps: a plan has at least one step\n\nThe whole plan again, corrected, as YAML:')
})
