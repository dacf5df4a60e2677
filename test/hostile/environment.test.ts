// What a machine may be like: no room, no home, no right to write, nobody who reads. What was asked is done without what is missing, or a sentence says what is wrong; a file that was there stays as it was.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { call, connected } from '../mcp/client.ts'
import { BIN, folder, fovea, PROJECT, type Ran, start } from '../walks/run.ts'

/** Runs the program in a shell that was made worse before; `$F` is the program. */
const shell = (before: string, around: Parameters<typeof start>[2] = {}): Promise<Ran> => start('bash', ['-c', `${before.replaceAll('$F', `"${process.execPath}" "${BIN}"`)}`], around)

const calm = ({ code, signal, err }: Ran): void => {
  expect(code, `${signal ?? ''} ${err}`).not.toBe(null)
  expect(err).not.toMatch(/\n\s+at .*:\d+:\d+|node:internal|TypeError|RangeError|Cannot read prop/)
}

const rootUser = process.getuid?.() === 0

const disks: string[] = []
afterAll(() => { for (const disk of disks) execFileSync('umount', ['-l', disk]) })

/** A disk of 64 KB that is full but for a few bytes, with an old page on it; undefined where none can be made. */
function fullDisk(): string | undefined {
  const disk = folder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  disks.push(disk)
  writeFileSync(join(disk, 'page.xml'), 'the old page\n')
  try {
    writeFileSync(join(disk, 'everything'), Buffer.alloc(1 << 20))
  } catch {
    // Full, as it should be.
  }
  return disk
}

describe.concurrent('no room', () => {
  test('a page that does not fit leaves the old one, and nothing beside it', async () => {
    const root = folder(PROJECT)
    const disk = fullDisk()
    // Without the right to mount, a limit on the size of files does the same by another error.
    const place = disk ?? folder({ 'page.xml': 'the old page\n' })
    const before = readdirSync(place)
    const run = disk === undefined ? await shell('ulimit -f 1; $F . -b none -q -o "$PLACE/page.xml"', { cwd: root, env: { PLACE: place } }) : await fovea(['.', '-b', 'none', '-q', '-o', join(place, 'page.xml')], { cwd: root })
    calm(run)
    expect(run.code).toBe(1)
    expect(run.err).toMatch(/page\.xml cannot be written: (?:the disk is full|it would be larger than the system allows)/)
    expect(readFileSync(join(place, 'page.xml'), 'utf8')).toBe('the old page\n')
    expect(readdirSync(place)).toEqual(before)
  })

  test('a cache, a home and a folder for drafts without room cost nothing but time', async () => {
    const [root, disk] = [folder(PROJECT), fullDisk() ?? '/dev/full']
    const plain = await fovea(['.', '-q', '-f', 'minimal', '--no-cache'], { cwd: root })
    const run = await fovea(['.', '-q', '-f', 'minimal'], { cwd: root, env: { FOVEA_CACHE: join(disk, 'cache'), HOME: disk, TMPDIR: disk, XDG_CONFIG_HOME: disk } })
    calm(run)
    expect([run.code, run.out]).toEqual([0, plain.out])
  })

  test('a server answers with a cache that cannot be written and a home that is a file', async () => {
    const home = join(folder({ home: '' }), 'home')
    const client = await connected({ args: [folder(PROJECT)], env: { FOVEA_CACHE: join(fullDisk() ?? home, 'cache'), HOME: home, TMPDIR: '/nonexistent' } })
    expect(await call(client, 'get_context', { task: 'close sessions', budget: 500 })).toMatchObject({ failed: false, text: expect.stringContaining('closeAll') as string })
  })

  test('what a user wants kept and cannot be kept is an error, and what was kept stays', async () => {
    const root = folder(PROJECT)
    expect((await fovea(['mark', 'src/store.ts', '--utility', '0.9'], { cwd: root })).code).toBe(0)
    const files = (): Record<string, string> => Object.fromEntries(readdirSync(join(root, '.fovea'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => [join(entry.parentPath, entry.name), readFileSync(join(entry.parentPath, entry.name), 'utf8')]))
    const before = files()
    const run = await shell('ulimit -f 0; $F mark src/report.py --utility 0.1', { cwd: root })
    calm(run)
    expect(run.code).not.toBe(0)
    expect(files()).toEqual(before)
  })
})

describe.concurrent('nobody to speak to', () => {
  test.each([
    ['a full device', '$F . -q > /dev/full', 1, /^fovea: the output could not be written: the disk is full\n$/], ['a reader who leaves', '$F . -b none | head -c 10; exit ${PIPESTATUS[0]}', 0, /^/],
    ['no standard input', '$F . -q <&-', 0, /^$/], ['no standard error', '$F . 2>&-', 0, /^$/], ['standard error that is full', '$F . 2>/dev/full', 0, /^$/], ['a task that nobody says', '$F . -q --task-file - <&-', 2, /the task file - is empty/],
    ['nothing at all', '$F . -q <&- >&- 2>&-', 0, /^$/],
  ])('%s', async (_, command, code, words) => {
    const run = await shell(command, { cwd: folder(PROJECT) })
    calm(run)
    expect([run.code, run.err], run.err).toEqual([code, expect.stringMatching(words)])
  })
})

describe.concurrent('a poor machine', () => {
  const root = folder(PROJECT)
  const usual = fovea(['.', '-q', '-f', 'minimal', '--no-cache'], { cwd: root })

  test.each<[string, string, Record<string, string | undefined>]>([
    ['a heap of 64 MB', '$F . -q -f minimal', { NODE_OPTIONS: '--max-old-space-size=64' }], ['32 open files', 'ulimit -n 32; $F . -q -f minimal', {}], ['a home that is a file', '$F . -q -f minimal', { HOME: '/etc/hostname', XDG_CONFIG_HOME: undefined }],
    ['a home that is not there', '$F . -q -f minimal', { HOME: '/nonexistent/a/b', XDG_CONFIG_HOME: undefined }], ['no folder for drafts', '$F . -q -f minimal', { TMPDIR: '/nonexistent' }], ['a language that nobody speaks', '$F . -q -f minimal', { LANG: 'xx_YY.FOO', LC_ALL: 'tr_TR.UTF-8' }],
    ['a place that is nowhere', '$F . -q -f minimal', { TZ: ':/etc/passwd' }], ['a terminal of one column', '$F . -q -f minimal', { COLUMNS: '1', TERM: 'x\u001b[31m' }],
  ])('%s gives the bytes of a rich one', async (_, command, env) => {
    const run = await shell(command, { cwd: root, env })
    calm(run)
    expect([run.code, run.out]).toEqual([0, (await usual).out])
  })

  test.runIf(rootUser)('a home, a cache and a project that may only be read', async () => {
    const place = folder({ ...Object.fromEntries(Object.entries(PROJECT).map(([path, text]) => [`project/${path}`, text])), 'home/': '' })
    for (const path of [join(place, '..'), place, join(place, 'home'), join(place, 'project')]) chmodSync(path, 0o755)
    const run = await start('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, BIN, '.', '-q', '-f', 'minimal'], { cwd: join(place, 'project'), env: { HOME: join(place, 'home'), XDG_CONFIG_HOME: undefined, XDG_CACHE_HOME: undefined } })
    expect([run.code, run.err, run.out]).toEqual([0, '', (await usual).out])
    expect([readdirSync(join(place, 'home')), existsSync(join(place, 'project', '.fovea'))]).toEqual([[], false])
  })

  test('a clock that jumps: a file from the future that is changed and dated as before is read again', async () => {
    const [place, cache] = [folder({ 'a.py': 'x = 1\n' }), folder()]
    const future = new Date('2099-01-01T00:00:00Z')
    const shown = async (text: string): Promise<string> => {
      writeFileSync(join(place, 'a.py'), text)
      utimesSync(join(place, 'a.py'), future, future)
      return (await fovea(['.', '-q', '-f', 'minimal'], { cwd: place, env: { FOVEA_CACHE: cache } })).out
    }
    for (const text of ['x = 1\n', 'x = 2\n', 'x = 3\n']) expect((await shown(text)).endsWith(`--- a.py [python] ---\n${text}`), text).toBe(true)
  })
})

test('what lies in the place of what we keep is neither waited for nor followed', async () => {
  const root = folder(PROJECT)
  for (const name of ['sessions', 'notes.txt', 'aliases.json', 'memory.json', 'config.json', 'catalog']) {
    mkdirSync(join(root, '.fovea'), { recursive: true })
    execFileSync('mkfifo', [join(root, '.fovea', name)])
  }
  for (const args of [['.', '-q', '--allow-sensitive'], ['session', 'list'], ['journal'], ['ctx', 'alias', 'list'], ['doctor'], ['catalog', 'search', 'x']]) calm(await fovea(args, { cwd: root, timeout: 10_000 }))
})
