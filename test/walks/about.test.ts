// The commands around packing: explain, skeleton, init, doctor, config.
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder, fovea, PROJECT, put, sourceOf } from './run.ts'

const root = folder(PROJECT)

describe.concurrent('explain', () => {
  const pair = folder({ 'src/pair.ts': `export function refund(order) {\n  return giveBack(order)\n}\n\nexport function shipping(parcel) {\n${'  weigh(parcel)\n'.repeat(30)}}\n`, ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`src/other${i}.ts`, `export function other${i}() {\n  return ${i}\n}\n`])) })
  interface Told { blocks: { id: string; level: string; cost: number; signals: { name: string; why: string }[] }[]; next: { id: string; level: string; cost: number }[] }
  const told = async (...args: readonly string[]): Promise<Told> => JSON.parse((await fovea(['explain', ...args, '--root', pair, '--frozen', '--json'])).out) as Told
  const asked = ['--task', 'refund an order, shipping a parcel', '--budget', '400']

  test('a symbol has its own reasons, not those of the best block of its file', async () => {
    const [refund, shipping] = await Promise.all([told('refund', ...asked), told('shipping', ...asked)])
    expect(refund.blocks[0]?.signals.find(({ name }) => name === 'words')?.why).toMatch(/^function refund speaks of .*refund/)
    expect(shipping.blocks[0]?.signals.find(({ name }) => name === 'words')?.why).toMatch(/^function shipping speaks of .*parcel/)
  })

  test('a cost is the number on the page, and what comes next costs something and comes once', async () => {
    const [file, page, plan] = await Promise.all([told('src/pair.ts', ...asked, '--format', 'json'), fovea([pair, ...asked, '--frozen', '-q', '--format', 'json']), told(...asked)])
    const views = (JSON.parse(page.out) as { files: { path: string; tokens: number }[] }).files
    expect(file.blocks[0]?.cost).toBe(views.find(({ path }) => path === 'src/pair.ts')?.tokens)
    expect(plan.next.length).toBeGreaterThan(0)
    for (const { cost } of plan.next) expect(cost).toBeGreaterThan(0)
    expect(new Set(plan.next.map(({ id }) => id)).size).toBe(plan.next.length)
  })

  test('without a target: the plan, the best files first, each with its signals', async () => {
    const { code, out, err } = await fovea(['explain', '--frozen', '--task', 'closeAll'], { cwd: root })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const lines = out.split('\n')
    expect(lines[0]).toMatch(/^\d+ tokens of 32000 /)
    expect(lines.filter((line) => /^\S+ {2}full {2}\d+ tokens {2}score \d\.\d{3}$/.test(line))).toHaveLength(6)
    const paths = lines.filter((line) => / {2}score /.test(line)).map((line) => line.slice(0, line.indexOf(' ')))
    // Of two files of a few lines, the one that defines it and the one that only calls it are about the same; all others are far behind.
    expect(paths.slice(0, 2).toSorted()).toEqual(['src/auth/sessions.ts', 'src/store.ts'])
    expect(lines.find((line) => line.includes('score 1.000'))).toBe(lines.find((line) => / {2}score /.test(line)))
    expect(out).toMatch(/^ {2}words \d\.\d\d: method closeAll speaks of /m)
    expect(out).toMatch(/^ {2}mention \d\.\d\d: the task names method closeAll/m)
  })

  test('a path, a symbol; pack with the same options has the same levels', async () => {
    const long = folder({ 'src/a.ts': sourceOf('alpha'), 'src/b.ts': sourceOf('beta') })
    const options = ['--budget', '600', '--frozen']
    const [path, symbol, page] = await Promise.all([
      fovea(['explain', 'src/a.ts', '--root', long, '--json', ...options]), fovea(['explain', 'alphaStep2', '--root', long, '--json', ...options]), fovea([long, ...options, '--format', 'json', '-q']),
    ])
    const explained = JSON.parse(path.out) as { blocks: { id: string; level: string }[]; next: unknown[] }
    expect(explained.blocks.map((block) => block.id)).toEqual(['src/a.ts'])
    expect(explained.next.length).toBeGreaterThan(0)
    expect(JSON.parse(symbol.out)).toMatchObject({ blocks: [{ id: 'src/a.ts#alphaStep2' }] })
    // Prices differ between formats, so the plan is compared in the one that pack uses by default.
    const [plain, told] = await Promise.all([fovea([long, ...options, '-q']), fovea(['explain', 'src/a.ts', '--root', long, ...options])])
    expect(page.code).toBe(0)
    expect(/path="src\/a\.ts"[^>]*truncated/.test(plain.out)).toBe(!told.out.includes('src/a.ts  full'))
  })

  test('a wrong name: exit 1 and the nearest', async () => {
    expect(await fovea(['explain', 'src/stor.ts'], { cwd: root })).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^fovea: nothing is called src\/stor\.ts; did you mean src\/store\.ts/) as string })
  })

  test('handles, folders and ranges are found as zoom finds them; a stale handle explains nothing else', async () => {
    const { blocks } = await told('src/pair.ts#refund')
    expect(blocks.map(({ id }) => id)).toEqual(['src/pair.ts#refund'])
    const pin = createHash('sha256').update('export function refund(order) {\n  return giveBack(order)\n}\n\n').digest('hex').slice(0, 8)
    expect((await told(`@${pin}`)).blocks.map(({ id }) => id)).toEqual(['src/pair.ts#refund'])
    expect((await told('./src/pair.ts')).blocks.map(({ id }) => id)).toEqual(['src/pair.ts'])
    expect((await told('src/')).blocks).toHaveLength(31)
    expect(await fovea(['explain', '@00000000', '--root', pair])).toMatchObject({ code: 6, out: '' })
  })

  test('what is not listed is counted, and what comes next has a name', async () => {
    const { out } = await fovea(['explain', '--root', pair, '--budget', '300'])
    expect(out).toContain('and 11 files more: ')
    expect(out).not.toMatch(/#~[a-z]/)
  })

  test('a rule is named where it speaks', async () => {
    const ruled = folder({ ...PROJECT, 'fovea.config.json': '{"rules":[{"match":"README.md","atMost":"line","why":"everybody knows it"}]}' })
    const { out } = await fovea(['explain', 'README.md', '--root', ruled])
    expect(out).toMatch(/README\.md {2}line/)
    expect(out).toContain('  rule: everybody knows it\n')
  })
})

describe.concurrent('skeleton', () => {
  test('L1 keeps docs, L2 does not; neither keeps bodies', async () => {
    const [detail, shape, named] = await Promise.all([['--level', 'L1'], ['--level', 'L2'], []].map((args) => fovea(['skeleton', 'src/report.py', ...args], { cwd: root })))
    expect(detail).toEqual({ code: 0, signal: null, err: '', out: 'def audit(user, count):\n    """Write it down."""\n    ...\n\ndef format_line(user, count): ...\n' })
    expect(shape).toEqual({ code: 0, signal: null, err: '', out: 'def audit(user, count): ...\ndef format_line(user, count): ...\n' })
    expect(named).toEqual(detail)
  })

  test('--json has the fields of the seed (S0.17)', async () => {
    const { out } = await fovea(['skeleton', 'src/report.py', '--json'], { cwd: root })
    expect(Object.keys(JSON.parse(out) as object)).toEqual(['file', 'language', 'content', 'original_tokens', 'skeleton_tokens', 'compression_ratio', 'preserved_symbols'])
  })

  test('an unknown language is text: its first line, and how many more there are', async () => {
    const odd = folder({ 'a.zzz': 'first\nsecond\nthird\n' })
    const { code, out } = await fovea(['skeleton', 'a.zzz', '--json'], { cwd: odd })
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ language: 'text', content: expect.stringMatching(/^first\n.*\d+ lines/s) as string })
  })

  test('a folder: every file under its name, or as lines of JSON', async () => {
    const { out } = await fovea(['skeleton', 'src', '--level', 'L2'], { cwd: root })
    expect(out).toContain('==> src/report.py <==\ndef audit(user, count): ...\ndef format_line(user, count): ...\n')
    const lines = (await fovea(['skeleton', 'src', '--jsonl'], { cwd: root })).out.trimEnd().split('\n').map((line) => JSON.parse(line) as { file: string; skeleton: string })
    expect(lines.map(({ file }) => file)).toContain('src/report.py')
    for (const typed of ['src', './src/', join(root, 'src')]) {
      const rows = JSON.parse((await fovea(['skeleton', typed, '--json'], { cwd: root })).out) as { file: string; content: string }[]
      expect(rows.map(({ content }) => content)).toEqual(lines.map(({ skeleton }) => skeleton))
      for (const row of rows.slice(0, 2)) expect(row).toEqual(JSON.parse((await fovea(['skeleton', row.file, '--json'], { cwd: root })).out))
    }
    expect((await fovea(['skeleton', '.'], { cwd: root })).out).toContain('==> src/report.py <==')
  })

  test('what is said of a file of a folder has the name that its skeleton has', async () => {
    const leaky = folder({ 'index.js': 'go()\n', 'part/index.js': `const token = 'ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6'}'\n` })
    const { out, err } = await fovea(['skeleton', 'part'], { cwd: leaky })
    expect(out).toContain('==> part/index.js <==')
    expect(err).toContain('warning: part/index.js holds what looks like secrets')
  })

  test('a filter answers each line of standard input, wrong ones too, and goes on', async () => {
    const odd = folder({ 'a.py': 'def a():\n    return 1\n', 'b.txt': 'class B {\n  int size() {\n    return 1;\n  }\n}\n', 'blob.bin': Uint8Array.of(0, 159) })
    const asked = [{ file: 'one', path: 'a.py', lang: 'py' }, { path: join(odd, 'a.py') }, { file: 'no', path: 'nope.py' }, { file: 'blob', path: 'blob.bin' }, { file: 'odd', path: 'a.py', lang: 'klingon' }]
    const { code, out, err } = await fovea(['skeleton', '--jsonl', '--level', 'L2'], { cwd: odd, input: `${asked.map((line) => JSON.stringify(line)).join('\n')}\n\nnonsense\n` })
    const answers = out.trimEnd().split('\n').map((line) => JSON.parse(line) as { file: string; skeleton?: string; error?: string })
    expect(answers.slice(0, 2)).toEqual([{ file: 'one', language: 'python', skeleton: 'def a(): ...\n' }, { file: join(odd, 'a.py'), language: 'python', skeleton: 'def a(): ...\n' }])
    expect(answers.slice(2).map(({ file, error }) => [file, error?.slice(0, 40)])).toEqual([
      ['no', '"nope.py" cannot be read: there is no su'], ['blob', 'blob is not shown as a skeleton: it is b'], ['odd', 'there is no language "klingon"; see "fov'], ['', 'line 7 is not {"file": …, "path": …}: no'],
    ])
    expect(code).toBe(3)
    expect(err).toContain('there is no language "klingon"')
  })

  test('--lang says how to read a file whose name does not', async () => {
    const odd = folder({ 'script': 'def a():\n    return 1\n' })
    expect((await fovea(['skeleton', 'script', '--lang', 'python'], { cwd: odd })).out).toBe('def a(): ...\n')
    expect(await fovea(['skeleton', 'script', '--lang', 'pyton'], { cwd: odd })).toMatchObject({ code: 2, err: expect.stringContaining('did you mean python?') as string })
  })

  test('a lock file, generated or minified text is shown when it is asked for', async () => {
    const odd = folder({ 'package-lock.json': '{ "name": "x", "packages": {} }\n', 'made.py': '# Code generated by x. DO NOT EDIT.\ndef a():\n    return 1\n' })
    expect(await fovea(['skeleton', 'package-lock.json'], { cwd: odd })).toMatchObject({ code: 0, out: expect.stringContaining('x') as string })
    expect(await fovea(['skeleton', 'made.py'], { cwd: odd })).toMatchObject({ code: 0, out: expect.stringContaining('def a(): ...') as string })
  })

  test('binary, missing, no file: said in words', async () => {
    const odd = folder({ 'blob.bin': Uint8Array.of(0, 159, 146, 150), 'sub/': '' })
    expect(await fovea(['skeleton', 'blob.bin'], { cwd: odd })).toEqual({ code: 1, signal: null, out: '', err: 'fovea: blob.bin is not shown as a skeleton: it is binary\n' })
    expect(await fovea(['skeleton', 'nope.py'], { cwd: odd })).toMatchObject({ code: 1, out: '', err: expect.stringContaining('there is no such file') as string })
    expect(await fovea(['skeleton'], { cwd: odd })).toEqual({ code: 2, signal: null, out: '', err: 'fovea: name a file: fovea skeleton src/auth.ts\n' })
  })
})

describe.concurrent('init', () => {
  test('writes one file that doctor and config accept, never over another unless forced', async () => {
    const place = folder({ 'a.py': 'x = 1\n' })
    expect(await fovea(['init'], { cwd: place })).toEqual({ code: 0, signal: null, err: '', out: 'wrote fovea.config.json; "fovea config --explain" shows what it changes\n' })
    expect(readdirSync(place)).toEqual(['a.py', 'fovea.config.json'])
    const written = readFileSync(join(place, 'fovea.config.json'), 'utf8')
    expect(Object.keys(JSON.parse(written) as object)).toEqual(['budget', 'lens', 'exclude', 'rules'])
    expect((await fovea(['doctor'], { cwd: place })).code).toBe(0)
    put(place, { 'fovea.config.json': '{"budget":"2k"}' })
    expect(await fovea(['init'], { cwd: place })).toEqual({ code: 1, signal: null, out: '', err: 'fovea: fovea.config.json is already there: edit it, or use --force to replace it\n' })
    expect(readFileSync(join(place, 'fovea.config.json'), 'utf8')).toBe('{"budget":"2k"}')
    expect((await fovea(['init', '.', '--force'], { cwd: place })).code).toBe(0)
    expect(readFileSync(join(place, 'fovea.config.json'), 'utf8')).toBe(written)
  })

  test('a place where it cannot be written is told without the inner names of the program', async () => {
    const place = folder({ 'fovea.config.json/': '' })
    const { code, err } = await fovea(['init', '--force'], { cwd: place })
    expect(code).toBe(1)
    expect(err).toContain('fovea.config.json')
    expect(err).not.toMatch(/\.tmp|rename/)
    expect(readdirSync(place)).toEqual(['fovea.config.json'])
  })
})

describe.concurrent('doctor', () => {
  test('all is well: exit 0, one line a check', async () => {
    const { code, out, err } = await fovea(['doctor', root])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const line of out.trimEnd().split('\n')) expect(line).toMatch(/^ok {4}\w[\w ]*: .+/)
    for (const check of ['node', 'tokens', 'grammars: ', 'configuration: defaults', 'state']) expect(out).toContain(check)
  })

  test.each([
    ['{', 'this is not JSON'], ['{"budgt":"8k"}', 'budgt is not known; did you mean budget?'], ['{"budget":"lots"}', 'a budget looks like'], ['{"lens":"nope"}', 'there is no lens "nope"'], ['{"rules":[{}]}', 'rules[0].match is missing'],
  ])('a broken configuration %s: exit 6 and what is wrong', async (config, fault) => {
    const broken = folder({ 'a.py': 'x = 1\n', 'fovea.config.json': config })
    const { code, out } = await fovea(['doctor', broken])
    expect(code).toBe(6)
    expect(out).toContain('FAIL  configuration: fovea.config.json: ')
    expect(out).toContain(fault)
  })
})

describe.concurrent('config', () => {
  const own = folder({ 'fovea/config.json': '{"budget":"2k","lens":"debug","exclude":["mine"],"maxFileBytes":5000,"rules":[{"match":"a.py","atLeast":"full"}]}' })
  const env = { XDG_CONFIG_HOME: own }
  const explain = async (config?: string): Promise<string> => {
    const place = folder({ 'a.py': 'x = 1\n', ...(config === undefined ? {} : { 'fovea.config.json': config }) })
    return (await fovea(['config', '--explain'], { cwd: place, env })).out
  }

  test('defaults, one line each, and their origin', async () => {
    expect(await fovea(['config', '--explain'], { cwd: root })).toEqual({
      code: 0, signal: null, err: '', out: [
        'budget = 32000  (default)', 'format = claude-xml  (default)', 'meter = o200k_base  (default)', 'lens = default  (default)', 'maxFileBytes = 1048576  (default)',
        'include = []  (default)', 'exclude = []  (default)', 'rules = []  (default)', 'order = path  (default)', 'embeddings = none  (default)', 'generation = none  (default)', 'levels = ["none","line","shape","detail","code","full"]  (default)', '',
      ].join('\n'),
    })
    expect((await fovea(['config'], { cwd: root })).out).not.toContain('(default)')
  })

  test('one\'s own file speaks where the repository is silent, and excludes add up', async () => {
    const out = await explain('{"format":"markdown","exclude":["theirs"]}')
    expect(out).toContain('budget = 2000  (your own configuration)\n')
    expect(out).toContain('lens = debug  (your own configuration)\n')
    expect(out).toContain('format = markdown  (fovea.config.json)\n')
    expect(out).toContain('exclude = ["mine","theirs"]  (your own configuration + fovea.config.json)\n')
    expect(out).toContain('"atLeast":"full"')
  })

  test('a repository\'s budget only lowers one\'s own, and flags beat both', async () => {
    const place = (budget: string) => folder({ 'a.py': 'x = 1\n', 'fovea.config.json': `{"format":"markdown","budget":"${budget}"}` })
    expect((await fovea([place('3k'), '-q'], { env })).out).toMatch(/^# Context: lens debug, \d+ of 2000 tokens/)
    expect((await fovea([place('1k'), '-q'], { env })).out).toMatch(/^# Context: lens debug, \d+ of 1000 tokens/)
    expect((await fovea([place('3k'), '-q', '-f', 'claude-xml', '-b', '900', '-l', 'default'], { env })).out).toContain('lens="default" token_budget="900"')
  })

  test('a repository\'s floors and larger limits are not obeyed, and it is said', async () => {
    const place = folder({ 'a.py': 'x = 1\n', 'fovea.config.json': '{"rules":[{"match":"**","atLeast":"full"}],"maxFileBytes":99999999}' })
    const { out, err } = await fovea(['config', '--explain'], { cwd: place })
    expect(out).not.toContain('atLeast')
    expect(out).toContain('maxFileBytes = 1048576')
    expect(err).toContain('warning: fovea.config.json: maxFileBytes 99999999 is ignored: the limit is 1048576 bytes, and a repository\'s file may only lower it\n')
    expect(err).toMatch(/^warning: fovea\.config\.json: atLeast, meter, embeddings, generation, database, project, secrets, memory, and excludes that begin with !, are ignored here/m)
  })

  test('a repository\'s file cannot loosen one\'s own limits', async () => {
    expect(await explain('{}')).toContain('maxFileBytes = 5000  (your own configuration)\n')
    expect(await explain('{"maxFileBytes":100000}')).toContain('maxFileBytes = 5000  (your own configuration)\n')
  })

  test('a repository\'s file cannot bring back what .gitignore, one\'s own file or a flag leaves out', async () => {
    const place = folder({ 'a.py': 'x = 1\n', 'b.py': 'y = 2\n', 'c.py': 'z = 3\n', '.env': 'A=1\n', '.gitignore': '.env\n', 'fovea.config.json': '{"exclude":["!.env","!b.py","!c.py"]}' })
    const mine = folder({ 'fovea/config.json': '{"exclude":["c.py"]}' })
    const { out } = await fovea([place, '-q', '-x', 'b.py', '-f', 'minimal'], { env: { XDG_CONFIG_HOME: mine } })
    expect(out).toContain('--- a.py ')
    for (const left of ['--- .env ', '--- b.py ', '--- c.py ']) expect(out).not.toContain(left)
  })

  test('--json and --schema are JSON; the schema knows every key', async () => {
    const [values, schema] = await Promise.all([fovea(['config', '--json'], { cwd: root }), fovea(['config', '--schema'], { cwd: root })])
    expect(JSON.parse(values.out)).toMatchObject({ budget: { value: 32_000, origin: 'default' }, lens: { value: 'default', origin: 'default' } })
    expect(JSON.parse(schema.out)).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: { budget: { type: 'string' } } })
  })

  test('what is wrong in a file: exit 2 and its name', async () => {
    for (const config of ['nonsense', '{"budget":"lots"}', '{"lens":"nope"}']) {
      const place = folder({ 'a.py': 'x = 1\n', 'fovea.config.json': config })
      for (const args of [['config'], ['pack']]) {
        const { code, err } = await fovea(args, { cwd: place })
        expect(code, `${args[0]} ${config}`).toBe(2)
        expect(err, `${args[0]} ${config}`).toContain('fovea.config.json')
      }
    }
  })

  test('a home that is not there or not readable is no configuration', async () => {
    const closed = folder()
    mkdirSync(join(closed, 'fovea'))
    chmodSync(join(closed, 'fovea'), 0o000)
    for (const env of [{ HOME: undefined, XDG_CONFIG_HOME: undefined }, { HOME: '/nonexistent', XDG_CONFIG_HOME: undefined }, { XDG_CONFIG_HOME: closed }]) {
      expect(await fovea(['config'], { cwd: root, env })).toMatchObject({ code: 0, err: '' })
    }
  })
})

describe.concurrent('languages', () => {
  test('lists what is understood, by family', async () => {
    const { code, out } = await fovea(['languages'])
    expect(code).toBe(0)
    expect(out).toMatch(/^code: \d+\n/)
    expect(out).toMatch(/^ {2}Rust +rust .*\.rs$/m)
    expect((await fovea(['languages', '--family', 'prose'])).out).not.toContain('Rust')
    const rows = JSON.parse((await fovea(['languages', '--json'])).out) as { name: string; read_by: string }[]
    expect(rows.find(({ name }) => name === 'rust')).toMatchObject({ title: 'Rust', family: 'code', extensions: ['.rs'], read_by: 'tree-sitter rust' })
  })
})
