// Where a page goes, what it may tell about the place it was made in, and that the same files always give the same bytes.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BIN, folder, fovea, PROJECT, put, start } from './run.ts'

const project = folder(PROJECT)

describe.concurrent('-o', () => {
  test('writes the same bytes to a file, nothing to stdout, and leaves no draft behind', async () => {
    const place = folder()
    const [file, stream] = await Promise.all([fovea([project, '--frozen', '-o', 'page.xml'], { cwd: place }), fovea([project, '--frozen'])])
    expect(file).toMatchObject({ code: 0, out: '', err: stream.err })
    expect(readFileSync(join(place, 'page.xml'), 'utf8')).toBe(stream.out)
    expect(readdirSync(place)).toEqual(['page.xml'])
  })

  test('replaces an older file in one step', async () => {
    const place = folder({ 'page.xml': 'old' })
    expect((await fovea([project, '-q', '-o', join(place, 'page.xml')])).code).toBe(0)
    expect(readFileSync(join(place, 'page.xml'), 'utf8')).toMatch(/^<context /)
    expect(readdirSync(place)).toEqual(['page.xml'])
  })

  test.each(['no/such/page.xml', 'taken'])('a target that cannot be written (%s): exit 1, its name as it was typed, nothing left behind', async (target) => {
    const place = folder({ 'taken/': '' })
    const { code, out, err } = await fovea([project, '-q', '-o', target], { cwd: place })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(new RegExp(`^fovea: ${target} cannot be written: `))
    expect(readdirSync(place)).toEqual(['taken'])
    expect(readdirSync(join(place, 'taken'))).toEqual([])
  })

  test('a budget that holds nothing leaves an older file as it was', async () => {
    const place = folder({ 'page.xml': 'the page of yesterday' })
    expect((await fovea([project, '--budget', '0', '-o', join(place, 'page.xml')])).code).toBe(5)
    expect(readFileSync(join(place, 'page.xml'), 'utf8')).toBe('the page of yesterday')
  })

  test('a link stays a link, and what it leads to gets the bytes', async () => {
    const place = folder({ 'real.xml': 'old' })
    symlinkSync('real.xml', join(place, 'link.xml'))
    expect((await fovea([project, '-q', '-o', join(place, 'link.xml')])).code).toBe(0)
    expect(lstatSync(join(place, 'link.xml')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(place, 'real.xml'), 'utf8')).toMatch(/^<context /)
  })

  // A pipe stands for every special file: /dev/null must stay a device, also for the owner of the machine.
  test('a pipe stays a pipe and is written into', async () => {
    const place = folder()
    execFileSync('mkfifo', [join(place, 'pipe')])
    const reader = start('cat', [join(place, 'pipe')], { timeout: 8_000 })
    const { code } = await fovea([project, '-q', '--frozen', '-o', join(place, 'pipe')], { timeout: 8_000 })
    expect(lstatSync(join(place, 'pipe')).isFIFO()).toBe(true)
    expect(code).toBe(0)
    expect((await reader).out).toMatch(/^<context /)
  })

  test('a page that is larger than a pipe reaches a slow reader whole, and what is said beside it too', async () => {
    const place = folder({ 'big.txt': 'some words in a line\n'.repeat(40_000) })
    const said = execFileSync('sh', ['-c', '("$@"; echo "exit $?") 2>&1 | (sleep 1; cat)', 'sh', process.execPath, BIN, place, '--frozen', '--budget', 'none'], { encoding: 'utf8', maxBuffer: 1 << 24 })
    const { out, err } = await fovea([place, '--frozen', '--budget', 'none'])
    expect(out.length).toBeGreaterThan(800_000)
    expect(said).toBe(`${out}${err}exit 0\n`)
  })

  test('who could not read the older file cannot read the newer one', async () => {
    const place = folder({ 'page.xml': 'old' })
    chmodSync(join(place, 'page.xml'), 0o600)
    expect((await fovea([project, '-q', '-o', join(place, 'page.xml')])).code).toBe(0)
    expect(statSync(join(place, 'page.xml')).mode & 0o777).toBe(0o600)
  })

  test('a page written into the folder it shows is not part of the next one', async () => {
    const root = folder({ 'a.py': 'x = 1\n' })
    const page = async (): Promise<string> => {
      expect((await fovea(['.', '--frozen', '-q', '-o', 'page.xml'], { cwd: root })).code).toBe(0)
      return readFileSync(join(root, 'page.xml'), 'utf8')
    }
    expect(await page()).toBe(await page())
  })
})

describe.concurrent('--frozen', () => {
  const git = (root: string): void => {
    execFileSync('git', ['init', '-q', root])
    execFileSync('git', ['-C', root, 'remote', 'add', 'origin', 'https://remoteuser:hunter2@example.com/team/project.git'])
  }

  test('S1.23: five runs from elsewhere, in another zone and language, of a tree made in another order, on another day: the same bytes', async () => {
    const forward = folder(PROJECT)
    const backward = folder()
    put(backward, Object.fromEntries(Object.entries(PROJECT).reverse()))
    for (const root of [forward, backward]) git(root)
    for (const path of Object.keys(PROJECT)) utimesSync(join(backward, path), 1_000_000, 1_000_000)
    const args = ['--frozen', '--budget', '1000', '--format', 'claude-xml', '--task', 'closeAll does not close']
    const runs = await Promise.all([
      fovea(['.', ...args], { cwd: forward }),
      fovea([forward, ...args], { cwd: '/' }),
      fovea(['../'.repeat(20) + forward.slice(1), ...args], { cwd: backward, env: { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' } }),
      fovea(['.', ...args], { cwd: backward, env: { TZ: 'America/St_Johns', LANG: 'C', HOME: '/', USER: 'someone-else' } }),
      fovea([join(backward, 'src', '..'), ...args], { cwd: folder(), env: { TERM: 'xterm-256color', FORCE_COLOR: '3', COLUMNS: '40', XDG_CONFIG_HOME: folder({ 'fovea/config.json': '{"lens":"debug","exclude":["*.md"]}' }) } }),
    ])
    for (const run of runs) expect(run).toMatchObject({ code: 0, out: runs[0]?.out, err: runs[0]?.err })
    expect(runs[0]?.out).toContain('<frozen>true</frozen><timestamp>1970-01-01T00:00:00Z</timestamp>')
  })

  test('S1.20: nothing is written', async () => {
    const root = folder(PROJECT)
    await fovea([root, '--frozen'])
    expect(existsSync(join(root, '.fovea'))).toBe(false)
  })

  test('without it, the page carries the time', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000
    const { out } = await fovea([project, '-q'])
    const stamp = /<frozen>false<\/frozen><timestamp>(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)<\/timestamp>/.exec(out)?.[1]
    expect(Date.parse(stamp as string)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(stamp as string)).toBeLessThanOrEqual(Date.now())
  })
})

describe.concurrent('S1.25-S1.35: what the page tells about its place', () => {
  const root = folder(PROJECT)
  execFileSync('git', ['init', '-q', root])
  execFileSync('git', ['-C', root, 'remote', 'add', 'origin', 'https://remoteuser:hunter2@example.com/team/project.git'])
  mkdirSync(join(root, '.fovea'))
  writeFileSync(join(root, '.fovea/notes.txt'), 'ask Kim about the tokens\n')
  const config = folder()
  const own = { env: { XDG_CONFIG_HOME: config } }

  test.each(['claude-xml', 'xml', 'markdown', 'plusminus'])('by default nothing of it is in %s', async (format) => {
    const { out, err } = await fovea([root, '--format', format], own)
    for (const secret of [root, config, '/team/project', 'hunter2', 'remoteuser', 'ask Kim', `>${hostname()}<`, `"${hostname()}"`, ` ${hostname()}\n`, `/${userInfo().username}/`, process.cwd()]) {
      expect(out, secret).not.toContain(secret)
      expect(err, secret).not.toContain(secret)
    }
  })

  test('by default the root is a dot and the remote a domain', async () => {
    const page = JSON.parse((await fovea([root, '--json', '-q'], own)).out) as { facts: unknown }
    expect(page.facts).toEqual({ project_root: '.', git_remote: 'example.com' })
  })

  test('--allow-sensitive adds exactly the five facts, credentials never', async () => {
    const { out } = await fovea([root, '--json', '-q', '--allow-sensitive'], own)
    const page = JSON.parse(out) as { facts: unknown }
    expect(page.facts).toEqual({
      project_root: root, hostname: hostname(), session_notes: 'ask Kim about the tokens',
      user_config_path: join(config, 'fovea/config.json'), git_remote: 'https://example.com/team/project.git',
    })
    expect(out).not.toContain('hunter2')
  })

  test('and nothing but them', async () => {
    const [plain, told] = await Promise.all([fovea([root, '-q', '--frozen', '--budget', 'none'], own), fovea([root, '-q', '--frozen', '--budget', 'none', '--allow-sensitive'], own)])
    const facts = /^<(project_root|hostname|session_notes|user_config_path|git_remote)>.*\n/gm
    const same = (page: string): string => page.replace(facts, '').replace(/utilized="\d+"/, '')
    expect(same(told.out)).toBe(same(plain.out))
    expect(told.out.match(facts)).toHaveLength(5)
  })

  test('a secret in the notes stays a secret', async () => {
    const noted = folder({ 'a.py': 'x = 1\n', '.fovea/notes.txt': `token ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6'}\n` })
    expect((await fovea([noted, '-q', '--allow-sensitive'])).out).not.toContain('aB3dE6gH9jK2')
  })
})

describe.concurrent('secrets and what could not be read', () => {
  const token = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6'}`
  const leaky = folder({ 'a.py': 'x = 1\n', 'conf.env': `GITHUB_TOKEN=${token}\n` })

  test('a secret is redacted on every stream; --fail-on-secret makes it exit 4', async () => {
    const [plain, strict, quiet] = await Promise.all([fovea([leaky]), fovea([leaky, '--fail-on-secret']), fovea([leaky, '--fail-on-secret', '-q', '--json'])])
    expect([plain.code, strict.code, quiet.code]).toEqual([0, 4, 4])
    for (const { out, err } of [plain, strict, quiet]) {
      expect(out).toMatch(/GITHUB_TOKEN=⟨redacted:[\w-]+:[0-9a-f]{4}⟩/)
      expect(out + err).not.toContain(token.slice(4, 20))
    }
    expect(strict.err).toContain('conf.env holds what looks like secrets; they were replaced (line 1).')
    expect(quiet.err).toBe('')
  })

  test('zoom, skeleton and explain do not show it either', async () => {
    for (const args of [['zoom', 'file=conf.env'], ['zoom', 'file=conf.env:1-1'], ['explain', 'conf.env']]) {
      const { code, out, err } = await fovea([...args, '--root', leaky])
      expect(code).toBe(0)
      expect(out + err).not.toContain(token.slice(4, 20))
    }
    expect((await fovea(['skeleton', join(leaky, 'conf.env')])).out).toBe('GITHUB_TOKEN=…\n')
    expect((await fovea(['skeleton', join(leaky, 'conf.env'), '--lang', 'text'])).out).toContain('⟨redacted:')
  })

  test('without a secret --fail-on-secret changes nothing', async () => {
    expect((await fovea([project, '--fail-on-secret', '-q'])).code).toBe(0)
  })

  test('what cannot be read is left out with a warning; --strict makes it exit 3', async () => {
    const root = folder({ 'a.py': 'x = 1\n' })
    execFileSync('mkfifo', [join(root, 'pipe')])
    const [plain, strict, quiet] = await Promise.all([fovea([root]), fovea([root, '--strict']), fovea([root, '--strict', '-q'])])
    expect([plain.code, strict.code, quiet.code]).toEqual([0, 3, 3])
    expect(plain.out).toContain('x = 1')
    expect(strict.err).toMatch(/^warning: pipe was left out: it is a pipe, a socket or a device, not a file\.\n {2}Add it to \.foveaignore if this is expected\.\n/)
    expect(quiet.err).toBe('')
    put(root, { '.foveaignore': 'pipe\n' })
    expect((await fovea([root, '--strict', '-q'])).code).toBe(0)
  })

  // Root reads everything, so the walk becomes nobody for a moment.
  test.runIf(process.getuid?.() === 0)('a file without permission: the rest is packed, its name and the cause are told', async () => {
    const root = folder({ 'a.py': 'x = 1\n', 'closed.py': 'y = 2\n', 'shut/b.py': 'z = 3\n' })
    chmodSync(join(root, 'closed.py'), 0o000)
    chmodSync(join(root, 'shut'), 0o000)
    for (const open of [root, dirname(root)]) chmodSync(open, 0o755)
    const { code, out, err } = await start('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, BIN, root, '--strict'])
    expect(code).toBe(3)
    expect(out).toContain('x = 1')
    expect(err).toContain('warning: closed.py was left out: permission denied.')
    expect(err).toContain('warning: shut/ was left out with everything in it: permission denied.')
  })

  test('a thousand warnings are three and a number', async () => {
    const root = folder({ 'a.py': 'x = 1\n' })
    for (let i = 0; i < 9; i++) execFileSync('mkfifo', [join(root, `pipe${i}`)])
    const { err } = await fovea([root])
    expect(err.match(/^warning: /gm)).toHaveLength(3)
    expect(err).toContain('  and 6 more like this (source/special-file)\n')
  })
})
