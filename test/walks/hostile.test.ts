// What a hostile configuration, machine or person may do: never a stack trace, never a wait without end, always a sentence and the right exit code. Hostile files are planted by test/kit/hostile and asked about in test/hostile.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BIN, folder, fovea, put, type Ran, start } from './run.ts'

const calm = (run: Ran): void => {
  expect(run.code, `${run.signal ?? ''} ${run.err}`).not.toBe(null)
  expect(run.err).not.toMatch(/\n\s+at .*:\d+:\d+|node:internal|TypeError|RangeError|Cannot read prop/)
}

describe.concurrent('a configuration that is not one', () => {
  const configured = (config: string): string => folder({ 'a.py': 'x = 1\n', 'fovea.config.json': config })

  test.each([
    ['garbage', '{garbage'], ['nothing', ''], ['null', 'null'], ['deep', '['.repeat(200_000)], ['__proto__', '{"__proto__":{"budget":"1"}}'], ['a number', '{"budget":8000}'],
  ])('%s: nothing is shown by rules that could not be read; exit 2 and the name of the file', async (_, config) => {
    const run = await fovea([configured(config)])
    calm(run)
    expect(run).toMatchObject({ code: 2, out: '' })
    expect(run.err).toMatch(/^fovea: fovea\.config\.json: .{10}/)
    expect(run.err.length).toBeLessThan(600)
  })

  test('names that every object has are names like any other', async () => {
    const root = configured('{"lenses":{"__proto__":{"doc":"x"},"constructor":{"include":["a.py"]}}}')
    for (const lens of ['__proto__', 'constructor']) expect((await fovea([root, '--lens', lens, '-q'])).code).toBe(0)
    for (const lens of ['toString']) expect((await fovea([root, '--lens', lens, '-q'])).code).toBe(2)
  })

  test('patterns that explode elsewhere', async () => {
    const run = await fovea([configured(`{"exclude":["[","**[","{a,b","${'**/'.repeat(40)}x"],"rules":[{"match":"${'*a'.repeat(40)}b","weight":2},{"match":"{{{{"}]}`), '-q'], { timeout: 10_000 })
    calm(run)
    expect(run.code).toBe(0)
  })

  test('a pipe in its place is not waited for', async () => {
    const root = folder({ 'a.py': 'x = 1\n' })
    execFileSync('mkfifo', [join(root, 'fovea.config.json')])
    calm(await fovea([root, '-q'], { timeout: 6_000 }))
  })

  test('a link in its place does not show what it leads to', async () => {
    const secret = folder({ 'secret.txt': 'hunter2hunter2' })
    const root = folder({ 'a.py': 'x = 1\n' })
    symlinkSync(join(secret, 'secret.txt'), join(root, 'fovea.config.json'))
    const run = await fovea([root])
    calm(run)
    expect(run.out + run.err).not.toContain('hunter')
  })

  test('a folder in its place is not silence', async () => {
    const root = folder({ 'a.py': 'x = 1\n', 'fovea.config.json/': '' })
    expect((await fovea(['doctor', root])).code).toBe(6)
  })
})

describe.concurrent('the machine', () => {
  test('a folder that was removed under one\'s feet is told in words', async () => {
    const run = await start('bash', ['-c', `mkdir gone && cd gone && rmdir ../gone && "${process.execPath}" "${BIN}" .`], { cwd: folder() })
    calm(run)
    expect(run.code).not.toBe(0)
    expect(run.err).toMatch(/^fovea: /)
    expect(run.err).not.toContain('uv_cwd')
  })

  test('no home, no terminal, no language', async () => {
    const root = folder({ 'a.py': 'x = 1\n' })
    for (const env of [{ HOME: undefined, XDG_CONFIG_HOME: undefined, LANG: undefined }, { HOME: '', XDG_CONFIG_HOME: '' }, { TERM: undefined, PATH: '' }]) {
      expect((await fovea([root, '-q'], { env })).code).toBe(0)
    }
  })

  test.runIf(process.getuid?.() === 0)('a folder that may not be written to is packed all the same', async () => {
    const root = folder({ 'a.py': 'x = 1\n' })
    execFileSync('chmod', ['755', root, join(root, '..')])
    const nobody = (...args: string[]): Promise<Ran> => start('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, BIN, ...args], { cwd: root })
    expect(await nobody('.', '-q')).toMatchObject({ code: 0, err: '' })
    expect((await nobody('doctor')).out).toContain('this folder is read-only')
    const written = await nobody('init')
    expect(written.code).toBe(1)
    expect(written.err).toMatch(/^fovea: .*fovea\.config\.json/)
    expect((await nobody('.', '-q', '-o', 'page.xml')).err).toMatch(/^fovea: page\.xml cannot be written: /)
  })

  test.runIf(process.getuid?.() === 0)('a root that may not be listed: not a success', async () => {
    const root = folder({ 'shut/a.py': 'x = 1\n' })
    execFileSync('chmod', ['755', root, join(root, '..')])
    execFileSync('chmod', ['000', join(root, 'shut')])
    const run = await start('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, BIN, join(root, 'shut')])
    calm(run)
    expect(run.code).not.toBe(0)
    expect(run.err).toContain('permission denied')
  })
})

describe.concurrent('arguments', () => {
  const root = folder({ 'a.py': 'x = 1\n', 'é ü/日本.py': 'y = 2\n' })

  test.each([
    [['.', '--budget', '999999999999'], 0], [['.', '--budget', '9999999999999999'], 2], [['é ü'], 0], [['.', '--task', '\ud800 🎉 \u202e'.repeat(500)], 0], [['.', '-i', '日本.py'], 0],
    [['.', '--pin', '**', '--exclude', '**'], 1], [['.', '--frozen', '--frozen'], 0], [['.', '--json', '--format', 'xml'], 0], [['.', '-qb', '9k'], 0], [['zoom', 'file='], 1], [['zoom', '#'], 1], [['zoom', '@'], 1], [['zoom', 'fn=('], 1], [['zoom', 'fn=__proto__'], 1], [['explain', ''], 2], [['.', '-x', '['.repeat(5000)], 0],
  ] as const)('number %#', async (args, code) => {
    const run = await fovea(args.map((word) => word.toString()), { cwd: root, timeout: 10_000 })
    calm(run)
    expect(run.code, run.err).toBe(code)
  })

  test.each([['one word without end', 'x'.repeat(60_000)], ['words, signs and paths', 'a/b.ts `close_all` closeAll(x) ../../etc \ud83d\ude00 '.repeat(1500)]])('a task of 60,000 characters: %s', async (_, task) => {
    const run = await fovea(['.', '--task-file', '-', '-q'], { cwd: root, input: task, timeout: 10_000 })
    calm(run)
    expect(run.code, run.err).toBe(0)
  })

  test('a file that is made between two runs is seen, one that is removed is not', async () => {
    const place = folder({ 'a.py': 'x = 1\n' })
    await fovea([place, '-q'])
    put(place, { 'b.py': 'y = 2\n' })
    rmSync(join(place, 'a.py'))
    mkdirSync(join(place, 'empty'))
    const { out } = await fovea([place, '-q', '-f', 'minimal'])
    expect(out).toMatch(/^\[notice: .*\]\n--- b\.py \[python\] ---\ny = 2\n$/)
  })
})
