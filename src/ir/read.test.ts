import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shop } from '../../test/kit/shop.ts'
import { check } from './check.ts'
import { PlanError } from './problem.ts'
import { planFrom, planOf } from './read.ts'

const wrong = (text: string): string => {
  try {
    planFrom(text)
    return 'nothing is wrong'
  } catch (error) {
    return (error as Error).message
  }
}

test('a plan is the same in JSON and in YAML', () => {
  const json = planFrom('{"steps":[{"id":"a","op":"scan","resource":"res:db.x.t"}]}')
  expect(planFrom('steps:\n  - { id: a, op: scan, resource: "res:db.x.t" }\n')).toEqual(json)
  expect(json.version).toBe(1)
})

test.each([
  ['', 'it is empty: a plan looks like { "steps": [ … ] }'],
  ['[1, 2]', 'a plan is an object with steps: { "steps": [ … ] }'],
  ['{"steps":[]}', 'steps: a plan has at least one step'],
  ['{"steps":[{"id":"a","op":"select","resource":"res:x"}]}', 'steps[0] (a).op: there is no operation "select"; it is one of scan, filter, project, derive, join, aggregate, sort, limit, union, window, call, invoke'],
  ['{"steps":[{"id":"a","op":"scann"}]}', 'steps[0] (a).op: there is no operation "scann"; did you mean scan?'],
  ['{"steps":[{"id":"a","op":"scan","resource":"orders"}]}', 'steps[0] (a).resource: a resource is named by its id: res:db.pg.main.public.orders'],
  ['{"steps":[{"id":"a","op":"scan","resource":"res:x","sql":"drop table x"}]}', 'steps[0] (a): there is no "sql" here'],
  ['{"steps":[{"id":"a","op":"sort","keys":[{"col":"x"}]}]}', 'steps[0] (a).keys[0].nulls: say where nulls go: nulls: first or nulls: last'],
  ['{"steps":[{"id":"A B","op":"limit","rows":1}]}', 'steps[0] (A B).id: a name of a step is made of a-z, 0-9 and _, begins with a letter and has at most 40 signs'],
  ['{"steps":[{"id":"a","op":"limit"}]}', 'steps[0] (a).rows: it is missing'],
  ['{"steps":[{"id":"a","op":"limit","rows":"ten"}]}', 'steps[0] (a).rows: it must be a number'],
  ['a: [1', 'it is neither JSON nor YAML: line 1: bad indent'],
])('%s is refused with its place', (text, message) => {
  expect(wrong(text)).toContain(message.split(': line')[0])
})

test('hostile documents are refused: too large, aliases, too many steps', () => {
  expect(wrong('x'.repeat(300_000))).toBe('a plan has at most 256 KiB, this one has 293')
  expect(wrong('a: &a [x, x]\nsteps: [*a, *a]\n')).toBe('a plan has no YAML aliases (*name): write the part again')
  expect(wrong(JSON.stringify({ steps: Array.from({ length: 101 }, (_, at) => ({ id: `s${at}`, op: 'limit', rows: 1 })) }))).toBe('steps: a plan has at most 100 steps')
})

test.each(['['.repeat(100_000), '{"a":'.repeat(40_000), '- '.repeat(60_000), `${'{"steps":['}${'['.repeat(100_000)}`, Array.from({ length: 500 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'), '!!js/function "x"', '\0', '%YAML 9\n---\n', '? '.repeat(40_000)])('a hostile text is refused in words (%#)', (text) => {
  expect(() => planFrom(text)).toThrow(PlanError)
})

test('whatever is given, a plan is refused in words or checked', () => {
  const scalar = fc.oneof(fc.constantFrom('scan', 'filter', 'id', 'a', 'o', '=', '__proto__', 'constructor', 'res:db.pg.main.public.orders'), fc.integer(), fc.boolean(), fc.constant(null), fc.string())
  const { value } = fc.letrec((tie) => ({ value: fc.oneof({ depthSize: 'small' }, scalar, fc.array(tie('value'), { maxLength: 4 }), fc.dictionary(fc.constantFrom('col', 'lit', 'op', 'id', 'where', 'columns', '__proto__', 'input', 'keys', 'x'), tie('value'), { maxKeys: 4 })) }))
  const step = fc.record({ id: fc.constantFrom('a', 'b', 'o'), op: fc.constantFrom('scan', 'filter', 'derive', 'project', 'aggregate', 'limit', 'union', 'window', 'call'), resource: fc.constant('res:db.pg.main.public.orders'), where: value, columns: value, measures: value, rows: value, inputs: value, order: value, args: value }, { requiredKeys: ['id', 'op'] })
  fc.assert(fc.property(fc.oneof(value, fc.record({ steps: fc.array(step, { maxLength: 4 }) })), (data) => {
    try {
      check(planOf(data), shop())
    } catch (error) {
      expect(error).toBeInstanceOf(PlanError)
    }
  }), { numRuns: 500 })
})

test('a column may be called as an object calls its own, except for the one name that would get lost', () => {
  const plan = (name: string): string => `{"steps":[{"id":"o","op":"scan","resource":"res:db.pg.main.public.orders"},{"id":"d","op":"derive","columns":{"${name}":1}}]}`
  expect(check(planFrom(plan('constructor')), shop()).plan?.steps.at(-1)?.columns.at(-1)?.name).toBe('constructor')
  expect(wrong(plan('__proto__'))).toBe('steps: nothing in a plan can be called __proto__')
})
