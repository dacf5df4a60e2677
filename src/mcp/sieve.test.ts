import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { messageIn, type Refusal, sieve } from './sieve.ts'

test.each([
  ['garbage', -32700, null],
  ['{"jsonrpc":"2.0","id":1,', -32700, null],
  ['null', -32600, null],
  ['[]', -32600, null],
  ['{"jsonrpc":"2.0","id":999}', -32600, 999],
  ['{"jsonrpc":"2.0","id":"a","method":3}', -32600, 'a'],
  ['{"id":{"no":1},"method":"tools/list"}', -32600, null],
])('%s is answered as the protocol says', (line, code, id) => {
  expect(messageIn(line)).toMatchObject({ answer: { jsonrpc: '2.0', id, error: { code } } })
})

test('messages and empty lines pass, and a broken answer is not answered', () => {
  expect(messageIn('')).toBe(undefined)
  for (const line of ['{"jsonrpc":"2.0","id":1,"method":"tools/list"}', '{"jsonrpc":"2.0","method":"notifications/initialized"}', '{"jsonrpc":"2.0","id":1,"result":{}}']) expect(messageIn(line)).toEqual(JSON.parse(line))
  expect(messageIn('{"jsonrpc":"2.0","id":8,"error":3}')).toEqual({ said: expect.stringContaining('it was left out') as string })
})

test('lines are found wherever the chunks are cut', async () => {
  const input = new PassThrough()
  const refusals: Refusal[] = []
  const passed = text(sieve(input, (refusal) => refusals.push(refusal)))
  const message = '{"jsonrpc":"2.0","id":"\u00fc\u{1f600}","method":"x"}\n'
  for (const byte of Buffer.from(`nonsense\n${message}\n${message}`)) input.write(Buffer.of(byte))
  input.end()
  expect(await passed).toBe(`${message}\n${message}`)
  expect(refusals).toHaveLength(1)
})
