import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { bodyOf, filesIn, folder, fovea, PROJECT, put, type Ran, sourceOf, tokensOf } from './run.ts'

const root = folder(PROJECT)
const SESSIONS = 'src/auth/sessions.ts'
const text = PROJECT[SESSIONS] as string
const zoom = (...args: string[]): Promise<Ran> => fovea(['zoom', ...args], { cwd: root })
const sha8 = (content: string): string => createHash('sha256').update(content).digest('hex').slice(0, 8)
const CLOSE_ALL = text.slice(text.indexOf('  /** Closes'), text.indexOf('  get(token'))

describe.concurrent('targets', () => {
  test('fn=: the whole function with its doc comment, inside its class, and nothing else of the file', async () => {
    const { code, out, err } = await zoom('fn=closeAll')
    expect(code).toBe(0)
    const body = bodyOf(out, SESSIONS)
    expect(body).toContain(CLOSE_ALL)
    expect(body).toContain('export class Sessions {')
    expect(body).not.toContain('get(token')
    expect(body).not.toContain('export function audit')
    expect(filesIn(out).get(SESSIONS)).toContain('lines="9-21"')
    expect(err).toBe(`${tokensOf(out)} of 4000 tokens\n`)
  })

  test('a folder: its files, and nothing outside it; the root is a dot', async () => {
    const paths = async (target: string): Promise<string[]> => [...filesIn((await zoom(target, '-b', '20k')).out).keys()]
    const all = Object.keys(PROJECT)
    expect(await paths('src/auth/')).toEqual(all.filter((path) => path.startsWith('src/auth/')).sort())
    expect(await paths('file=src/auth/')).toEqual(await paths('src/auth/'))
    expect(await paths('folder=src/auth')).toEqual(await paths('src/auth/'))
    expect((await paths('.')).length).toBeGreaterThan((await paths('src/auth/')).length)
    expect(await zoom('nowhere/')).toMatchObject({ code: 1, err: expect.stringContaining('nothing is called nowhere') as string })
  })

  test('a folder of tests is a module too', async () => {
    const here = folder({ 'test/a.js': 'function a() {}\n', 'src/b.js': 'function b() {}\n' })
    const { code, out } = await fovea(['zoom', 'mod=test'], { cwd: here })
    expect({ code, paths: [...filesIn(out).keys()] }).toEqual({ code: 0, paths: ['test/a.js'] })
  })

  test('a folder of very many files is packed instead', async () => {
    const here = folder(Object.fromEntries(Array.from({ length: 401 }, (_, i) => [`many/${i}.txt`, `${i}\n`])))
    expect(await fovea(['zoom', 'many/'], { cwd: here })).toMatchObject({ code: 1, err: 'fovea: many holds 401 files, too many for a zoom: pack it instead ("fovea many"), or zoom into a folder in it\n' })
  })

  test('the list of places keeps the budget, and says how many are missing', async () => {
    const here = folder(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`src/part${i}.ts`, 'export function same() {}\n'])))
    const ask = (budget: string): Promise<Ran> => fovea(['zoom', 'fn=same', '-b', budget], { cwd: here })
    const { code, out } = await ask('150')
    expect(code).toBe(1)
    expect(tokensOf(out)).toBeLessThanOrEqual(150)
    expect(out).toMatch(/and \d+ more\n$/)
    expect(await ask('5')).toMatchObject({ code: 5, out: '', err: expect.stringContaining('too small to list one') as string })
  })

  test('what is shown whole is not called cut', async () => {
    const { out } = await zoom('fn=logout')
    expect(filesIn(out).get('src/store.ts')).not.toContain('truncated')
    expect((await zoom('fn=logout', '-f', 'plusminus')).out).not.toContain('SKELETON')
  })

  test('every way to write a function means the same', async () => {
    const first = await zoom('fn=closeAll', '--frozen')
    const same = [['function=closeAll'], ['closeAll'], ['closeAll', '--type', 'fn'], ['fn=Sessions::closeAll()'], [`${SESSIONS}#Sessions.closeAll`], [`@${sha8(CLOSE_ALL)}`]]
    for (const run of await Promise.all(same.map((args) => zoom(...args, '--frozen')))) expect(run).toEqual(first)
  })

  test('--zoom, as the Fractal protocol writes it, before or after a folder', async () => {
    const first = await zoom('fn=closeAll', '--frozen')
    const runs = await Promise.all([['--zoom', 'fn=closeAll', '--frozen'], [root, '--zoom=fn=closeAll', '--frozen'], ['--frozen', '--zoom', 'fn=closeAll'], ['pack', '.', '--frozen', '--zoom', 'fn=closeAll']].map((args) => fovea(args, { cwd: root })))
    for (const run of runs) expect(run).toEqual(first)
  })

  test('class=, mod=, file=: a class, the files of a module, a file', async () => {
    const [klass, module, file, bare] = await Promise.all([zoom('class=Sessions'), zoom('mod=auth'), zoom('file=src/store.ts'), zoom('src/store.ts')])
    expect(bodyOf(klass.out, SESSIONS)).toContain('private open = new Map')
    expect(bodyOf(klass.out, SESSIONS)).not.toContain('export function audit')
    expect([...filesIn(module.out).keys()]).toEqual([SESSIONS])
    expect(bodyOf(module.out, SESSIONS)).toBe(text)
    for (const run of [file, bare]) expect(bodyOf(run.out, 'src/store.ts')).toBe(PROJECT['src/store.ts'])
  })

  test('a module of several files comes whole; --include-tests brings its tests', async () => {
    const several = folder({ 'pkg/a.py': 'a = 1\n', 'pkg/b.py': 'b = 2\n', 'pkg/test_a.py': 'def test_a(): pass\n', 'other.py': 'c = 3\n' })
    const [plain, tested] = await Promise.all([fovea(['zoom', 'mod=pkg', '--root', several]), fovea(['zoom', 'mod=pkg', '--root', several, '--include-tests'])])
    expect([...filesIn(plain.out).keys()]).toEqual(['pkg/a.py', 'pkg/b.py'])
    expect([...filesIn(tested.out).keys()]).toEqual(['pkg/a.py', 'pkg/b.py', 'pkg/test_a.py'])
  })

  test('S1.44: --include-tests finds the tests of a module that stand elsewhere', async () => {
    expect([...filesIn((await zoom('mod=sessions', '--include-tests')).out).keys()]).toEqual([SESSIONS, 'tests/sessions.test.ts'])
  })

  test('a handle of content finds a file or a symbol wherever it is', async () => {
    const [file, symbol] = await Promise.all([zoom(`@${sha8(PROJECT['src/report.py'] as string)}`), zoom(`@${sha8(CLOSE_ALL)}`)])
    expect(bodyOf(file.out, 'src/report.py')).toBe(PROJECT['src/report.py'])
    expect(bodyOf(symbol.out, SESSIONS)).toContain(CLOSE_ALL)
  })
})

describe.concurrent('lines', () => {
  const lines = text.split('\n')
  const range = (first: number, last: number): string => lines.slice(first - 1, last).map((line) => `${line}\n`).join('')

  test('a range in the target or in --lines, with --context around it', async () => {
    const [target, option, around, single] = await Promise.all([zoom(`file=${SESSIONS}:10-12`), zoom(`file=${SESSIONS}`, '--lines', '10-12'), zoom(`file=${SESSIONS}:10-12`, '--context', '2'), zoom(`${SESSIONS}:10`)])
    for (const run of [target, option]) expect(bodyOf(run.out, SESSIONS)).toBe(range(10, 12))
    expect(bodyOf(around.out, SESSIONS)).toBe(range(8, 14))
    expect(filesIn(around.out).get(SESSIONS)).toContain('lines="8-14"')
    expect(bodyOf(single.out, SESSIONS)).toBe(range(10, 10))
  })

  test('a range is cut at the ends of the file, and one beyond it is not an answer', async () => {
    expect(bodyOf((await zoom('file=src/store.ts:8-900', '--context', '900')).out, 'src/store.ts')).toBe(PROJECT['src/store.ts'])
    expect((await zoom('file=src/store.ts:100-200')).code).toBe(1)
  })

  test('when the budget does not hold the range, its first lines come', async () => {
    const long = folder({ 'notes.txt': Array.from({ length: 900 }, (_, i) => `line ${i + 1} of the notes\n`).join('') })
    const { code, out } = await fovea(['zoom', 'file=notes.txt:100-800', '--root', long, '--budget', '300', '-f', 'minimal'])
    expect(code).toBe(0)
    expect(tokensOf(out)).toBeLessThanOrEqual(300)
    expect(out).toContain('line 100 of the notes\nline 101 of the notes\n')
    expect(out).not.toContain('line 500 of the notes')
  })

  test.each([['file=src/store.ts:5-2'], ['file=src/store.ts:0-2'], ['file=src/store.ts', '--lines', 'x'], ['file=src/store.ts', '--context', '-1']])('%s %s is refused', async (...args) => {
    expect(await zoom(...args)).toMatchObject({ code: 2, out: '' })
  })
})

describe.concurrent('depth and budget', () => {
  test('S1.17: signature, implementation and full differ', async () => {
    const bodies = (await Promise.all(['signature', 'implementation', 'full'].map((depth) => zoom('fn=closeAll', '--depth', depth)))).map((run) => bodyOf(run.out, SESSIONS))
    expect(bodies[0]).toContain('closeAll(user: string): number')
    expect(bodies[0]).not.toContain('/** Closes')
    expect(bodies[1]).toContain('/** Closes every session of one user. */')
    expect(bodies[1]).not.toContain('closed += 1')
    expect(bodies[2]).toContain('closed += 1')
  })

  test('S1.16: the answer never has more tokens than the budget, and the thing itself comes before what is around it', async () => {
    const runs = [[250, 'claude-xml'], [120, 'minimal'], [250, 'json']] as const
    await Promise.all(runs.map(async ([budget, format]) => {
      const { code, out } = await zoom('class=Sessions', '--budget', String(budget), '-f', format)
      expect(code).toBe(0)
      expect(tokensOf(out)).toBeLessThanOrEqual(budget)
      expect(out).toContain('export class Sessions {')
    }))
  })

  test('a function larger than the budget gives its signature, not an empty page', async () => {
    const large = folder({ 'large.ts': `export function large(): number {\n  let sum = 0\n${'  sum += one(1) + two(2)\n'.repeat(600)}  return sum\n}\n` })
    const { code, out } = await fovea(['zoom', 'fn=large', '--root', large, '--budget', '400'])
    expect(code).toBe(0)
    expect(out).toContain('export function large(): number {')
    expect(tokensOf(out)).toBeLessThanOrEqual(400)
  })

  test('too small for any answer: exit 5', async () => {
    expect(await zoom('fn=closeAll', '--budget', '5')).toMatchObject({ code: 5, out: '', err: expect.stringMatching(/^fovea: a budget of 5 tokens is too small to show anything of it: raise --budget\n$/) as string })
  })

  test('too small to show anything of what was asked for is not a success without a word', async () => {
    for (const args of [['fn=closeAll', '-b', '12', '-f', 'minimal'], ['fn=closeAll', '-b', '60']]) {
      expect((await zoom(...args)).code).toBe(5)
    }
  })

  test('a file that is never shown says why', async () => {
    const odd = folder({ 'blob.bin': Uint8Array.of(0, 1, 2), 'a.py': 'x = 1\n' })
    const { out, err } = await fovea(['zoom', 'file=blob.bin', '--root', odd])
    expect(out + err).toContain('binary')
  })

  test('what is one line on every page is shown to whoever asks for it by its name', async () => {
    const odd = folder({ 'package-lock.json': '{ "name": "odd" }\n', 'made.ts': '// @generated by a tool\nexport const made = 1\n', 'long.txt': `first\n${'x'.repeat(1_200_000)}\nlast\n`, 'a.py': 'x = 1\n' })
    for (const [name, shown] of [['package-lock.json', '"odd"'], ['made.ts', 'made = 1'], ['long.txt:3-3', 'last']] as const) {
      const { code, out } = await fovea(['zoom', `file=${name}`, '--root', odd])
      expect([code, out.includes(shown)]).toEqual([0, true])
    }
  })

  test('so it is by the handles that such an answer has, and explain says what a page shows of it', async () => {
    const made = '// @generated by a tool\nexport function made(): number {\n  return 1\n}\n'
    const large = `export function large(): number {\n  return 1\n}\n// ${'x'.repeat(1_200_000)}\n`
    const odd = folder({ 'made.ts': made, 'large.ts': large, 'a.py': 'x = 1\n' })
    for (const target of ['made.ts#made', `@${sha8(made)}`, `made.ts@${sha8(made)}`, 'large.ts#large', `@${sha8(large)}`, `large.ts@${sha8(large)}`]) {
      const { code, out } = await fovea(['zoom', target, '--root', odd, '--depth', 'signature'])
      expect([target, code, /function (?:made|large)\(\): number/.test(out)]).toEqual([target, 0, true])
    }
    const note = '  made.ts is generated, which is one line on every page; for text, fovea zoom file=made.ts shows it\n'
    expect(await fovea(['explain', 'made.ts', '--root', odd])).toMatchObject({ code: 0, out: expect.stringMatching(/^made\.ts {2}line /m) as string })
    for (const [target, level] of [['made.ts', 'line'], ['made.ts#made', 'none']] as const) {
      const { code, out } = await fovea(['explain', target, '--root', odd])
      expect([code, out.includes(`\n${target}  ${level}  `), out.includes(note)]).toEqual([0, true, true])
    }
    expect((await fovea(['explain', 'a.py', '--root', odd])).out).not.toContain('one line on every page')
  })

  test('a file that lies there and is not looked at says why, and what brings it back does', async () => {
    const odd = folder({ '.gitignore': 'out/\nkept.txt\nboth.txt\n', 'both.txt': 'b\n', 'kept.txt': 'kept\n', 'out/made.js': 'made()\n', 'a.py': 'x = 1\n', 'fovea.config.json': '{ "exclude": ["private.txt"], "rules": [{ "match": "{secret,both}.txt", "atMost": "none" }] }', 'private.txt': 'p\n', 'secret.txt': 's\n' })
    const told = async (name: string): Promise<string> => (await fovea(['zoom', `file=${name}`, '--root', odd])).err
    expect(await told('kept.txt')).toBe('fovea: kept.txt is not among the files that are looked at. It is ignored: .gitignore line 2 says "kept.txt". In .foveaignore, !/kept.txt brings it back.\n')
    expect(await told('private.txt')).toContain('It is excluded: "private.txt" names it')
    // What a rule hides is not there, be it ignored or not.
    for (const name of ['secret.txt', 'both.txt']) expect(await told(name)).not.toContain('looked at')
    expect(await told('secret.txt')).toBe(await told('secret.text').then((words) => words.replace('secret.text', 'secret.txt')))
    const patterns = /In \.foveaignore, (.*) brings it back/.exec(await told('out/made.js'))?.[1]?.split(' and ') ?? []
    put(odd, { '.foveaignore': `${patterns.join('\n')}\n` })
    expect(await fovea(['zoom', 'file=out/made.js', '--root', odd])).toMatchObject({ code: 0, out: expect.stringContaining('made()') as string })
  })

  test('and it is the same when everything was looked through before, for a handle', async () => {
    const made = `// @generated by a tool\n${'export function made(): number {\n  return 1\n}\n'.repeat(20)}`
    const odd = folder({ 'made.ts': made, 'z.py': 'def z():\n    return 1\n\n\ndef zoo():\n    return 2\n' })
    const env = { FOVEA_CACHE: folder({}) }
    expect((await fovea(['zoom', `@${sha8('def zoo():\n    return 2\n')}`, '--root', odd], { env })).code).toBe(0)
    const args = ['zoom', 'file=made.ts', '--root', odd, '--depth', 'signature', '--frozen']
    expect(await fovea(args, { env })).toEqual(await fovea(args, { env: { FOVEA_CACHE: 'off' } }))
  })
})

describe.concurrent('names that are not one place', () => {
  test('several places: exit 1, the candidates on stdout, each of which works', async () => {
    const { code, out, err } = await zoom('fn=audit')
    expect(code).toBe(1)
    expect(err).toBe('audit stands in 2 places: ask again with one of these, or with --module\n')
    const rows = out.trimEnd().split('\n')
    expect(rows.map((row) => row.replace(/@[0-9a-f]{8}$/, '@'))).toEqual([`${SESSIONS}#audit  function, line 28, @`, 'src/report.py#audit  function, line 1, @'])
    for (const row of rows) {
      const [target, , , , handle] = row.split(/[ ,]+/)
      expect((await zoom((row.includes('.py') ? handle : target) as string)).code, row).toBe(0)
    }
  })

  test('--module chooses, by name, folder or path', async () => {
    for (const [module, path] of [['auth/sessions', SESSIONS], ['report', 'src/report.py']] as const) {
      expect([...filesIn((await zoom('fn=audit', '--module', module)).out).keys()]).toEqual([path])
    }
  })

  test('--json gives the candidates as data', async () => {
    const { code, out } = await zoom('fn=audit', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ ambiguous: 'audit', candidates: [{ target: `${SESSIONS}#audit`, kind: 'function', line: 28 }, { target: 'src/report.py#audit' }] })
  })

  test.each([
    ['fn=closeAl', 'closeAll'], ['fn=colseAll', 'closeAll'], ['class=Session', 'Sessions'], ['file=src/stor.ts', 'src/store.ts'], ['mod=sesions', 'sessions'],
  ])('%s: exit 1 and the nearest name', async (target, near) => {
    const { code, out, err } = await zoom(target)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^fovea: nothing is called /)
    expect(err).toContain(near)
  })

  test('a kind that is none, no target at all: exit 2', async () => {
    expect(await zoom('foo=bar')).toMatchObject({ code: 2, err: expect.stringContaining('"foo" is not a kind of target; it is one of fn,') as string })
    expect(await zoom()).toMatchObject({ code: 2, err: expect.stringContaining('name a target: fovea zoom fn=closeAll') as string })
  })

  test('nothing outside the root can be asked for', async () => {
    for (const target of ['file=../secret.txt', 'file=.git/config']) expect(await zoom(target)).toMatchObject({ code: 1, out: '' })
  })
})

describe.concurrent('handles that became old', () => {
  const named = folder({ 'a.py': 'def hello(name):\n    """Greets."""\n    return "hello " + name\n\n\ndef bye():\n    return 1\n' })
  const handle = async (): Promise<string> => {
    const { out } = await fovea(['zoom', 'bye', '--root', named, '--json'])
    return (JSON.parse(out) as { files: { handle: string }[] }).files[0]?.handle as string
  }

  test('S0.51: what comes back is what is on disk; an old handle: exit 6, the content of now and the new handle', async () => {
    expect(await handle()).toMatch(/^@[0-9a-f]{8}$/)
    const body = 'def hello(name):\n    """Greets."""\n    return "hello " + name\n'
    const old = `a.py#hello@${sha8(`${body}\n\n`)}`
    const before = await fovea(['zoom', old, '--root', named])
    expect(before.code).toBe(0)
    put(named, { 'a.py': 'def hello(name):\n    """Greets loudly."""\n    return "HELLO " + name\n\n\ndef bye():\n    return 1\n' })
    const after = await fovea(['zoom', old, '--root', named])
    expect(after.code).toBe(6)
    expect(after.err).toContain('the handle is stale')
    expect(bodyOf(after.out, 'a.py')).toContain('return "HELLO " + name')
    const fresh = /This handle is stale: here is a\.py#hello as it is now, (a\.py#hello@[0-9a-f]{8})\./.exec(after.out)?.[1] as string
    expect(fresh).not.toBe(old)
    expect(await fovea(['zoom', fresh, '--root', named])).toMatchObject({ code: 0, out: expect.not.stringContaining('stale') as string })
  })

  test('handles of files with odd names lead back to them, of a definition and of the whole file', async () => {
    const texts = { 'a=b.ts': 'export function one() { return 1 }\n', 'fn=q.ts': 'export function two() { return 2 }\n', 'p#q.ts': 'export function three() { return 3 }\n' }
    const odd = folder(texts)
    for (const [path, text] of Object.entries(texts)) {
      const id = path.replace('#', '%23')
      const name = /function (\w+)/.exec(text)?.[1] as string
      const shown = await fovea(['zoom', `${id}#${name}@${sha8(text)}`, '--root', odd])
      expect([path, shown.code, bodyOf(shown.out, path)]).toEqual([path, 0, expect.stringContaining(name) as string])
      if (!path.startsWith('fn=')) expect([path, (await fovea(['zoom', `${id}@${sha8(text)}`, '--root', odd])).code]).toEqual([path, 0])
    }
  })

  test('a file that there is not is told as one, with those that are near; a mistake names the help of its command', async () => {
    const root = folder({ 'src/session.ts': 'export function open() { return 1 }\n' })
    expect(await fovea(['zoom', 'src/sesion.ts#nowhere@12345678', '--root', root])).toMatchObject({ code: 1, out: '', err: 'fovea: there is no file src/sesion.ts; did you mean src/session.ts?\n' })
    expect(await fovea(['zoom'])).toMatchObject({ code: 2, err: expect.stringMatching(/\nsee fovea zoom --help\n$/) as string })
    expect(await fovea(['catalog', 'rm'], { cwd: root })).toMatchObject({ code: 2, err: expect.stringMatching(/\nsee fovea catalog rm --help\n$/) as string })
  })

  test('content that is nowhere any more: exit 6', async () => {
    expect(await zoom('@deadbeef')).toMatchObject({ code: 6, out: '', err: expect.stringContaining('nothing has the content @deadbeef any more') as string })
  })
})

describe.concurrent('related', () => {
  test('callers and callees are offered; every handle and every command works', async () => {
    const { out } = await zoom('fn=closeAll')
    const offers = [...out.matchAll(/<zoom [^>]*command="fovea ([^"]*)" relation="([\w ]+)" handle="([^"]*)" \/>/g)].map(([, command, relation, handle]) => ({ command: command as string, relation, handle: handle as string }))
    expect(offers.map(({ relation, handle }) => `${relation} ${handle.replace(/@.*/, '')}`).sort()).toEqual([
      'callee src/auth/sessions.ts#audit', 'caller tests/sessions.test.ts#helper', 'possible caller src/store.ts#logout',
    ])
    const codes = await Promise.all(offers.flatMap(({ handle, command }) => [zoom(handle), fovea(command.split(' '), { cwd: root })]))
    expect(codes.map((run) => run.code)).toEqual(codes.map(() => 0))
  })

  test('the zoom that a cut file offers in a pack works as it is written', async () => {
    const long = folder({ 'src/long.ts': Array.from({ length: 8 }, (_, i) => sourceOf(`part${i}`)).join('\n') })
    const { out } = await fovea([long, '--budget', '1200', '-q'])
    const command = /<truncation_marker>.*command="fovea ([^"]*)" \/><\/truncation_marker>/.exec(out)?.[1] as string
    const shown = await fovea(command.split(' '), { cwd: long })
    expect(shown.code).toBe(0)
    expect(filesIn(shown.out).get('src/long.ts')).not.toContain('truncated')
  })
})

describe('commands in a page say where they hold', () => {
  const notice = (out: string): string | undefined => /<notice>(Zoom commands[^<]*)<\/notice>/.exec(out)?.[1]

  test('typed in the folder itself: nothing to say; above it: the option that is needed; elsewhere: no path', async () => {
    const above = folder(Object.fromEntries(Object.entries(PROJECT).map(([path, content]) => [`it is/${path}`, content])))
    const [inside, outside, elsewhere, frozen, lean] = await Promise.all([fovea(['.'], { cwd: root }), fovea(['it is'], { cwd: above }), fovea([root], { cwd: above }), fovea(['it is', '--frozen'], { cwd: above }), fovea(['it is', '-f', 'minimal'], { cwd: above })])
    expect(notice(inside.out)).toBe(undefined)
    expect(notice(outside.out)).toBe("Zoom commands in this page need --root 'it is'.")
    expect(notice(elsewhere.out)).toBe('Zoom commands in this page hold in the folder that was packed: go there, or add --root and its path.')
    expect(elsewhere.out).not.toContain(root)
    expect(notice(frozen.out)).toBe(undefined)
    expect(lean.out).not.toContain('Zoom commands')
    expect((await fovea(['zoom', `file=${SESSIONS}`, '--root', 'it is'], { cwd: above })).code).toBe(0)
  })
})
