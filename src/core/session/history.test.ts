import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type History, inEffect, redone, undone, type Zoom, zoomed } from './history.ts'

const zoom = (target: string): Zoom => ({ target, level: 'full', handles: [] })
const names = (history: History): string[] => inEffect(history).map(({ target }) => target)
const START: History = { zooms: [], position: 0 }

test('nothing can be taken back at the start or done again at the end', () => {
  expect(undone(START)).toBe(undefined)
  expect(redone(zoomed(START, zoom('a')))).toBe(undefined)
})

test('a new zoom forgets what was taken back', () => {
  const back = undone(zoomed(zoomed(START, zoom('a')), zoom('b'))) as History
  expect(names(back)).toEqual(['a'])
  expect(names(redone(back) as History)).toEqual(['a', 'b'])
  expect(zoomed(back, zoom('c'))).toEqual({ zooms: [zoom('a'), zoom('c')], position: 2 })
})

test('any row of actions is what two piles would do', () => {
  fc.assert(fc.property(fc.array(fc.oneof(fc.constant('undo'), fc.constant('redo'), fc.stringMatching(/^z\d$/)), { maxLength: 40 }), (actions) => {
    let history = START
    const past: string[] = []
    const future: string[] = []
    for (const action of actions) {
      if (action === 'undo') {
        history = undone(history) ?? history
        if (past.length > 0) future.push(past.pop() as string)
      } else if (action === 'redo') {
        history = redone(history) ?? history
        if (future.length > 0) past.push(future.pop() as string)
      } else {
        history = zoomed(history, zoom(action))
        past.push(action)
        future.length = 0
      }
      expect(names(history)).toEqual(past)
      expect(history.zooms.slice(history.position).map(({ target }) => target)).toEqual(future.toReversed())
    }
  }))
})
