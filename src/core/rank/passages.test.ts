import { expect, test } from 'vitest'
import { passagesOf } from './passages.ts'
import { queryOf } from './query.ts'
import { stemOf } from './terms.ts'

test('the first line is the title, and the rest is what the writer says', () => {
  expect(passagesOf('Close sessions\n\nThey stay open.')).toEqual({ title: 'Close sessions', prose: '\n\nThey stay open.', pasted: '' })
  expect(passagesOf('only a title')).toEqual({ title: 'only a title', prose: '', pasted: '' })
})

test.each([
  ['a fence', '```py\nrouter.close()\n```'], ['a fence that never ends', '```\nrouter'], ['indented code', '    router.close()'], ['a shell', '$ router'], ['a session', '>>> router'],
  ['a log', '2024-01-02 router down'], ['a trace', '  File "router.py", line 3'], ['an address', 'https://example.org/router'], ['versions', '### Versions\nrouter 1.2\nnode 20'],
])('%s is pasted', (_, pasted) => {
  const { prose, pasted: found } = passagesOf(`Title\nbefore\n${pasted}\n# after\nlast`)
  expect(found).toContain('router')
  expect(prose).not.toContain('router')
  expect(prose).toContain('before')
  if (!pasted.includes('never') && !pasted.startsWith('```\n')) expect(prose).toContain('last')
})

test('a word that is only pasted weighs less than one that was written', () => {
  const weight = (task: string): number => queryOf(task).terms.find(({ stem }) => stem === stemOf('router'))?.weight ?? 0
  expect(weight('x\n```\nrouter\n```')).toBeGreaterThan(0)
  expect(weight('x\n```\nrouter\n```')).toBeLessThan(weight('x\nrouter'))
})
