// A repository's configuration is somebody else's text. It may narrow what its user allowed; nothing that the schema knows may widen it.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { verdictsOf } from '../../src/core/rank/rank.ts'
import { roleFor } from '../../src/workspace/catalog/role.ts'
import { openCtx } from '../../src/workspace/ctx/project.ts'
import { openWorkspace, type Workspace } from '../../src/workspace/index.ts'
import { requestOf, settle } from '../../src/workspace/settings.ts'
import type { Flags, Settings } from '../../src/workspace/settings.ts'

const home = mkdtempSync(join(tmpdir(), 'fovea-configuration-'))
afterAll(() => { rmSync(home, { recursive: true, force: true }) })

let places = 0

/** A workspace with a configuration of its repository and one of its user. */
function opened(repository: unknown, own?: unknown): Workspace {
  const place = join(home, String(places++))
  mkdirSync(join(place, 'repository'), { recursive: true })
  mkdirSync(join(place, 'own', 'fovea'), { recursive: true })
  writeFileSync(join(place, 'repository', 'fovea.config.json'), typeof repository === 'string' ? repository : JSON.stringify(repository))
  if (own !== undefined) writeFileSync(join(place, 'own', 'fovea', 'config.json'), JSON.stringify(own))
  vi.stubEnv('XDG_CONFIG_HOME', join(place, 'own'))
  return openWorkspace(join(place, 'repository'), { caching: 'off' })
}

/** What holds in the end. */
interface Held {
  readonly workspace: Workspace
  readonly settings: Settings
}

const held = (repository: unknown, own?: unknown, flags: Flags = {}): Held => {
  const workspace = opened(repository, own)
  return { workspace, settings: settle(flags, workspace.layers) }
}

const verdictOn = ({ settings }: Held, path: string) => verdictsOf(requestOf(settings))(path)
const capOn = (one: Held, path: string): number | undefined => [...one.settings.rules.value, ...one.settings.lens.value.rules][verdictOn(one, path).capRule]?.cap
const MODEL = { kind: 'openai', url: 'https://models.example', model: 'm' }
const TIGHT = { lens: 'mine', lenses: { mine: { rules: [{ match: '**', cap: 10, atMost: 'shape', priority: 1 }] } } }

/** For every key that the schema knows: a repository that would widen with it, and what holds all the same. */
const ATTEMPTS: Readonly<Record<string, () => void>> = {
  $schema: () => expect(held({ $schema: 'https://evil.example/schema.json' }).workspace.diagnostics).toEqual([]),
  budget: () => {
    expect(held({ budget: 'none' }).settings.budget).toEqual({ value: 32_000, origin: 'default' })
    expect(held({ budget: '20k' }, { budget: '8k' }).settings.budget.value).toBe(8000)
    expect(held({ budget: '20k' }, {}, { budget: 100 }).settings.budget.value).toBe(100)
  },
  format: () => expect(held({ format: 'markdown' }, { format: 'xml' }).settings.format.value).toBe('xml'),
  meter: () => expect(held({ meter: 'heuristic' }).settings.meter.value).toBe('o200k_base'),
  lens: () => expect(held({ lens: 'debug' }, { lens: 'minimal' }).settings.lens.value.name).toBe('minimal'),
  skeleton: () => {
    expect(held({ skeleton: 'disabled' }, { levels: ['line', 'shape'] }).settings.ladder).toEqual({ value: ['line', 'shape'], origin: 'your own configuration' })
    expect(held({ skeleton: 'disabled' }, {}, { levels: ['line'] }).settings.ladder).toEqual({ value: ['line'], origin: 'flags' })
    expect(held({ skeleton: 'disabled', levels: ['line'] }).settings.ladder.value).toEqual(['none', 'full'])
  },
  order: () => expect(held({ order: 'stable' }, { order: 'path' }).settings.order.value).toBe('path'),
  levels: () => {
    expect(held({ levels: ['full'] }, { levels: ['line'] }).settings.ladder.value).toEqual(['line'])
    expect(held({ levels: ['line', 'full'] }, { skeleton: 'disabled' }).settings.ladder.value).toEqual(['none', 'full'])
  },
  include: () => expect(held({ include: ['**'] }, { include: ['src/**'] }).settings.include.value).toEqual(['src/**']),
  exclude: () => expect(held({ exclude: ['!secret/**', '!./secret/**', 'docs/**'] }, { exclude: ['secret/**'] }).settings.exclude.value).toEqual(['secret/**', 'docs/**']),
  maxFileBytes: () => {
    expect(held({ maxFileBytes: 1e12 }).settings.maxFileBytes.origin).toBe('default')
    expect(held({ maxFileBytes: 5000 }, { maxFileBytes: 1000 }).settings.maxFileBytes.value).toBe(1000)
  },
  'rules[].match': () => expect(held({ rules: [{ match: '{a,b}'.repeat(9) }] }).workspace.diagnostics).toMatchObject([{ severity: 'error' }]),
  'rules[].atLeast': () => expect(verdictOn(held({ rules: [{ match: '**', atLeast: 'full' }] }), 'a.ts').floor).toBe('none'),
  'rules[].atMost': () => expect(verdictOn(held({ rules: [{ match: '**', atMost: 'full' }] }, TIGHT), 'a.ts').ceiling).toBe('shape'),
  'rules[].priority': () => expect(verdictOn(held({ rules: [{ match: '**', priority: 100 }] }, { rules: [{ match: '**', priority: 3 }] }), 'a.ts').priority).toBe(3),
  'rules[].weight': () => expect(held({ rules: [{ match: '**', weight: 1e9 }] }).workspace.diagnostics).toMatchObject([{ severity: 'error' }]),
  'rules[].cap': () => {
    expect(capOn(held({ rules: [{ match: '**', cap: 1e9 }] }, TIGHT), 'a.ts')).toBe(10)
    expect(capOn(held({ rules: [{ match: '**', cap: 1e9 }] }, { rules: [{ match: '**', cap: 20 }] }), 'a.ts')).toBe(20)
    expect(capOn(held({ rules: [{ match: '**', cap: 5 }] }, TIGHT), 'a.ts')).toBe(5)
  },
  'rules[].why': () => expect(held({ rules: [{ match: '**', why: 'w'.repeat(1001) }] }).workspace.diagnostics).toMatchObject([{ severity: 'error' }]),
  embeddings: () => expect(held({ embeddings: MODEL }).settings.embeddings.value).toBe(undefined),
  generation: () => expect(held({ generation: { kind: 'openai', model: 'm' } }).settings.generation.value).toBe(undefined),
  'ctx.prefixes': () => expect(openCtx(opened({ ctx: { prefixes: { A: { label: 'X' } } } }, { ctx: { prefixes: { A: { label: 'MINE' } } } })).settings.prefixes['A']?.label).toBe('MINE'),
  'ctx.caps': () => {
    expect(openCtx(opened({ ctx: { caps: { ADR: 1e9, OPTS: 5, RUNBOOK: 7 } } })).settings.caps).toEqual({ ADR: 300, OPTS: 5, RUNBOOK: 7 })
    expect(openCtx(opened({ ctx: { caps: { ADR: 700 } } }, { ctx: { caps: { ADR: 600 } } })).settings.caps['ADR']).toBe(600)
  },
  secrets: () => {
    expect(opened({ secrets: { allow: ['jwt', 'github-pat'] } }).guarding).toEqual({})
    expect(opened({ secrets: { pii: false } }, { secrets: { pii: true } }).guarding).toEqual({ pii: true })
  },
  'catalog.role': () => expect(() => roleFor(opened({ catalog: { role: 'guest' } }, { catalog: { roles: { guest: {}, keeper: {} } } }), {})).toThrow('a reader must have one'),
  'catalog.roles': () => expect(roleFor(opened({ catalog: { roles: { guest: {} } } }, { catalog: { role: 'guest', roles: { guest: { allow: [] } } } }), {}).role?.sees('db.a.b')).toBe(false),
  database: () => expect(opened({ database: 'env:HOME' }).layers.map(({ config }) => config.database)).toEqual([undefined]),
  project: () => expect(opened({ project: 'other/team' }).layers.map(({ config }) => config.project)).toEqual([undefined]),
  memory: () => expect(opened({ memory: { trust: ['/'] } }).layers.map(({ config }) => config.memory)).toEqual([undefined]),
  lenses: () => {
    expect(held({ lenses: { minimal: { rules: [] } } }, { lens: 'minimal' }).settings.lens.value.rules).toHaveLength(1)
    expect(verdictOn(held({ lens: 'x', lenses: { x: { rules: [{ match: '**', atLeast: 'full' }] } } }), 'a.ts').floor).toBe('none')
    expect(held({ lenses: TIGHT.lenses, lens: 'mine' }, { lens: 'mine', lenses: { mine: { doc: 'my own' } } }).settings.lens.value.doc).toBe('my own')
  },
}

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly description?: string
}

/** Every key that can be said, by its place; what only a user may say is refused as a whole. */
function keysOf({ properties = {} }: Shape, place = ''): string[] {
  return Object.entries(properties).flatMap(([name, inner]) => {
    const key = `${place}${name}`
    if (inner.description?.includes('Only in your own configuration') === true && place === '') return [key]
    if (inner.items?.properties !== undefined) return keysOf(inner.items, `${key}[].`)
    return inner.properties === undefined ? [key] : keysOf(inner, `${key}.`)
  })
}

describe('a repository\'s file may only narrow', () => {
  const schema = JSON.parse(readFileSync('docs/fovea.config.schema.json', 'utf8')) as Shape

  test('every key of the schema has an attempt', () => {
    expect(Object.keys(ATTEMPTS).toSorted()).toEqual(keysOf(schema).toSorted())
  })

  test.each(Object.keys(ATTEMPTS))('%s', (key) => { (ATTEMPTS[key] as () => void)() })

  test.each(['extends', 'include_outside', 'plugins', 'output', 'program', '__proto__', 'constructor', 'prototype'])('%s is not a key: there is nothing to run, to write to or to inherit from', (key) => {
    const workspace = opened(`{"${key}": {"budget": "none"}}`)
    expect(workspace.diagnostics).toMatchObject([{ code: 'config/invalid', severity: 'error', message: expect.stringMatching(new RegExp(`^fovea\\.config\\.json: ${key} is not known`)) }])
    expect(({} as Record<string, unknown>)['budget']).toBe(undefined)
  })
})

describe('what is too much is refused with a sentence', () => {
  const many = (count: number): Record<string, number> => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]))

  test.each<[string, unknown, string]>([
    ['a pattern of 100,000 stars', { rules: [{ match: '*a'.repeat(50_000) }] }, 'rules[0].match may have at most 1000 characters, not 100000'],
    ['30,000 rules', { rules: Array.from({ length: 30_000 }, () => ({ match: '**/*a*a*a' })) }, 'rules may have at most 200 items, not 30000'],
    ['60,000 excludes', { exclude: Array.from({ length: 60_000 }, () => '*a*') }, 'exclude may have at most 400 items, not 60000'],
    ['braces in braces', { lenses: { x: { exclude: [`${'{'.repeat(400)}${'}'.repeat(400)}`] } } }, 'has more than 32 braces'],
    ['200 patterns of 128 alternatives', { rules: Array.from({ length: 200 }, () => ({ match: '{a,b}'.repeat(7) })) }, 'more than 4000 alternatives together'],
    ['80,000 names that are not known', many(80_000), 'k0 is not known'],
    ['a name of 900,000 letters', { ['k'.repeat(900_000)]: 1 }, '… is not known'],
    ['60,000 lenses', { lenses: many(60_000) }, 'lenses may have at most 100 names, not 60000'],
    ['a budget of 900,000 digits', { budget: '9'.repeat(900_000) }, 'budget: a budget looks like'],
    ['a lens of 1,000 letters that there is not', { lens: 'z'.repeat(1001) }, 'lens may have at most 1000 characters'],
  ])('%s', (_, config, words) => {
    const [{ message = '' } = {}] = opened(config).diagnostics
    expect(message).toContain(words)
    expect(message.length).toBeLessThan(500)
  })

  test('what is said twice holds as it was said last, and the same key cannot pass the schema by half', () => {
    expect(held('{"budget": "none", "budget": "9k"}').settings.budget.value).toBe(9000)
    expect(opened('{"meter": "x", "budget": "9k"}').diagnostics).toMatchObject([{ severity: 'error' }])
  })

  test('a mark at its beginning is not a part of it; what is no number is no JSON', () => {
    expect(held('\uFEFF{"budget": "9k"}').settings.budget.value).toBe(9000)
    for (const text of ['{"maxFileBytes": NaN}', '{"maxFileBytes": Infinity}', '{"maxFileBytes": 0x10}', '{"maxFileBytes": 1,}', '// x\n{}']) expect(opened(text).diagnostics).toMatchObject([{ message: expect.stringContaining('this is not JSON') }])
    expect(opened('{"maxFileBytes": 1e999}').layers[0]?.config.maxFileBytes).toBe(Infinity)
    expect(held('{"maxFileBytes": 1e999}').settings.maxFileBytes.origin).toBe('default')
  })
})
