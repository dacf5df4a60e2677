// Which files that differ are listed, and in which order. Columns become places: nothing is made for a row before it is seen.
import type { CompareFiles } from '../../../src/studio/contract.ts'

/** Kinds of difference, in the order of the server. */
export const KINDS = [['more', 'more detail'], ['less', 'less detail'], ['changed', 'reads otherwise'], ['onlyA', 'only in A'], ['onlyB', 'only in B']] as const

/** What a list can be sorted by; `difference` is the tokens that B has more. */
export const ORDERS = ['path', 'change', 'a', 'b', 'difference'] as const

/** One of them. */
export type Order = (typeof ORDERS)[number]

/** What is asked of the list. */
export interface Listing {
  readonly find: string
  /** A kind of difference; all when empty. */
  readonly kind: string
  readonly sort: Order
  readonly down: boolean
}

/** What the address asks of the list; the largest differences come first unless told. */
export function listingIn(query: URLSearchParams): Listing {
  const sort = ORDERS.find((name) => name === query.get('sort')) ?? 'difference'
  return { find: query.get('find') ?? '', kind: query.get('kind') ?? '', sort, down: query.has('up') ? false : query.has('sort') ? query.has('down') : true }
}

const valueOf: Readonly<Record<Order, (files: CompareFiles, row: number) => number | string>> = {
  path: ({ path }, row) => path[row] ?? '',
  change: ({ change }, row) => change[row] ?? 0,
  a: ({ costA }, row) => costA[row] ?? 0,
  b: ({ costB }, row) => costB[row] ?? 0,
  difference: ({ costA, costB }, row) => Math.abs((costB[row] ?? 0) - (costA[row] ?? 0)),
}

/** The rows that are listed, in order. */
export function listed(files: CompareFiles, { find, kind, sort, down }: Listing): number[] {
  const word = find.toLowerCase()
  const place = KINDS.findIndex(([name]) => name === kind)
  const rows = files.path.flatMap((path, row) => ((place < 0 || files.change[row] === place) && path.toLowerCase().includes(word) ? [row] : []))
  const values = new Map(rows.map((row) => [row, valueOf[sort](files, row)]))
  const before = (a: number, b: number): number => {
    const [first, second] = [values.get(a) as number | string, values.get(b) as number | string]
    return (first < second ? -1 : first > second ? 1 : 0) * (down ? -1 : 1) || a - b
  }
  return rows.sort(before)
}
