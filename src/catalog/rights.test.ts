import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Descriptor } from './descriptor.ts'
import type { Change, SourceState } from './ports.ts'
import type { Column, Resource } from './record.ts'
import { resourceOf } from './resource.ts'
import { visibleChanges, visibleSources, visibleTo } from './rights.ts'
import { roleNamed, roleOf } from './roles.ts'

const NOW = '2026-02-01T00:00:00Z'

const table = (schema: string, name: string, columns: Column[], over: Partial<Descriptor> = {}): Descriptor =>
  ({ kind: 'tabular', place: { ns: 'db', engine: 'pg', source: 'main', path: [schema, name] }, columns, cap: ['scan', 'filter'], ...over })

const USERS = table('public', 'users', [{ name: 'id', type: 'int', pk: true }, { name: 'email', type: 'text', pii: 'contact', values: ['canary@value'] }, { name: 'city', type: 'text' }], {
  description: 'People who order', tags: ['people', 'email list'],
  constraints: { primary_key: ['id'], unique: [['email'], ['city']], checks: ["email like '%@%'", 'id > 0'] },
  snippets: [{ engine: 'sql', code: 'select email from users limit 5' }, { engine: 'sql', code: 'select city from users limit 5' }],
  antiPatterns: ['filter by "email" without lower()', 'select *'], access: { policy: 'any', secrets: ['ada://secret/pg:main'], grants: ['analyst: select', 'boss: all'] },
  quality: { null_rate: { email: 0.1, city: 0.2 }, samples: ['1, canary@value, Oslo'] },
  examples: [{ task: 'who has an email', ops: ['filter'] }, { task: 'people by city', ops: ['agg'] }],
})
const ORDERS = table('public', 'orders', [{ name: 'id', type: 'int', pk: true }, { name: 'user_id', type: 'int', fk: 'public.users.id' }, { name: 'pay_id', type: 'int', fk: 'hr.salaries.id' }], {
  description: 'Orders, joined with hr.salaries for bonuses',
  constraints: { foreign_keys: [{ columns: ['user_id'], to: 'public.users', to_columns: ['id'] }, { columns: ['pay_id'], to: 'hr.salaries', to_columns: ['id'] }] },
  snippets: [{ engine: 'sql', code: 'select * from orders join "hr"."salaries" using (id)' }], antiPatterns: ['HR_Salaries is slow'],
})
const SALARIES = table('hr', 'salaries', [{ name: 'id', type: 'int' }, { name: 'canary_amount', type: 'numeric' }], { description: 'canary words' })
const ALL = [USERS, ORDERS, SALARIES].map((one) => resourceOf(one, NOW))
const ANALYST = roleOf('analyst', { allow: ['db.*'], deny: ['db.pg.main.hr.*'], columns: { deny: ['*.email'] } })

const seen = (resources: readonly Resource[], id: string): Resource => {
  const found = resources.find(({ overview }) => overview.id === id)
  if (found === undefined) throw new Error(id)
  return found
}

describe('a column with names inside', () => {
  const TYPES = ['jsonb', 'object', 'object<User>[]', 'list', 'any', 'string|object', 'struct<a:int>', 'text', 'string[]', '_int4', 'integer', 'timestamptz', 'enum x']
  const open = (denied: string, engine = 'pg'): string[] => {
    const place = { ns: 'db' as const, engine, source: 'main', path: ['public', 'things'] }
    const things = resourceOf(table('', '', TYPES.map((type, at) => ({ name: `c${at}`, type })), { place }), NOW)
    return (visibleTo([things], roleOf('r', { columns: { deny: [denied] } }))[0] as Resource).details.columns.map(({ type }) => type)
  }
  const PLAIN = ['text', 'string[]', '_int4', 'integer', 'timestamptz', 'enum x']

  test.each(['*.email', 'email', 'pii:*', 'db.pg.main.public.things#email', 'db.pg.*.email', 'DB.PG.main.public.things.email'])('is not read by who may not see %s', (denied) => expect(open(denied)).toEqual(PLAIN))
  test.each(['db.pg.main.public.other#email', 'db.pg.main.public.other.email', 'api.*.email'])('is read where %s says nothing of it', (denied) => expect(open(denied)).toEqual(TYPES))
  test('in SQLite, a column without a type holds plain values', () => expect(open('*.email', 'sqlite')).toEqual(['list', 'any', ...PLAIN]))

  test('keeps its fields that are described and may be seen, and takes its snippets with it', () => {
    const nest = resourceOf(table('public', 'things', [{ name: 'id', type: 'int' }, { name: 'user', type: 'object' }, { name: 'user.email', type: 'text' }, { name: 'user.city', type: 'text' }], { description: 'things of a user', snippets: [{ engine: 'sql', code: 'select user from things' }, { engine: 'sql', code: 'select id from things' }] }), NOW)
    const { details, overview } = visibleTo([nest], ANALYST)[0] as Resource
    expect(details.columns.map(({ name }) => name)).toEqual(['id', 'user.city'])
    expect(details.usage.snippets.map(({ code }) => code)).toEqual(['select id from things'])
    expect(overview.description).toBe('things of a user')
  })
})

describe('policies', () => {
  test.each([
    [{ allow: ['db.*'] }, 'res:db.pg.main.public.users', true], [{ allow: ['api.*'] }, 'res:db.pg.main.public.users', false],
    [{ allow: ['*'], deny: ['db.pg.main.PUBLIC.*'] }, 'res:db.pg.main.public.users', false], [{ allow: ['DB.*'] }, 'res:db.x.y', false],
    [{ allow: ['res:db.x.y'] }, 'res:db.x.y', true], [{}, 'res:db.x.y', true], [{ allow: [] }, 'res:db.x.y', false],
  ])('%j and %s: %s', (policy, id, sees) => expect(roleOf('r', policy).sees(id)).toBe(sees))

  test.each<[string, Column, boolean]>([
    ['*.email', { name: 'email', type: '' }, true], ['*.email', { name: 'EMAIL', type: '' }, true], ['email', { name: 'email', type: '' }, true], ['*.email', { name: 'email_ok', type: '' }, false],
    ['*.email', { name: 'user.email', type: '' }, true], ['user', { name: 'user[].email', type: '' }, true], ['db.x.y#salary', { name: 'salary', type: '' }, true], ['res:db.x.*#sal*', { name: 'salary', type: '' }, true],
    ['db.x.z#salary', { name: 'salary', type: '' }, false], ['pii:*', { name: 'a', type: '', pii: 'contact' }, true], ['pii:contact', { name: 'a', type: '', pii: 'health' }, false], ['pii:*', { name: 'a', type: '', pii: 'none' }, false],
  ])('%s hides %j: %s', (pattern, column, hides) => expect(roleOf('r', { columns: { deny: [pattern] } }).hides('res:db.x.y', column)).toBe(hides))

  test.each<[unknown, string]>([
    [{ alow: ['*'] }, 'it says "alow"; did you mean allow'], [{ allow: 'db.*' }, 'allow must be a list of patterns'], [{ deny: [''] }, 'deny must be a list'], [{ details: 'no' }, 'details must be true or false'],
    [{ columns: ['*.email'] }, 'columns must be an object'], [{ columns: { hide: [] } }, 'columns says "hide"'], [null, 'it is not an object'],
  ])('a policy that cannot be read opens nothing: %j', (policy, words) => expect(() => roleOf('r', policy as object)).toThrow(words))

  test('a role must exist, and must be given where there are roles', () => {
    expect(() => roleNamed({ analyst: {} }, 'analist')).toThrow('there is no role "analist"; did you mean analyst')
    expect(() => roleNamed({ analyst: {} }, 'constructor')).toThrow('there is no role "constructor"')
    expect(() => roleNamed({ analyst: {} }, undefined)).toThrow('a reader must have one')
    expect(() => roleNamed(undefined, 'x')).toThrow('no roles are defined')
    expect(roleNamed(undefined, undefined)).toBe(undefined)
  })
})

describe('what a role sees', () => {
  const view = visibleTo(ALL, ANALYST)
  const users = seen(view, 'res:db.pg.main.public.users')
  const orders = seen(view, 'res:db.pg.main.public.orders')

  test('no role and a full role see everything', () => {
    expect(visibleTo(ALL, undefined)).toBe(ALL)
    expect(visibleTo(ALL, roleOf('boss', {}))).toBe(ALL)
  })

  test('nothing hidden is named anywhere', () => expect(JSON.stringify(view)).not.toMatch(/e-?mail|canary|salaries|salary|\bhr\b|boss|ada:..secret/i))

  test('what is allowed stays', () => {
    expect(users.details.columns.map(({ name }) => name)).toEqual(['id', 'city'])
    expect(users.details.usage).toEqual({ snippets: [{ engine: 'sql', code: 'select city from users limit 5' }], anti_patterns: ['select *'] })
    expect(users.details.constraints).toEqual({ primary_key: ['id'], unique: [['city']], checks: ['id > 0'] })
    expect(users.details.quality).toEqual({ null_rate: { city: 0.2 } })
    expect(users.details.access).toEqual({ policy: 'any', secrets: [], grants: ['analyst: select'] })
    expect(users.overview).toMatchObject({ description: 'People who order', tags: ['people', 'pii:none', 'lifecycle:evolving'], shape: { cols: 2 }, schema_digest: ['id:int', 'city:str'], examples: [{ task: 'people by city', ops: ['agg'] }] })
    expect(orders.details.columns.map(({ name, fk }) => [name, fk])).toEqual([['id', undefined], ['user_id', 'public.users.id'], ['pay_id', undefined]])
    expect(orders.details.constraints.foreign_keys).toEqual([{ columns: ['user_id'], to: 'public.users', to_columns: ['id'] }])
    expect(orders.overview.description).toBe(undefined)
  })

  test('a key with a hidden part is no key', () => {
    const day = table('public', 'days', [{ name: 'id', type: 'int', pk: true }, { name: 'email', type: 'text', pk: true }], { constraints: { primary_key: ['id', 'email'] } })
    const [only] = visibleTo([resourceOf(day, NOW)], ANALYST)
    expect(only?.details.columns).toEqual([{ name: 'id', type: 'int' }])
    expect(only?.details.constraints).toEqual({})
  })

  test('details can be withheld as a whole, and anti-patterns alone', () => {
    const [brief] = visibleTo(ALL, roleOf('guest', { details: false }))
    expect(brief?.details).toMatchObject({ columns: [], constraints: {}, usage: { snippets: [], anti_patterns: [] }, quality: {} })
    expect(brief?.overview).toMatchObject({ shape: { cols: 3 }, schema_digest: ['id:int', 'email:str', 'city:str'] })
    expect(seen(visibleTo(ALL, roleOf('guest', { antiPatterns: false })), 'res:db.pg.main.public.users').details.usage.anti_patterns).toEqual([])
  })

  test('a path that needs a hidden input is not told', () => {
    const api: Descriptor = {
      kind: 'api', place: { ns: 'api', engine: '', source: 'shop', path: ['findUser'] }, columns: [], cap: ['call'],
      inputs: [{ name: 'email', in: 'path', type: 'string' }, { name: 'page', in: 'query', type: 'int' }], call: { by: 'http', method: 'GET', server: '', path: '/users/{email}', rows: [] },
    }
    const [only] = visibleTo([resourceOf(api, NOW)], roleOf('r', { columns: { deny: ['*.email'] } }))
    expect(JSON.stringify(only)).not.toMatch(/email/)
    expect(only?.details.inputs?.map(({ name }) => name)).toEqual(['page'])
  })

  test('a type that every database has stays, though a hidden column is called like a part of it', () => {
    const place = { ns: 'db', engine: 'pg', source: 'main', path: ['public', 'orders'] } as const
    const [orders] = visibleTo([
      resourceOf({ kind: 'tabular', place, columns: [{ name: 'at', type: 'timestamp with time zone' }, { name: 'mood', type: 'enum public.secretmood' }], cap: ['scan'] }, NOW),
      resourceOf({ kind: 'tabular', place: { ...place, path: ['hr', 'clock'] }, columns: [{ name: 'time', type: 'text' }, { name: 'secretmood', type: 'text' }], cap: ['scan'] }, NOW),
    ], roleOf('guest', { deny: ['db.pg.main.hr.*'] }))
    expect(orders?.details.columns.map(({ type }) => type)).toEqual(['timestamp with time zone', 'str'])
  })

  test('sources and changes follow', () => {
    const state = (name: string, resources: number): SourceState => ({ spec: { name, type: 'postgres', location: 'env:DB', secrets: { token: 'env:T' }, options: { schemas: 'public,hr' } }, resources, failure: { at: NOW, message: 'hr.salaries is locked' } })
    expect(visibleSources([state('main', 3), state('secret', 9)], view, ANALYST)).toEqual([{ spec: { name: 'main', type: 'postgres', location: '', secrets: {}, options: {} }, resources: 2, failure: { at: NOW, message: 'the newest scan failed' } }])
    const change = (id: string, what: Change['what']): Change => ({ id, what, rev: 7, at: NOW, changes: ['-email'], breaking: true })
    expect(visibleChanges([change('res:db.pg.main.public.users', 'changed'), change('res:db.pg.main.hr.salaries', 'added'), change('res:db.pg.main.public.users', 'removed')], ANALYST))
      .toEqual([{ id: 'res:db.pg.main.public.users', what: 'removed', rev: 1, at: NOW, changes: [], breaking: true }])
  })
})

// Two catalogues that agree on what is visible, with any hidden things around it.
const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta')
const secret = fc.constantFrom('zz_one', 'zz_two', 'zzThree', 'zz four')
const column = fc.record({ name: word, type: fc.constantFrom('int', 'text'), nn: fc.boolean() })
const visibleTable = fc.record({ name: word, columns: fc.uniqueArray(column, { selector: ({ name }) => name }), description: word, rows: fc.nat(1000) })
const hiddenColumn = fc.record({ name: secret, type: fc.constantFrom('int', 'text', 'date'), pk: fc.constant(false), values: fc.subarray(['v1', 'v2']), description: fc.oneof(word, secret), pii: fc.constantFrom('contact', 'health') })
const secrets = fc.record({
  tables: fc.uniqueArray(fc.record({ name: secret, columns: fc.uniqueArray(hiddenColumn, { selector: ({ name }) => name }) }), { selector: ({ name }) => name, maxLength: 3 }),
  columns: fc.uniqueArray(hiddenColumn, { selector: ({ name }) => name }), snippet: fc.option(secret), check: fc.option(secret), sample: fc.string(), latency: fc.nat(900), rev: fc.nat(50), fk: fc.option(secret), grant: fc.string(),
})
type Secrets = typeof secrets extends fc.Arbitrary<infer T> ? T : never

function catalogue(tables: readonly { name: string; columns: Column[]; description: string; rows: number }[], hidden: Secrets): Resource[] {
  const dressed = tables.map(({ name, columns, description, rows }) => table('public', name, [
    ...columns.map((one) => ({ ...one, ...(hidden.fk === null ? {} : { fk: `hr.${hidden.fk}.id` }) })), ...hidden.columns,
  ], {
    description, rows, cost: { latency_ms_p50: hidden.latency }, tags: hidden.snippet === null ? [] : [hidden.snippet],
    ...(hidden.snippet === null ? {} : { snippets: [{ engine: 'sql', code: `select ${hidden.snippet}` }], antiPatterns: [`no ${hidden.snippet}`, `select * (${hidden.columns.length} columns)`], examples: [{ task: hidden.snippet, ops: [] }] }),
    constraints: hidden.check === null ? {} : { checks: [`${hidden.check} > 1`], unique: [[hidden.check]] },
    quality: { samples: [hidden.sample], null_rate: Object.fromEntries(hidden.columns.map((one) => [one.name, 0.5])) }, access: { grants: [`other: ${hidden.grant}`] },
  }))
  const secretTables = hidden.tables.map(({ name, columns }) => table('hr', name, columns))
  // Texts may name only what is hidden here: a word that nothing bears is no secret.
  const bearer = table('hr', 'bearer', ['zz_one', 'zz_two', 'zzThree', 'zz four'].map((name) => ({ name, type: 'int' })))
  return [...dressed, ...secretTables, bearer].map((one) => resourceOf(one, NOW)).map((one) => ({ ...one, overview: { ...one.overview, rev: hidden.rev + 1, what_changed: hidden.snippet === null ? [] : [`+${hidden.snippet}:str`] } }))
}

describe('non-interference', () => {
  test.each([[{ deny: ['db.pg.main.hr.*'], columns: { deny: ['*.zz*'] } }], [{ allow: ['db.pg.main.public.*'], columns: { deny: ['pii:*'] } }]])('%j: what is hidden changes nothing that is seen', (policy) => {
    const role = roleOf('r', policy)
    fc.assert(fc.property(fc.uniqueArray(visibleTable, { selector: ({ name }) => name }), secrets, secrets, (tables, one, two) => {
      const [a, b] = [one, two].map((hidden) => JSON.stringify(visibleTo(catalogue(tables, hidden), role)))
      expect(a).toBe(b)
      expect(a).not.toMatch(/zz/i)
    }), { numRuns: 100 })
  })
})
