// Sessions as a person or a program meets them: saved, left, taken up again on other code.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bodyOf, folder, fovea, PROJECT, put, type Ran, sourceOf } from './run.ts'

const SOURCES = Object.fromEntries(['alpha', 'beta', 'gamma'].map((name) => [`src/${name}.ts`, sourceOf(name)]))
const TASK = 'sessions are not closed'

interface Place {
  readonly root: string
  run(...args: readonly string[]): Promise<Ran>
  file(id: string): Record<string, unknown> & { fovea: Record<string, unknown> }
  put(id: string, text: string | Uint8Array): void
}

function place(files: Readonly<Record<string, string>> = PROJECT): Place {
  const root = folder(files)
  return {
    root,
    run: (...args) => fovea(['session', ...args], { cwd: root }),
    file: (id) => JSON.parse(readFileSync(join(root, `.fovea/sessions/${id}.json`), 'utf8')) as ReturnType<Place['file']>,
    put: (id, text) => { put(root, { [`.fovea/sessions/${id}.json`]: text }) },
  }
}

const sessionsIn = ({ root }: Place): string[] => readdirSync(join(root, '.fovea/sessions')).sort()

describe.concurrent('save', () => {
  test('keeps the request, the plan as handles and what was added, and no text of the code', async () => {
    const at = place()
    const { code, out, err } = await at.run('save', 'fix-1', '--task', TASK, '--budget', '700', '--intent', 'debug', '--artifact', 'src/store.ts', '--artifact', 'note=a, b.md', '--message', 'user=first, this', '--message', 'assistant=a=b')
    expect({ code, out }).toEqual({ code: 0, out: 'fix-1\n' })
    expect(err).toContain('saved .fovea/sessions/fix-1.json')
    const kept = at.file('fix-1')
    expect(Object.keys(kept)).toEqual(['session_id', 'timestamp', 'task_type', 'user_request', 'state', 'context_summary', 'artifacts', 'conversation_history', 'fovea'])
    expect(kept).toMatchObject({
      session_id: 'fix-1', task_type: 'debug', user_request: TASK, state: 'running',
      artifacts: [{ type: 'file', path: 'src/store.ts' }, { type: 'note', path: 'a, b.md' }],
      conversation_history: [{ role: 'user', content: 'first, this' }, { role: 'assistant', content: 'a=b' }],
      fovea: { version: 1, revision: 1, request: { budget: 700, lens: 'default' }, zooms: [], position: 0 },
    })
    expect(JSON.stringify(kept.fovea['plan'])).toMatch(/src\/auth\/sessions\.ts#Sessions\.closeAll@[0-9a-f]{8}/)
    expect(JSON.stringify(kept)).not.toContain('this.open.delete')
  })

  test('without a name one is made from the task; frozen, the same one every time', async () => {
    const at = place()
    const [one, two] = [await at.run('save', '--task', TASK, '--frozen'), await at.run('save', '--task', TASK, '--frozen')]
    expect(one.out).toMatch(/^sessions-closed-[0-9a-f]{6}\n$/)
    expect(two.out).toBe(one.out)
    expect(at.file(one.out.trim())).toMatchObject({ timestamp: '1970-01-01T00:00:00Z', fovea: { revision: 2 } })
    expect((await at.run('save', '--task', TASK)).out).not.toBe(one.out)
  })

  test('again: what is not given stays, lists grow, fields of others are kept', async () => {
    const at = place()
    await at.run('save', 'x', '--task', TASK, '--budget', '700', '--message', 'user=one')
    const had = at.file('x')
    at.put('x', JSON.stringify({ ...had, theirs: { deep: [1] } }))
    const { code } = await at.run('save', 'x', '--state', 'done', '--message', 'user=two')
    expect(code).toBe(0)
    expect(at.file('x')).toMatchObject({ user_request: TASK, task_type: had['task_type'], state: 'done', theirs: { deep: [1] }, conversation_history: [{ content: 'one' }, { content: 'two' }], fovea: { revision: 2, request: { budget: 700 } } })
  })

  test('--from replaces lists and sets fields, from a file or standard input; what this run did is not its to say', async () => {
    const at = place()
    put(at.root, { 'notes.json': '{"artifacts":[{"type":"file","path":"a.py"}],"user_request":"from a file","tools":["zoom"],"timestamp":"never","fovea":{"revision":99}}' })
    await at.run('save', 'x', '--from', 'notes.json')
    expect(at.file('x')).toMatchObject({ user_request: 'from a file', tools: ['zoom'], artifacts: [{ path: 'a.py' }], fovea: { revision: 1 } })
    expect(at.file('x')['timestamp']).not.toBe('never')
    await fovea(['session', 'save', 'x', '--from', '-'], { cwd: at.root, input: '{"artifacts":[]}' })
    expect(at.file('x')).toMatchObject({ artifacts: [], tools: ['zoom'] })
  })

  test.each([
    [['--from', 'no.json'], 1, 'no.json cannot be read: it does not exist'], [['--from', 'bad.json'], 1, 'bad.json is not JSON'], [['--from', 'list.json'], 1, 'list.json must hold a JSON object'],
    [['--from', 'other.json'], 2, '--from speaks of another session: "y" is not x'], [['--from', 'wrong.json'], 1, 'was not saved: artifacts must be an array'],
    [['--message', 'hello'], 2, 'a message looks like user=TEXT'], [['--intent', 'fixx'], 2, '"fixx" is not known'],
  ])('%j is refused and nothing is written', async (args, exit, message) => {
    const at = place({ 'a.py': 'x = 1\n', 'bad.json': '{', 'list.json': '[]', 'other.json': '{"session_id":"y"}', 'wrong.json': '{"artifacts":{}}' })
    const { code, out, err } = await at.run('save', 'x', ...args)
    expect({ code, out }).toEqual({ code: exit, out: '' })
    expect(err).toContain(message)
    expect((await at.run('list', '--json')).out).toBe('[]\n')
  })
})

describe.concurrent('resume', () => {
  test('the same code: the same context, and nothing changed', async () => {
    const at = place()
    await at.run('save', 'x', '--task', TASK, '--budget', '700')
    const [packed, { out, err, code }] = [await fovea(['.', '--task', TASK, '--budget', '700', '--frozen', '-q'], { cwd: at.root }), await at.run('resume', 'x', '--frozen')]
    expect({ code, out }).toEqual({ code: 0, out: packed.out })
    expect(err).toContain('nothing changed since')
    expect((await at.run('restore', 'x', '--frozen')).out).toBe(out)
  })

  test('other code: what changed, moved and went, on stderr, in the page and as data', async () => {
    const at = place()
    await at.run('save', 'x', '--task', TASK, '--budget', '2000')
    put(at.root, { 'src/auth/sessions.ts': (PROJECT['src/auth/sessions.ts'] as string).replace('closed += 1', 'closed += 2') })
    renameSync(join(at.root, 'src/store.ts'), join(at.root, 'src/shop.ts'))
    put(at.root, { 'src/report.py': '"""Nothing."""\n', 'src/new.ts': 'export const sessionsClosed = 1\n' })
    const [page, data] = [await at.run('resume', 'x'), JSON.parse((await at.run('resume', 'x', '--json', '--format', 'json')).out) as Record<string, unknown>]
    expect(page.err).toContain('src/auth/sessions.ts#Sessions.closeAll')
    expect(page.err).toContain('src/store.ts is now src/shop.ts')
    expect(page.out).toContain('Since this session was saved')
    expect(page.out).toContain('closed += 2')
    expect(data['changes']).toMatchObject({ changed: ['src/auth/sessions.ts#Sessions.closeAll'], moved: [{ from: 'src/store.ts', to: 'src/shop.ts', certain: true }], gone: ['src/report.py#audit', 'src/report.py#format_line'], added: ['src/new.ts'] })
    expect(data['context']).toMatchObject({ notices: expect.arrayContaining([expect.stringContaining('moved since')]) as unknown })
  })

  test('--budget and --format override what was saved, -o writes a file', async () => {
    const at = place(SOURCES)
    await at.run('save', 'x', '--budget', '3000')
    const { out, code } = await at.run('resume', 'x', '--budget', '500', '--format', 'markdown', '-o', 'page.md')
    expect({ out, code }).toEqual({ out: '', code: 0 })
    expect(readFileSync(join(at.root, 'page.md'), 'utf8')).toContain('## ')
    expect((await at.run('resume', 'x', '--budget', '2')).code).toBe(5)
  })

  test('excludes that begin with ! are not taken from a file: what is ignored stays hidden', async () => {
    const at = place({ ...PROJECT, '.gitignore': 'private/\n', 'private/plans.md': 'the hidden plan\n' })
    await at.run('save', 'x', '--budget', '4000')
    const had = at.file('x')
    at.put('x', JSON.stringify({ ...had, fovea: { ...had.fovea, request: { budget: 4000, exclude: ['!private/', '!private/**'] } } }))
    const { out, err } = await at.run('resume', 'x')
    expect(out).not.toContain('the hidden plan')
    expect(err).toContain('excludes that begin with ! are not taken from a session')
  })
})

describe.concurrent('zoom, undo, redo', () => {
  test('what was zoomed stays shown in full until it is undone', async () => {
    const at = place(SOURCES)
    await at.run('save', 'x', '--task', 'alphaStep0', '--budget', '500', '--format', 'claude-xml')
    const hidden = "joined += word.toUpperCase() + '-gamma'"
    expect((await at.run('resume', 'x')).out).not.toContain(hidden)
    const zoomed = await at.run('zoom', 'x', 'fn=gammaStep4')
    expect(zoomed.out).toContain(hidden)
    expect(zoomed.err).toContain('session x: 1 zoom holds')
    const resumed = await at.run('resume', 'x')
    expect(bodyOf(resumed.out, 'src/gamma.ts')).toContain('word.length > 4')
    expect(bodyOf(resumed.out, 'src/gamma.ts')).not.toContain('word.length > 3')
    expect(await at.run('undo', 'x')).toMatchObject({ code: 0, out: 'taken back: fn=gammaStep4\n' })
    expect((await at.run('resume', 'x')).out).not.toContain(hidden)
    expect(JSON.parse((await at.run('redo', 'x', '--json')).out)).toEqual({ session_id: 'x', zooms: ['fn=gammaStep4'], undone: [] })
    expect((await at.run('resume', 'x')).out).toContain(hidden)
    expect(await at.run('redo', 'x')).toMatchObject({ code: 1, out: '' })
  })

  test('of zooms that do not fit together the newest stay, and the budget holds', async () => {
    const at = place(SOURCES)
    await at.run('save', 'x', '--budget', '600')
    for (const target of ['file=src/alpha.ts', 'fn=betaStep1', 'fn=gammaStep4']) await at.run('zoom', 'x', target)
    const { code, out, err } = await at.run('resume', 'x')
    expect(code).toBe(0)
    expect(err).toContain('file=src/alpha.ts no longer fits into the budget')
    expect(bodyOf(out, 'src/gamma.ts')).toContain('word.length > 4')
    expect(bodyOf(out, 'src/beta.ts')).toContain('word.length > 1')
  })

  test('a zoom follows what moved and says when it is gone; lines mean what they touch', async () => {
    const at = place(PROJECT)
    await at.run('save', 'x', '--budget', '700')
    await at.run('zoom', 'x', 'file=src/report.py:3')
    await at.run('zoom', 'x', 'fn=logout')
    expect(at.file('x').fovea['zooms']).toMatchObject([{ handles: [expect.stringMatching(/^src\/report\.py#audit@/)] }, { handles: [expect.stringMatching(/^src\/store\.ts#logout@/)] }])
    renameSync(join(at.root, 'src/report.py'), join(at.root, 'src/told.py'))
    put(at.root, { 'src/store.ts': 'export class Store {}\n' })
    const { out, err } = await at.run('resume', 'x')
    expect(bodyOf(out, 'src/told.py')).toContain('line = format_line(user, count)')
    expect(err).toContain('fn=logout was zoomed, but src/store.ts#logout is gone')
  })

  test('several places are listed and nothing is kept; what is not there is told', async () => {
    const at = place()
    await at.run('save', 'x')
    expect(await at.run('zoom', 'x', 'fn=audit')).toMatchObject({ code: 1, err: expect.stringContaining('audit stands in 2 places') as string })
    expect((await at.run('zoom', 'x', 'fn=nope')).code).toBe(1)
    expect((await at.run('zoom', 'x')).err).toContain('name a target')
    expect(at.file('x').fovea).toMatchObject({ revision: 1, zooms: [] })
  })
})

test('one definition can be pinned without a session too', async () => {
  const root = folder(SOURCES)
  const { out } = await fovea(['.', '--budget', '600', '--pin', 'src/gamma.ts#gammaStep4', '-q'], { cwd: root })
  expect(bodyOf(out, 'src/gamma.ts')).toContain('word.length > 4')
  expect((await fovea(['.', '--budget', '600', '--pin', 'src/gamma.ts#nope'], { cwd: root })).err).toContain('no file matches --pin src/gamma.ts#nope')
})

describe.concurrent('list, show, rm', () => {
  test('newest first; a broken file is listed and harms no other', async () => {
    const at = place()
    at.put('old', '{"session_id":"old","timestamp":"2020-01-01T00:00:00Z","user_request":"first\\nline"}')
    at.put('new', '{"session_id":"new","timestamp":"2021-01-01T00:00:00Z"}')
    at.put('broken', '{"session_id":"bro')
    at.put('not a name', '{}')
    const { code, out, err } = await at.run('list')
    expect(code).toBe(0)
    expect(out.split('\n').map((line) => line.split(/ {2,}/)[0])).toEqual(['session', 'new', 'old', 'broken', 'not a name', ''])
    expect(out).toContain('first line')
    expect(err).toContain('2 of 4 cannot be used')
    expect(JSON.parse((await at.run('list', '--json')).out)).toMatchObject([{ session_id: 'new' }, { session_id: 'old' }, { session_id: 'broken', broken: 'it is not JSON: it ends too early' }, { broken: 'its name is not the name of a session' }])
  })

  test('show prints handles that zoom understands; --json and restore --state the stored state', async () => {
    const at = place()
    await at.run('save', 'x', '--task', `${TASK} \u202e\u0007\u009b2J`)
    const { out } = await at.run('show', 'x')
    expect((await at.run('restore', 'x', '--state')).out + out).not.toMatch(/[\u202e\u0007\u009b]/)
    const handle = /\S+#Sessions\.closeAll@[0-9a-f]{8}/.exec(out)?.[0] as string
    expect((await fovea(['zoom', handle], { cwd: at.root })).code).toBe(0)
    for (const args of [['show', 'x', '--json'], ['restore', 'x', '--state'], ['restore', 'x', '--state', '--json']]) expect(JSON.parse((await at.run(...args)).out)).toEqual(at.file('x'))
  })

  test('rm says what it removed; a name that is not there is met with the nearest', async () => {
    const at = place()
    await at.run('save', 'login-fix')
    at.put('broken', 'x')
    expect(await at.run('rm', 'broken')).toMatchObject({ code: 0, out: 'removed .fovea/sessions/broken.json\n' })
    expect(await at.run('rm', 'login-fx')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('did you mean login-fix?') as string })
    expect((await at.run('rm', 'login-fix', '--json')).out).toContain('"removed"')
    expect(sessionsIn(at)).toEqual([])
  })

  test('the folder of the protocol is read and written, and is not part of the context', async () => {
    const at = place()
    put(at.root, { '.copilot/sessions/session_abc123.json': '{"session_id":"session_abc123","timestamp":"2024-01-15T10:30:00Z","task_type":"implement","user_request":"add user authentication","state":"running","context_summary":{"chunks_included":12,"tokens_used":3500,"utilization":0.875},"artifacts":[],"conversation_history":[{"role":"user","content":"zanzibar"}]}' })
    const dir = ['--dir', '.copilot/sessions']
    expect((await at.run('list', ...dir)).out).toContain('add user authentication')
    const { code, out } = await at.run('resume', 'session_abc123', ...dir)
    expect({ code, leaked: out.includes('zanzibar') }).toEqual({ code: 0, leaked: false })
    expect((await at.run('save', 'session_abc123', ...dir, '--state', 'done')).code).toBe(0)
    expect(JSON.parse(readFileSync(join(at.root, '.copilot/sessions/session_abc123.json'), 'utf8'))).toMatchObject({ state: 'done', task_type: 'implement', conversation_history: [{ content: 'zanzibar' }], fovea: { revision: 1 } })
  })
})

describe.concurrent('hostile files', () => {
  test.each([
    ['__proto__ as a list', '{"session_id":"x","__proto__":{"polluted":1},"artifacts":{"__proto__":[]}}', 'artifacts must be an array'],
    ['bytes of zero', new Uint8Array(300), 'it is not JSON'],
    ['half of a file', '{"session_id":"x","user_request":"a', 'it is not JSON: it ends too early'],
    ['somebody else\'s JSON', '{"name":"pkg","version":"1.0.0"}', 'it is not a session: session_id is missing'],
    ['another session', '{"session_id":"y"}', 'it says that it is the session "y"'],
    ['a newer version', '{"session_id":"x","fovea":{"version":7}}', 'a newer Fovea wrote it (version 7; this one reads 1)'],
    ['100 MB', new Uint8Array(100 << 20).fill(32), 'it is too large (104857600 bytes'],
  ])('%s: every command says so and the file stays; --replace keeps it as .bak', async (_, content, cause) => {
    const at = place({ 'a.py': 'x = 1\n' })
    at.put('x', content)
    for (const args of [['resume', 'x'], ['restore', 'x', '--state'], ['show', 'x'], ['zoom', 'x', 'a.py'], ['undo', 'x'], ['save', 'x', '--task', 'new']]) {
      const { code, out, err } = await at.run(...args)
      expect({ args, code, out }).toEqual({ args, code: 1, out: '' })
      expect(err).toContain(`.fovea/sessions/x.json cannot be used: ${cause}`)
      expect(err).toContain('fovea session save x --replace')
    }
    expect(readFileSync(join(at.root, '.fovea/sessions/x.json')).equals(Buffer.from(content))).toBe(true)
    expect((await at.run('list')).out).toContain('broken')
    expect((await at.run('save', 'x', '--task', 'new', '--replace')).err).toContain('kept as .fovea/sessions/x.json.bak')
    expect(readFileSync(join(at.root, '.fovea/sessions/x.json.bak')).equals(Buffer.from(content))).toBe(true)
    expect(at.file('x')).toMatchObject({ user_request: 'new' })
  })

  test('a folder in place of the file, and a link out of the folder', async () => {
    const at = place({ 'a.py': 'x = 1\n', 'outside.json': '{"session_id":"link","user_request":"theirs"}' })
    mkdirSync(join(at.root, '.fovea/sessions/dir.json'), { recursive: true })
    symlinkSync('../../outside.json', join(at.root, '.fovea/sessions/link.json'))
    expect((await at.run('save', 'dir')).err).toContain('dir.json cannot be used: it is not a plain file')
    expect((await at.run('show', 'link')).err).toContain('link.json cannot be used: it is a link')
    expect((await at.run('save', 'link', '--replace')).code).toBe(0)
    expect(readFileSync(join(at.root, 'outside.json'), 'utf8')).toContain('theirs')
    expect((await at.run('rm', 'dir')).code).toBe(1)
  })

  test('names that are paths or devices are refused before anything is touched', async () => {
    const at = place({ 'a.py': 'x = 1\n' })
    for (const id of ['../x', 'a/b', 'nul', 'x'.repeat(65), '.x']) {
      const { code, err } = await at.run('save', id)
      expect({ id, code }).toEqual({ id, code: 2 })
      expect(err).toMatch(/^fovea: a session /)
    }
    expect(readdirSync(at.root)).toEqual(['a.py'])
  })

  test('handles that are none, and zooms of nothing, are passed over', async () => {
    const at = place({ 'a.py': 'x = 1\n' })
    at.put('x', JSON.stringify({ session_id: 'x', fovea: { plan: [{ handle: '', level: 'full' }, { handle: '../../etc/passwd@00000000', level: 'full' }], zooms: [{ target: 'y', level: 'full', handles: ['/etc/passwd@00000000', '@'] }], position: 1 } }))
    const { code, out, err } = await at.run('resume', 'x')
    expect(code).toBe(0)
    expect(out).not.toContain('root:')
    expect(err).toContain('y was zoomed, but /etc/passwd is gone')
  })

  test('a thousand sessions are listed', async () => {
    const at = place({ 'a.py': 'x = 1\n' })
    for (let i = 0; i < 1000; i++) at.put(`s${i}`, `{"session_id":"s${i}"}`)
    expect(JSON.parse((await at.run('list', '--json')).out)).toHaveLength(1000)
  })
})

test('processes that save at once: one of each pair wins, the others are told, no update is lost and the file is whole', async () => {
  const at = place()
  await at.run('save', 'x', '--task', TASK)
  const runs = await Promise.all([0, 1, 2, 3, 4, 5].map((i) => at.run('save', 'x', '--message', `user=${i}`)))
  const won = runs.filter(({ code }) => code === 0).length
  for (const { code, err } of runs) if (code !== 0) expect(err).toContain('another process has saved it meanwhile; nothing was written')
  expect(won).toBeGreaterThan(0)
  expect(at.file('x')['conversation_history']).toHaveLength(won)
  expect(at.file('x').fovea['revision']).toBe(1 + won)
  expect(sessionsIn(at)).toEqual(['x.json', 'x.json.last-good'])
})

test('a group of commands: help, mistakes and the second word', async () => {
  const [help, word, none, wrong, version] = await Promise.all([fovea(['session', '--help']), fovea(['help', 'session']), fovea(['session']), fovea(['session', 'sav']), fovea(['help', 'session', 'save'])])
  expect(help).toEqual(word)
  for (const verb of ['save', 'resume', 'restore', 'list', 'show', 'zoom', 'undo', 'redo', 'rm']) expect(help.out).toMatch(new RegExp(`^ {2}${verb} +[A-Z].+`, 'm'))
  expect(none).toMatchObject({ code: 2, out: '', err: expect.stringContaining('fovea session needs a second word: save, resume') as string })
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('there is no command "session sav"; did you mean save?') as string })
  expect(version.out).toContain('Usage: fovea session save [ID] [options]')
})

test('a file where the folder should be is told', async () => {
  const at = place({ 'a.py': 'x = 1\n', '.fovea/sessions': 'a file where the folder should be\n' })
  const { code, err } = await at.run('save', 'x')
  expect(code).toBe(1)
  expect(err).toContain('.fovea/sessions is not a folder')
})

// Nobody may make a folder there, not even root.
test.runIf(existsSync('/sys/kernel'))('a folder that cannot be written is told in one line', async () => {
  const { code, out, err } = await place({ 'a.py': 'x = 1\n' }).run('save', 'x', '--dir', '/sys/kernel/fovea')
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/^fovea: .*x\.json cannot be written: (?:permission denied|the disk is read-only)\n$/)
})

test('a zoom never shows less of its target: the signatures of a file do not push out the code that was shown', async () => {
  const body = (i: number): string => `export function step${i}(first: string, second: string, third: string): string {\n${`  record('${i}', first, second, third)\n`.repeat(6)}  return first\n}\n`
  const place = folder({ 'src/steps.ts': `export function refund(order: string): string {\n${"  giveBack(order, 'refund', 'every cent')\n".repeat(20)}  return order\n}\n\n${Array.from({ length: 60 }, (_, i) => body(i)).join('\n')}`, 'src/other.ts': 'export const other = 1\n' })
  const session = (...args: string[]): Promise<Ran> => fovea(['session', ...args], { cwd: place })
  await session('save', 'x', '--task', 'refund an order', '--budget', '1400')
  expect((await session('resume', 'x')).out).toContain("giveBack(order, 'refund', 'every cent')")
  const answer = await session('zoom', 'x', 'file=src/steps.ts', '--budget', '900')
  expect(answer.out).toContain("giveBack(order, 'refund', 'every cent')")
  await session('zoom', 'x', 'file=src/steps.ts', '--depth', 'signature')
  expect((await session('resume', 'x')).out).toContain("giveBack(order, 'refund', 'every cent')")
})

test('code that a session shows without its long documentation is not swapped for a signature', async () => {
  const doc = `/**\n${Array.from({ length: 40 }, (_, i) => ` * Line ${i} of what there is to say about giving money back.\n`).join('')} */\n`
  const place = folder({ 'src/refund.ts': `${doc}export function refund(order: string): string {\n${'  giveBack(order)\n'.repeat(8)}  return order\n}\n` })
  const session = (...args: string[]): Promise<Ran> => fovea(['session', ...args], { cwd: place })
  await session('save', 'x', '--task', 'refund an order', '--budget', '250')
  // A session chooses as pack does for the same task.
  expect((await session('resume', 'x', '--frozen')).out).toBe((await fovea(['.', '--task', 'refund an order', '--budget', '250', '--frozen', '-q'], { cwd: place })).out)
  expect((await session('resume', 'x')).out).toContain('giveBack(order)')
  const { code, out } = await session('zoom', 'x', 'fn=refund', '--budget', '250')
  expect(code).toBe(0)
  expect(out).toContain('giveBack(order)')
})

test('a level that was set for a path holds when the session is resumed', async () => {
  const root = folder({ ...PROJECT, 'src/prices.ts': sourceOf('prices') })
  await fovea(['session', 'save', 'levels', '--level', 'src/prices.ts=line', '--budget', '6k'], { cwd: root })
  const resumed = await fovea(['session', 'resume', 'levels', '--frozen'], { cwd: root })
  expect(resumed.out).toBe((await fovea(['.', '--level', 'src/prices.ts=line', '--budget', '6k', '--frozen'], { cwd: root })).out)
  expect(resumed.out).not.toBe((await fovea(['.', '--budget', '6k', '--frozen'], { cwd: root })).out)
})
