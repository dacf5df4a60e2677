// A role that may not see planted names and values never meets them: every command of the catalogue and of plans, in every format, with its messages and files.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
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

let root: string
beforeAll(async () => {
  root = folder({ 'all.jsonl': canaryExport(), 'fovea.config.json': CONFIG })
  expect(await fovea(['catalog', 'import', 'all.jsonl', '--role', 'keeper'], { cwd: root })).toMatchObject({ code: 0 })
})

describe('S3.61: canaries', () => {
  const names = (OPERATIONS as readonly { name: string }[]).map(({ name }) => name).filter((name) => /^(?:catalog|plan) /.test(name))

  test('every command of the catalogue and of plans is tried', () => expect(names.filter((name) => TRIED[name] === undefined)).toEqual([]))

  test('who sees everything meets them, so the test can see them too', async () => expect((await fovea(['catalog', 'docs', '--role', 'keeper'], { cwd: root })).out).toMatch(CANARY))

  test.each(Object.entries(TRIED).flatMap(([name, tries]) => tries.map((args) => [[...name.split(' '), ...args]] as const)))('%j', async (args) => {
    const run = await fovea(args, { cwd: root })
    // What a person typed may be said back.
    const typed = args.filter((word) => CANARY.test(word))
    const said = typed.reduce((text, word) => text.replaceAll(word, ''), run.out + run.err)
    expect(said).not.toMatch(CANARY)
    expect(run.code).not.toBe(null)
    for (const file of filesIn(root).filter((path) => path.includes('/out'))) expect(readFileSync(file, 'utf8')).not.toMatch(CANARY)
  })
})

describe('S3.60: rights that cannot be read close the catalogue', () => {
  test.each([
    ['a policy with an unknown word', '{"catalog":{"role":"a","roles":{"a":{"alow":["*"]}}}}', 'alow'],
    ['a policy of another shape', '{"catalog":{"role":"a","roles":{"a":{"allow":"*"}}}}', 'allow'],
    ['half a configuration', '{"catalog":{"role":"a","roles":{"a":', 'fovea.config.json'],
    ['a role that is not defined', '{"catalog":{"role":"b","roles":{"a":{}}}}', 'there is no role "b"'],
    ['no role', '{"catalog":{"roles":{"a":{}}}}', 'a reader must have one'],
  ])('%s', async (_, config, words) => {
    const closed = folder({ 'all.jsonl': canaryExport() })
    await fovea(['catalog', 'import', 'all.jsonl'], { cwd: closed })
    put(closed, { 'fovea.config.json': config })
    const run = await fovea(['catalog', 'docs'], { cwd: closed })
    expect(run).toMatchObject({ code: 2, out: '', err: expect.stringContaining(words) })
    expect(run.err).not.toMatch(CANARY)
  })

  test("a repository's configuration cannot open what the user's own closes", async () => {
    const home = folder({ 'fovea/config.json': CONFIG })
    const open = folder({ 'fovea.config.json': '{"catalog":{"role":"all","roles":{"all":{},"analyst":{}}}}' })
    const env = { XDG_CONFIG_HOME: home }
    put(open, { 'all.jsonl': canaryExport() })
    await fovea(['catalog', 'import', 'all.jsonl', '--role', 'keeper'], { cwd: open, env })
    const run = await fovea(['catalog', 'docs'], { cwd: open, env })
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining(ORDERS) })
    expect(run.out).not.toMatch(CANARY)
  })
})
