import { expect, test } from 'vitest'
import { entryOf } from '../../test/kit/core.ts'
import { meter, parser } from '../../test/kit/pack.ts'
import { knowing } from './knowing.ts'
import { settle } from './settings.ts'

test('words are counted for a task that looks for some, tokens where all are asked for', async () => {
  const entry = entryOf('a.ts', 'export const login = 1\n')
  const learnt = async (task: string, budget: number): Promise<string[]> => {
    const known = knowing(settle({ task, budget }, []), { parser }, async () => ({ parser, meter }))
    await known.learn(entry)
    const { words, tokens } = known.priced.get(entry) as { words?: unknown; tokens?: number }
    return [...(words === undefined ? [] : ['words']), ...(tokens === undefined ? [] : ['tokens'])]
  }
  expect(await learnt('login', 1000)).toEqual(['words'])
  expect(await learnt('login', Infinity)).toEqual(['words', 'tokens'])
  // Nothing in them is looked for.
  for (const task of ['', '?!']) expect(await learnt(task, 1000), task).toEqual(['tokens'])
})
