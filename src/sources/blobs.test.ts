import { expect, test } from 'vitest'
import { blobReader } from './blobs.ts'
import type { Blob } from './commit.ts'

const STREAM = Buffer.from('aa blob 3\na\nc\nbb missing\ncc blob 0\n\ndd blob 10\n0123456789\n')

/** What is read when the stream comes in pieces of a size. */
function read(size: number, most = 100): (string | undefined)[] {
  const seen: (string | undefined)[] = []
  const take = blobReader(most, (blob: Blob | undefined) => seen.push(blob && `${blob.size}:${blob.bytes.toString('latin1')}`) > 0)
  for (let at = 0; at < STREAM.length; at += size) expect(take(STREAM.subarray(at, at + size))).toBe(true)
  return seen
}

test('blobs come whole however the stream is cut', () => {
  for (let size = 1; size <= STREAM.length; size++) expect(read(size)).toEqual(['3:a\nc', undefined, '0:', '10:0123456789'])
})

test('of a large blob only the beginning is held, and its size is known', () => {
  for (const size of [1, 7, 100]) expect(read(size, 4)).toEqual(['3:a\nc', undefined, '0:', '10:0123'])
})

test('who has enough, or is told nonsense, stops', () => {
  expect(blobReader(10, () => false)(STREAM)).toBe(false)
  expect(blobReader(10, () => true)(Buffer.alloc(1000, 65))).toBe(false)
})

test('one that is far larger than what is wanted is not read to its end', () => {
  const seen: string[] = []
  const take = blobReader(4, (blob: Blob | undefined) => seen.push(`${blob?.size}:${blob?.bytes.toString('latin1')}`) > 0)
  expect(take(Buffer.from('aa blob 1000000000\n012'))).toBe(true)
  expect(take(Buffer.from('3456'))).toBe(false)
  expect(seen).toEqual(['1000000000:0123'])
})
