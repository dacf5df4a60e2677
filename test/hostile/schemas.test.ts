// Documents of strangers: they name other documents, refer to themselves, multiply when they are followed, and stand where something else is. Nothing is fetched, nothing is waited for, and what is too much is told.
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { files } from '../../src/connectors/files/index.ts'
import { graphql } from '../../src/connectors/graphql/index.ts'
import { openapi } from '../../src/connectors/openapi/index.ts'
import { folderOf, recordOf, scanned, sourceAt } from '../kit/catalog-source.ts'

const documentOf = (schemas: Readonly<Record<string, unknown>>, schema: unknown = { $ref: '#/components/schemas/L0' }): string => JSON.stringify({
  openapi: '3.0.0', info: { title: 'x', version: '1' }, components: { schemas },
  paths: { '/a': { get: { operationId: 'a', responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } } } } },
})
const looked = (text: string, name = 'a.openapi.json') => scanned(openapi, sourceAt(folderOf({ [name]: text }), name))
const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const link = (level: number): { $ref: string } => ({ $ref: `#/components/schemas/L${level}` })
const ladder = (levels: number, make: (level: number) => unknown): Record<string, unknown> => Object.fromEntries([...times(levels, (level) => [`L${level}`, make(level)]), [`L${levels}`, { type: 'string' }]])

describe('OpenAPI', () => {
  test('a schema that refers to itself, in one step or in a circle, has the fields that it has', async () => {
    for (const schemas of [{ L0: link(0) }, { L0: link(1), L1: link(0) }]) expect((await looked(documentOf(schemas))).descriptors).toHaveLength(1)
    const { descriptors } = await looked(documentOf({ L0: { type: 'object', properties: { a: link(0), b: { type: 'array', items: link(0) }, c: { allOf: [link(0), link(0)] } } } }))
    expect(JSON.stringify(descriptors[0])).toContain('object<L0>')
  })

  test('no address is called, no file is read: what lies elsewhere is named', async () => {
    let called = 0
    const server = createServer((socket) => { called++; socket.destroy() }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((done) => { server.once('listening', done) })
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.json`
    const { diagnostics, descriptors } = await looked(documentOf({ L0: { type: 'object', properties: { a: { $ref: `${address}#/X` }, b: { $ref: 'file:///etc/passwd' }, c: { $ref: '../../../../etc/passwd' } } } }))
    expect(diagnostics).toMatchObject([{ message: expect.stringContaining('refers to 3 other documents, which are never fetched') as string }])
    expect([called, JSON.stringify(descriptors).includes('root:')]).toEqual([0, false])
  })

  test.each([
    ['properties', (level: number) => ({ type: 'object', properties: Object.fromEntries(times(20, (i) => [`p${i}`, link(level + 1)])) }), false],
    ['all of twenty, thirty levels deep', (level: number) => ({ allOf: times(20, () => link(level + 1)) }), true],
    ['one of thirty with a hundred fields each', (level: number) => ({ oneOf: times(30, (i) => ({ allOf: [{ type: 'object', properties: Object.fromEntries(times(100, (k) => [`q${level}_${i}_${k}`, {}])) }, link(level + 1)] })) }), true],
  ])('references that multiply (%s) end, and it is told when something is missing', async (_, make, told) => {
    const { diagnostics } = await looked(documentOf(ladder(30, make)))
    expect(diagnostics.some(({ message }) => message.includes('describes more than can be followed'))).toBe(told)
  })

  test('aliases of YAML that multiply, code in tags, and nesting without end are no document', async () => {
    const laughs = `a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n${times(11, (i) => `a${i + 1}: &a${i + 1} [${times(10, () => `*a${i}`).join(',')}]\n`).join('')}`
    for (const text of [`openapi: 3.0.0\npaths: {}\n${laughs}`, `openapi: 3.0.0\npaths: ${'['.repeat(50_000)}\n`]) await expect(looked(text, 'a.openapi.yaml')).rejects.toThrow('is no valid YAML')
    expect((await looked('openapi: 3.0.0\ninfo: !!js/function "function () { process.exit(9) }"\npaths: !!python/object/apply:os.system ["exit 9"]\n', 'a.openapi.yaml')).descriptors).toEqual([])
  })

  test('names that act elsewhere are plain names in valid records', async () => {
    const names = ['a"b', 'x\ny', '-- drop', '\u202ebidi', '\u001b[31mred', '__proto__', 'constructor', '</file>', ']]>', 'x'.repeat(100_000), '', '\ud800']
    const properties = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:{"type":"string"}`).join(',')}}`) as object
    const { descriptors } = await looked(documentOf({ L0: { type: 'object', properties } }))
    const text = JSON.stringify(descriptors.map(recordOf))
    expect(text).not.toMatch(/\\u001b|\u202e/)
    expect(text).toContain('__proto__')
    expect(text.length).toBeLessThan(20_000)
    expect(({} as Record<string, unknown>)['type']).toBe(undefined)
  })
})

describe('what stands in the place of a document', () => {
  test.each([['openapi', openapi], ['graphql', graphql]] as const)('a pipe is not waited for (%s)', async (_, connector) => {
    const root = folderOf({})
    execFileSync('mkfifo', [join(root, 'a')])
    await expect(scanned(connector, sourceAt(root, 'a'))).rejects.toThrow('a is no file')
  })
})

describe('data', () => {
  test('rows that have no column in common are read few at a time, and so many columns are listed as can be', async () => {
    const { descriptors } = await scanned(files, sourceAt(folderOf({ 'a.json': `[${times(60_000, (i) => `{"k${i}":1}`).join(',')}]` }), '.'))
    expect(descriptors.map((one) => recordOf(one).details.columns.length)).toEqual([1000])
  })

  test('a table of ten thousand columns says how many are listed', async () => {
    const { diagnostics } = await scanned(files, sourceAt(folderOf({ 'a.csv': `${times(10_000, (i) => `c${i}`).join(',')}\n${times(10_000, () => '1').join(',')}\n` }), '.'))
    expect(diagnostics).toMatchObject([{ message: 'a.csv has 10000 columns, and the first 2000 are listed.' }])
  })
})
