// Walks run the built program as a person would: a real process, a folder on disk, its two streams and its exit code.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { createMeter } from '../../dist/meters/index.js'
import { asset } from '../../dist/workspace/assets.js'
import { freshProgram } from '../../scripts/fresh.mjs'
import { put } from '../kit/put.ts'

export { put }

/** The built program, as it is shipped. */
export const BIN = freshProgram()

/** What a run left behind. */
export interface Ran {
  readonly code: number | null
  readonly signal: string | null
  readonly out: string
  readonly err: string
}

/** How a run differs from the usual one. */
export interface Around {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly input?: string
  /** Asked with everything that was printed so far; gives a signal to send. */
  readonly interrupt?: { readonly after: number; readonly signal: NodeJS.Signals }
  readonly command?: string
  readonly timeout?: number
}

/** One home for all folders of a test file, removed at its end. */
const home = realpathSync(mkdtempSync(join(tmpdir(), 'fovea-walk-')))
afterAll(() => { rmSync(home, { recursive: true, force: true }) })

/** An environment in which nothing of this machine matters: an empty home, no configuration, no colour wishes. */
const environment = (more: Around['env'] = {}): NodeJS.ProcessEnv =>
  ({ PATH: process.env['PATH'], HOME: join(home, 'nobody'), XDG_CONFIG_HOME: join(home, 'no-config'), LANG: 'C.UTF-8', TZ: 'UTC', ...more })

/** Runs fovea and waits for its end; a run that takes too long is killed and has no exit code. */
export function fovea(args: readonly string[], around: Around = {}): Promise<Ran> {
  return start(around.command ?? process.execPath, around.command === undefined ? [BIN, ...args] : args, around)
}

/** Runs any program the same way. */
export function start(command: string, args: readonly string[], { cwd = home, env, input = '', interrupt, timeout = 20_000 }: Around = {}): Promise<Ran> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd, env: environment(env), timeout, killSignal: 'SIGKILL' })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    if (interrupt !== undefined) setTimeout(() => child.kill(interrupt.signal), interrupt.after)
    child.on('error', fail)
    child.on('close', (code, signal) => done({ code, signal, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }))
  })
}

let folders = 0

/** A new folder with these files; a path that ends in a slash is an empty folder. */
export function folder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const root = join(home, `tree-${folders++}`)
  mkdirSync(root)
  put(root, files)
  return root
}

const meter = await createMeter('o200k_base', (encoding) => asset(`vocab/${encoding}.bin`))

/** Tokens of a text in the default meter. */
export const tokensOf = (text: string): number => meter.count(text)

/** A small project in which names stand in several places. */
export const PROJECT: Readonly<Record<string, string>> = {
  'README.md': '# Sign-in\n\nHow people sign in and out.\n',
  'package.json': '{\n  "name": "sign-in"\n}\n',
  'src/auth/sessions.ts': `import { Store } from '../store'

/** Keeps who is signed in. */
export class Sessions {
  private open = new Map<string, string>()

  constructor(private readonly store: Store) {}

  /** Closes every session of one user. */
  closeAll(user: string): number {
    let closed = 0
    for (const [token, owner] of this.open) {
      if (owner === user) {
        this.open.delete(token)
        closed += 1
      }
    }
    audit(user, closed)
    return closed
  }

  get(token: string): string | undefined {
    return this.open.get(token)
  }
}

/** Writes down who closed what. */
export function audit(user: string, count: number): void {
  console.log(\`\${user} \${count}\`)
}
`,
  'src/store.ts': `export class Store {
  get(key: string): string {
    return key + '!'
  }
}

export function logout(user: string, sessions: { closeAll(user: string): number }): number {
  return sessions.closeAll(user)
}
`,
  'src/report.py': `def audit(user, count):
    """Write it down."""
    line = format_line(user, count)
    return line


def format_line(user, count):
    return f"{user} {count}"
`,
  'tests/sessions.test.ts': `import { Sessions } from '../src/auth/sessions'

function helper(sessions: Sessions): void {
  sessions.closeAll('someone')
}
`,
}

/** A source file of about 400 tokens with functions that a skeleton can shorten. */
export const sourceOf = (name: string): string => Array.from({ length: 6 }, (_, i) => `/** Step ${i} of ${name}. */
export function ${name}Step${i}(input: string, limit: number): string {
  const words = input.split(' ').filter((word) => word.length > ${i})
  let joined = ''
  for (const word of words) if (joined.length < limit) joined += word.toUpperCase() + '-${name}'
  return joined
}
`).join('\n')

/** The attributes of every `<file …>` of a claude-xml page, by path. */
export const filesIn = (page: string): Map<string, string> =>
  new Map([...page.matchAll(/<file path="([^"]*)"([^>]*)>/g)].map((match) => [match[1] as string, match[2] as string]))

/** The lines of one file in a claude-xml page. */
export const bodyOf = (page: string, path: string): string | undefined =>
  new RegExp(`<file path="${path.replace(/[.*+?^${'$'}{}()|[\]\\]/g, '\\$&')}"[^>]*><!\\[CDATA\\[\\n([\\s\\S]*?)\\]\\]>`).exec(page)?.[1]
