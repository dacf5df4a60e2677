import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { md5 } from './md5.ts'

test('agrees with the platform at every length around a block', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'é→🎉abc'.repeat(30).slice(0, length).toWellFormed()
    expect(md5(text)).toBe(createHash('md5').update(text).digest('hex'))
  }
})
