// Each signal in a corpus of its own: two files or blocks that differ in nothing but what the signal reads. Without it they stand level, or nearly so.
import { describe, expect, test } from 'vitest'
import { entriesOf, meter, parser, requestFor } from '../../../test/kit/pack.ts'
import { walk } from '../block.ts'
import type { CorpusFile } from '../corpus.ts'
import { gather } from '../gather.ts'
import type { History } from '../history.ts'
import type { Request } from '../request.ts'
import { SIGNALS, type SignalName } from './features.ts'
import type { Evidence } from './rank.ts'

interface Case {
  readonly task: string
  readonly files: Readonly<Record<string, string>>
  /** What should come first and what looks the same otherwise: paths, or ids of blocks. */
  readonly right: string
  readonly decoy: string
  readonly history?: History
}

const past = (...commits: readonly (readonly [string, ...string[]])[]): History => ({ commits: commits.map(([message, ...paths], i) => ({ id: `${i}`, time: 1_000_000 - i, message, paths })) })

/** A function of a few lines. */
const fn = (name: string, inside: string): string => `export function ${name}(input: string): string {\n  const first = input.trim()\n  ${inside}\n  return first\n}\n`

const CASES: Readonly<Record<SignalName, Case>> = {
  words: {
    task: 'a refund of the customer is lost', right: 'src/b.ts', decoy: 'src/a.ts',
    files: { 'src/a.ts': fn('one', "log('a parcel for the neighbour')"), 'src/b.ts': fn('two', "log('a refund for the customer')") },
  },
  names: {
    task: 'it hangs in `closeAll` for ever', right: 'src/b.ts', decoy: 'src/a.ts',
    files: { 'src/a.ts': fn('one', "open('close', 'all', first)"), 'src/b.ts': fn('two', 'open(closeAll(first, first))') },
  },
  mention: {
    task: 'look at `settle` again', right: 'src/money.ts#settle', decoy: 'src/money.ts#submit',
    files: { 'src/money.ts': `${fn('submit', 'check(first)')}\n${fn('settle', 'check(first)')}` },
  },
  path: {
    task: 'billing is slow', right: 'src/billing_steps.ts', decoy: 'src/support_steps.ts',
    files: { 'src/billing_steps.ts': fn('one', 'check(first)'), 'src/support_steps.ts': fn('two', 'check(first)') },
  },
  stack: {
    task: 'it broke\nTypeError: no\n    at two (/home/x/app/src/b.ts:3:7)\n', right: 'src/b.ts', decoy: 'src/a.ts',
    files: { 'src/a.ts': fn('two', 'check(first)'), 'src/b.ts': fn('two', 'check(first)') },
  },
  quote: {
    task: 'it says "no account for this name"', right: 'src/b.ts', decoy: 'src/a.ts',
    files: { 'src/a.ts': fn('one', "log('this account for no name')"), 'src/b.ts': fn('two', "log('no account for this name')") },
  },
  history: {
    task: 'a refund of the customer is lost', right: 'src/b.ts', decoy: 'src/a.ts', history: past(['Refunds of a customer are kept', 'src/b.ts'], ['Colours of the page are new', 'src/a.ts']),
    files: { 'src/a.ts': fn('one', 'check(first)'), 'src/b.ts': fn('two', 'check(first)') },
  },
  recency: {
    task: 'a refund is lost', right: 'src/b.ts', decoy: 'src/a.ts',
    history: past(['Something', 'src/b.ts'], ...Array.from({ length: 600 }, () => ['Something', 'src/c.ts'] as const), ['Something', 'src/a.ts']),
    files: { 'src/a.ts': fn('one', 'refund(first)'), 'src/b.ts': fn('two', 'refund(first)'), 'src/c.ts': fn('three', 'check(first)') },
  },
  together: {
    task: 'a refund is lost', right: 'src/b.ts', decoy: 'src/a.ts',
    history: past(...Array.from({ length: 4 }, () => [['Something', 'src/b.ts', 'src/refund.ts'], ['Something', 'src/a.ts', 'src/other.ts']] as const).flat()),
    files: { 'src/a.ts': fn('one', 'check(first)'), 'src/b.ts': fn('two', 'check(first)'), 'src/refund.ts': fn('refund', "log('refund')"), 'src/other.ts': fn('other', "log('parcel')") },
  },
  graph: {
    task: 'a refund is lost', right: 'src/b.ts', decoy: 'src/a.ts',
    files: {
      'src/a.ts': fn('roundUp', 'check(first)'), 'src/b.ts': fn('addUp', 'check(first)'),
      'src/one.ts': fn('parcel', 'roundUp(first)'), 'src/two.ts': fn('refund', 'addUp(first)'),
    },
  },
  tests: {
    task: 'a refund is lost', right: 'src/beta.ts', decoy: 'src/alpha.ts',
    files: {
      'src/alpha.ts': fn('one', 'check(first)'), 'src/beta.ts': fn('two', 'check(first)'),
      'src/alpha.test.ts': "test('a parcel is sent', () => run('parcel', 'parcel'))\n", 'src/beta.test.ts': "test('a refund is kept', () => run('refund', 'refund'))\n",
    },
  },
  imports: {
    task: 'a refund is lost', right: 'src/b.ts', decoy: 'src/a.ts',
    files: {
      'src/a.ts': fn('one', 'check(first)'), 'src/b.ts': fn('two', 'check(first)'),
      'src/parcel.ts': `import './a.ts'\n${fn('parcel', "log('parcel')")}`, 'src/refund.ts': `import './b.ts'\n${fn('refund', "log('refund')")}`,
    },
  },
  place: {
    task: 'a refund is lost', right: 'src/b.ts', decoy: 'tests/a.ts',
    files: { 'tests/a.ts': fn('one', 'refund(first)'), 'src/b.ts': fn('two', 'refund(first)') },
  },
}

async function gathered({ task, files, history }: Omit<Case, 'right' | 'decoy'>, more: Partial<Evidence> = {}, over: Partial<Request> = {}): Promise<readonly CorpusFile[]> {
  const entries = entriesOf(Object.entries(files).map(([path, content]) => ({ path, content })))
  return (await gather(entries, requestFor({ task, ...over }), { parser, meter, utility: new Map(), ...(history === undefined ? {} : { history }), ...more })).files
}

/** The score of a path or of a block. */
function scoreOf(files: readonly CorpusFile[], target: string): number {
  const [path] = target.split('#')
  const file = files.find(({ entry }) => entry.path === path)
  if (file?.parts === undefined) throw new Error(`${target} was not looked into`)
  const block = [...walk(file.parts.block)].find(({ id }) => id === target)
  return target === path ? file.score.value : file.parts.scores.get(block as NonNullable<typeof block>) as number
}

/** How many times what is right is worth what only looks like it. */
async function ahead(one: Case, more: Partial<Evidence> = {}, over: Partial<Request> = {}): Promise<number> {
  const files = await gathered(one, more, over)
  return scoreOf(files, one.right) / scoreOf(files, one.decoy)
}

/** What a signal must do for the right one: far more than the noise of small differences between two files. */
const CLEARLY = 1.15

describe('each signal puts what is right first, and without it that is not so', () => {
  test.each(SIGNALS)('%s', async (signal) => {
    const one = CASES[signal]
    const [with_, without] = [await ahead(one), await ahead(one, { without: new Set([signal]) })]
    expect(with_).toBeGreaterThan(CLEARLY)
    expect(with_).toBeGreaterThan(CLEARLY * without)
  })

  test.each(SIGNALS)('%s is given as a reason', async (signal) => {
    const { right } = CASES[signal]
    const file = (await gathered(CASES[signal])).find(({ entry }) => entry.path === right.split('#')[0])
    const reason = file?.score.signals.find(({ name }) => name === signal)
    expect(reason?.strength).toBeGreaterThanOrEqual(0)
    expect(reason?.why).toMatch(/\S{2}/)
  })
})

describe('what bends a score whatever the blocks say', () => {
  const level: Case = { task: 'a refund is lost', right: 'src/b.ts', decoy: 'src/a.ts', files: { 'src/a.ts': fn('one', 'refund(first)'), 'src/b.ts': fn('two', 'refund(first)') } }
  const rule = (match: string, more: object): Partial<Request> => ({ rules: [{ match, why: 'mine', ...more }] })

  test('without anything the two stand level', async () => {
    expect(await ahead(level)).toBeCloseTo(1, 6)
  })

  test('what was learned, both ways', async () => {
    expect(await ahead(level, { utility: new Map([['src/b.ts', 1]]) })).toBeGreaterThan(CLEARLY)
    expect(await ahead(level, { utility: new Map([['src/b.ts', 0]]) })).toBeLessThan(1 / CLEARLY)
    expect(await ahead(level, { utility: new Map([['src/b.ts', 0.5]]) })).toBeCloseTo(1, 6)
  })

  test('a signal of one\'s own, with its reason', async () => {
    const signals = [({ entry }: { entry: { path: string } }) => (entry.path === 'src/b.ts' ? { name: 'churn', strength: 1, why: 'changed today' } : undefined)]
    expect(await ahead(level, { signals })).toBeGreaterThan(2)
    expect((await gathered(level, { signals }))[1]?.score.signals).toContainEqual({ name: 'churn', strength: 1, why: 'changed today' })
  })

  test('the priority of a lens, with its reason', async () => {
    const lens = { name: 'x', doc: 'x', rules: [{ match: 'src/a.ts', priority: 20, why: 'less of this' }, { match: '*', priority: 90, why: 'more of this' }] }
    expect(await ahead(level, {}, { lens })).toBeGreaterThan(2)
    expect((await gathered(level, {}, { lens }))[0]?.score.signals).toContainEqual({ name: 'lens', strength: 0.2, why: expect.stringContaining('less of this') as string })
  })

  test('a weight multiplies', async () => {
    expect(await ahead(level, {}, rule('src/b.ts', { weight: 3 }))).toBeCloseTo(3, 6)
  })

  test('code goes before tests, side folders, prose and records of the past', async () => {
    for (const decoy of ['tests/a.ts', 'scripts/a.ts', 'docs/a.md', 'CHANGELOG.md']) {
      const text = decoy.endsWith('.md') ? '# One\n\nA refund is lost, a refund is found.\n' : fn('one', 'refund(first)')
      expect(await ahead({ ...level, decoy, files: { 'src/b.ts': fn('two', 'refund(first)'), [decoy]: text } }), decoy).toBeGreaterThan(CLEARLY)
    }
  })
})
