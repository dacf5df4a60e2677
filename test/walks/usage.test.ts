// The door itself: help, mistakes, streams, signals, completion.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BIN, folder, fovea, PROJECT, start } from './run.ts'

const root = folder(PROJECT)
const VERBS = ['save', 'resume', 'restore', 'list', 'show', 'zoom', 'undo', 'redo', 'rm'].map((verb) => `session ${verb}`)
const COMMANDS = ['pack', 'zoom', 'explain', 'check', 'skeleton', 'session', 'languages', 'init', 'doctor', 'config', 'completion']
const version = (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version

describe.concurrent('help and version', () => {
  test.each([['--version'], ['-V']])('%s', async (flag) => {
    expect(await fovea([flag])).toEqual({ code: 0, signal: null, out: `${version}\n`, err: '' })
  })

  test('help in all its spellings names every command and every exit code', async () => {
    const runs = await Promise.all([['--help'], ['-h'], ['help']].map((args) => fovea(args)))
    for (const run of runs) expect(run).toEqual(runs[0])
    expect(runs[0]).toMatchObject({ code: 0, err: '' })
    for (const command of COMMANDS) expect(runs[0]?.out).toMatch(new RegExp(`^ {2}${command} +[A-Z].+`, 'm'))
    for (const code of [0, 1, 2, 3, 4, 5, 6, 130]) expect(runs[0]?.out).toMatch(new RegExp(`^ +${code} {2}\\w.+`, 'm'))
  })

  test.each([...COMMANDS.filter((command) => command !== 'session'), ...VERBS])('%s: every field has words, every example is its own', async (command) => {
    const [flag, word] = await Promise.all([fovea([...command.split(' '), '--help']), fovea(['help', ...command.split(' ')])])
    expect(flag).toEqual(word)
    expect(flag).toMatchObject({ code: 0, err: '' })
    const [usage, rest] = flag.out.split('\n\nExamples:\n') as [string, string]
    expect(usage.startsWith(`fovea ${command}: `)).toBe(true)
    const rows = (usage.split('[options]\n\n')[1] as string).replaceAll(/\n {25,}/g, '   ').split('\n')
    for (const row of rows) expect(row).toMatch(/^ {2}(-\w, )?(--[a-z-]+( \S+)?|[A-Z]+) {2,}\S.{2,}$/)
    for (const example of rest.trimEnd().split('\n')) expect(example).toMatch(new RegExp(`^ {2}fovea (${command}\\b|\\.${command === 'pack' ? '' : '$^'})`))
  })

  test('help for a command that is none is a mistake', async () => {
    const { code, out, err } = await fovea(['help', 'pakc'])
    expect(code).toBe(2)
    expect(out + err).toContain('pack')
  })
})

describe.concurrent('mistakes: exit 2, stdout empty, what to do', () => {
  test.each([
    [['--budgt', '8k'], 'there is no option --budgt; did you mean --budget'],
    [['--frozn'], 'there is no option --frozn; did you mean --frozen'],
    [['zoom', 'fn=x', '--deph', 'full'], 'there is no option --deph; did you mean --depth'],
    [['--budget'], '--budget needs a value: --budget TOKENS'],
    [['-x', '--task', 'x'], '-x needs a value, and --task is an option: -x GLOB, or --exclude=--task if that is the value'],
    [['--task', '-q'], '--task needs a value, and -q is an option'],
    [['.', '--task', ''], '--task is empty: say what the context is for'],
    [['explain', '--task', ' '], '--task is empty'],
    [['--frozen=yes'], '--frozen is a switch and takes no value, not "yes"'],
    [['--skeleton', 'maybe'], '--skeleton: "maybe" is not known; it is one of auto, enabled, disabled'],
    [['zoom', 'fn=x', '--depth', 'deep'], '--depth: takes signature, implementation or full, not "deep"'],
    [['zoom', 'fn=x', '--depth', 'L3'], '--depth: takes signature, implementation or full, not "L3"'],
    [['skeleton', 'a.py', '--level', 'line'], '--level: takes L1 (detail), L2 (shape) or L0 (full), not "line"'],
    [['cache', 'foo'], 'see fovea cache --help'],
    [['cache', 'clear', ''], 'the name of the folder is empty: fovea cache clear FOLDER, or fovea cache clear for all of them'],
    [['zoom', 'fn=x', '--context', 'many'], '--context: takes a whole number, not "many"'],
    [['.', 'extra'], 'fovea pack does not know what to do with "extra"\nsee fovea --help\n'],
    [['completion', 'tcsh'], '"tcsh" is not known; did you mean bash, fish, zsh?'],
    [['completion'], 'name a shell: fovea completion bash, zsh or fish'],
  ])('%j', async (args, message) => {
    const { code, out, err } = await fovea(args, { cwd: root })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(message)
    expect(err).toMatch(/^fovea: /)
  })

  test.each([['packk'], ['zom', 'fn=closeAll'], ['explian']])('a mistyped command (%s) is met with the nearest', async (...args) => {
    const { code, out, err } = await fovea(args, { cwd: root })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/did you mean/)
  })

  test('after -- nothing is an option', async () => {
    const odd = folder({ '--weird/a.py': 'x = 1\n' })
    expect((await fovea(['-q', '--', '--weird'], { cwd: odd })).out).toContain('x = 1')
    expect((await fovea(['--weird'], { cwd: odd })).code).toBe(2)
  })

  test('a short option that is none is shown as it was typed', async () => {
    expect((await fovea(['-z'])).err).toContain('there is no option -z')
  })
})

describe.concurrent('--json', () => {
  test.each([
    [['zoom', 'fn=logout']], [['explain']], [['explain', 'logout']], [['skeleton', 'src/store.ts']], [['doctor']], [['config', '--schema']],
  ])('%j gives JSON on stdout', async (args) => {
    const { out } = await fovea([...args, '--json'], { cwd: root })
    expect(() => JSON.parse(out) as unknown).not.toThrow()
  })

  test('init gives JSON too', async () => {
    expect(JSON.parse((await fovea(['init', '--json'], { cwd: folder() })).out)).toEqual({ wrote: 'fovea.config.json' })
  })

  test.each([
    [['nope'], 2], [['--bogus'], 2], [['zoom', 'fn=nope'], 1], [['zoom', '@deadbeef'], 6], [['zoom', 'fn=logout', '-b', '3'], 5], [['explain', 'nope'], 1], [['skeleton', 'nope'], 1], [['pack', '-i', 'nope'], 1],
  ] as const)('%j: one line of JSON on stderr', async (args, exit) => {
    const { code, out, err } = await fovea([...args, '--json'], { cwd: root })
    expect({ code, out }).toEqual({ code: exit, out: '' })
    expect(err.endsWith('\n') && err.indexOf('\n') === err.length - 1).toBe(true)
    expect(JSON.parse(err)).toEqual({ error: expect.any(String) as string, exit })
  })
})

describe.concurrent('streams', () => {
  test('no escape codes off a terminal, whatever the environment wishes', async () => {
    for (const [args, env] of [[['.'], { FORCE_COLOR: '3', TERM: 'xterm-256color' }], [['nope'], { FORCE_COLOR: '3', TERM: 'xterm' }], [['nope'], { NO_COLOR: '1' }]] as const) {
      const { out, err } = await fovea(args, { cwd: root, env })
      expect(out + err).not.toContain('\u001b')
    }
  })

  // A terminal is made by script(1), where it is there.
  test.runIf(existsSync('/usr/bin/script'))('on a terminal the report is shown and the context is not; red only without NO_COLOR', async () => {
    const shell = async (line: string, env: Record<string, string>): Promise<string> => (await start('script', ['-qec', line, '/dev/null'], { cwd: root, env })).out
    const node = `${process.execPath} ${BIN}`
    expect(await shell(`${node} .`, { TERM: 'xterm' })).toMatch(/tokens of 32000[\s\S]*nothing was written: pipe it to a reader, or use -o FILE/)
    expect(await shell(`${node} nope`, { TERM: 'xterm' })).toContain('\u001b[31mfovea: \u001b[0m')
    for (const env of [{ TERM: 'xterm', NO_COLOR: '1' }, { TERM: 'dumb' }]) expect(await shell(`${node} nope`, env)).not.toContain('\u001b')
  })

  test('a reader that goes away early is not an error', async () => {
    const big = folder({ 'a.txt': 'words and more words\n'.repeat(40_000) })
    const { out, err } = await start('bash', ['-c', `set -o pipefail; "${process.execPath}" "${BIN}" "${big}" --budget none -q | head -c 10; echo " \${PIPESTATUS[0]}"`])
    expect(out).toBe('<context p 0\n')
    expect(err).toBe('')
  })

  test('what was found is the exit code, also when nobody reads the answer', async () => {
    const leaky = folder({ 'a.txt': `${'words and more words\n'.repeat(40_000)}`, 'b.env': `GITHUB_TOKEN=ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6'}\n` })
    const { out } = await start('bash', ['-c', `set -o pipefail; "${process.execPath}" "${BIN}" "${leaky}" --budget none --fail-on-secret -q | head -c 10; echo " \${PIPESTATUS[0]}"`])
    expect(out).toBe('<context p 4\n')
  })

  test.runIf(existsSync('/dev/full'))('a full disk behind stdout is told in one line: exit 1, no stack', async () => {
    const { code, err } = await start('bash', ['-c', `"${process.execPath}" "${BIN}" "${root}" -q > /dev/full`])
    expect(code).toBe(1)
    expect(err).toMatch(/^fovea: .*\n$/)
  })
})

describe.concurrent('SIGINT', () => {
  const files: Record<string, string> = {}
  for (let i = 0; i < 4000; i++) files[`src/f${i % 40}/m${i}.ts`] = `export function f${i}(a: number): number {\n  return a + ${i}\n}\n`.repeat(4)
  const large = folder(files)

  test.each([120, 200, 400, 700])('during a pack of a large tree, after %i ms: exit 130 and no file, or it was done already', async (after) => {
    const place = folder()
    const { code, signal, out, err } = await fovea([large, '--budget', 'none', '-o', join(place, 'page.xml')], { interrupt: { after, signal: 'SIGINT' } })
    expect(out).toBe('')
    if (code === 0) return expect(readFileSync(join(place, 'page.xml'), 'utf8').endsWith('</context>\n')).toBe(true)
    expect(code === 130 || signal === 'SIGINT', `code ${code}, signal ${signal}`).toBe(true)
    expect(err).toBe('')
    expect(execFileSync('ls', ['-A', place]).toString()).toBe('')
  })

  test.each([[['skeleton', large]], [['skeleton', large, '--jsonl']], [['skeleton', large, '--json']]])('during %j: exit 130, and soon', async (args) => {
    const { code, signal, out } = await fovea([...args, '--no-cache'], { interrupt: { after: 900, signal: 'SIGINT' } })
    expect(code === 130 || signal === 'SIGINT', `code ${code}, signal ${signal}`).toBe(true)
    expect(out).not.toContain('f3999')
  })

  test.each([[['zoom', 'fn=f3999']], [['explain']]])('during %j', async (args) => {
    const { code, signal } = await fovea([...args, '--root', large], { interrupt: { after: 150, signal: 'SIGINT' } })
    expect(code === 130 || signal === 'SIGINT', `code ${code}, signal ${signal}`).toBe(true)
  })
})

describe.concurrent('completion', () => {
  test('bash: the script is sound and offers commands, options and choices', async () => {
    const { out } = await fovea(['completion', 'bash'])
    expect((await start('bash', ['-n'], { input: out })).code).toBe(0)
    const offers = async (...words: string[]): Promise<string[]> => {
      const line = `${out}\nCOMP_WORDS=(fovea ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _fovea; printf '%s\\n' "\${COMPREPLY[@]}"; complete -p fovea`
      return (await start('bash', ['--norc', '-c', line], { cwd: folder() })).out.trimEnd().split('\n')
    }
    expect(await offers('')).toEqual(expect.arrayContaining(COMMANDS))
    expect(await offers('zo')).toContain('zoom')
    expect(await offers('zoom', '--de')).toContain('--depth')
    expect(await offers('session', '')).toEqual(expect.arrayContaining(['save', 'resume', 'rm']))
    expect(await offers('session', 'save', '--arti')).toContain('--artifact')
    expect(await offers('session', 'undo', '--arti')).not.toContain('--artifact')
    expect(await offers('ctx', '')).toContain('alias')
    expect(await offers('ctx', 'alias', '')).toEqual(expect.arrayContaining(['add', 'list', 'verify', 'rm']))
    expect(await offers('ctx', 'alias', 'add', '--no')).toContain('--note')
    expect(await offers('pack', '--format', 'mark')).toContain('markdown')
    expect((await offers('')).at(-1)).toBe('complete -o filenames -F _fovea fovea')
  })

  test('zsh and fish: every command and option is named', async () => {
    const [zsh, fish] = await Promise.all([fovea(['completion', 'zsh']), fovea(['completion', 'fish'])])
    expect(zsh.out).toMatch(/^#compdef fovea\n/)
    for (const command of COMMANDS) {
      expect(zsh.out).toContain(`'${command}:`)
      expect(fish.out).toContain(`-a ${command} -d '`)
    }
    for (const verb of VERBS) {
      expect(zsh.out).toContain(`"${verb} "*) _arguments`)
      expect(fish.out).toContain(`-n '__fish_seen_subcommand_from session' -a ${verb.slice('session '.length)} -d '`)
    }
    expect(fish.out).toContain("-l allow-sensitive -d '")
    // A quote inside a word would end it: outside of the quotes nothing but plain words may remain.
    for (const line of fish.out.trimEnd().split('\n')) expect(line.replace(/'[^']*'/g, '')).toMatch(/^complete -c fovea [\w -]*$/)
  })
})

describe.concurrent('a message names the thing and the next step', () => {
  const own = { XDG_CONFIG_HOME: folder({ 'fovea/config.json': '{bad' }) }

  test.each([
    ['a file for doctor', ['doctor', 'src/store.ts'], 2, 'src/store.ts is a file: doctor looks at folders, such as "fovea doctor src"'],
    ['a file for secrets', ['secrets', 'src/store.ts'], 2, 'src/store.ts is a file: name its folder, and the file with "fovea secrets src --include store.ts"'],
    ['a path above the root', ['zoom', '../../../etc/passwd'], 1, '../../../etc/passwd leads outside the root: give one from there, such as file=src/auth.ts'],
    ['a path of the machine', ['zoom', 'file=/etc/passwd'], 1, '/etc/passwd is no path below the root: give one from there'],
  ])('%s', async (_, args, code, said) => {
    const run = await fovea(args, { cwd: root })
    expect(run).toMatchObject({ code, out: '', err: expect.stringContaining(said) })
    expect(run.err).not.toContain('fovea zoom file=')
  })

  test('a configuration of one\'s own that cannot be read is named by its file, and no list of secrets is made without it', async () => {
    const [doctor, secrets] = await Promise.all([fovea(['doctor', root], { env: own }), fovea(['secrets', root], { env: own })])
    expect(doctor).toMatchObject({ code: 6, out: expect.stringContaining('FAIL  configuration: your own configuration ($XDG_CONFIG_HOME/fovea/config.json): this is not JSON') })
    expect(secrets).toMatchObject({ code: 2, out: '', err: expect.stringContaining('$XDG_CONFIG_HOME/fovea/config.json') })
  })

  test('doctor tells of a cache that cannot be kept where it was wished', async () => {
    const file = join(own.XDG_CONFIG_HOME, 'fovea/config.json')
    expect(await fovea(['doctor', root], { env: { FOVEA_CACHE: file } })).toMatchObject({ code: 6, out: expect.stringContaining(`FAIL  cache: FOVEA_CACHE is ${file}, which is no folder`) })
    expect((await fovea(['doctor', root], { env: { FOVEA_CACHE: join(own.XDG_CONFIG_HOME, 'new') } })).out).not.toContain('FOVEA_CACHE')
  })

  test('an alias beside aliases that are no text is not added, and the repair is named', async () => {
    const project = folder({ ...PROJECT, '.fovea/aliases.json': Uint8Array.of(0xff, 0xfe, 0x7b) })
    expect(await fovea(['ctx', 'alias', 'add', 'A.AUTH', 'src/store.ts'], { cwd: project })).toMatchObject({ code: 1, out: '', err: expect.stringContaining('.fovea/aliases.json cannot be used: it is not UTF-8 text. It was left as it is: "fovea doctor --repair"') })
    expect([...readFileSync(join(project, '.fovea/aliases.json'))]).toEqual([0xff, 0xfe, 0x7b])
  })
})
