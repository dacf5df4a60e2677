// Every program that git knows of is planted, and everything that Fovea does with a repository is done: none of them runs, nobody is called and nothing outside is opened.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BIN, folder, type Ran } from '../walks/run.ts'
import { HOOKS, plantGit, type Planted } from './planted.ts'
import { straceProblem, strange, type Trace, traced, traceIn, tracing } from './traced.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'fovea-planted-')))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const CANARY = 'canary-from-outside-4c1d'
let planted: Planted
let cache: string
let strace: string | undefined
beforeAll(async () => {
  planted = plantGit(home)
  cache = folder()
  plantCanaries(planted.root)
  strace = await straceProblem()
})

/** Files outside that the tree leads to in every way a tree can, without git being refused for it. */
function plantCanaries(root: string): void {
  const outside = join(home, 'outside')
  mkdirSync(join(outside, 'deep'), { recursive: true })
  for (const name of ['file.ts', 'deep/inner.ts', '.gitignore', 'fovea.config.json', 'notes.txt', 'aliases.json']) writeFileSync(join(outside, name), `export const ${CANARY.replaceAll('-', '_')} = '${CANARY}'\n`)
  symlinkSync(join(outside, 'file.ts'), join(root, 'src/linked.ts'))
  symlinkSync(outside, join(root, 'src/linked-folder'))
  symlinkSync('../../outside/file.ts', join(root, 'src/climbing.ts'))
  symlinkSync(join(outside, '.gitignore'), join(root, 'src/.gitignore'))
  symlinkSync(join(outside, '.gitignore'), join(root, '.foveaignore'))
  symlinkSync(join(outside, 'deep'), join(root, 'docs'))
  // It looks like a repository, so that what leads there leads to one.
  for (const name of ['objects', 'refs']) mkdirSync(join(outside, name))
  writeFileSync(join(outside, 'HEAD'), 'ref: refs/heads/main\n')
  mkdirSync(join(root, 'nested'))
  writeFileSync(join(root, 'nested/.git'), `gitdir: ${outside}\n`)
  mkdirSync(join(root, '.fovea'))
  symlinkSync(join(outside, 'notes.txt'), join(root, '.fovea/notes.txt'))
  symlinkSync(join(outside, 'aliases.json'), join(root, '.fovea/aliases.json'))
}

/** The environment of somebody who trusts too much. */
const env = (): Record<string, string> => ({ ...planted.environment, HOME: '/nonexistent', FOVEA_CACHE: cache, UV_USE_IO_URING: '0' })

let runs = 0
async function run(...args: readonly string[]): Promise<Ran & Trace> {
  expect(strace, strace).toBe(undefined)
  return traced(args, { cwd: planted.root, env: env(), file: join(home, `trace-${runs++}`) })
}

/** Git is started with these commands and no others. */
const ASKED = /^(?:ls-files -z (?:-t --stage --others (?:--exclude-standard|--exclude-per-directory=\.gitignore)|--cached -- \.fovea)|log -z --format=tformat:\S+ .*--end-of-options (?:HEAD|[0-9a-f]{40}) --|rev-parse --verify --quiet --end-of-options \S+\^\{commit\}|ls-tree (?:-r )?-z (?:-r |--full-tree )?--end-of-options (?:HEAD|[0-9a-f]{40})(?: --.*)?|cat-file --batch --buffer|for-each-ref --count=2000 --format=%\(refname:short\))$/

/** What a trace holds that it should not. */
function faultsIn({ programs, network, opened }: Trace): Record<string, readonly unknown[]> {
  const [, ...others] = programs
  const git = others.map((words) => words.filter((word, i) => word !== '-c' && words[i - 1] !== '-c'))
  return {
    programs: git.filter(([program, pager, literal, ...words]) => program === undefined || !/^\/usr(?:\/local)?\/bin\/git$/.test(program) || pager !== '--no-pager' || literal !== '--literal-pathspecs' || !ASKED.test(words.join(' '))),
    // To know whether a folder inside is a repository, git looks at the head of what its `.git` leads to; nothing of it is told.
    network, opened: strange(opened, [planted.root, cache, join(home, 'outside/HEAD')]),
  }
}

const NOTHING = { programs: [], network: [], opened: [] }
const asked = ({ programs }: Trace): string[] => programs.slice(1).map((words) => words.find((word, i) => i > 2 && word !== '-c' && words[i - 1] !== '-c') ?? '')

describe('with every hook, driver, setting, variable and name planted', () => {
  test('there is something to run', () => {
    expect(HOOKS).toHaveLength(28)
    expect(planted.settings).toBeGreaterThan(70)
    expect(planted.marks()).toEqual([])
  })

  test.each([
    ['a pack', ['.', '--budget', '4k'], ['ls-files', 'ls-files']],
    ['a pack with a task', ['.', '--task', 'what do prices cost', '--budget', '4k'], ['log', 'ls-files', 'ls-files']],
    ['a pack in a stable order', ['.', '--order', 'stable', '--frozen'], ['log', 'ls-files', 'ls-files', 'ls-tree']],
    ['a pack of a commit', ['.', '--commit', 'main~1', '--task', 'what do prices cost', '--frozen'], ['cat-file', 'log', 'ls-tree', 'rev-parse']],
    ['a commit that is not there', ['.', '--commit', 'mian'], ['for-each-ref', 'rev-parse']],
    ['a task', ['task', 'review what changed in prices'], ['log', 'ls-files', 'ls-files', 'ls-tree']],
    ['a zoom', ['zoom', 'file=src/prices.ts'], ['ls-files', 'ls-files']],
    ['a search', ['search', 'prices'], ['ls-files', 'ls-files']],
    ['secrets', ['secrets'], ['ls-files', 'ls-files']],
    ['an explanation', ['explain', 'src/prices.ts', '--task', 'what do prices cost'], ['log', 'ls-files', 'ls-files']],
    ['a check', ['check', 'cases.jsonl'], ['log', 'ls-files', 'ls-files']],
    ['a session', ['session', 'save', 'one', '--task', 'what do prices cost'], ['log', 'ls-files', 'ls-files']],
    ['a delta', ['delta', '--base', '12345678', '--budget', '4k'], ['ls-files', 'ls-files']],
    ['what a model would be sent', ['gen', 'code', '--dry-run'], []],
  ])('%s', async (_, args, git) => {
    const ran = await run(...args)
    expect(faultsIn(ran), ran.err).toEqual(NOTHING)
    expect(planted.marks()).toEqual([])
    expect(ran.out + ran.err).not.toContain(CANARY)
    expect(ran.opened.some((path) => path.startsWith(planted.root))).toBe(true)
    // A proof for a program that asks git nothing would be none.
    expect([...new Set(asked(ran))].sort(), ran.err).toEqual([...new Set(git)].sort())
  })

  test('tools of an agent', async () => {
    const file = join(home, 'trace-mcp')
    const client = new Client({ name: 'fovea-test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StdioClientTransport({ command: '/usr/bin/env', args: ['strace', ...tracing(file), process.execPath, BIN, 'mcp', '--root', planted.root], cwd: planted.root, env: env(), stderr: 'ignore' }))
    const said: string[] = []
    for (const [name, args] of [['get_context', { budget: 2000 }], ['get_context', { task: 'what do prices cost', budget: 4000 }], ['search', { query: 'prices' }], ['zoom', { target: 'file=src/prices.ts' }]] as const) said.push(JSON.stringify(await client.callTool({ name, arguments: args })))
    await client.close()
    const trace = traceIn(file)
    expect(faultsIn(trace)).toEqual(NOTHING)
    expect(said.filter((text) => text.includes('prices'))).toHaveLength(4)
    expect(said.join('')).not.toContain(CANARY)
    expect(asked(trace)).toContain('log')
    expect(planted.marks()).toEqual([])
  })

  test('pages of the studio', async () => {
    const file = join(home, 'trace-ui')
    const child = spawn('/usr/bin/env', ['strace', ...tracing(file), process.execPath, BIN, 'ui', planted.root, '--no-open', '--json'], { cwd: planted.root, env: env(), stdio: ['ignore', 'pipe', 'ignore'] })
    const [line] = await once(child.stdout, 'data') as [Buffer]
    const { origin, hash } = new URL((JSON.parse(String(line)) as { url: string }).url)
    const api = async (path: string): Promise<string> => (await fetch(new URL(path, origin), { headers: { Authorization: `Bearer ${hash.replace('#token=', '')}` } })).text()
    const said = [await api('/context.txt?task=what+do+prices+cost&budget=4k'), await api('/compare.json?a.commit=main~1&b.commit=main~2')]
    // Strace would leave the program behind when it is told to end itself.
    process.kill(Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')), 'SIGTERM')
    await once(child, 'exit')
    const trace = traceIn(file)
    const { network, ...faults } = faultsIn(trace)
    // A server that listens asks the system how names are looked up.
    expect({ ...faults, opened: faults['opened']?.filter((path) => !/^\/etc\/(?:resolv|nsswitch|host)\w*(?:\.conf)?$/.test(String(path))) }).toEqual({ programs: [], opened: [] })
    expect(network?.filter((call) => String(call).startsWith('connect'))).toEqual([])
    expect(said[0]).toContain('prices')
    expect(said.join('')).not.toContain(CANARY)
    expect(asked(trace)).toEqual(expect.arrayContaining(['log', 'rev-parse', 'ls-tree', 'cat-file']))
    expect(planted.marks()).toEqual([])
  })

  test('the same programs run when git is used as it is', () => {
    const { PATH = '' } = process.env
    const plainly = (args: readonly string[], more = {}): void => { spawnSync('git', args, { cwd: planted.root, env: { PATH, HOME: '/nonexistent', GIT_WORK_TREE: planted.root, GIT_DIR: join(planted.root, '.git'), ...more }, stdio: 'ignore', timeout: 2000 }) }
    for (const args of [['status'], ['diff'], ['log', '-p', '-3'], ['log', '-p', '-3', '--ext-diff'], ['log', '-1', '--show-signature'], ['update-ref', 'refs/heads/other', 'HEAD'], ['st'], ['-c', 'core.worktree=.', 'checkout', 'main', '--', 'src/cost.ts'], ['fetch', 'planted']]) plainly(args)
    plainly(['status'], { GIT_TRACE: planted.environment['GIT_TRACE'], GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.fsmonitor', GIT_CONFIG_VALUE_0: planted.environment['GIT_CONFIG_VALUE_0'] })
    expect(planted.marks()).toEqual(expect.arrayContaining(['GIT_TRACE', 'hook reference-transaction']))
    expect(planted.marks().length).toBeGreaterThan(7)
    planted.forget()
  })
})
