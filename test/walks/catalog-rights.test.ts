// A role that may not see planted names and values never meets them: every command of the catalogue and of plans, in every format, with its messages and files.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readArgs } from '../../dist/cli/args.js'
import { readFields } from '../../dist/core/field.js'
import { OPERATIONS } from '../../dist/operations/index.js'
import { ANALYST, CANARY, canaryExport } from '../kit/canary.ts'
import { folder, fovea, put } from './run.ts'

const ORDERS = 'res:db.pg.main.public.orders'
const CONFIG = JSON.stringify({ catalog: { role: 'analyst', roles: { keeper: {}, analyst: ANALYST } } })

/** What is tried, by command. A new command must be added here before it is shipped. */
const TRIED: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'catalog add': [['x', 'nowhere.csv']],
  'catalog scan': [[], ['zq7vaul']],
  'catalog list': [[], ['--json']],
  'catalog rm': [['vault'], ['zq7vaul']],
  'catalog verify': [['--offline', '--json'], ['--sarif', 'out.sarif', '--junit', 'out.xml'], ['vaul']],
  'catalog diff': [[], ['--json'], ['--since', 'all.jsonl'], ['--live'], ['--since', '1']],
  'catalog docs': [[], ['--out', 'out.md']],
  'catalog export': [['out'], ['out.jsonl']],
  'catalog import': [['all.jsonl']],
}

const filesIn = (path: string): string[] => readdirSync(path).flatMap((name) => (statSync(join(path, name)).isDirectory() ? filesIn(join(path, name)) : [join(path, name)]))

/** Everything that a run of an operation would print or say, in this process: there are many. */
async function said(name: string, args: readonly string[]): Promise<string> {
  const quiet = async (): Promise<never> => { throw new Error('no input') }
  const progress: string[] = []
  try {
    const { operation, raw } = readArgs([...name.split(' '), ...args], OPERATIONS)
    const { text, data, report, diagnostics } = await operation.run(readFields(operation.fields, raw), {
      cwd: root, stdin: quiet, bytes: quiet, lines: () => { throw new Error('no input') }, progress: (message: string) => progress.push(message),
    })
    const parts: string[] = []
    for await (const part of text) parts.push(part)
    return JSON.stringify([parts, data, report, diagnostics, progress])
  } catch (error) {
    if (!(error instanceof Error) || !['UsageError', 'Failure', 'PlanError'].includes(error.name)) throw error
    return JSON.stringify([error.message, progress])
  }
}

let root: string
beforeAll(async () => {
  root = folder({ 'all.jsonl': canaryExport(), 'fovea.config.json': CONFIG, 'empty/': '' })
  vi.stubEnv('XDG_CONFIG_HOME', join(root, 'empty'))
  expect(await fovea(['catalog', 'import', 'all.jsonl', '--role', 'keeper'], { cwd: root })).toMatchObject({ code: 0 })
})
afterAll(() => { vi.unstubAllEnvs() })

describe('S3.61: canaries', () => {
  const names = OPERATIONS.map(({ name }) => name).filter((name) => /^(?:catalog|plan) /.test(name))

  test('every command of the catalogue and of plans is tried', () => expect(names.filter((name) => TRIED[name] === undefined)).toEqual([]))

  test('who sees everything meets them, so the test can see them too', async () => expect(await said('catalog docs', ['--role', 'keeper'])).toMatch(CANARY))

  test.each(Object.entries(TRIED).flatMap(([name, tries]) => tries.map((args) => [name, args] as const)))('%s %j', async (name, args) => {
    // What a person typed may be said back.
    const text = args.filter((word) => CANARY.test(word)).reduce((all, word) => all.replaceAll(word, ''), await said(name, args))
    expect(text).not.toMatch(CANARY)
    for (const file of filesIn(root).filter((path) => path.includes('/out'))) expect(readFileSync(file, 'utf8')).not.toMatch(CANARY)
  })
})

describe('S3.60: rights that cannot be read close the catalogue', () => {
  test.each([
    ['a policy with an unknown word', '{"catalog":{"role":"a","roles":{"a":{"alow":["*"]}}}}', 'alow'],
    ['a policy of another shape', '{"catalog":{"role":"a","roles":{"a":{"allow":"*"}}}}', 'allow'],
    ['half a configuration', '{"catalog":{"role":"a","roles":{"a":', 'fovea.config.json'],
    ['a role that is not defined', '{"catalog":{"role":"b","roles":{"a":{}}}}', 'there is no role \\"b\\"'],
    ['no role', '{"catalog":{"roles":{"a":{}}}}', 'a reader must have one'],
  ])('%s', async (_, config, words) => {
    put(root, { 'fovea.config.json': config })
    const text = await said('catalog docs', [])
    put(root, { 'fovea.config.json': CONFIG })
    expect(text).toContain(words)
    expect(text).not.toMatch(CANARY)
  })

  test('the program says why and exits as for a wrong command line', async () => {
    const run = await fovea(['catalog', 'docs', '--role', 'nobody'], { cwd: root })
    expect(run).toMatchObject({ code: 2, out: '', err: expect.stringContaining('there is no role "nobody"') })
  })

  test("a repository's configuration cannot open what the user's own closes", async () => {
    const home = folder({ 'fovea/config.json': CONFIG })
    put(root, { 'fovea.config.json': '{"catalog":{"role":"all","roles":{"all":{},"analyst":{}}}}' })
    const run = await fovea(['catalog', 'docs'], { cwd: root, env: { XDG_CONFIG_HOME: home } })
    put(root, { 'fovea.config.json': CONFIG })
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining(ORDERS) })
    expect(run.out).not.toMatch(CANARY)
  })
})
