// Data files from the folder to the rows of a plan, with the real program.
import { expect, test } from 'vitest'
import { folder, fovea } from './run.ts'

const PLAN = `version: 1
task: amounts by city
steps:
  - { id: o, op: scan, resource: 'res:file.data.orders.csv', columns: [customer, amount] }
  - { id: c, op: scan, resource: 'res:file.data.people.json', columns: [id, city] }
  - { id: j, op: join, left: o, right: c, on: [[customer, id]], prefix: c_ }
  - { id: a, op: aggregate, by: [c_city], measures: { n: [count], total: [sum, { col: amount }] } }
  - { id: s, op: sort, keys: [{ col: c_city, nulls: last }] }
`

test('S3.33: a folder of files is added, found, verified and asked', async () => {
  const cwd = folder({
    'data/orders.csv': 'id;customer;amount\n1;7;2.5\n2;8;1\n3;7;NA\n', 'data/orders.csv.md': 'What people bought.\n', 'data/people.json': '[{"id":7,"city":"Oslo"},{"id":8,"city":"Riga"}]',
    'data/cut.parquet': 'PAR1 and no end', 'plan.yaml': PLAN, '.gitignore': '*\n',
  })
  const added = await fovea(['catalog', 'add', 'data', 'data'], { cwd })
  expect(added).toMatchObject({ code: 0, out: 'data: 2 resources, 2 new\n' })
  expect(added.err).toContain('cut.parquet was left out: it is no whole Parquet file')
  expect((await fovea(['catalog', 'search', 'what was bought', '--limit', '1'], { cwd })).out).toContain('res:file.data.orders.csv')
  expect((await fovea(['plan', 'run', 'plan.yaml', '--format', 'csv'], { cwd })).out).toBe('c_city,n,total\nOslo,2,2.5\nRiga,1,1\n')
  expect((await fovea(['catalog', 'verify'], { cwd })).code).toBe(0)
})

test('a folder without data and a place outside are told', async () => {
  const cwd = folder({ 'empty/readme.txt': 'nothing', '.gitignore': '*\n' })
  const [none, outside] = await Promise.all([fovea(['catalog', 'add', 'x', 'empty', '--type', 'files'], { cwd }), fovea(['catalog', 'add', 'y', '../..', '--type', 'files'], { cwd })])
  expect(none.err).toContain('holds no data files')
  expect(outside.err).toContain('outside the workspace')
})
