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
      expect(tokensOf(out.trimEnd())).toBeLessThanOrEqual(budget)
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

  test('a file beside a manifest is read, one outside is not', async () => {
    expect((await rendered(['beside.json', '--mode', 'minimal'])).out).toBe('--- t ---\nfrom a file\n')
    const outside = await rendered(['-'], JSON.stringify([{ type: 'document', title: 't', format_hint: 'plain', content_file: '../../etc/passwd' }]))
    expect([outside.code, outside.err]).toEqual([2, expect.stringContaining('leads out of the folder of the manifest')])
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
