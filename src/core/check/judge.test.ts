import { expect, test } from 'vitest'
import { about, ask, corpusOf, tiny, words } from '../../../test/kit/core.ts'
import { compile } from '../compile.ts'
import type { Case } from './cases.ts'
import { missesOf, type Planned, unparsedFor } from './judge.ts'

const line = (name: string): string => Array.from({ length: 30 }, (_, i) => `${name}${i}`).join(' ')
const files = {
  'src/login.sk': `class Login\n  fn open(x)\n    ${line('login')}\n  fn close(x)\n    ${line('other')}\n`,
  'src/far.sk': `fn far(x)\n  ${line('far')}\n`, 'notes.txt': `fn hidden(x) ${line('note')}\n`,
}
const planned = (budget: number): Planned => {
  const request = ask({ task: 'login open', budget })
  return compile(corpusOf(files, request), request, { format: tiny, meter: words, about: about(budget) })
}
const one = (more: Partial<Case>): Case => ({ line: 1, task: 'login', must: [], mustNot: [], level: 'shape', ...more })

test('files by path or its end, symbols with and without a path', () => {
  expect(missesOf(one({ must: ['src/login.sk', 'login.sk', 'src/login.sk#Login.open', 'open', 'Login.open', 'Login::open()'] }), planned(90))).toEqual([])
})

test('what is missing is found at its level, with the tokens that would show it and the signals', () => {
  const [miss, ...rest] = missesOf(one({ must: ['src/login.sk#Login.open', 'src/far.sk'], level: 'full' }), planned(75))
  expect(rest).toEqual([])
  expect(miss).toMatchObject({ target: 'src/far.sk', wanted: 'full', exists: true, unwanted: false })
  expect(miss?.more).toBeGreaterThan(0)
  expect(missesOf(one({ must: ['src/far.sk'], level: 'full' }), planned(75 + (miss?.more ?? 0) + 25))).toEqual([])
  expect(miss?.signals.length).toBeGreaterThan(0)
})

test('a class in full is everything in it; its shape is its own line', () => {
  const plan = planned(75)
  expect(missesOf(one({ must: ['Login'] }), plan)).toEqual([])
  expect(missesOf(one({ must: ['Login'], level: 'full' }), plan)).toHaveLength(1)
})

test('a name that nothing has, and what should not be there', () => {
  expect(missesOf(one({ must: ['nope', 'no/such.ts'] }), planned(75))).toMatchObject([{ target: 'nope', exists: false, found: 'none' }, { exists: false }])
  expect(missesOf(one({ mustNot: ['open', 'nope'] }), planned(75))).toMatchObject([{ target: 'open', unwanted: true }])
})

test('a symbol in a file that was not parsed is far, not unknown', () => {
  const plan = planned(60)
  const files = unparsedFor(one({ must: ['hidden'] }), plan.plan)
  expect(files.map(({ entry }) => entry.path)).toEqual(['notes.txt'])
  const block = { ...(plan.plan.files.find(({ file }) => file.parts !== undefined)?.file.parts?.block as NonNullable<object>), id: 'notes.txt', children: [{ id: 'notes.txt#hidden', kind: 'function', name: 'hidden', children: [] }] } as never
  expect(missesOf(one({ must: ['hidden'] }), { ...plan, beyond: new Map([[files[0] as never, block]]) })).toMatchObject([{ exists: true, far: true, found: 'none' }])
})
