// Keeping the catalogue: verify, diff, docs, export and import, as a person would.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fovea, folder, put } from './run.ts'

const API = (more = '', kind = 'integer'): string => `openapi: 3.0.0
info: { title: Shop, version: '1' }
paths:
  /orders:
    get:
      operationId: list_orders
      summary: All orders
      parameters:
        - { name: page, in: query, schema: { type: ${kind} } }
${more}      responses:
        '200': { description: ok, content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: integer }, city: { type: string } } } } } } }
`
const REQUIRED = "        - { name: shop, in: query, required: true, schema: { type: string } }\n"

async function shop(): Promise<string> {
  const root = folder({ 'openapi.yaml': API() })
  expect(await fovea(['catalog', 'add', 'shop', 'openapi.yaml'], { cwd: root })).toMatchObject({ code: 0 })
  return root
}

describe('fovea catalog', () => {
  test('S3.53, S3.67: verify is quiet while all is well, and exits with 6 when the schema moved, as text, JSON, SARIF and JUnit', async () => {
    const root = await shop()
    expect(await fovea(['catalog', 'verify'], { cwd: root })).toMatchObject({ code: 0, err: expect.stringContaining('1 resource of 1 source') })
    put(root, { 'openapi.yaml': API(REQUIRED) })
    const run = await fovea(['catalog', 'verify', '--json', '--sarif', 'a.sarif', '--junit', 'a.xml'], { cwd: root })
    expect(run.code).toBe(6)
    expect(JSON.parse(run.out).findings.find(({ check }: { check: string }) => check === 'schema/stale')).toEqual({ check: 'schema/stale', severity: 'error', subject: 'res:api.shop.list_orders', message: '+param shop:str required; run fovea catalog scan' })
    expect(JSON.parse(readFileSync(join(root, 'a.sarif'), 'utf8')).runs[0].results[0]).toMatchObject({ ruleId: 'schema/stale', level: 'error' })
    expect(readFileSync(join(root, 'a.xml'), 'utf8')).toContain('<failure type="schema/stale"')
    expect(await fovea(['catalog', 'verify', '--offline'], { cwd: root })).toMatchObject({ code: 0 })
    put(root, { 'openapi.yaml': 'not: [' })
    expect(await fovea(['catalog', 'verify'], { cwd: root })).toMatchObject({ code: 6, out: expect.stringContaining('source/down') })
  })

  test('S3.55, S3.67: diff against the sources, an export, a revision and a time; what breaks decides the exit code', async () => {
    const root = await shop()
    await fovea(['catalog', 'export', 'before'], { cwd: root })
    put(root, { 'openapi.yaml': API(REQUIRED, 'number') })
    const words = '! ~ res:api.shop.list_orders\n!     +param shop:str required\n      param page: int -> num\n'
    expect(await fovea(['catalog', 'diff', '--live'], { cwd: root })).toMatchObject({ code: 0, out: words })
    await fovea(['catalog', 'scan'], { cwd: root })
    expect(await fovea(['catalog', 'diff', '--live'], { cwd: root })).toMatchObject({ code: 0, out: '', err: expect.stringContaining('nothing changed') })
    expect(await fovea(['catalog', 'diff', '--since', 'before', '--fail-on', 'breaking'], { cwd: root })).toMatchObject({ code: 6, out: words })
    const newest = await fovea(['catalog', 'diff', '--since', '1', '--json'], { cwd: root })
    expect(JSON.parse(newest.out)).toMatchObject([{ id: 'res:api.shop.list_orders', what: 'changed', breaking: true, rev: 2 }])
    expect((await fovea(['catalog', 'diff', '--since', '2999-01-01'], { cwd: root })).out).toBe('')
    expect(await fovea(['catalog', 'diff', '--since', 'nowhere'], { cwd: root })).toMatchObject({ code: 2, err: expect.stringContaining('nowhere is not there') })
  })

  test('S3.54: docs are the same twice', async () => {
    const root = await shop()
    await fovea(['catalog', 'docs', '--out', 'resources.md'], { cwd: root })
    const page = readFileSync(join(root, 'resources.md'), 'utf8')
    expect(page).toContain('### GET /orders\n\nAll orders\n')
    expect((await fovea(['catalog', 'docs'], { cwd: root })).out).toBe(page)
  })

  test('S3.64: what is exported can be imported elsewhere, scanned again there, and exported the same; a mistake keeps everything as it was', async () => {
    const root = await shop()
    await fovea(['catalog', 'export', 'out/catalog'], { cwd: root })
    expect(readdirSync(join(root, 'out/catalog')).sort()).toEqual(['details', 'overview.jsonl'])
    const files = { 'in/overview.jsonl': readFileSync(join(root, 'out/catalog/overview.jsonl')), 'in/details/a.json': readFileSync(join(root, 'out/catalog/details/api.shop.list_orders.json')) }
    const other = folder(files)
    expect(await fovea(['catalog', 'import', 'in'], { cwd: other })).toMatchObject({ code: 0, out: 'shop: 1 resource, 1 change\n' })
    expect(await fovea(['catalog', 'scan'], { cwd: other })).toMatchObject({ code: 0, out: 'shop: 1 resource\n' })
    await fovea(['catalog', 'export', 'out'], { cwd: other })
    expect(readFileSync(join(other, 'out/overview.jsonl'), 'utf8')).toBe(files['in/overview.jsonl'].toString())
    put(other, { 'in/overview.jsonl': files['in/overview.jsonl'].toString().replace('"api"', '"apii"') })
    expect(await fovea(['catalog', 'import', 'in'], { cwd: other })).toMatchObject({ code: 2, err: expect.stringContaining('in/overview.jsonl:1, kind: ') })
    put(other, { 'mine/notes.txt': 'x' })
    expect(await fovea(['catalog', 'export', 'mine'], { cwd: other })).toMatchObject({ code: 2, err: expect.stringContaining('mine holds notes.txt') })
    expect(readdirSync(join(other, 'mine'))).toEqual(['notes.txt'])
  })
})
