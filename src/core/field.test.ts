import { describe, expect, test } from 'vitest'
import { choice, dashed, flag, level, list, number, readFields, text, tokens, UsageError } from './field.ts'

const FIELDS = {
  task: text('what to do', { place: 'one' }), frozen: flag('forget'), maxFileBytes: number('largest file', { otherwise: 1000 }), budget: tokens('most tokens'),
  level: level('how much'), format: choice('how it looks', { choices: ['xml', 'json'], otherwise: 'xml' }), include: list('which files'),
}
const read = (raw: Record<string, unknown>) => readFields(FIELDS, new Map(Object.entries(raw)))

test('what nobody says is what the field says otherwise', () => {
  expect(read({})).toEqual({ task: undefined, frozen: false, maxFileBytes: 1000, budget: undefined, level: undefined, format: 'xml', include: [] })
})

test('words from a command line become values', () => {
  expect(read({ task: 'fix it', frozen: true, maxFileBytes: '20', budget: '32k', level: 'L1', format: 'json', include: 'src/{a,b}.ts, c,,d' }))
    .toEqual({ task: 'fix it', frozen: true, maxFileBytes: 20, budget: 32_000, level: 'detail', format: 'json', include: ['src/{a,b}.ts', 'c', 'd'] })
})

test('values from JSON are read the same way', () => {
  expect(read({ maxFileBytes: 20, budget: 8000, include: ['a,b', 'c'], frozen: false })).toMatchObject({ maxFileBytes: 20, budget: 8000, include: ['a,b', 'c'], frozen: false })
})

test('fields keep what they were declared with', () => {
  expect(FIELDS.task).toEqual({ kind: 'text', doc: 'what to do', place: 'one' })
  expect(FIELDS.format).toMatchObject({ kind: 'choice', choices: ['xml', 'json'] })
  expect(FIELDS.frozen).toMatchObject({ kind: 'flag', otherwise: false })
})

test('names are written with dashes', () => {
  expect(dashed('maxFileBytes')).toBe('--max-file-bytes')
  expect(dashed('task')).toBe('--task')
})

describe('mistakes are said in plain words that name the option', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ formats: 'xml' }, 'there is no option --formats; did you mean --format?'],
    [{ zzzzzzzz: 1 }, 'there is no option --zzzzzzzz; it is one of --task, --frozen, --max-file-bytes, --budget, --level, --format, --include'],
    [{ budget: 'lots' }, '--budget: a budget looks like 8000, 32k or 1m, not "lots"'],
    [{ level: 'high' }, '--level: a level is one of none, line, shape, detail, code, full or L0 to L3, not "high"'],
    [{ format: 'jsn' }, '--format: "jsn" is not known; did you mean json?'],
    [{ format: 'pdf' }, '--format: "pdf" is not known; it is one of xml, json'],
    [{ maxFileBytes: 'ten' }, '--max-file-bytes: takes a whole number, not "ten"'],
    [{ maxFileBytes: '-1' }, '--max-file-bytes: takes a whole number, not "-1"'],
    [{ maxFileBytes: 1.5 }, '--max-file-bytes: takes a whole number, not "1.5"'],
    [{ task: ['a'] }, 'TASK: takes a text, not ["a"]'],
    [{ task: null }, 'TASK: takes a text, not null'],
    [{ budget: Number.NaN }, '--budget: takes a text, not null'],
    [{ frozen: 'yes' }, '--frozen: is a switch and takes no value, not "yes"'],
    [{ include: [{}] }, '--include: takes a text, not {}'],
  ])('%j', (raw, message) => {
    expect(() => read(raw)).toThrow(new UsageError(message))
  })

  test('every one of them is a mistake of usage', () => {
    try {
      read({ budget: 'lots' })
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError)
      expect((error as Error).name).toBe('UsageError')
    }
  })
})

test.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])('%s is an ordinary unknown name', (name) => {
  expect(() => readFields(FIELDS, new Map([[name, 'x']]))).toThrow(`there is no option ${dashed(name)}; `)
})

test('an error that is not about a value passes through', () => {
  const broken = { toJSON: () => { throw new RangeError('deep') } }
  expect(() => read({ task: broken })).toThrow(RangeError)
})
