// Columns of an Arrow batch, judged before a value is taken from them: offsets that lie would make a list of a thousand million members out of a few bytes.
import type { Batch, Column, Table } from '@uwdata/flechette'
import { BadFile } from './sheet.ts'

/** The most values of one batch of a column. */
const MOST_LENGTH = 50_000_000

/** The most bytes of all texts that are views of other bytes. */
const MOST_VIEWED = 256 * 1024 * 1024

/** A batch of a column as the library holds it. */
interface Held {
  readonly length: number
  readonly offsets?: ArrayLike<number | bigint> | null
  readonly sizes?: ArrayLike<number | bigint>
  readonly values?: ArrayLike<unknown>
  readonly children?: readonly Held[]
  readonly stride?: number
  /** Buffers that views of texts point into. */
  readonly data?: readonly Uint8Array[]
  readonly dictionary?: Column<unknown>
}

/** Judges dictionaries too. The library reads one whole as soon as a batch refers to it, so this is the only moment before. */
export function guardDictionaries({ prototype }: { readonly prototype: { cache(): ArrayLike<unknown> } }): void {
  const { cache } = prototype
  if (GUARDED.has(prototype)) return
  GUARDED.add(prototype)
  prototype.cache = function (this: Column<unknown>) {
    judgeColumn(this)
    return cache.call(this)
  }
}

const GUARDED = new WeakSet<object>()

/** Throws a BadFile when a column claims more than its bytes can hold. */
export function judgeColumns(table: Table): void {
  for (const column of table.children) judgeColumn(column)
}

const judgeColumn = (column: Column<unknown>): void => column.data.forEach((batch: Batch<unknown>) => judge(batch as unknown as Held))

const wrong = (): BadFile => new BadFile('holds a list or a text that is said to go beyond its own bytes')

function judge(batch: Held): void {
  const { length, offsets, sizes, values, children = [], stride, data, dictionary } = batch
  if (!(length >= 0 && length <= MOST_LENGTH)) throw wrong()
  const [child] = children
  const inside = child?.length ?? (values as { length: number } | undefined)?.length ?? 0
  if (offsets && sizes !== undefined) judgeSizes(length, sizes, inside)
  else if (offsets && children.length <= 1) judgeOffsets(length, offsets, inside)
  if (stride !== undefined && child !== undefined && stride * length > inside) throw wrong()
  if (data !== undefined) judgeViews(length, values as Uint8Array)
  if (dictionary !== undefined) judgeColumn(dictionary)
  children.forEach(judge)
}

/** Offsets rise from the beginning to what there is. */
function judgeOffsets(length: number, offsets: ArrayLike<number | bigint>, inside: number): void {
  if (length === 0) return
  let before = Number(offsets[0])
  for (let i = 1; i <= length; i++) {
    const next = Number(offsets[i])
    if (!(next >= before && next <= inside)) throw wrong()
    before = next
  }
  if (!(Number(offsets[0]) >= 0)) throw wrong()
}

function judgeSizes(length: number, sizes: ArrayLike<number | bigint>, inside: number): void {
  let sum = 0
  for (let i = 0; i < length; i++) sum += Math.abs(Number(sizes[i]))
  if (!(sum <= Math.max(1000, inside * 4))) throw wrong()
}

/** A view of sixteen bytes begins with its length. */
function judgeViews(length: number, views: Uint8Array): void {
  const view = new DataView(views.buffer, views.byteOffset, views.byteLength)
  let sum = 0
  for (let i = 0; i < length && i * 16 + 4 <= views.length; i++) sum += view.getUint32(i * 16, true)
  if (sum > MOST_VIEWED) throw wrong()
}
