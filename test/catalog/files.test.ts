// Every data file of a published package, and the same data in several formats.
import { readFileSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { ResourceSchema } from '../../src/catalog/record-schema.ts'
import { resourceOf } from '../../src/catalog/resource.ts'
import { files } from '../../src/connectors/files/index.ts'
import { folderOf, opened, rowsOf, scanned, type Scanned } from '../kit/source.ts'

const ROOT = join(import.meta.dirname, '..', '..', 'node_modules', 'vega-datasets')
const DATA = join(ROOT, 'data')
const source = opened(ROOT, 'data')

let all: Scanned
beforeAll(async () => { all = await scanned(files, source) })

const lines = (name: string): number => readFileSync(join(DATA, name), 'utf8').split('\n').filter((line) => line.trim() !== '').length - 1
const elements = (name: string): number => (JSON.parse(readFileSync(join(DATA, name), 'utf8')) as unknown[]).length
const counted = (name: string): number | undefined => all.descriptors.find(({ place }) => place.path.slice(0, 2).join('.') === name)?.rows

describe('vega-datasets', () => {
  test('every data file is described by valid records, and none is left out', () => {
    expect(all.remarks).toEqual([])
    const names = readdirSync(DATA).filter((name) => !name.endsWith('.png'))
    expect([...new Set(all.descriptors.map(({ place }) => place.path.slice(0, 2).join('.')))].sort()).toEqual(names.sort())
    for (const descriptor of all.descriptors) expect(ResourceSchema.safeParse(resourceOf(descriptor, '2026-01-01T00:00:00Z')).error).toBeUndefined()
  })

  test.each(['airports.csv', 'birdstrikes.csv', 'stocks.csv', 'unemployment.tsv', 'zipcodes.csv', 'github.csv'])('the rows of %s are counted', (name) => expect(counted(name)).toBe(lines(name)))

  test.each(['cars.json', 'movies.json', 'flights-20k.json', 'flights-200k.json', 'barley.json'])('the rows of %s are counted', (name) => expect(counted(name)).toBe(elements(name)))

  test('footers tell their counts', () => {
    expect(counted('flights-3m.parquet')).toBe(3_000_000)
    expect(counted('flights-200k.arrow')).toBe(200_000)
  })

  test('what the package says of its files is told', () => {
    expect(all.record('cars.json').overview.description).toContain('car specifications')
    expect(all.descriptors.filter(({ description }) => description === undefined)).toEqual([])
  })

  test('types and values are what a reader sees', () => {
    const types = (name: string): string[] => all.record(name).details.columns.map((column) => `${column.name}:${column.type}`)
    expect(types('seattle-weather.csv')).toEqual(['date:date', 'precipitation:number', 'temp_max:number', 'temp_min:number', 'wind:number', 'weather:string'])
    expect(types('flights-3m.parquet').join(' ')).toMatch(/date:timestamp.* delay:.*int.* distance:.* origin:string destination:string/)
    expect(all.record('seattle-weather.csv').details.columns.at(-1)?.values).toEqual(['drizzle', 'fog', 'rain', 'snow', 'sun'])
    expect(all.record('zipcodes.csv').details.columns[0]).toMatchObject({ type: 'string' })
  })
})

describe('one set of rows in several formats', () => {
  test('Arrow and JSON of 200,000 flights agree, and so does CSV that is made of them', async () => {
    const limits = { rows: 300_000 }
    const arrow = await rowsOf(files, source, all.record('flights-200k.arrow'), { limits })
    const json = await rowsOf(files, source, all.record('flights-200k.json'), { limits, columns: arrow.columns })
    expect(arrow.rows).toHaveLength(200_000)
    const differs = (a: readonly (readonly unknown[])[], b: readonly (readonly unknown[])[]): number => a.findIndex((row, i) => row.some((cell, j) => Math.abs(Number(cell) - Number(b[i]?.[j])) > 1e-4))
    expect(differs(arrow.rows, json.rows)).toBe(-1)
    const root = await folderOf({ 'flights.csv': `${arrow.columns.join()}\n${json.rows.slice(0, 20_000).map((row) => row.join()).join('\n')}\n` })
    const made = opened(root)
    const text = await rowsOf(files, made, (await scanned(files, made)).record('flights.csv'))
    expect(text.rows).toEqual(json.rows.slice(0, 20_000))
  })

  test('Parquet gives the rows of its groups, for chosen columns and within limits', async () => {
    const flights = all.record('flights-3m.parquet')
    const some = await rowsOf(files, source, flights, { columns: ['origin', 'delay'], limits: { rows: 70_000 } })
    expect(some).toMatchObject({ columns: ['origin', 'delay'], cut: 'rows' })
    expect(some.rows).toHaveLength(70_000)
    const all5 = await rowsOf(files, source, flights, { limits: { rows: 10 } })
    expect(all5.rows.map((row) => [row[all5.columns.indexOf('origin')], row[all5.columns.indexOf('delay')]])).toEqual(some.rows.slice(0, 10))
  })

  test('an Arrow file that was cut anywhere is told', async () => {
    const whole = await readFile(join(DATA, 'flights-200k.arrow'))
    const root = await folderOf({ 'a.arrow': whole })
    const here = opened(root)
    for (const cut of [10, 500, 900, 5000, 1_000_000]) {
      await writeFile(join(root, 'a.arrow'), whole.subarray(0, cut))
      const { descriptors, remarks } = await scanned(files, here)
      expect(descriptors.length + remarks.length, `cut at ${cut}`).toBeGreaterThan(0)
      expect(remarks.length, `cut at ${cut}`).toBeGreaterThan(0)
    }
  })
})
