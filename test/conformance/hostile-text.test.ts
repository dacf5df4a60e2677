// Text that acts on terminals, reorders or hides, planted wherever a foreign string can come from; every way out is read, and none has it raw.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { main } from '../../src/cli/main.ts'
import type { Call } from '../../src/mcp/call.ts'
import { answer } from '../../src/mcp/desk.ts'
import { deskFor } from '../../src/studio/desk.ts'
import { QUESTIONS } from '../../src/studio/pages/index.ts'
import { FORMAT_NAMES } from '../../src/workspace/index.ts'
import { put } from '../kit/put.ts'

/** A colour, a title, a link and the clipboard; overprinting; C1; direction; what has no width; tags; line and paragraph separators. */
const EVIL = '\u001b[31mred\u001b[0m\u001b]0;title\u0007\u001b]8;;http://evil/\u001b\\x\u001b]52;c;ZXZpbA==\u0007a\rb\u0008\u0008\u009b2J\u202egnirts\u2066\u2069\u061c\u200bz\u200dw\u{e0041}\u{e0042}\u2028\u2029\u00ad\u7f3a'
/** The same as a name: no slash, and short enough for a disk. */
const NAME = '\u001b[31m\u001b]0;t\u0007\r\u0008\u009b\u202e\u200b\u{e0041}\u2028\nforged: line'

/** What no way out may hold: CR stays only before LF, as in the file it comes from. */
const RAW = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\r(?!\n)|\udb40[\udc00-\udc7f]|[\x00-\x7f][\u200c\u200d]/u

const home = realpathSync(mkdtempSync(join(tmpdir(), 'fovea-hostile-')))
const root = join(home, 'root')
const kept = { ...process.env }
const NAMES = ['XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'HOME']

beforeAll(() => {
  put(home, {
    'config/fovea/config.json': '{"meter": "heuristic"}',
    [`root/src/${NAME}.ts`]: `/** ${EVIL} */\nexport function evil(): string {\n  return '${EVIL}'\n}\n`,
    'root/src/a.ts': `// ${EVIL}\n/** ${EVIL} */\nexport function sayA(): string {\n  return '${EVIL}'\n}\n`,
    'root/README.md': `# ${EVIL}\n\n${EVIL}\n`,
    'root/fovea.config.json': JSON.stringify({ rules: [{ match: 'src/a.ts', atMost: 'full', why: EVIL }, { match: EVIL, atMost: 'line' }] }),
    'root/data/orders.csv': `id,${EVIL.replace(/[\r\n,"]/g, '')}\n1,${EVIL.replace(/[\r\n,"]/g, '')}\n`,
    'root/data/orders.csv.md': `${EVIL}\n`,
    'root/blocks.json': JSON.stringify({ blocks: [{ type: 'code', lang: 'ts', path: NAME, content: EVIL }, { type: 'tool_result', tool_name: NAME, status: 'ok', content: EVIL }, { type: 'document', title: EVIL, content: EVIL, format_hint: 'plain' }] }),
    'root/output.log': `${EVIL}\n`.repeat(50),
    'root/cases.jsonl': `${JSON.stringify({ task: EVIL, budget: 500, must: ['src/a.ts', NAME] })}\n`,
    'root/.gitignore': `${EVIL.replace(/[\r\n]/g, '')}\n`,
  })
  Object.assign(process.env, { XDG_CACHE_HOME: join(home, 'cache'), XDG_CONFIG_HOME: join(home, 'config'), HOME: join(home, 'nobody') })
  const git = (...args: string[]): Buffer => execFileSync('git', ['-c', `user.name=Eve ${EVIL.replace(/[\0<>\n]/g, '')}`, '-c', 'user.email=e@x', ...args], { cwd: root, stdio: 'pipe' })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', `say a ${EVIL}`)
})
afterAll(() => {
  for (const name of NAMES) if (kept[name] === undefined) delete process.env[name]; else process.env[name] = kept[name]
  rmSync(home, { recursive: true, force: true })
})
afterEach(() => { vi.restoreAllMocks() })

/** Runs a command line and gives all that it prints on both streams, and its exit code. */
async function ran(argv: readonly string[]): Promise<{ said: string; code: number }> {
  const parts: string[] = []
  const keep = (part: string | Uint8Array): boolean => parts.push(typeof part === 'string' ? part : Buffer.from(part).toString()) > 0
  vi.spyOn(process.stdout, 'write').mockImplementation(keep)
  vi.spyOn(process.stderr, 'write').mockImplementation(keep)
  try {
    const code = await main(argv)
    return { said: parts.join(''), code }
  } finally {
    vi.restoreAllMocks()
  }
}

function isClean(said: string, from: string): void {
  // A name with a line feed in it does not begin a line of its own.
  expect(said, from).not.toMatch(/^forged: line/m)
  const at = RAW.exec(said)
  expect(at === null ? undefined : `${from}: U+${at[0].codePointAt(0)?.toString(16)} in ${JSON.stringify(said.slice(Math.max(0, at.index - 120), at.index + 60))}`).toBe(undefined)
}

test('pages in every format, and the report beside them', async () => {
  for (const format of FORMAT_NAMES) {
    const { said } = await ran(['pack', root, '--format', format, '--budget', '20k', '--task', `say a ${EVIL}`, '--include', 'src', '--include', 'README.md'])
    expect(said).toMatch(/U\+202E|u202e/)
    isClean(said, format)
  }
})

const here = (line: string, ...more: string[]): string[] => [...line.split(' ').map((word) => word.replace('ROOT', root)), ...more]

test.each([
  here('pack ROOT --json'), here('pack ROOT --strict --exclude', EVIL), here('task say ROOT'), here('task say ROOT --json'), here('zoom file=src/a.ts --root ROOT'), here('zoom sayA --root ROOT --json'), here('zoom evil --root ROOT'), here('search evil --root ROOT'), here('search red --root ROOT --json'), here('search --root ROOT', EVIL),
  here('explain --root ROOT'), here('explain --root ROOT --json'), here('explain src/a.ts --root ROOT'), here('secrets ROOT'), here('secrets ROOT --format sarif'), here('skeleton ROOT/src/a.ts'), here('skeleton ROOT/src --json'), here('skeleton ROOT/src --jsonl'), here('config ROOT'), here('config ROOT --json'),
  here('render ROOT/blocks.json --mode xml'), here('render ROOT/blocks.json --mode markdown'), here('render ROOT/blocks.json --mode minimal'), here('render ROOT/output.log --as tool --budget 200'), here('check ROOT/cases.jsonl --root ROOT'), here('check ROOT/cases.jsonl --root ROOT --json'),
  here('session save s1 --root ROOT --task', EVIL), here('session list --root ROOT'), here('session show s1 --root ROOT'), here('session show s1 --root ROOT --json'), here('session resume s1 --root ROOT'), here('session restore s1 --state --root ROOT'),
  here('mark src/a.ts --root ROOT --utility 0.9 --reason', EVIL), here('journal --root ROOT'), here('journal --root ROOT --json'), here('feedback --root ROOT src/a.ts --useful --reason', EVIL),
  here('ctx alias add ROOT A.X1 src/a.ts --note', EVIL), here('ctx alias list ROOT'), here('ctx alias list ROOT --json'), here('ctx cards show ROOT A.X1'), here('ctx pack ROOT --task', EVIL), here('ctx expand ROOT A.X1'),
  here('catalog add data ROOT/data --root ROOT'), here('catalog list --root ROOT'), here('catalog overview --root ROOT'), here('catalog overview --root ROOT --json'), here('catalog search orders --root ROOT'), here('catalog details res:file.data.orders.csv --root ROOT'), here('catalog context orders --root ROOT'), here('catalog docs --root ROOT'), here('catalog verify --root ROOT'),
])('fovea %s', async (...argv) => {
  const { said, code } = await ran(argv)
  isClean(said, argv.join(' '))
  // Done, or with what a check found.
  expect([0, 3, 6], said).toContain(code)
})

test.each([
  here('zoom --root ROOT', EVIL), here('zoom --root ROOT --json', EVIL), here('zoom --root ROOT', `file=${NAME}`), here('mark --root ROOT --utility 1', NAME), here('session show --root ROOT', EVIL), here('catalog add --root ROOT', EVIL, EVIL), here('pack ROOT --format', EVIL), [EVIL], ['pack', EVIL], ['pack', `--${EVIL}`], ['help', EVIL], ['render', join(root, NAME)],
])('fovea %s: refused', async (...argv) => {
  const { said, code } = await ran(argv)
  isClean(said, argv.join(' '))
  expect(code).toBeGreaterThan(0)
})

test('tools, resources, prompts and completions', async () => {
  const place = { root, named: true, frozen: false }
  const tool = (name: string, args: Record<string, unknown>): Call => ({ kind: 'tool', name, args })
  const calls: Call[] = [
    ...['minimal', 'markdown', 'claude-xml', 'json', 'plusminus', 'xml'].map((format) => tool('get_context', { task: `say a ${EVIL}`, format })), tool('get_context', { path: EVIL }), tool('get_context', { focus: [EVIL] }), tool('zoom', { target: 'evil' }), tool('zoom', { target: 'evil', format: 'json' }), tool('zoom', { target: EVIL }), tool('zoom', { target: `file=${NAME}` }),
    tool('search', { query: 'red' }), tool('search', { query: 'evil' }), tool('search', { query: EVIL }), tool('catalog', { query: 'orders' }), tool('catalog', { ids: [EVIL] }), tool('feedback', { ratings: { [NAME]: 1, 'src/a.ts': 1 } }), tool(EVIL, {}), tool('zoom', { [EVIL]: 1 }),
    { kind: 'resource', name: 'fovea://overview', args: {} }, { kind: 'resource', name: EVIL, args: {} }, { kind: 'prompt', name: 'context', args: { task: EVIL } }, { kind: 'complete', name: 'path', args: { value: 'src' } }, { kind: 'complete', name: 'symbol', args: { value: 'evil' } },
  ]
  for (const call of calls) {
    const { text, data, meta } = await answer(call, place, () => {})
    isClean(text, JSON.stringify(call).slice(0, 80))
    // Control characters of ASCII are escaped by JSON itself; what is parsed must not bring others back.
    isClean(JSON.stringify([data, meta]), JSON.stringify(call).slice(0, 80))
  }
})

test('questions of the studio', async () => {
  const desk = deskFor({ root, frozen: false })
  for (const { path, fields, changes } of QUESTIONS.values()) {
    const said = Object.fromEntries(Object.entries(fields).filter(([name]) => ['task', 'target', 'find', 'path', 'query', 'id'].includes(name)).map(([name]) => [name, name === 'path' || name === 'target' ? 'src/a.ts' : EVIL]))
    for (const words of [{}, said]) isClean((await desk({ path, said: words, changes: changes === true }, () => {})).body, path)
  }
})
