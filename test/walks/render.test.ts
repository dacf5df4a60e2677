import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { folder, fovea, tokensOf } from './run.ts'

const code = (name: string, more: object = {}): object => ({ type: 'code', lang: 'rust', path: `src/${name}.rs`, content: `fn ${name}() {\n${`    step_of_${name}();\n`.repeat(30)}}`, ...more })
const BLOCKS = [code('logs', { priority: 'background' }), code('util', { priority: 'low', summary: 'helpers' }), code('plain', { summary: 'thirty steps' }), code('main', { priority: 'high', summary: 'the entry' }), code('key', { priority: 'critical' })]
const root = folder({ 'blocks.json': JSON.stringify({ blocks: BLOCKS }), 'blocks.jsonl': BLOCKS.map((block) => JSON.stringify(block)).join('\n'), 'part.txt': 'from a file', 'beside.json': JSON.stringify([{ type: 'document', title: 't', format_hint: 'plain', content_file: 'part.txt' }]) })
const rendered = (args: readonly string[], input = ''): ReturnType<typeof fovea> => fovea(['render', ...args], { cwd: root, input })

describe('fovea render', () => {
  test('shows everything without a budget, and the same from a list, lines and standard input', async () => {
    const [json, lines, piped] = await Promise.all([rendered(['blocks.json']), rendered(['blocks.jsonl']), rendered(['-'], JSON.stringify(BLOCKS))])
    expect(json.code).toBe(0)
    expect(json.out.match(/<code /g)).toHaveLength(5)
    expect(json.err).toContain('5 blocks: 5 in full')
    expect([lines.out, piped.out]).toEqual([json.out, json.out])
    new SaxesParser().write(json.out).close()
  })

  test.each(['xml', 'markdown', 'minimal'])('stays within its budget in %s', async (mode) => {
    for (const budget of [350, 500, 900]) {
      const { out, code: exit } = await rendered(['blocks.json', '--mode', mode, '--budget', String(budget)])
      expect(exit).toBe(0)
      expect(tokensOf(out)).toBeLessThanOrEqual(budget)
      expect(out).toContain('step_of_key')
    }
  })

  test('what is critical is shown beyond the budget: exit code 5, and the report says by how much', async () => {
    const { out, err, code: exit } = await rendered(['blocks.json', '--budget', '20'])
    expect(exit).toBe(5)
    expect(out).toContain('step_of_key')
    expect(err).toMatch(/what is critical needs \d+ tokens, \d+ more than the budget: raise --budget or lower a priority/)
  })

  test('tells each decision as JSON', async () => {
    const data = JSON.parse((await rendered(['blocks.json', '--budget', '600', '--json'])).out) as { tokens: number; budget: number; overrun: number; blocks: { priority: string; decision: string }[] }
    expect(data.blocks.map(({ priority }) => priority)).toEqual(['background', 'low', 'normal', 'high', 'critical'])
    expect(data.blocks.at(-1)?.decision).toBe('full')
    expect(data).toMatchObject({ budget: 600, overrun: 0 })
  })

  test('only some types, summaries, and a hint for whom', async () => {
    expect((await rendered(['blocks.json', '--types', 'diff'])).err).toContain('there is no block of type diff among')
    expect((await rendered(['blocks.json', '--types', 'code,file-tree', '--verbosity', 'summary', '--mode', 'minimal'])).out).toContain('--- src/main.rs [rust] (summary) ---\nthe entry')
    expect((await rendered(['blocks.json', '--target-model', 'gpt-5'])).out).toContain('## src/main.rs')
    const full = await rendered(['blocks.json', '--verbosity', 'full', '--budget', '10'])
    expect([full.code, full.err]).toEqual([0, expect.stringContaining('--verbosity full does not look at the budget')])
  })

  test('says what was passed over: annotations that speak in vain, and a model that is not known', async () => {
    const blocks = [{ type: 'conversation', role: 'user', content: 'why?' }, { type: 'annotation', target_block_id: 0, kind: 'priority', value: 'urgent' }, { type: 'annotation', target_block_id: 9, kind: 'priority', value: 'high' }]
    const { code: exit, err } = await rendered(['-', '--target-model', 'lama'], JSON.stringify(blocks))
    expect(exit).toBe(0)
    expect(err).toContain('block 1 says a priority that is none of critical, high, normal, low, background: it is passed over')
    expect(err).toContain('block 2 speaks of block 9, which is not there')
    expect(err).toContain('nothing is known of the model "lama": written as xml, counted by o200k_base')
    expect((await rendered(['-', '--target-model', 'lama', '--quiet'], JSON.stringify(blocks))).err).toBe('')
  })

  test('summaries are made on demand, of a program from its signatures', async () => {
    const program = { type: 'code', lang: 'typescript', path: 'a.ts', content: `export function run(step: string): void {\n${'  console.log(step)\n'.repeat(60)}}\n` }
    const made = await rendered(['-', '--mode', 'minimal', '--budget', '60', '--summaries', 'made'], JSON.stringify([program]))
    expect(made.out).toContain('--- a.ts [typescript] (summary) ---\nexport function run(step: string): void')
    expect((await rendered(['-', '--mode', 'minimal', '--budget', '60'], JSON.stringify([program]))).out).toMatch(/^\[omitted: code a\.ts ~\d+tok\]\n$/)
  })

  test('a file beside a manifest is read, one outside is not', async () => {
    expect((await rendered(['beside.json', '--mode', 'minimal'])).out).toBe('--- t ---\nfrom a file\n')
    const outside = await rendered(['-'], JSON.stringify([{ type: 'document', title: 't', format_hint: 'plain', content_file: '../../etc/passwd' }]))
    expect([outside.code, outside.err]).toEqual([2, expect.stringContaining('leads outside the root')])
  })

  test('a secret is not printed, and nothing acts on the terminal', async () => {
    const key = `sk-ant-api03-${'Ab3dE6gH9jK2mN5pQ8sT1vW4yZ7'.repeat(3)}Ab3dE6gH9jK2AA`
    const { out } = await rendered(['-', '--mode', 'minimal'], JSON.stringify([{ type: 'tool_result', tool_name: 'env', status: 'ok', content: `ANTHROPIC_API_KEY=${key}\n\u001b[31mred` }]))
    expect(out).not.toContain(key)
    expect(out).not.toContain('\u001b')
  })

  test.each([
    [[], '', 2, 'name a file with blocks, or - for standard input'],
    [['none.json'], '', 1, 'none.json does not exist'],
    [['.'], '', 1, '. is not a file'],
    [['-'], '', 2, 'standard input: the manifest cannot be read: it is not JSON: it is empty'],
    [['-'], '[]', 1, 'there are no blocks to render'],
    [['-'], '[{"type":"cod"}]', 2, 'block 0'],
    [['-'], '{"blocks":3}', 2, 'a manifest is { "blocks": [...] }'],
    [['blocks.json', '--mode', 'html'], '', 2, '"html" is not known'],
    [['blocks.json', '--budget', 'lots'], '', 2, 'a budget looks like 8000, 32k or 1m, not "lots"'],
    [['blocks.json', '--types', 'cod'], '', 2, 'did you mean code?'],
    [['blocks.json', '--types', 'code', '--budget', '0'], '', 5, 'more than the budget'],
    [['beside.json', '--budget', '0'], '', 5, 'a budget of 0 tokens is too small: the smallest answer needs'],
  ])('%j with %j', async (args, input, exit, message) => {
    const { code: got, err } = await rendered(args, input)
    expect(err).toContain(message)
    expect(got).toBe(exit)
  })
})

describe('fovea render --as tool', () => {
  const log = `${Array.from({ length: 400 }, (_, i) => `2026-01-01T00:00:${i % 60}Z INFO request ${i} took ${i % 7} ms`).join('\n')}\n2026-01-01T00:16:00Z ERROR db: connection refused\n${Array.from({ length: 400 }, (_, i) => `2026-01-01T00:17:${i % 60}Z INFO request ${i} took ${i % 7} ms`).join('\n')}\n`
  const cache = { FOVEA_CACHE: folder() }
  const tool = (args: readonly string[], input = log, env: Record<string, string> = cache): ReturnType<typeof fovea> => fovea(['render', '-', '--as', 'tool', ...args], { cwd: root, input, env })

  test('stays within its budget, and every cut can be seen with its handle', async () => {
    const { out, err, code: exit } = await tool(['--name', 'npm test', '--budget', '400', '--mode', 'minimal'])
    expect(exit).toBe(0)
    expect(tokensOf(out)).toBeLessThanOrEqual(400)
    expect(out).toContain('--- npm test [ok] ---')
    expect(out).toContain('ERROR db: connection refused')
    expect(err).toMatch(/^log: \d+ of 801 lines; \d+ tokens of 400$/m)
    const [, handle, first, last] = /fovea zoom (out@[0-9a-f]{8}):(\d+)-(\d+)\]/.exec(out) ?? []
    const zoomed = await fovea(['zoom', `${handle}:${first}-${last}`, '--budget', '1m'], { cwd: root, env: cache })
    expect(zoomed.out).toBe(`${log.split('\n').slice(Number(first) - 1, Number(last)).join('\n')}\n`)
    const around = await fovea(['zoom', `${handle}:401`, '--context', '1'], { cwd: root, env: cache })
    expect(around.out).toBe(`${log.split('\n').slice(399, 402).join('\n')}\n`)
    const tight = await fovea(['zoom', `${handle}`, '--budget', '300'], { cwd: root, env: cache })
    expect(tokensOf(tight.out)).toBeLessThanOrEqual(300)
    expect(tight.out).toContain(`fovea zoom ${handle}:`)
    expect((await fovea(['zoom', `${handle}:9999`], { cwd: root, env: cache })).err).toContain('has 801 lines: there is no line 9999')
  })

  test('zoom of a long line shows more of it, with the number it has, also when it is JSON', async () => {
    const list = JSON.stringify(Array.from({ length: 900 }, (_, id) => ({ id, name: `item ${id}` })))
    const lines = Array.from({ length: 12 }, (_, i) => (i === 6 ? list : `2026-01-01T00:00:${10 + i}Z INFO started part ${'abcdefghijkl'[i] as string}`))
    const { out } = await tool(['--budget', '900'], lines.join('\n'))
    const [, handle] = /characters: fovea zoom (out@[0-9a-f]{8}:7)\]/.exec(out) ?? []
    const small = await fovea(['zoom', handle as string, '--budget', '300'], { cwd: root, env: cache })
    expect(small.out).toContain(`characters: fovea zoom ${handle as string}]`)
    const larger = await fovea(['zoom', handle as string, '--budget', '3000'], { cwd: root, env: cache })
    expect(larger.out.length).toBeGreaterThan(5 * small.out.length)
    expect((await fovea(['zoom', handle as string, '--budget', 'none'], { cwd: root, env: cache })).out).toBe(`${list}\n`)
  })

  test.each([['--frozen'], ['--no-cache']])('%s keeps nothing and promises nothing', async (flag) => {
    const { out, err } = await tool(['--budget', '300', flag], `${log}${flag}`)
    expect(out).not.toContain('zoom')
    expect(err).toContain('the output is not kept, so what was cut cannot be shown later')
  })

  test('an output that is not kept is stale', async () => {
    const { code: exit, err } = await fovea(['zoom', 'out@00000000:1-2'], { cwd: root, env: cache })
    expect([exit, err]).toEqual([6, expect.stringContaining('out@00000000 is not kept here any more: run the command again')])
  })

  test('XML is valid, secrets are neither printed nor kept, colours are gone', async () => {
    const key = `sk-ant-api03-${'Ab3dE6gH9jK2mN5pQ8sT1vW4yZ7'.repeat(3)}Ab3dE6gH9jK2AA`
    const { out } = await tool(['--budget', '300', '--mode', 'xml', '--status', 'error'], `ANTHROPIC_API_KEY=${key}\n${'\u001b[31m</tool> & more\u001b[0m\n'.repeat(500)}`)
    new SaxesParser().write(out).close()
    expect(out).toContain('status="error"')
    const [, handle] = /(out@[0-9a-f]{8})/.exec(out) ?? []
    const kept = await fovea(['zoom', handle as string, '--budget', 'none'], { cwd: root, env: cache })
    expect(`${out}${kept.out}`).not.toContain(key)
    expect(`${out}${kept.out}`).not.toContain('\u001b')
    expect(kept.out).toContain('</tool> & more')
  })

  test('what fits is shown as it is, and tells what it is as JSON', async () => {
    const { out } = await tool(['--json', '--budget', '200'], 'a,b,c\n1,2,3\n4,5,6\n7,8,9\n')
    expect(JSON.parse(out)).toMatchObject({ kind: 'table', lines: 4, hidden: 0, cuts: [], text: expect.stringContaining('a,b,c\n1,2,3\n4,5,6\n7,8,9\n</tool>') as string })
  })

  test('bytes that are no text, nothing at all, and a budget that is too small', async () => {
    expect((await tool(['--mode', 'minimal'], '\u0000\u0001binary\n')).out).toContain('binary')
    expect((await tool(['--mode', 'minimal'], '')).out).toBe('--- tool [ok] ---\n\n')
    const small = await tool(['--budget', '3'])
    expect([small.code, small.err]).toEqual([5, expect.stringContaining('a budget of 3 tokens is too small: the smallest answer needs')])
    expect((await tool(['--status', 'fine'])).err).toContain('"fine" is not known')
  })
})
