import { expect, test } from 'vitest'
import { pointOf } from './diff.ts'

const change = (rev: number, at: string): Parameters<NonNullable<ReturnType<typeof pointOf>>['after']>[0] => ({ id: 'res:a', what: 'changed', rev, at, changes: [], breaking: false })
const side = (when: string, rev: number, at: string): readonly [boolean | undefined, boolean | undefined] => [pointOf(when)?.after(change(rev, at)), pointOf(when)?.before(change(rev, at))]

test.each([
  ['3', 4, '2026-01-31T08:00:00Z', [true, false]],
  ['3', 3, '2026-01-31T08:00:00Z', [false, true]],
  ['2026-01-31', 1, '2026-01-31T08:00:00Z', [true, true]],
  ['2026-01-30', 1, '2026-01-31T08:00:00Z', [true, false]],
  ['2026-01-31T08:00:00Z', 1, '2026-01-31T08:00:00Z', [true, true]],
  ['2026-01-31T08:00:00Z', 1, '2026-01-31T07:59:59Z', [false, true]],
])('%s and revision %i of %s', (when, rev, at, sides) => expect(side(when, rev, at)).toEqual(sides))

test('anything else is no point in time', () => expect([pointOf('catalog/'), pointOf('yesterday')]).toEqual([undefined, undefined]))
