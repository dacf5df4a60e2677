// Checks in CI, events for programs, and the guide that leads to both.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder, fovea, PROJECT, put, type Ran } from './run.ts'

const CASES = [
  { task: 'sessions are not closed', budget: 1500, must: ['src/auth/sessions.ts', 'Sessions.closeAll'] },
  { task: 'sessions are not closed', budget: '200', must: ['src/report.py#format_line'], level: 'full' },
  { task_file: 'tasks/one.txt', must: ['nowhere.ts'], mustNot: ['audit'] },
]
const root = folder({ ...PROJECT, 'cases.jsonl': `${CASES.map((one) => JSON.stringify(one)).join('\n\n')}\n`, 'tasks/one.txt': 'write down who closed what', 'good.jsonl': `${JSON.stringify(CASES[0])}\n` })
const check = (...args: readonly string[]): Promise<Ran> => fovea(['check', ...args], { cwd: root })

describe.concurrent('check', () => {
  test('what is met: exit 0', async () => {
    const { code, out, err } = await check('good.jsonl')
    expect(code).toBe(0)
    expect(out).toMatch(/^ok {4}line 1: 2 of 2 as wanted in \d+ of 1500 tokens: sessions are not closed\n$/)
    expect(err).toContain('the one case is met')
  })

  test('what is not: exit 6 and a diff with levels, tokens and signals', async () => {
    const { code, out, err } = await check('cases.jsonl')
    expect(code).toBe(6)
    expect(err).toContain('2 of 3 cases are not met')
    expect(out).toContain('FAIL  line 3: ')
    expect(out).toMatch(/^ {2}- src\/report\.py#format_line {2}full\n {2}\+ src\/report\.py#format_line {2}(?:none|line|shape|detail) \(about \d+ tokens more would show it\)\n {6}\w+ \d\.\d\d: /m)
    expect(out).toContain('  + nowhere.ts  none (nothing that was read is called so')
    expect(out).toMatch(/ {2}- audit {2}below shape\n {2}\+ audit {2}(?:shape|detail|full) \(it should not be shown/)
  })

  test('--json, --github and --summary say the same', async () => {
    const [json, github, table] = await Promise.all([check('cases.jsonl', '--json'), check('cases.jsonl', '--github', '--summary', 'summary.md'), check('cases.jsonl', '--summary', '-')])
    expect([json.code, github.code, table.code]).toEqual([6, 6, 6])
    expect(JSON.parse(json.out)).toMatchObject({ cases: 3, failed: 2, results: [{ line: 1, ok: true }, { line: 3, ok: false, misses: [{ target: 'src/report.py#format_line', wanted: 'full', exists: true }] }, { line: 5, misses: [{ target: 'nowhere.ts', exists: false }, { target: 'audit', unwanted: true }] }] })
    expect(github.out.trimEnd().split('\n')).toHaveLength(3)
    for (const line of github.out.trimEnd().split('\n')) expect(line).toMatch(/^::error file=cases\.jsonl,line=[35],title=context for%3A [^:]+::\S.+$/)
    expect(table.out).toMatch(/^\| line \| result \| task \| context \| what is wrong \|\n\|---\|/)
    expect(readFileSync(join(root, 'summary.md'), 'utf8')).toBe(table.out)
  })

  test('with an intent the context is the prompt of fovea task', async () => {
    const input = '{"task":"sessions are not closed","intent":"test","budget":"2k","must":["tests/sessions.test.ts"]}'
    const [checked, made] = await Promise.all([fovea(['check', '-', '--json', '--frozen'], { cwd: root, input }), fovea(['task', 'sessions are not closed', '--intent', 'test', '--budget', '2k', '--frozen', '-q', '--log', '-'], { cwd: root })])
    expect(checked.code).toBe(0)
    const event = JSON.parse(made.err) as Record<string, unknown>
    expect(event).toMatchObject({ event: 'context_compressed', operation: 'task', task_type: 'test' })
    expect(JSON.parse(checked.out)).toMatchObject({ results: [{ tokens: event['tokens'] }] })
  })

  test('one context is the one that pack makes', async () => {
    const [packed, checked] = await Promise.all([fovea(['.', '--task', 'sessions are not closed', '--budget', '1500', '--frozen'], { cwd: root }), check('good.jsonl', '--json', '--frozen')])
    expect(JSON.parse(checked.out)).toMatchObject({ results: [{ tokens: Number(/^(\d+) tokens of/m.exec(packed.err)?.[1]) }] })
  })

  test.each([
    [['no.jsonl'], '', 1, 'no.jsonl cannot be read: it does not exist'], [[], '', 2, 'name a file of cases'], [['src'], '', 1, 'src cannot be read: it is not a plain file'],
    [['-'], '{"task":"a","must":["x"]}\n{"task"', 2, 'standard input line 2: this is not JSON'], [['-'], '{"task_file":"gone.txt","must":["x"]}', 1, 'standard input line 1: the task file gone.txt cannot be read'],
    [['-'], '{"task":"a","must":["x"],"lens":"debgu"}', 2, 'standard input line 1: there is no lens "debgu"; did you mean debug'],
    [['-'], '{"task"\n{"task":"a","must":["x"]}\n{"must":[1]}\n{}', 2, 'standard input line 1: this is not JSON\n  standard input line 3: must[0] must be a string, not 1\n  standard input line 4: give a task'],
    [['-'], '{"task":"a","must":["x"],"lens":"no1"}\n{"task":"a","must":["x"],"lens":"no2"}', 2, 'standard input line 2: there is no lens "no2"'],
  ] as const)('%j %j is a mistake with its line', async (args, input, exit, message) => {
    const { code, out, err } = await fovea(['check', ...args], { cwd: root, input })
    expect({ code, out }).toEqual({ code: exit, out: '' })
    expect(err).toContain(message)
  })
})

test('a folder without files is a failure, not a case that is not met', async () => {
  const { code, err } = await fovea(['check', '-'], { cwd: folder(), input: '{"task":"a","must":["x"]}' })
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('nothing in . matches') as string })
})

describe.concurrent('events', () => {
  const event = (line: string): Record<string, unknown> => JSON.parse(line) as Record<string, unknown>

  test('--log appends one line a context to a file, of pack, resume and check', async () => {
    const at = folder({ ...PROJECT, 'cases.jsonl': '{"task":"sessions","must":["Sessions"]}\n' })
    await fovea(['.', '--budget', '900', '-o', 'page.xml', '--log', 'events.jsonl'], { cwd: at })
    await fovea(['session', 'save', 'x', '--budget', '900'], { cwd: at })
    await fovea(['session', 'resume', 'x', '--log', 'events.jsonl'], { cwd: at })
    await fovea(['check', 'cases.jsonl', '--log', 'events.jsonl'], { cwd: at })
    const events = readFileSync(join(at, 'events.jsonl'), 'utf8').trimEnd().split('\n').map(event)
    expect(events.map((one) => [one['event'], one['operation']])).toEqual([['context_compressed', 'pack'], ['context_compressed', 'session resume'], ['context_compressed', 'check']])
    expect(events[0]).toMatchObject({ chunks_in: Object.keys(PROJECT).length + 1, budget: 900 })
    for (const { chunks_in, chunks_out, tokens, budget, utilization } of events as Record<string, number>[]) {
      expect(chunks_out).toBeLessThanOrEqual(chunks_in as number)
      expect(utilization).toBeCloseTo((tokens as number) / (budget as number), 3)
    }
    expect(events[2]).toMatchObject({ case: 1, ok: true })
  })

  test('--log - and FOVEA_LOG=json go to standard error; nobody asks, nothing is said', async () => {
    const [dash, wish, none] = await Promise.all([fovea(['.', '-q', '--log', '-'], { cwd: root }), fovea(['.', '-q'], { cwd: root, env: { FOVEA_LOG: 'json' } }), fovea(['.', '-q'], { cwd: root })])
    expect(event(dash.err)).toMatchObject({ event: 'context_compressed' })
    expect(event(wish.err)).toMatchObject({ event: 'context_compressed' })
    expect(none.err).toBe('')
    expect(dash.out).toContain('</context>')
  })

  test('a log that cannot be written is told', async () => {
    const { code, err } = await fovea(['.', '-q', '--log', 'no/such/folder.jsonl'], { cwd: root })
    expect(code).toBe(1)
    expect(err).toContain('the log no/such/folder.jsonl cannot be written')
  })
})

describe('the guide to debugging', () => {
  const guide = readFileSync(new URL('../../docs/guide/debugging.md', import.meta.url), 'utf8')
  const commands = [...guide.matchAll(/```sh\n([^]*?)```/g)].flatMap((block) => (block[1] as string).trim().split('\n'))
  const words = (line: string): string[] => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '')
  const at = folder(PROJECT)
  put(at, { 'cases.jsonl': `${/```json\n([^]*?)```/.exec(guide)?.[1]}` })

  test('answers every symptom', () => {
    for (const symptom of ['misunderstands', 'slow', 'missing', 'cut']) expect(guide).toMatch(new RegExp(`^## .*${symptom}`, 'm'))
    expect(commands.length).toBeGreaterThan(10)
  })

  test.each(commands)('%s', async (line) => {
    const [program, ...args] = words(line)
    expect(program).toBe('fovea')
    const { code, out, err } = await fovea(args, { cwd: at })
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
    if (!args.includes('-o') && !args.includes('--github')) expect(out).not.toBe('')
    if (args[0] === 'explain') expect(out).toMatch(/score \d\.\d{3}/)
    if (args.includes('--pin')) expect(readFileSync(join(at, 'context.xml'), 'utf8')).toContain(args.includes('src/store.ts') ? "return key + '!'" : 'closed += 1')
    if (args.includes('--log')) expect(err).toContain('"event":"context_compressed"')
  })
})
