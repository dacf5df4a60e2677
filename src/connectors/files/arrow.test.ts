import { int64, tableFromArrays, tableToIPC } from '@uwdata/flechette'
import { expect, test } from 'vitest'
import { folderOf, opened, rowsOf, scanned } from '../../../test/kit/source.ts'
import { files } from './index.ts'

type Slot = { readonly u8: number } | { readonly i64: bigint } | { readonly table: readonly (Slot | null)[] } | { readonly pairs: readonly (readonly [bigint, bigint])[] } | null

/** A flatbuffer by hand: every field takes eight bytes, and what a field refers to comes after its table. */
function flat(root: readonly Slot[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(1024))
  let end = 8
  const refer = (at: number, to: number): void => view.setUint32(at, to - at, true)
  const table = (slots: readonly Slot[]): number => {
    const names = end
    const at = names + Math.ceil((4 + slots.length * 2) / 8) * 8
    end = at + 8 + slots.length * 8
    view.setUint16(names, 4 + slots.length * 2, true)
    view.setInt32(at, at - names, true)
    slots.forEach((slot, i) => { if (slot !== null) write(slot, { name: names + 4 + i * 2, at, offset: 8 + i * 8 }) })
    return at
  }
  const write = (slot: NonNullable<Slot>, { name, at, offset }: { name: number; at: number; offset: number }): void => {
    view.setUint16(name, offset, true)
    if ('u8' in slot) view.setUint8(at + offset, slot.u8)
    else if ('i64' in slot) view.setBigInt64(at + offset, slot.i64, true)
    else refer(at + offset, 'table' in slot ? table(slot.table) : pairs(slot.pairs))
  }
  const pairs = (list: readonly (readonly [bigint, bigint])[]): number => {
    const at = end + 4
    view.setUint32(at, list.length, true)
    list.flat().forEach((one, i) => view.setBigInt64(at + 4 + i * 8, one, true))
    end = at + 4 + list.length * 16
    return at
  }
  refer(0, table(root))
  return new Uint8Array(view.buffer, 0, Math.ceil(end / 8) * 8)
}

/** A stream of one column `a` whose only buffer is compressed. */
function compressed(codec: number, buffer: readonly number[], claims: bigint): Uint8Array {
  const plain = tableToIPC(tableFromArrays({ a: [0n] }, { types: { a: int64() } }), { format: 'stream' }) as Uint8Array
  const schema = plain.slice(0, 8 + new DataView(plain.buffer, plain.byteOffset).getInt32(4, true))
  const body = Uint8Array.from([...new Uint8Array(new BigInt64Array([claims]).buffer), ...buffer])
  const padded = Math.ceil(body.length / 8) * 8
  const batch: Slot = { table: [{ i64: 3n }, { pairs: [[3n, 0n]] }, { pairs: [[0n, 0n], [0n, BigInt(body.length)]] }, { table: [{ u8: codec }] }] }
  const header = flat([{ u8: 4 }, { u8: 3 }, batch, { i64: BigInt(padded) }])
  return Buffer.concat([schema, new Uint8Array(new Int32Array([-1, header.length]).buffer), header, body, new Uint8Array(padded - body.length), new Uint8Array(new Int32Array([-1, 0]).buffer)])
}

const VALUES = [...new Uint8Array(new BigInt64Array([1n, 2n ** 60n, -3n]).buffer)]
const LZ4 = [0x04, 0x22, 0x4d, 0x18, 0x60, 0x40, 0x82, 24, 0, 0, 0x80, ...VALUES, 0, 0, 0, 0]
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd, 0x20, 24, (24 << 3) | 1, 0, 0, ...VALUES]

test.each([['LZ4', compressed(0, LZ4, 24n)], ['ZSTD', compressed(1, ZSTD, 24n)], ['a buffer that is left as it was', compressed(0, VALUES, -1n)]])('compressed batches are read: %s', async (_, bytes) => {
  const source = opened(await folderOf({ 'a.feather': bytes }))
  const { record, remarks } = await scanned(files, source)
  expect(remarks).toEqual([])
  expect((await rowsOf(files, source, record('a.feather'))).rows).toEqual([[1], [2n ** 60n], [-3]])
})

test('a buffer that claims more than may be is refused', async () => {
  const { remarks } = await scanned(files, opened(await folderOf({ 'a.feather': compressed(0, LZ4, 2n ** 40n) })))
  expect(remarks[0]?.message).toContain('it says that it holds 1099511627776 bytes')
})
