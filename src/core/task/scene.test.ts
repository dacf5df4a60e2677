import { expect, test } from 'vitest'
import { entriesOf, parser } from '../../../test/kit/pack.ts'
import { linksAround } from './links.ts'
import { sceneOf } from './scene.ts'

const ENTRIES = entriesOf([
  { path: 'src/cart.ts', content: "import { priceOf } from './price.ts'\nexport class Cart { total(): number { return priceOf(1) } }\n" },
  { path: 'src/checkout.ts', content: "import { Cart } from './cart.ts'\nexport const checkout = (cart: Cart) => cart.total()\n" },
  { path: 'src/price.ts', content: 'export const priceOf = (n: number): number => n * 2\n' },
  { path: 'src/about.ts', content: "export const words = 'a cart is a cart'\n" },
  { path: 'test/cart.test.ts', content: "import { Cart } from '../src/cart.ts'\n" },
])
const known = { entries: ENTRIES, history: { commits: [{ id: 'a', time: 1, message: 'x', paths: ['src/cart.ts', 'gone.ts'] }, { id: 'b', time: 0, message: 'y', paths: ['src/price.ts'] }] }, commits: 1, parser }

test('the links around a target: what it imports and what imports it, not what only has its name', async () => {
  const { imports, importers } = await linksAround(['src/cart.ts'], ENTRIES, parser)
  expect(imports.get('src/cart.ts')).toEqual(['src/price.ts'])
  expect(importers.get('src/cart.ts')).toEqual(['src/checkout.ts', 'test/cart.test.ts'])
})

test('a scene knows what is named, traced and recent, among the files that are there', async () => {
  const scene = await sceneOf('cart.ts is wrong\n    at Cart.total (/home/x/app/src/price.ts:1:9)\n    at checkout (/home/x/app/src/checkout.ts:2:3)', known)
  expect(scene.traced).toEqual(['src/price.ts', 'src/checkout.ts'])
  expect(scene.named).toEqual(['src/cart.ts'])
  expect(scene.commits).toEqual([['src/cart.ts']])
  expect(scene.pairs.get('src/cart.ts')).toEqual(['test/cart.test.ts'])
})

test('where nothing is named, the file that speaks most of it is meant', async () => {
  const scene = await sceneOf('double the price', known)
  expect([scene.named, scene.traced, scene.likely[0]]).toEqual([[], [], 'src/price.ts'])
})

test('a name that fits many files names none', async () => {
  const entries = entriesOf(Array.from({ length: 9 }, (_, i) => ({ path: `p${i}/index.ts`, content: 'x' })))
  expect((await sceneOf('look at index.ts', { ...known, entries })).named).toEqual([])
})
