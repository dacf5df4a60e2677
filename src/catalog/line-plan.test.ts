import { expect, test } from 'vitest'
import { lineFault } from './line-plan.ts'

const WORLD = { ops: ['scan', 'filter', 'project', 'aggregate', 'sort', 'limit'], columns: (id: string) => (id === 'res:a' ? ['id', 'city', 'amount', 'odd name'] : undefined) }

test.each<[string, string | undefined]>([
  ['scan(res:a) -> filter(amount >= 3) -> aggregate(by city: sum(amount) as total) -> sort(total desc) -> limit(10)', undefined],
  ['scan(res:a) -> project(id, odd name, (x)) -> sort(id)', undefined],
  ["scan→filter(status='paid → -> )')→project→agg(day,sum(rev))", undefined],
  ['scan(res:a) -> project(id, town)', 'there is no column town'],
  ['scan(res:a) -> aggregate(by town: count() as n)', 'there is no column town'],
  ['scan(res:a) -> aggregate(avg(price) as n)', 'there is no column price'],
  ['scan(res:a) -> sort(total desc)', 'there is no column total'],
  ['scan(res:b)', 'there is no resource res:b'],
  ['scan(res:a) -> drop(x)', '"drop(x)" is no step: scan, filter, project, aggregate, sort, limit'],
  ['', '"" is no step: scan, filter, project, aggregate, sort, limit'],
])('%s', (line, fault) => expect(lineFault(line, WORLD)).toBe(fault))
