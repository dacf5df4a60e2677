// Code by a model that sees references: the built program, a project on disk, and a server that speaks as the providers do.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type ChatServer, type Say, startChat, type Tongue } from '../kit/chat.ts'
import { BIN, folder, fovea, put, type Ran } from './run.ts'

const KEY = 'sk-walk-0123456789abcdef0123'
const MAIN = 'import json\n\n\ndef handle(text):\n    return json.dumps({"summary": text})\n'
const PROJECT = {
  'handlers/main.py': MAIN,
  'schemas/entities.json': '{"type": "object", "properties": {"text": {"type": "string"}}}\n',
  'config/keys.py': 'AWS = "AKIAQ3EGRIKTPVBX7HWN"\n',
}

const servers: ChatServer[] = []
afterAll(() => Promise.all(servers.map((server) => server.close())))

async function chat(tongue: Tongue, turns: Parameters<typeof startChat>[1]): Promise<ChatServer> {
  const server = await startChat(tongue, turns)
  servers.push(server)
  return server
}

/** A project with aliases: the registry as `ctx alias add` writes it, in one place or the other. */
const project = (place = '.fovea'): string => folder({
  ...PROJECT,
  [`${place}/aliases.json`]: JSON.stringify(Object.fromEntries(Object.entries({ 'H.keys': 'config/keys.py', 'H.main': 'handlers/main.py', 'S.entities': 'schemas/entities.json' })
    .map(([alias, path]) => [alias, { path, sha: createHash('sha256').update(PROJECT[path as keyof typeof PROJECT]).digest('hex').slice(0, 8) }]))),
})

const configured = (generation: object): string => folder({ 'fovea/config.json': JSON.stringify({ generation }) })

/** Runs gen code against a server. */
function gen(cwd: string, server: Pick<ChatServer, 'url'>, { args = [], kind = 'openai', more = {} }: { args?: readonly string[]; kind?: Tongue; more?: object } = {}): Promise<Ran> {
  return fovea(['gen', 'code', ...(args.includes('--delta') ? [] : ['--use-pack']), ...args], { cwd, env: { XDG_CONFIG_HOME: configured({ kind, url: server.url, model: 'walking', key: 'env:WALK_KEY', ...more }), WALK_KEY: KEY } })
}

/** An answer with files, marked as the request says. */
const answering = (files: Readonly<Record<string, string>>, more: Partial<Say> = {}) => ({ body }: ChatServer['asked'][number]): Say => {
  const mark = /@@@ file ([0-9a-f]{8})/.exec(JSON.stringify(body))?.[1]
  return { text: ['Here.\n', ...Object.entries(files).flatMap(([path, text]) => [`@@@ file ${mark} ${path}\n`, text, `@@@ end ${mark}\n`])], usage: [1200, 300], ...more }
}

const asking = (alias: string): Say => ({ calls: [{ name: 'get_alias', input: JSON.stringify({ alias }) }], usage: [800, 20] })

const transcripts = (cwd: string, place = '.fovea'): string[] => (existsSync(join(cwd, place, 'gen')) ? readdirSync(join(cwd, place, 'gen')) : [])
const transcript = (cwd: string, place = '.fovea'): { text: string; json: Record<string, unknown> } => {
  const text = readFileSync(join(cwd, place, 'gen', transcripts(cwd, place)[0] as string), 'utf8')
  return { text, json: JSON.parse(text) as Record<string, unknown> }
}
/** The words of the command that is printed for those who agree later. */
const agreeing = (err: string): string[] => (/fovea gen code (.*--yes)/.exec(err)?.[1] ?? '').split(' ')
const read = (cwd: string, path: string): string => readFileSync(join(cwd, path), 'utf8')

describe.concurrent.each(['openai', 'anthropic', 'ollama'] as const)('S3.28 with %s', (kind) => {
  test('the pack goes out, get_alias is answered, files are written, tokens and cost are told', async () => {
    const cwd = project()
    const server = await chat(kind, [asking('H.main'), answering({ 'tests/test_main.py': 'def test():\n    pass\n' })])
    const { code, out, err } = await gen(cwd, server, { kind, more: { prices: { input: 3, output: 15 } } })
    expect({ code, err }).toMatchObject({ code: 0 })
    expect(out).toContain('Here.\n')
    expect(out).toContain('new      tests/test_main.py  +2 -0')
    expect(err).toContain('1 file written')
    expect(err).toContain('walking: 2000 tokens in, 320 out, 0.011 USD; get_alias: 1')
    expect(read(cwd, 'tests/test_main.py')).toBe('def test():\n    pass\n')
    expect(JSON.stringify(server.asked[0]?.body)).toMatch(/HANDLER: H\.main@[0-9a-f]{8}/)
    expect(JSON.stringify(server.asked[1]?.body)).toContain('return json.dumps')
    expect(JSON.stringify(server.asked[0]?.body)).not.toContain('return json.dumps')
    const { json, text } = transcript(cwd)
    expect(json).toMatchObject({ model: `${kind}:walking`, mode: 'pack', written: true, files: [{ path: 'tests/test_main.py', state: 'new' }], used: { input: 2000, output: 320 } })
    expect(out + err + text).not.toContain(KEY)
  })
})

describe.concurrent('S3.22: --delta', () => {
  const bodyOf = (server: ChatServer, turn: number): string => ((server.asked[turn] as ChatServer['asked'][number]).body.messages[1] as { content: string }).content

  test('sends what changed since the last success, and moves the base after it', async () => {
    const cwd = project('.ado')
    const server = await chat('openai', [answering({ 'H.main': 'x = 1\n' })])
    const first = await gen(cwd, server, { args: ['--yes'] })
    const base = read(cwd, '.ado/ctx/base.sha')
    expect(first.err).toContain(`the base is ${base.split('\n')[0]} from now on`)
    put(cwd, { 'schemas/entities.json': '{"type": "object", "properties": {"text": {"type": "string"}, "lang": {"enum": ["en", "de"]}}}\n' })
    expect((await gen(cwd, server, { args: ['--delta', '--task', 'regenerate validators'] })).code).toBe(0)
    expect(bodyOf(server, 1)).toMatch(/^BASE: ctx@[0-9a-f]{8}\nDELTA:\n- S\.entities: schema field "lang" added \(enum: en,de\)\nACTION: regenerate validators\n$/)
    expect(bodyOf(server, 1)).toContain(base.split('\n')[0])
    expect(read(cwd, '.ado/ctx/base.sha')).not.toBe(base)
    expect((await gen(cwd, server, { args: ['--delta'] })).err).toContain('so there is nothing to send')
    expect(server.asked).toHaveLength(2)
  })

  test('an answer that waits or fails leaves the base; what was changed meanwhile stays a change', async () => {
    const cwd = project()
    const server = await chat('openai', [answering({ 'H.main': 'x = 1\n' }), { text: ['no'] }])
    const waiting = await gen(cwd, server)
    expect(existsSync(join(cwd, '.fovea/ctx/base.sha'))).toBe(false)
    expect((await gen(cwd, server)).code).toBe(1)
    expect(existsSync(join(cwd, '.fovea/ctx/base.sha'))).toBe(false)
    expect(transcripts(cwd)).toHaveLength(2)
    put(cwd, { 'config/keys.py': 'OTHER = 1\n' })
    await fovea(['gen', 'code', ...agreeing(waiting.err)], { cwd })
    expect(read(cwd, 'handlers/main.py')).toBe('x = 1\n')
    const { out } = await fovea(['gen', 'code', '--delta', '--dry-run'], { cwd })
    expect(out).toMatch(/DELTA:\n- H\.keys: /)
    expect(out).not.toContain('- H.main: ')
  })

  test('without a base, and with both', async () => {
    const cwd = project()
    expect((await fovea(['gen', 'code', '--delta'], { cwd })).err).toContain('there is no base in .fovea')
    expect((await fovea(['gen', 'code', '--delta', '--use-pack'], { cwd })).code).toBe(2)
  })
})

test('from another folder: the command that is printed works there', async () => {
  const cwd = project('.ado')
  const server = await chat('openai', [answering({ 'H.main': 'x = 1\n' })])
  const XDG_CONFIG_HOME = configured({ kind: 'openai', url: server.url, model: 'm' })
  const { err } = await fovea(['gen', 'code', cwd, '--dir', '.ado'], { cwd: join(cwd, '..'), env: { XDG_CONFIG_HOME } })
  expect(agreeing(err).join(' ')).toMatch(/ --dir \.ado --answer tree-\d+\/\.ado\/gen\/\S+ --yes$/)
  expect((await fovea(['gen', 'code', ...agreeing(err)], { cwd: join(cwd, '..') })).code).toBe(0)
  expect(read(cwd, 'handlers/main.py')).toBe('x = 1\n')
})

describe.concurrent('what is written', () => {
  test('nothing that exists, without --yes: the difference is shown, and the answer is not lost', async () => {
    const cwd = project()
    const server = await chat('openai', [answering({ 'H.main': MAIN.replace('text}', 'text[:80]}'), 'new.py': 'x = 1\n' })])
    const first = await gen(cwd, server)
    expect(first.code).toBe(1)
    expect(first.out).toContain('-    return json.dumps({"summary": text})\n+    return json.dumps({"summary": text[:80]})\n')
    expect(first.err).toContain('handlers/main.py: it exists')
    expect([read(cwd, 'handlers/main.py'), existsSync(join(cwd, 'new.py'))]).toEqual([MAIN, false])
    const second = await fovea(['gen', 'code', ...agreeing(first.err)], { cwd })
    expect(second).toMatchObject({ code: 0, out: 'changed  handlers/main.py  +1 -1\nnew      new.py  +1 -0\n', err: expect.stringContaining('2 files written\n') as string })
    expect(read(cwd, 'handlers/main.py')).toContain('text[:80]')
    expect(server.asked).toHaveLength(1)
  })

  test('--yes writes over; as JSON everything is told', async () => {
    const cwd = project('.ado')
    const server = await chat('openai', [answering({ 'handlers/main.py': 'x = 1\n', 'schemas/entities.json': PROJECT['schemas/entities.json'] })])
    const { code, out } = await gen(cwd, server, { args: ['--yes', '--json'] })
    expect(code).toBe(0)
    const data = JSON.parse(out) as { transcript: string }
    expect(data).toMatchObject({ model: 'openai:walking', mode: 'pack', written: true, files: [{ path: 'handlers/main.py', state: 'changed' }, { path: 'schemas/entities.json', state: 'same' }], used: { input: 1200, output: 300 }, calls: [] })
    expect(data.transcript).toMatch(/^\.ado\/gen\/\d{8}T\d{6}Z-[0-9a-f]{8}\.json$/)
    expect(transcripts(cwd, '.ado')).toHaveLength(1)
    expect(read(cwd, 'handlers/main.py')).toBe('x = 1\n')
  })

  test('nothing outside the project, nothing of other programs, no links: then no file at all', async () => {
    const cwd = project()
    symlinkSync('/tmp', join(cwd, 'out'))
    const evil = {
      '../evil.py': 'leads outside the root', '/tmp/evil.py': 'it is absolute', 'out/evil.py': 'out is a link', '.git/hooks/pre-commit': '.git belongs to another program', '.fovea/aliases.json': '.fovea belongs', '.ado/aliases.json': '.ado holds aliases',
      'a/../../evil.py': 'leads outside the root', handlers: 'handlers is not a plain file', 'handlers/main.py/x': 'handlers/main.py is not a folder', 'a\\evil.py': 'cannot be trusted', '.GIT/config': '.GIT belongs to another program', 'git~1/config': 'cannot be trusted',
    }
    const server = await chat('openai', [answering({ 'good.py': 'x = 1\n', ...Object.fromEntries(Object.keys(evil).map((path) => [path, 'evil\n'])) })])
    const { code, err } = await gen(cwd, server, { args: ['--yes'] })
    expect({ code, good: existsSync(join(cwd, 'good.py')) }).toEqual({ code: 1, good: false })
    const lines = err.replace('fovea: ', '').split('\n').map((line) => line.trimStart())
    for (const [path, said] of Object.entries(evil)) expect(lines.find((line) => line.startsWith(`${JSON.stringify(path)} cannot be written: `))).toContain(said)
    expect(err).toContain('nothing was written')
    expect(transcripts(cwd)).toHaveLength(1)
  })

  test('a new file whose name begins with a dot must be agreed to', async () => {
    const cwd = project()
    const server = await chat('openai', [answering({ '.github/workflows/x.yml': 'on: push\n' })])
    expect((await gen(cwd, server)).err).toContain('its name begins with a dot')
    expect(existsSync(join(cwd, '.github'))).toBe(false)
    expect((await gen(cwd, server, { args: ['-y'] })).code).toBe(0)
  })

  test('secrets: the model does not see them, marks are never written over them, the transcript has none', async () => {
    const cwd = project()
    const server = await chat('openai', [asking('H.keys'), ({ body }) => {
      const mark = /\u27e8redacted:[^\u27e9]*\u27e9/.exec(JSON.stringify(body))?.[0]
      return answering({ 'config/keys.py': `AWS = "${mark}"\n` })({ path: '', headers: {}, body })
    }])
    const { code, err } = await gen(cwd, server, { args: ['--yes', '--task', 'use AKIAQ3EGRIKTPVBX7HWN'] })
    expect(code).toBe(1)
    expect(err).toContain('"config/keys.py" would hold a mark in the place of a secret (line 1)')
    expect(read(cwd, 'config/keys.py')).toBe(PROJECT['config/keys.py'])
    expect(JSON.stringify(server.asked) + transcript(cwd).text).not.toContain('AKIAQ3EGRIKTPVBX7HWN')
  })

  test('line ends of a file stay what they are', async () => {
    const cwd = project()
    put(cwd, { 'dos.txt': '\uFEFFa\r\nb\r\n' })
    const server = await chat('openai', [answering({ 'dos.txt': 'a\nc\n' })])
    expect((await gen(cwd, server, { args: ['-y'] })).code).toBe(0)
    expect(read(cwd, 'dos.txt')).toBe('\uFEFFa\r\nc\r\n')
  })

  test('an edit that was made while the model worked, or before somebody agreed, is not lost, with --yes neither', async () => {
    const cwd = project()
    const server = await chat('openai', [(asked) => {
      put(cwd, { 'handlers/main.py': 'mine = 1\n' })
      return answering({ 'H.main': 'x = 1\n', 'new.py': 'y = 1\n' })(asked)
    }])
    const { code, err } = await gen(cwd, server, { args: ['--yes'] })
    expect(code).toBe(1)
    expect(err).toContain('handlers/main.py: it was edited after the model was asked')
    expect(err).toContain('Put it aside (git stash) and agree again')
    expect([read(cwd, 'handlers/main.py'), existsSync(join(cwd, 'new.py'))]).toEqual(['mine = 1\n', false])
    const kept = join('.fovea/gen', transcripts(cwd)[0] as string)
    expect((await fovea(['gen', 'code', '--answer', kept, '--yes'], { cwd })).code).toBe(1)
    put(cwd, { 'handlers/main.py': MAIN })
    expect((await fovea(['gen', 'code', '--answer', kept, '--yes'], { cwd })).code).toBe(0)
    expect(read(cwd, 'handlers/main.py')).toBe('x = 1\n')
  })
})

describe.concurrent('what goes wrong is told, and nothing is written', () => {
  test('a server that repeats the key: it is neither printed nor kept', async () => {
    const cwd = project()
    const server = await chat('openai', [(asked) => ({ text: [`you sent ${asked.headers.authorization?.slice(0, 20)}`, asked.headers.authorization?.slice(20) ?? '', '\n'], usage: [1, 1] })])
    const { out, err } = await gen(cwd, server)
    expect(out).toContain('you sent Bearer \u27e8redacted:api-key\u27e9')
    expect(out + err + transcript(cwd).text).not.toContain(KEY)
  })

  test('a name that no disk takes: words, cost and transcript', async () => {
    const cwd = project()
    const { err } = await gen(cwd, await chat('openai', [answering({ [`${'n'.repeat(300)}.py`]: 'x\n' })]))
    expect(err).toMatch(/cannot be written: a name in it is longer than 255 bytes\n {2}nothing was written\n {2}walking: 1200 tokens in, 300 out\n {2}transcript: \.fovea\/gen\//)
    expect(err).not.toContain(cwd)
  })

  test('a transcript that cannot be kept hides nothing of what went wrong', async () => {
    const cwd = project()
    put(cwd, { '.fovea/gen': 'in the way' })
    const failed = await gen(cwd, await chat('openai', [{ text: ['x'], breaks: 'cut' }]))
    expect(failed.err).toMatch(/the answer ended in the middle[^\n]*\n {2}nothing was written\n {2}the transcript is not kept: /)
    const waiting = await gen(cwd, await chat('openai', [answering({ 'H.main': 'x = 1\n' })]))
    expect(waiting.err).toContain('then ask again with --yes: this answer cannot be agreed to later, because its transcript is not kept')
    expect((await gen(cwd, await chat('openai', [answering({ 'H.main': 'x = 1\n' })]), { args: ['--yes'] })).code).toBe(0)
  })

  test('an answer that the transcript cannot hold is not promised for later', async () => {
    const cwd = project()
    const server = await chat('openai', [answering({ 'H.main': 'AWS = "AKIAQ3EGRIKTPVBX7HWN"\n' }), answering({ 'H.main': 'x = 1\n' })])
    const { err } = await gen(cwd, server)
    expect(err).toContain('then ask again with --yes: this answer cannot be agreed to later, because the transcript cannot hold it as it is: values that look like keys are never kept')
    expect(err).not.toContain('--answer')
    expect((await gen(cwd, server)).err).toContain('agree with fovea gen code --answer .fovea/gen/')
  })

  test.each([
    ['an answer in fences', { text: ['```python\nx = 1\n```'] }, 'names no file in the form'],
    ['an answer that is cut', { text: ['x'], breaks: 'cut' }, 'the answer ended in the middle'],
    ['too many tokens', { text: ['@@@ file'], reason: 'length' }, 'raise generation.maxTokens'],
    ['a key that is refused', { status: 401, body: '{"error":{"message":"no"}}' }, 'answered 401 (no): look at the key in WALK_KEY'],
    ['a server that is busy', { status: 429, headers: { 'retry-after': '0' } }, 'answered 429: it is busy'],
    ['a server that is silent', { text: ['x'], breaks: 'silent' }, 'said nothing for 1 s'],
    ['questions for ever', asking('H.main'), 'with nothing but questions'],
  ] as const)('%s', async (_, turn, said) => {
    const cwd = project()
    const { code, err } = await gen(cwd, await chat('openai', [turn]), { args: ['--yes'], more: { timeout: 1 } })
    expect(code).toBe(1)
    expect(err).toContain(said)
    expect(err).toContain('nothing was written')
    expect(transcripts(cwd)).toHaveLength('status' in turn ? 0 : 1)
    expect(read(cwd, 'handlers/main.py')).toBe(MAIN)
  })

  test('an alias that is not there, a budget that is used up: the model is told', async () => {
    const cwd = project()
    put(cwd, { 'handlers/main.py': Array.from({ length: 400 }, (_, i) => `line_${i} = ${i}\n`).join('') })
    const server = await chat('openai', [asking('H.nothing'), asking('../../etc/passwd'), asking('H.main'), asking('H.main'), answering({ 'a.py': 'x\n' })])
    expect((await gen(cwd, server, { args: ['--budget', '300'] })).code).toBe(0)
    const { calls } = transcript(cwd).json as { calls: { output: string; failed: boolean }[] }
    expect(calls.map(({ failed }) => failed)).toEqual([true, true, false, true])
    expect(calls[0]?.output).toContain('there is no alias "H.nothing"')
    expect(calls[2]?.output).toMatch(/changed since it was pinned[\s\S]*line_0 = 0[\s\S]*cut here: \d+ more lines/)
    expect(calls[3]?.output).toContain('the budget of get_alias is used up')
  })

  test('Ctrl-C ends it and writes nothing', async () => {
    const cwd = project()
    const server = await chat('openai', [{ text: ['x\n'], breaks: 'silent' }])
    const child = spawn(process.execPath, [BIN, 'gen', 'code', '--yes'], { cwd, env: { HOME: cwd, XDG_CONFIG_HOME: configured({ kind: 'openai', url: server.url, model: 'm' }) } })
    // It is in the middle of the answer when its first words are there.
    child.stdout.once('data', () => child.kill('SIGINT'))
    const code = await new Promise((done) => { child.on('close', done) })
    expect(code).toBe(130)
    expect(server.asked).toHaveLength(1)
    expect(transcripts(cwd)).toEqual([])
  })

  test('a server that read half of it is told of', async () => {
    const cwd = project()
    const server = await chat('ollama', [answering({ 'a.py': 'x\n' }, { usage: [512, 10] })])
    const { err } = await gen(cwd, server, { kind: 'ollama', args: ['--task', 'word '.repeat(2000)] })
    expect(err).toMatch(/warning: the server read 512 of about 2\d{3} tokens/)
  })

  test('no aliases, a key that is not set, an answer that is not there', async () => {
    const server = await chat('openai', [{ text: ['x'] }])
    expect((await gen(folder(), server)).err).toContain('there is nothing to pack: no alias in .fovea stands for a file')
    const cwd = project()
    expect((await gen(cwd, server, { more: { key: 'env:NO_SUCH' } })).err).toContain('the environment variable NO_SUCH is not set')
    expect((await fovea(['gen', 'code', '--answer', 'no.txt'], { cwd })).code).toBe(2)
    expect(server.asked).toEqual([])
  })
})

describe.concurrent('without a model', () => {
  test('the request is printed, with how to configure one; an answer made elsewhere can be brought back', async () => {
    const cwd = project()
    const { code, out, err } = await fovea(['gen', 'code', '--use-pack'], { cwd })
    expect(code).toBe(0)
    expect(out).toContain('HANDLER: H.main@')
    expect(err).toContain('{"generation": {"kind": "ollama"')
    const mark = /@@@ file ([0-9a-f]{8})/.exec(out)?.[1]
    const brought = await fovea(['gen', 'code', '--answer', '-'], { cwd, input: `Sure!\n@@@ file ${mark} b.py\ny = 1\n@@@ end ${mark}\n` })
    expect(brought).toMatchObject({ code: 0, out: 'new      b.py  +1 -0\n' })
    expect(read(cwd, 'b.py')).toBe('y = 1\n')
    expect((await fovea(['gen', 'code', '--answer', '-'], { cwd, input: 'nothing' })).err).toContain('names no file')
  })

  test('--dry-run sends nothing, needs no key, and --json shows the body without one', async () => {
    const cwd = project()
    const server = await chat('anthropic', [{ text: ['x'] }])
    const { code, out, err } = await gen(cwd, server, { kind: 'anthropic', args: ['--dry-run', '--json', '--model', 'other'] })
    expect({ code, asked: server.asked }).toEqual({ code: 0, asked: [] })
    expect(JSON.parse(out)).toMatchObject({ configured: true, request: { url: `${server.url}/v1/messages`, body: { model: 'other', stream: true, tools: [{ name: 'get_alias' }] } } })
    expect(out + err).not.toContain(KEY)
  })

  test('the doctor says which one there is, and whether its key is set', async () => {
    const XDG_CONFIG_HOME = configured({ kind: 'anthropic', model: 'claude', key: 'env:WALK_KEY' })
    expect((await fovea(['doctor'], { cwd: folder() })).out).toContain('model: none is configured')
    expect((await fovea(['doctor'], { cwd: folder(), env: { XDG_CONFIG_HOME, WALK_KEY: KEY } })).out).toContain('ok    model: anthropic:claude at api.anthropic.com, its key is in WALK_KEY')
    expect(await fovea(['doctor'], { cwd: folder(), env: { XDG_CONFIG_HOME } })).toMatchObject({ code: 6, out: expect.stringContaining('FAIL  model: anthropic:claude at api.anthropic.com, and WALK_KEY is not set') as string })
  })

  test('a repository cannot name one', async () => {
    const cwd = project()
    const server = await chat('openai', [{ text: ['x'] }])
    put(cwd, { 'fovea.config.json': JSON.stringify({ generation: { kind: 'openai', url: server.url, model: 'evil' } }) })
    const { code } = await fovea(['gen', 'code'], { cwd })
    expect({ code, asked: server.asked }).toEqual({ code: 0, asked: [] })
  })
})
