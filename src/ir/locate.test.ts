import { expect, test } from 'vitest'
import { locate, pathIn } from './locate.ts'
import type { Problem } from './problem.ts'

const at = (place: string): Problem => ({ severity: 'error', code: 'plan/x', place, message: 'x' })
const where = (place: string, text: string): readonly (number | undefined)[] => locate([at(place)], text).flatMap(({ line, column }) => [line, column])

const YAML = `version: 1
steps:
  - id: rows
    op: scan
  - { id: paid, op: sort, keys: [{ col: a }] }
`

test('a place is the names and numbers on the way', () => {
  expect(pathIn('steps[2] (paid).keys[0].nulls')).toEqual(['steps', 2, 'keys', 0, 'nulls'])
  expect(pathIn('')).toEqual([])
})

test.each([
  ['steps[0].op', 4, 9], ['steps[1] (paid).keys[0].col', 5, 41], ['steps[1] (paid).keys[0].nulls', 5, 34], ['steps[0] (rows).resource', 3, 5], ['nothing.here', 1, 1],
])('%s stands in line %i, column %i; what is missing, at what surrounds it', (place, line, column) => expect(where(place, YAML)).toEqual([line, column]))

test('JSON has places too', () => expect(where('steps[0].op', '{\n "steps": [\n  {"id": "a",\n   "op": "scn"}\n ]\n}')).toEqual([4, 10]))

test('a text that cannot be parsed points at what stopped the parser', () => expect(where('', 'steps:\n  - {id: a\nb: [')[0]).toBeGreaterThan(1))

test('a text that is too deep to follow keeps its problems without a place', () => expect(where('steps[0]', `${'['.repeat(300)}${']'.repeat(300)}`)).toEqual([undefined, undefined]))
