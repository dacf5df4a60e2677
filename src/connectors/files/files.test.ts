import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { tableFromArrays, tableToIPC, timestamp, utf8, int64, list, float64 } from '@uwdata/flechette'
import { describe, expect, test } from 'vitest'
import { folderOf, opened, rowsOf, scanned } from '../../../test/kit/source.ts'
import { damaged } from '../../../test/kit/damage.mjs'
import { parquetFile, plain, type PageColumn } from '../../../test/kit/parquet.ts'
import { files } from './index.ts'
import { fileOf, partsOf } from './names.ts'

const scanOf = async (content: Readonly<Record<string, string | Uint8Array>>, options: Readonly<Record<string, string>> = {}): Promise<Awaited<ReturnType<typeof scanned>> & { source: ReturnType<typeof opened> }> => {
  const source = opened(await folderOf(content), '.', { options })
  return { ...(await scanned(files, source)), source }
}

const ORDERS = 'id,city,amount,paid,at,email\n' + Array.from({ length: 40 }, (_, i) => `${i + 1},${i % 2 === 0 ? 'Rome' : 'Oslo'},${i === 3 ? 'NA' : i / 2},${i % 3 === 0},2024-01-05T10:00:00+02:00,p${i}@example.org\n`).join('')

describe('CSV', () => {
  test('columns, types, rates, values and personal data are found', async () => {
    const { descriptors, remarks, record } = await scanOf({ 'sales/orders.csv': ORDERS })
    expect(remarks).toEqual([])
    const { overview, details } = record('orders.csv')
    expect(overview).toMatchObject({ id: 'res:file.here.sales.orders.csv', uri: 'ada://any/file/here/sales.orders.csv', kind: 'file', shape: { rows_est: '40', cols: 6 }, cap: ['scan', 'limit'] })
    expect(overview.tags).toContain('pii:email')
    expect(details.columns.map(({ name, type }) => `${name}:${type}`)).toEqual(['id:integer', 'city:string', 'amount:number', 'paid:boolean', 'at:timestamptz', 'email:string'])
    expect(details.columns[1]?.values).toEqual(['Oslo', 'Rome'])
    expect(details.columns[5]).toMatchObject({ pii: 'email' })
    expect(details.columns[5]?.values).toBeUndefined()
    expect(details.quality).toEqual({ null_rate: { amount: 0.025 } })
    expect(details.pushdown).toMatchObject({ filter: false, project: false, aggregate: false, limit: true })
    expect(descriptors[0]?.rows).toBe(40)
  })

  test('samples are given when they are asked for, without personal columns', async () => {
    const { record } = await scanOf({ 'orders.csv': ORDERS }, { samples: 'on' })
    const { samples } = record('orders.csv').details.quality
    expect(samples?.[0]).toBe('{"id":1,"city":"Rome","amount":0,"paid":true,"at":"2024-01-05T08:00:00.000Z"}')
    expect(samples?.join('')).not.toContain('example.org')
  })

  test('rows are values, within limits and for chosen columns', async () => {
    const { source, record } = await scanOf({ 'orders.csv': ORDERS })
    const all = await rowsOf(files, source, record('orders.csv'))
    expect(all.rows).toHaveLength(40)
    expect(all.rows[3]).toEqual([4, 'Oslo', null, true, '2024-01-05T08:00:00.000Z', 'p3@example.org'])
    expect(await rowsOf(files, source, record('orders.csv'), { columns: ['city', 'id'], limits: { rows: 2 } })).toEqual({ columns: ['city', 'id'], rows: [['Rome', 1], ['Oslo', 2]], cut: 'rows' })
    expect(await rowsOf(files, source, record('orders.csv'), { limits: { bytes: 200 } })).toMatchObject({ cut: 'bytes' })
    await expect(rowsOf(files, source, record('orders.csv'), { columns: ['nope'] })).rejects.toThrow('no column "nope"')
    await expect(rowsOf(files, source, record('orders.csv'), { limits: { milliseconds: -1 } })).rejects.toThrow('took more than')
    await expect(rowsOf(files, source, record('orders.csv'), { limits: { signal: { aborted: true, reason: '' } } })).rejects.toThrow('stopped')
  })

  test('what is wrong is told: ragged rows, broken bytes, double names, too many columns', async () => {
    const { remarks, record } = await scanOf({
      'ragged.csv': 'a,b\n1\n1,2,3\n1,2\n', 'broken.csv': Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0xff, 0x2c, 0x31, 0x0a]), 'double.csv': 'x,x,\n1,2,3\n',
      'wide.csv': `${Array.from({ length: 100_000 }, (_, i) => `c${i}`).join()}\n`, 'empty.csv': '', 'long.csv': `a,b\n"${'x'.repeat(9 * 1024 * 1024)}`,
    })
    const said = Object.fromEntries(remarks.map(({ path, message }) => [path, message]))
    expect(said['ragged.csv']).toContain('has 2 rows with more or fewer cells than its 2 columns, the first of them row 2')
    expect(said['broken.csv']).toContain('no valid UTF-8')
    expect(said['wide.csv']).toContain('has 100000 columns, and the first 2000 are listed')
    expect(said['empty.csv']).toBe('empty.csv was left out: it is empty.')
    expect(said['long.csv']).toContain('a quote there is never closed')
    expect(record('double.csv').details.columns.map(({ name }) => name)).toEqual(['x', 'x_2', 'column_3'])
  })

  test('byte order marks, UTF-16, other signs, no names', async () => {
    const { record, source } = await scanOf({ 'bom.csv': '\ufeffid,n\n1,2\n', 'wide.csv': Buffer.from('\ufeffid;n\r\n1;2\r\n', 'utf16le'), 'bare.tsv': '1\tx\n2\ty\n3\tz\n' })
    expect(record('bom.csv').details.columns[0]?.name).toBe('id')
    expect((await rowsOf(files, source, record('wide.csv'))).rows).toEqual([[1, 2]])
    expect(await rowsOf(files, source, record('bare.tsv'))).toEqual({ columns: ['column_1', 'column_2'], rows: [[1, 'x'], [2, 'y'], [3, 'z']] })
  })

  test('a large text is sampled, and its rows are counted without reading cells', async () => {
    const line = 'a "quoted" thing,12,"x\ny"\n'
    const { descriptors } = await scanOf({ 'big.csv': `t,n,m\n${line.repeat(60_000)}` })
    expect(descriptors[0]?.rows).toBe(60_000)
  })
})

describe('JSON', () => {
  test('lists, objects with lists, GeoJSON, single objects and lines', async () => {
    const { record, source, remarks } = await scanOf({
      'list.json': '[{"id":9007199254740993,"tags":["a"]},{"id":2,"name":"x"}]', 'two.json': '{"nodes":[{"n":1}],"links":[{"a":1},{"a":2}],"v":1}', 'one.json': '{"page":1,"items":[{"k":1}]}',
      'map.geojson': '{"type":"FeatureCollection","features":[{"type":"Feature","id":7,"properties":{"city":"Rome"},"geometry":{"type":"Point","coordinates":[1,2]}}]}',
      'single.json': '{"a":1,"b":[1,2]}', 'scalars.json': '[1,2,3]', 'pairs.json': '[["x",1],["y",2]]', 'lines.jsonl': '{"a":1}\n\nnot json\n{"a":2,"b":null}\n', 'bad.json': '{"a":', 'package.json': '{"name":"x"}',
    })
    expect(await rowsOf(files, source, record('list.json'))).toEqual({ columns: ['id', 'tags', 'name'], rows: [[9007199254740993n, '["a"]', null], [2, null, 'x']] })
    expect((await rowsOf(files, source, record('two.json/links'))).rows).toEqual([[1], [2]])
    expect((await rowsOf(files, source, record('one.json'))).rows).toEqual([[1]])
    expect(await rowsOf(files, source, record('map.geojson'))).toEqual({ columns: ['id', 'city', 'geometry'], rows: [[7, 'Rome', '{"type":"Point","coordinates":[1,2]}']] })
    expect((await rowsOf(files, source, record('single.json'))).rows).toEqual([[1, '[1,2]']])
    expect(await rowsOf(files, source, record('scalars.json'))).toMatchObject({ columns: ['value'] })
    expect(await rowsOf(files, source, record('pairs.json'))).toMatchObject({ columns: ['c1', 'c2'], rows: [['x', 1], ['y', 2]] })
    expect((await rowsOf(files, source, record('lines.jsonl'))).rows).toEqual([[1, null], [2, null]])
    expect(remarks.map(({ message }) => message)).toEqual([expect.stringContaining('bad.json was left out: it is no valid JSON'), expect.stringContaining('has 1 lines that are no valid JSON')])
  })
})

describe('Parquet', () => {
  const column = (more: Partial<PageColumn> & Pick<PageColumn, 'name' | 'type' | 'body'>): PageColumn => ({ values: 2, ...more })

  test('types, times, decimals, wide numbers and values that are no number', async () => {
    const bytes = parquetFile([
      column({ name: 'id', type: 2, body: plain.int64([1n, 2n ** 62n]) }),
      column({ name: 'at', type: 2, schema: { 6: 10 }, body: plain.int64([1_700_000_000_123_456n, -1n]) }),
      column({ name: 'day', type: 1, schema: { 6: 6 }, body: plain.int32([0, 19_000]) }),
      column({ name: 'price', type: 1, schema: { 6: 5, 7: 2, 8: 9 }, body: plain.int32([57, 12345]) }),
      column({ name: 'ratio', type: 5, body: plain.double([Number.NaN, Infinity]) }),
      column({ name: 'name', type: 6, schema: { 6: 0 }, body: plain.text(['é', 'x']) }),
      column({ name: 'maybe', type: 1, optional: true, body: [2, 0, 0, 0, 3, 1, ...plain.int32([7])] }),
    ], 2)
    const { record, source, remarks } = await scanOf({ 'all.parquet': bytes })
    expect(remarks).toEqual([])
    expect(record('all.parquet').details.columns.map(({ name, type }) => `${name}:${type}`)).toEqual(['id:int64', 'at:timestamptz', 'day:date', 'price:decimal(9,2)', 'ratio:double', 'name:string', 'maybe:int32'])
    expect(record('all.parquet').overview.cap).toContain('project')
    expect((await rowsOf(files, source, record('all.parquet'))).rows).toEqual([
      [1, '2023-11-14T22:13:20.123456Z', '1970-01-01', 0.57, null, 'é', 7],
      [2n ** 62n, '1969-12-31T23:59:59.999999Z', '2022-01-08', 123.45, Infinity, 'x', null],
    ])
  })

  test.each<[string, PageColumn, string]>([
    ['a run of a thousand million values', column({ name: 'a', type: 1, optional: true, body: [6, 0, 0, 0, 0x80, 0x94, 0xeb, 0xdc, 0x07, 1, 0, 0, 0, 0] }), 'a run repeats a value 1036870912 times'],
    ['a page that claims a thousand million values', column({ name: 'a', type: 1, values: 1_000_000_000, body: plain.int32([1]) }), 'it says that it holds 1000000000 values'],
    ['a page that claims 2 GB', column({ name: 'a', type: 1, codec: 2, claims: 2_000_000_000, body: gzipSync(Buffer.alloc(1000)) }), 'it says that it holds 2000000000 bytes'],
    ['a page that holds more than it claims', column({ name: 'a', type: 1, codec: 2, claims: 8, body: gzipSync(Buffer.alloc(50_000_000)) }), 'is damaged'],
    ['texts that repeat the one before', column({ name: 'a', type: 6, schema: { 6: 0 }, encoding: 7, values: 100_000, body: prefixBomb() }), 'its texts add up to'],
  ])('%s is refused, and the schema is still given', async (_, page, message) => {
    const { remarks, record, source } = await scanOf({ 'bomb.parquet': parquetFile([page], page.values) })
    expect(record('bomb.parquet').details.columns.map(({ name }) => name)).toEqual(['a'])
    expect(remarks[0]?.message).toContain(message)
    await expect(rowsOf(files, source, record('bomb.parquet'))).rejects.toThrow('cannot be read')
  })

  test('a file that was cut and a footer that lies are told', async () => {
    const whole = parquetFile([column({ name: 'a', type: 1, body: plain.int32([1, 2]) })], 2)
    const lies = whole.slice()
    lies.set([0xff, 0xff, 0xff, 0x0f], lies.length - 8)
    const loops = Uint8Array.from([...Buffer.from('PAR1'), ...Array.from({ length: 2000 }, () => 0x96), 0xd0, 0x07, 0, 0, ...Buffer.from('PAR1')])
    const { remarks } = await scanOf({ 'cut.parquet': whole.slice(0, 60), 'lies.parquet': lies, 'loops.parquet': loops, 'fine.csv': 'a\n1\n' })
    expect(remarks.map(({ message }) => message)).toEqual([expect.stringContaining('cut.parquet was left out'), expect.stringContaining('lies.parquet was left out'), expect.stringContaining('loops.parquet was left out')])
  })
})

/** A hundred thousand texts of a megabyte each, in a few bytes: each repeats the one before. */
function prefixBomb(): number[] {
  const many = [0xa0, 0x8d, 0x06]
  const blocks = (first: readonly number[]): number[] => [0x80, 0x80, 0x08, 1, ...many, ...first, 0, 0]
  return [...blocks([0x80, 0x80, 0x80, 0x01]), ...blocks([0])]
}

describe('Arrow', () => {
  const table = tableFromArrays(
    { id: [1n, 2n ** 60n, 3n], at: [0, 1_700_000_000_123, null], name: ['a', null, 'é'], tags: [[1, 2], [], null] },
    { types: { id: int64(), at: timestamp(2, 'UTC'), name: utf8(), tags: list(float64()) }, useBigInt: true },
  )

  test('files and streams', async () => {
    const { record, source, remarks } = await scanOf({ 'a.arrow': tableToIPC(table, { format: 'file' }) as Uint8Array, 'b.feather': tableToIPC(table, { format: 'stream' }) as Uint8Array })
    expect(remarks).toEqual([])
    for (const name of ['a.arrow', 'b.feather']) {
      expect(record(name).details.columns.map((one) => `${one.name}:${one.type}`)).toEqual(['id:int64', 'at:timestamptz', 'name:string', 'tags:list<double>'])
      expect((await rowsOf(files, source, record(name))).rows).toEqual([[1, '1970-01-01T00:00:00.000Z', 'a', '[1,2]'], [2n ** 60n, '2023-11-14T22:13:20.123Z', null, '[]'], [3, null, 'é', null]])
    }
  })

  test('a file that was cut gives what is before the cut', async () => {
    const bytes = tableToIPC(table, { format: 'stream' }) as Uint8Array
    const { remarks, descriptors } = await scanOf({ 'cut.arrow': bytes.slice(0, bytes.length - 60), 'no.arrow': 'hello, this is no Arrow file at all', 'old.feather': 'FEA1....' })
    expect(descriptors.map(({ rows }) => rows)).toEqual([0])
    expect(remarks.map(({ message }) => message)).toEqual([expect.stringContaining('cut.arrow ends in the middle of a batch'), expect.stringContaining('no.arrow was left out'), expect.stringContaining('Feather version 1')])
  })

  test('offsets that lie are refused', async () => {
    const bytes = (tableToIPC(table, { format: 'stream' }) as Uint8Array).slice()
    // The offsets of the list are 0, 2, 2, 2: the last becomes a thousand million.
    const at = Buffer.from(bytes).indexOf(Buffer.from(new Uint8Array(new Int32Array([0, 2, 2, 2]).buffer)))
    new DataView(bytes.buffer).setInt32(at + 4, 1_000_000_000, true)
    const { remarks } = await scanOf({ 'lies.arrow': bytes })
    expect(remarks[0]?.message).toContain('beyond its own bytes')
  })
})

test('names of files and of lists in them lead back', () => {
  for (const [path, member] of [['a.csv', undefined], ['x/y.z/a.b.parquet', undefined], ['d/graph.json', 'nodes'], ['d/graph.json', 'a.b']] as const) expect(fileOf(partsOf(path, member))).toEqual({ path, member })
})

describe('places', () => {
  test('links are not followed, and nothing outside of the workspace is read', async () => {
    const outside = await folderOf({ 'secret.csv': 'a\n1\n' })
    const root = await folderOf({ 'data/in.csv': 'a\n1\n', '.git/x.csv': 'a\n1\n' })
    await symlink(join(outside, 'secret.csv'), join(root, 'data', 'out.csv'))
    await symlink(outside, join(root, 'away'))
    const { descriptors, remarks } = await scanned(files, opened(root, 'data'))
    expect(descriptors.map(({ place }) => place.path)).toEqual([['in', 'csv']])
    expect(remarks.map(({ message }) => message)).toEqual(['1 link was not followed.'])
    for (const [address, words] of [['away', 'through a link'], ['../x', 'outside the workspace'], ['nowhere', 'no file or folder'], ['.git', 'never read']] as const) {
      await expect(scanned(files, opened(root, address))).rejects.toThrow(words)
    }
  })

  test('a single file, a folder without data, a file that changed or vanished', async () => {
    const root = await folderOf({ 'one.csv': 'a,b\n1,2\n', 'none/readme.txt': '' })
    const source = opened(root, 'one.csv')
    const { record } = await scanned(files, source)
    expect(record('one.csv').overview.id).toBe('res:file.here.one.csv')
    expect(await files.probe?.(source, record('one.csv'))).toBeUndefined()
    await writeFile(join(root, 'one.csv'), 'a,c\n1,2\n')
    expect(await files.probe?.(source, record('one.csv'))).toMatchObject({ code: 'catalog/changed', message: expect.stringContaining('no longer has "b"') })
    await expect(scanned(files, opened(root, 'none'))).rejects.toThrow('holds no data files')
    expect(await files.probe?.(opened(root, 'gone.csv'), record('one.csv'))).toMatchObject({ code: 'catalog/unreachable' })
  })

  test('what people wrote beside a file is told', async () => {
    const { record } = await scanOf({
      'orders.csv': 'id,amount\n1,2\n', 'orders.csv.md': '# Orders\n\nAll orders since\n2020.\n\nMore.', 'items.csv': 'id,n\n1,2\n',
      'datapackage.json': JSON.stringify({ resources: [{ path: 'items.csv', title: 'Items', description: 'What was ordered.', schema: { fields: [{ name: 'n', description: 'how many', unit: 'pieces' }], primaryKey: 'id' } }] }),
    })
    expect(record('orders.csv').overview.description).toBe('All orders since 2020.')
    expect(record('items.csv').overview).toMatchObject({ title: 'Items', description: 'What was ordered.' })
    expect(record('items.csv').details.columns).toMatchObject([{ name: 'id', pk: true }, { name: 'n', description: 'how many', unit: 'pieces' }])
    expect(record('items.csv').details.constraints.primary_key).toEqual(['id'])
  })
})

describe('damage', () => {
  const seeded = (seed: number) => {
    let state = seed
    return (most: number): number => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) % most
  }
  const parquet = parquetFile([
    { name: 'id', type: 2, values: 3, body: plain.int64([1n, 2n, 3n]) }, { name: 'name', type: 6, schema: { 6: 0 }, values: 3, body: plain.text(['a', 'bb', 'c']) },
    { name: 'maybe', type: 1, optional: true, values: 3, body: [2, 0, 0, 0, 3, 5, ...plain.int32([7, 8])] },
  ], 3)
  const arrow = tableToIPC(tableFromArrays({ id: [1, 2, 3], name: ['x', 'y', 'x'], tags: [[1], [2, 3], []] }), { format: 'stream' }) as Uint8Array

  test.each([['parquet', parquet, arrow], ['arrow', arrow, parquet]])('%s files that were damaged anywhere are described or told', async (ending, whole, other) => {
    for (let seed = 1; seed <= 60; seed++) {
      const { descriptors, remarks, source, record } = await scanOf({ [`x.${ending}`]: damaged(whole, other, seeded(seed)) })
      expect(descriptors.length + remarks.length, `seed ${seed}`).toBeGreaterThan(0)
      if (descriptors.length > 0) await rowsOf(files, source, record(`x.${ending}`)).catch((error: Error) => expect(error.name, `seed ${seed}: ${error.message}`).toBe('SourceDown'))
    }
  })
})
