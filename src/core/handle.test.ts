import { describe, expect, test } from 'vitest'
import { UsageError } from './field.ts'
import { handleOf, rangeOf, TARGET_KINDS, type Target, targetFrom } from './handle.ts'

test.each<[string, Target]>([
  ['fn=closeAll', { kind: 'function', name: 'closeAll' }],
  ['method=A.b', { kind: 'function', name: 'A.b' }],
  ['class=Sessions', { kind: 'class', name: 'Sessions' }],
  ['trait=Read', { kind: 'class', name: 'Read' }],
  ['mod=auth', { kind: 'module', name: 'auth' }],
  ['file=src/a.ts', { kind: 'file', name: 'src/a.ts' }],
  ['file=src/a.ts:10', { kind: 'file', name: 'src/a.ts', lines: [10, 10] }],
  ['file=src/a.ts:10-60', { kind: 'file', name: 'src/a.ts', lines: [10, 60] }],
  ['src/a.ts:10-60', { kind: 'file', name: 'src/a.ts', lines: [10, 60] }],
  ['file=a:b:3', { kind: 'file', name: 'a:b', lines: [3, 3] }],
  ['src/', { kind: 'folder', name: 'src' }],
  ['./', { kind: 'folder', name: '' }],
  ['.', { kind: 'folder', name: '' }],
  ['./src/app/', { kind: 'folder', name: 'src/app' }],
  ['file=src/', { kind: 'folder', name: 'src' }],
  ['folder=src', { kind: 'folder', name: 'src' }],
  ['dir=src/', { kind: 'folder', name: 'src' }],
  ['.github/', { kind: 'folder', name: '.github' }],
  ['closeAll', { kind: 'any', name: 'closeAll' }],
  ['closeAll()', { kind: 'any', name: 'closeAll' }],
  ['std::fs::read', { kind: 'any', name: 'std.fs.read' }],
  ['src/a.ts#Sessions.closeAll', { kind: 'any', name: 'Sessions.closeAll', path: 'src/a.ts' }],
  ['fn=src/a.ts#closeAll', { kind: 'function', name: 'closeAll', path: 'src/a.ts' }],
  ['a=b.ts#main@9f8e7d6c', { kind: 'any', name: 'main', path: 'a=b.ts', pin: '9f8e7d6c' }],
  ['fn=q.ts#A@9f8e7d6c', { kind: 'any', name: 'A', path: 'fn=q.ts', pin: '9f8e7d6c' }],
  ['a=b.ts@9f8e7d6c', { kind: 'any', name: 'a=b.ts', pin: '9f8e7d6c' }],
  ['src/a.ts#closeAll@9f8e7d6c', { kind: 'any', name: 'closeAll', path: 'src/a.ts', pin: '9f8e7d6c' }],
  ['file=src/a.ts:1-2@9f8e7d6c', { kind: 'file', name: 'src/a.ts', lines: [1, 2], pin: '9f8e7d6c' }],
  ['@9f8e7d6c', { kind: 'content', name: '', pin: '9f8e7d6c' }],
  ['  @9f8e7d6c ', { kind: 'content', name: '', pin: '9f8e7d6c' }],
  [`@${'0a'.repeat(32)}`, { kind: 'content', name: '', pin: '0a'.repeat(32) }],
  ['user@example', { kind: 'any', name: 'user@example' }],
  ['src/a=b.ts', { kind: 'any', name: 'src/a=b.ts' }],
])('%s', (text, target) => {
  expect(targetFrom(text)).toEqual(target)
})

describe('what cannot be read is refused', () => {
  test.each([
    ['', 'a target looks like fn=name, class=Name, mod=name, file=path:10-60 or @9f8e7d6c'],
    ['   ', 'a target looks like fn=name, class=Name, mod=name, file=path:10-60 or @9f8e7d6c'],
    ['func=a', `"func" is not a kind of target; it is one of ${TARGET_KINDS.join(', ')}`],
    ['file=a.ts:0', 'a range of lines looks like 10-60, not 0-0'],
    ['file=a.ts:9-3', 'a range of lines looks like 10-60, not 9-3'],
  ])('"%s"', (text, message) => {
    expect(() => targetFrom(text)).toThrow(new UsageError(message))
  })
})

test('ranges begin at 1 and may be one line long', () => {
  expect(rangeOf(1, 1)).toEqual([1, 1])
  expect(() => rangeOf(0, 5)).toThrow(UsageError)
})

test('a handle says where a block is and what it was, and reads back', () => {
  const handle = handleOf('src/a.ts#Sessions.closeAll', '9f8e7d6c5b4a')
  expect(handle).toBe('src/a.ts#Sessions.closeAll@9f8e7d6c')
  expect(targetFrom(handle)).toEqual({ kind: 'any', name: 'Sessions.closeAll', path: 'src/a.ts', pin: '9f8e7d6c' })
})
