import { expect, test } from 'vitest'
import { faultsOf, type Schema } from './schema.ts'

const SCHEMA: Schema = {
  type: 'object', required: ['version'],
  properties: {
    version: { type: 'number', minimum: 1, maximum: 2 }, name: { type: 'string', enum: ['default', 'debug'] }, frozen: { type: 'boolean' }, label: { type: 'string', pattern: '^[A-Z]+$' },
    include: { type: 'array', items: { type: 'string' } }, anything: { type: 'array' },
    lenses: { type: 'object', additionalProperties: { type: 'object', properties: { doc: { type: 'string' } } } },
  },
}

test('what is right has no faults', () => {
  expect(faultsOf({ version: 1, name: 'debug', frozen: true, include: ['a'], anything: [1, 'x', null], lenses: { mine: { doc: 'x' } } }, SCHEMA)).toEqual([])
})

test.each<[unknown, string[]]>([
  [[], ['the whole must be an object, not []']],
  [null, ['the whole must be an object, not null']],
  [undefined, ['the whole must be an object, not undefined']],
  [{}, ['version is missing']],
  [{ version: '1' }, ['version must be a number, not "1"']],
  [{ version: 0 }, ['version must be at least 1, not 0']],
  [{ version: 3 }, ['version must be at most 2, not 3']],
  [{ version: 1, label: 'A\nB' }, ['label must match ^[A-Z]+$, not "A\\nB"']],
  [{ version: 1, nam: 'debug' }, ['nam is not known; did you mean name?']],
  [{ version: 1, name: 'debugg' }, ['name cannot be "debugg"; did you mean debug?']],
  [{ version: 1, name: 'zzzzzz' }, ['name cannot be "zzzzzz"; it is one of default, debug']],
  [{ version: 1, include: 'a' }, ['include must be an array, not "a"']],
  [{ version: 1, include: ['a', 1, null] }, ['include[1] must be a string, not 1', 'include[2] must be a string, not null']],
  [{ version: 1, lenses: { mine: { dok: 'x' } } }, ['lenses.mine.dok is not known; did you mean doc?']],
  [{ version: 1, frozen: 'a '.repeat(150) }, [`frozen must be a boolean, not "${'a '.repeat(20)}…"`]],
  [{ version: 1, frozen: 1, include: 2 }, ['frozen must be a boolean, not 1', 'include must be an array, not 2']],
])('%j', (value, faults) => {
  expect(faultsOf(value, SCHEMA)).toEqual(faults)
})

test.each(['__proto__', 'constructor', 'toString'])('%s is an ordinary unknown key', (key) => {
  const value = JSON.parse(`{"version":1,"${key}":{"polluted":true}}`) as unknown
  expect(faultsOf(value, SCHEMA)).toEqual([expect.stringMatching(new RegExp(`^${key} is not known; `))])
  expect(Object.prototype).not.toHaveProperty('polluted')
})

test('a key that is called like the prototype is checked like any other where others are allowed', () => {
  const value = JSON.parse('{"version":1,"lenses":{"__proto__":5}}') as unknown
  expect(faultsOf(value, SCHEMA)).toEqual(['lenses.__proto__ must be an object, not 5'])
})
