// No value that is found reaches any surface, nor any file that is kept: everything that comes out or is stored is searched for what was planted.
import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FORMAT_NAMES } from '../../src/formats/index.ts'
import { deskFor } from '../../src/studio/desk.ts'
import { call, connected } from '../mcp/client.ts'
import { folder, fovea, put } from './run.ts'

// Values are put together here, so that no scanner of this repository has anything to report.
const A = 'k3Jd82LmQ0xVb7Tz1NcR5yHw9PsFgEaU6oi4Bq'
const H = '9f3a71c05be8d264'
const glue = (...parts: readonly string[]): string => parts.join('')
const key = [A, A.split('').reverse().join(''), A.toLowerCase().toUpperCase() + A].map((row) => `${row}${row}`.slice(0, 64))

/** How a value stands, and the part of it that must never be seen. */
const CANARIES: readonly (readonly [string, string])[] = [
  [`const a = "${glue('ghp', '_', A.slice(0, 36))}"`, A.slice(0, 36)],
  [`aws = "${glue('AK', 'IA', 'QX7ZK2WM4TRV6BHN')}"`, 'QX7ZK2WM4TRV6BHN'],
  [`stripe: ${glue('sk', '_live_', 'Zz1', A.slice(0, 21))}`, `Zz1${A.slice(0, 21)}`],
  [`slack = '${glue('xo', 'xb-', '481516234200-', '108481516234-', 'Yy2', A.slice(0, 21))}'`, `Yy2${A.slice(0, 21)}`],
  [`gl: ${glue('gl', 'pat-', 'Xx3', A.slice(0, 17))}`, `Xx3${A.slice(0, 17)}`],
  [`google = "${glue('AI', 'za', 'Ww4', A.slice(0, 32))}"`, `Ww4${A.slice(0, 32)}`],
  [`npm = ${glue('npm', '_', 'Vv5', A.slice(0, 33))}`, `Vv5${A.slice(0, 33)}`],
  [`jwt: ${glue('ey', 'JhbGciOiJIUzI1NiJ9.ey', 'JzdWIiOiIxMjM0In0.', 'Uu6', A)}`, `Uu6${A}`],
  [`openai = "${glue('sk', '-proj-', 'Tt7', A, A)}"`, `Tt7${A}${A}`],
  [`DB_PASSWORD=${glue('ca', 'nary', 'Ss8x')}`, glue('canary', 'Ss8x')],
  [`password: "${glue('purple', 'canary')}"`, glue('purple', 'canary')],
  [`DATABASE_URL=postgres://app:${glue('Rr9', 'canary')}@db.internal/x`, glue('Rr9', 'canary')],
  [`Authorization: Bearer ${glue('Qq1', A.slice(0, 30))}`, `Qq1${A.slice(0, 30)}`],
  [`curl -u deploy:${glue('Pp2', 'canary')} https://api.internal/`, glue('Pp2', 'canary')],
  [`{"client_secret": "${glue('0a1b', H, H)}"}`, glue('0a1b', H, H)],
  [`TWILIO_AUTH_TOKEN=${glue('5d5e', H, H.slice(0, 12))}`, glue('5d5e', H, H.slice(0, 12))],
  [`AccountKey=${glue('Oo3', A, A, 'aa==')};`, glue('Oo3', A, A)],
  [`<password>${glue('Nn4!', 'canary')}</password>`, glue('Nn4!', 'canary')],
  [`GET /x?access_token=${glue('Mm5', A.slice(0, 30))}&y=1`, `Mm5${A.slice(0, 30)}`],
  [[glue('-----BEGIN ', 'RSA PRIVATE KEY-----'), ...key, glue('-----END ', 'RSA PRIVATE KEY-----')].join('\n'), key[1] as string],
]
const LINKED = glue('ghp', '_', 'Lnk4', A.slice(0, 32))
const NAMED = glue('ghp', '_', 'Nam3', A.slice(0, 32))
const SAID = glue('ghp', '_', 'Mes4', A.slice(0, 32))
const CONFIGURED = glue('ghp', '_', 'Con5', A.slice(0, 32))
const VALUES = [LINKED, ...CANARIES.map(([, value]) => value), NAMED.slice(4), SAID.slice(4), CONFIGURED.slice(4)]

const git = (cwd: string, ...args: readonly string[]): void => void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd, stdio: 'ignore', env: { PATH: process.env['PATH'], HOME: cwd } })

function planted(): string {
  const root = folder({
    'src/keys.ts': `/** Opens doors. */\nexport function openDoors(): string {\n${CANARIES.map(([line]) => line.split('\n').map((one) => `  // ${one}`).join('\n')).join('\n')}\n  return 'open'\n}\n`,
    'src/other.ts': 'import { openDoors } from "./keys.ts"\n\nexport const other = openDoors()\n',
    'README.md': `# Doors\n\n${CANARIES.map(([line]) => line).join('\n\n')}\n`,
    '.env.example': `${CANARIES.slice(9, 12).map(([line]) => line).join('\n')}\n`,
    [`src/${NAMED}.ts`]: 'export const named = 1\n',
    'fovea.config.json': `{"rules": [{"match": "src/**", "priority": 2, "why": "${CONFIGURED}"}]}\n`,
    'doors.json': JSON.stringify([{ type: 'document', title: 'Doors', format_hint: 'plain', content: CANARIES.map(([line]) => line).join('\n') }]),
  })
  symlinkSync(`src/${LINKED}`, join(root, 'link'))
  git(root, 'init', '-q')
  git(root, 'add', '-A')
  git(root, 'commit', '-qm', `Open doors with ${SAID}`)
  put(root, { 'src/other.ts': `import { openDoors } from "./keys.ts"\n\n// ${CANARIES[0]?.[0]}\nexport const other = openDoors() + 1\n` })
  return root
}

/** Every text of every file below a folder, names included. */
function stored(folder: string): string {
  return readdirSync(folder, { recursive: true }).map(String).map((name) => {
    const file = join(folder, name)
    return `${name}\n${lstatSync(file).isFile() ? readFileSync(file).toString('latin1') : ''}`
  }).join('\n')
}

const seen = (text: string): string[] => VALUES.filter((value) => text.includes(value))

test('no planted value is printed, logged or kept by any command', { timeout: 120_000 }, async () => {
  const root = planted()
  const kept = folder()
  mkdirSync(join(kept, 'out'))
  const env = { FOVEA_CACHE: join(kept, 'cache') }
  const base = /pack ([0-9a-f]{8})/.exec((await fovea(['pack', '.', '--budget', '900'], { cwd: root, env })).err)?.[1] ?? 'none'
  put(root, { 'src/more.ts': `// ${CANARIES[10]?.[0]}\nexport const more = 1\n` })
  const commands: readonly (readonly string[])[] = [
    ...FORMAT_NAMES.map((format) => ['pack', '.', '--format', format, '--log', join(kept, `out/${format}.log`)]),
    ['pack', '.', '--budget', '900', '--task', 'open the doors'], ['pack', '.', '-o', join(kept, 'out/page.xml')], ['pack', '.', '--no-cache', '--frozen'],
    ['task', 'open the doors', '.'], ['zoom', 'fn=openDoors'], ['zoom', 'file=README.md'], ['zoom', 'src/'], ['search', 'open doors'], ['search', 'password'], ['explain'], ['explain', 'src/keys.ts'], ['skeleton', 'src/keys.ts'], ['skeleton', '.'], ['skeleton', '.', '--jsonl'],
    ['delta', '.', '--base', base], ['render', 'doors.json'], ['bcp', 'pack', '.', '-o', join(kept, 'out/a.bcp')], ['session', 'save', 'a'], ['session', 'resume', 'a'], ['feedback', 'src/keys.ts', '--useful'], ['secrets'], ['secrets', '--json'], ['secrets', '--format', 'sarif'],
    ['doctor'], ['config'], ['cache', 'status'], ['pack', '.', '--commit', 'HEAD'],
  ]
  const broken: string[] = []
  for (const args of commands) {
    const { out, err, code } = await fovea(args, { cwd: root, env })
    // A command that does not work shows nothing for another reason.
    // One file of a folder of skeletons is left out for its name.
    if (code !== 0 && code !== 4 && !(code === 3 && args[0] === 'skeleton')) broken.push(`${args.join(' ')}: ${code} ${err}`)
    expect(seen(out + err), args.join(' ')).toEqual([])
  }
  expect(broken).toEqual([])
  expect(stored(kept).length).toBeGreaterThan(1000)
  expect(seen(stored(kept))).toEqual([])
  expect(seen(stored(join(root, '.fovea')))).toEqual([])
})

test('no planted value in words of people is printed or kept: reasons, tags, requests, messages, notes', { timeout: 60_000 }, async () => {
  const root = folder({ 'a.py': 'def a():\n    return 1\n' })
  const secret = (word: string): string => glue('ghp', '_', word, A.slice(0, 36 - word.length))
  const said = (word: string): string => `see ${secret(word)} there`
  put(root, { 'said.json': JSON.stringify({ session_id: 's', file_ratings: { 'a.py': { utility: 1, reason: said('Fro1') } } }), 'more.json': JSON.stringify({ conversation_history: [{ role: 'user', content: said('Fro2') }], [said('Key3')]: 1 }), 'trace.txt': `Error: ${said('Tra4')}\n    at a (a.py:1:1)\n` })
  const commands: readonly (readonly string[])[] = [
    ['mark', 'a.py', '--utility', '0.9', '--reason', said('Mar5'), '--tag', secret('Tag6'), '--json'], ['feedback', 'a.py', '--useful', '--reason', said('Fee7'), '--session', secret('Ses8')], ['feedback', '--from', 'said.json'], ['journal'],
    ['session', 'save', 's', '--task', said('Tas9'), '--state', secret('StaA'), '--message', `user=${said('MesB')}`, '--artifact', secret('ArtC'), '--pin', secret('PinD'), '--from', 'more.json'], ['session', 'save', '--task', said('MadE')],
    ['session', 'list'], ['session', 'show', 's', '--json'], ['session', 'resume', 's'],
    ['task', said('ReqF'), '--stack', 'trace.txt', '--session', 't'], ['task', said('ReqG'), '--envelope', '--stack', 'trace.txt'], ['session', 'show', 't', '--json'],
    ['ctx', 'alias', 'add', '.', 'H.a', 'a.py', '--note', said('NotH')],
  ]
  const [broken, told] = [[] as string[], [] as string[]]
  for (const args of commands) {
    const { out, err, code } = await fovea(args, { cwd: root })
    if (code !== 0) broken.push(`${args.join(' ')}: ${code} ${err}`)
    if ((out + err).includes(A.slice(0, 20))) told.push(args.join(' '))
  }
  expect(broken).toEqual([])
  expect(told).toEqual([])
  const kept = stored(join(root, '.fovea'))
  // All of it was kept, without the values.
  for (const file of ['memory.json', 'sessions/s.json', 'sessions/t.json', 'aliases.json']) expect(readFileSync(join(root, '.fovea', file), 'utf8'), file).toContain('redacted:github-pat')
  expect(kept).not.toContain(A.slice(0, 20))
})

test('what a repository ships below .fovea is told without its secrets, also when escapes or remarks are in the way', { timeout: 60_000 }, async () => {
  const secret = glue('ghp', '_', A.slice(0, 36))
  const escaped = `\\u0067${secret.slice(1)}`
  const root = folder({
    'a.py': 'a = 1\n',
    '.fovea/memory.json': `{"version": "2.0.0", "files": {"${secret}.py": {"utility_score": 0.9, "access_count": 1, "last_accessed": "2026-01-01T00:00:00Z", "tags": ["${secret}"]}}, "lens_profiles": {}, "fovea": {"version": 1, "journal": [{"kind": "marked", "path": "a.py", "at": "2026-01-01T00:00:00Z", "why": "${escaped}"}, {"kind": "marked", "path": "b.py", "at": "2026-01-01T00:00:00Z", "why": "${secret} // fovea:allow"}]}}\n`,
    '.fovea/sessions/s.json': `{"session_id": "s", "user_request": "${escaped}", "conversation_history": [{"${secret}": "x"}], "fovea": {"version": 1, "plan": [{"handle": "${secret}", "level": "full"}]}}\n`,
    '.fovea/aliases.json': `{"A.x": {"path": "docs/${secret}.md", "sha": "d00dad42", "note": "${escaped}"}}\n`,
  })
  for (const args of [['journal'], ['journal', '--json'], ['memory', 'export', '--reasons'], ['session', 'list'], ['session', 'show', 's', '--json'], ['ctx', 'alias', 'list']]) {
    const { out, err, code } = await fovea(args, { cwd: root })
    expect(`${code} ${err}`, args.join(' ')).toMatch(/^0 /)
    expect(out, args.join(' ')).toContain('redacted:github-pat')
    expect(out + err, args.join(' ')).not.toContain(A.slice(0, 20))
  }
})

test('a configuration that is wrong is told without its values', async () => {
  const root = folder({ 'a.ts': 'export const a = 1\n', 'fovea.config.json': `{"budget": "${CONFIGURED}"}\n` })
  const { err, code } = await fovea(['pack', '.'], { cwd: root })
  expect(code).toBe(2)
  expect(err).toContain('budget')
  expect(seen(err)).toEqual([])
})

test('no planted value is in what agents and the studio are told', { timeout: 60_000 }, async () => {
  const root = planted()
  const client = await connected({ args: [root] })
  for (const [tool, args] of [['get_context', { task: 'open the doors', budget: 3000 }], ['get_context', {}], ['zoom', { target: 'fn=openDoors' }], ['zoom', { target: 'file=README.md' }], ['search', { query: 'open doors' }], ['zoom', { target: `file=src/${NAMED.slice(0, 5)}.ts` }]] as const) {
    expect(seen(JSON.stringify(await call(client, tool, args))), tool).toEqual([])
  }
  const desk = deskFor({ root, frozen: true })
  for (const [path, said] of [['/plan.json', {}], ['/preview.json', {}], ['/preview.json', { file: 'src/keys.ts' }], ['/why.json', { target: 'src/keys.ts' }], ['/context.txt', {}], ['/plan.json', { lens: CONFIGURED }]] as const) {
    expect(seen((await desk({ path, said, changes: false }, () => {})).body), path).toEqual([])
  }
})

test('who asks for secrets is told what nobody looked at', { timeout: 60_000 }, async () => {
  const root = folder({ 'a.ts': 'export const a = 1\n', 'big.txt': `${'plain words in a line\n'.repeat(60_000)}${CANARIES[0]?.[0]}\n` })
  const { err, code } = await fovea(['pack', '.', '--fail-on-secret'], { cwd: root })
  expect(code).toBe(3)
  expect(err).toContain('not looked at for secrets, too large: big.txt')
  expect((await fovea(['pack', '.'], { cwd: root })).code).toBe(0)
  expect((await fovea(['secrets'], { cwd: root })).code).toBe(4)
})

test('a secret in the words of a link counts like one in a file', { timeout: 60_000 }, async () => {
  const root = folder({ 'a.ts': 'export const a = 1\n' })
  symlinkSync(LINKED, join(root, 'link'))
  expect((await fovea(['pack', '.', '--fail-on-secret'], { cwd: root })).code).toBe(4)
  expect(await fovea(['secrets'], { cwd: root })).toMatchObject({ code: 4, out: expect.stringContaining('link:1') as string })
  expect(await fovea(['skeleton', '.'], { cwd: root })).toMatchObject({ code: 0, out: expect.stringMatching(/it is link to ⟨redacted:github-pat:/) as string })
})
