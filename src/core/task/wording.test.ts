import fc from 'fast-check'
import { expect, test } from 'vitest'
import { words } from '../../../test/kit/core.ts'
import { INTENTS } from './intent.ts'
import { instructionFor } from './instructions.ts'
import { requestText } from './wording.ts'

const count = (text: string): number => words.count(text)

test('a request is printed as it was said', () => {
  expect(requestText({ request: '  fix it\r\nnow \n' }, 800, count)).toBe('fix it\nnow')
})

test('a trace stands below it, and one that is too long keeps both ends and says so', () => {
  expect(requestText({ request: 'fix', trace: '\n  at a\n  at b\n' }, 800, count)).toBe('fix\n\nStack trace:\n      at a\n      at b')
  const trace = Array.from({ length: 1000 }, (_, i) => `frame ${i}`).join('\n')
  const text = requestText({ request: 'fix', trace }, 300, count)
  expect(count(text)).toBeLessThanOrEqual(300)
  expect(text).toMatch(/frame 0\n[^]*… \d+ lines left out …[^]*frame 999$/)
})

test('the request itself is never cut', () => {
  fc.assert(fc.property(fc.string({ minLength: 1 }), fc.string(), fc.integer({ min: 1, max: 50 }), (request, trace, room) => {
    expect(requestText({ request, trace }, room, count).startsWith(request.replaceAll('\r\n', '\n').trim())).toBe(true)
  }), { seed: 42, numRuns: 200 })
})

test.each(INTENTS)('%s ends in one sentence', (intent) => {
  expect(instructionFor(intent)).toMatch(new RegExp(`^As an? ${intent} task, please [^.]+\\.$`))
})
