import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { idOf, NAMESPACES, ownUriOf, type Place, placeOf, uriOf } from './id.ts'

const orders: Place = { ns: 'db', engine: 'pg', source: 'main', path: ['public', 'orders'] }

test('ids and addresses are those of the seed', () => {
  expect([idOf(orders), uriOf(orders), ownUriOf(idOf(orders))]).toEqual(['res:db.pg.main.public.orders', 'ada://any/db/pg:main/public.orders', 'fovea://catalog/db.pg.main.public.orders'])
})

test('an address names a place in every scope, with a query and a fragment behind it', () => {
  for (const scope of ['any', 'root', 'hub:7', 'member:ada']) expect(placeOf(`ada://${scope}/db/pg:main/public.orders?limit=1#id`)).toEqual(orders)
  expect(placeOf('ada://any/file/data/a.csv')).toEqual({ ns: 'file', engine: '', source: 'data', path: ['a', 'csv'] })
})

test('what is no address names nothing', () => {
  for (const text of ['', 'ada://any', 'ada://any/nothing/x/y', 'http://any/db/pg:main/orders', 'ada://any/db']) expect(placeOf(text)).toBe(undefined)
})

const word = fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }).filter((text) => text.isWellFormed())
const place: fc.Arbitrary<Place> = fc.record({ ns: fc.constantFrom(...NAMESPACES), engine: fc.constantFrom('', 'pg', 'redis'), source: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,9}$/), path: fc.array(word, { minLength: 1, maxLength: 4 }) })

test('every name comes back from its address, and no two places share an id', () => {
  fc.assert(fc.property(place, (one) => {
    expect(placeOf(uriOf(one))).toEqual(one)
    expect(idOf(one)).not.toMatch(/[\s\p{Cc}"'`<>]/u)
  }))
  fc.assert(fc.property(place, fc.array(word, { minLength: 1, maxLength: 4 }), (one, path) => {
    expect(idOf(one) === idOf({ ...one, path })).toBe(JSON.stringify(one.path) === JSON.stringify(path))
  }))
})
