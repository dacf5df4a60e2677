// A repository in which every program that git knows of is planted: each leaves a mark when it runs. The words that git would obey are written as text, so that nothing has to be run to plant them.
import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PROJECT, put, sourceOf } from '../walks/run.ts'

/** Every hook of githooks(5). */
export const HOOKS = [
  'applypatch-msg', 'pre-applypatch', 'post-applypatch', 'pre-commit', 'pre-merge-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'pre-rebase', 'post-checkout', 'post-merge', 'pre-push', 'pre-receive', 'update', 'proc-receive', 'post-receive', 'post-update',
  'reference-transaction', 'push-to-checkout', 'pre-auto-gc', 'post-rewrite', 'sendemail-validate', 'fsmonitor-watchman', 'p4-changelist', 'p4-prepare-changelist', 'p4-post-changelist', 'p4-pre-submit', 'post-index-change',
] as const

/** Names that git lists for settings and that hold a program, or lead to one. */
const HOLDS_PROGRAM = /(?:command|cmd|program|helper|editor|pager|askpass|gitproxy|\.external|fsmonitor|smtpserver|browser|tool|difffilter|objectshook|httpd|hookspath)$/i
const HOLDS_NONE = /^(?:advice|color|column|completion|fsck|receive|gitcvs|gitweb)\./

/** Settings with a name in the middle, which git does not list. `$` is the program. */
const NAMED: readonly (readonly [head: string, ...lines: string[]])[] = [
  ['filter "planted"', 'clean = $', 'smudge = $', 'process = $', 'required = true'], ['diff "planted"', 'command = $', 'textconv = $', 'cachetextconv = true'], ['merge "planted"', 'driver = $', 'recursive = planted'],
  ['pager', 'log = $', 'diff = $', 'show = $', 'ls-files = $', 'ls-tree = $', 'cat-file = $', 'rev-parse = $', 'for-each-ref = $'], ['alias', 'log = !$', 'ls-files = !$', 'ls-tree = !$', 'cat-file = !$', 'rev-parse = !$', 'for-each-ref = !$', 'st = !$'],
  ['gpg "ssh"', 'program = $', 'defaultKeyCommand = $'], ['gpg "x509"', 'program = $'], ['gpg "openpgp"', 'program = $'], ['log', 'showSignature = true'], ['credential "https://example.org"', 'helper = !$'], ['url "ext::$ "', 'insteadOf = https://', 'insteadOf = ssh://'],
  ['protocol', 'allow = always'], ['protocol "ext"', 'allow = always'], ['protocol "ssh"', 'allow = always'], ['submodule "planted"', 'update = !$', 'url = ext::$', 'active = true', 'path = sub'], ['submodule', 'recurse = true', 'fetchJobs = 2'],
  ['trailer "planted"', 'command = $', 'cmd = $', 'key = Planted'], ['difftool "planted"', 'cmd = $', 'path = $'], ['mergetool "planted"', 'cmd = $', 'path = $'], ['browser "planted"', 'cmd = $', 'path = $'], ['man "planted"', 'cmd = $', 'path = $'], ['guitool "planted"', 'cmd = $'],
  ['sendemail', 'toCmd = $', 'ccCmd = $', 'headerCmd = $', 'sendmailCmd = $'], ['hook "planted"', 'command = $', 'event = post-index-change', 'event = reference-transaction'], ['tar "planted"', 'command = $'], ['uploadpack', 'packObjectsHook = $'], ['remote "planted"', 'url = ext::$', 'vcs = planted'],
  ['trace2', 'normalTarget = $.trace', 'eventTarget = $.trace', 'perfTarget = $.trace'], ['core', 'attributesFile = $.attributes', 'excludesFile = $.attributes', 'untrackedCache = true', 'commitGraph = true', 'multiPackIndex = true', 'worktree = /'], ['maintenance', 'auto = true'], ['gc', 'auto = 1'],
]

/** A repository of the project with everything planted, and where it would show. */
export interface Planted {
  readonly root: string
  /** The commit before the newest, whose files are all there. */
  readonly first: string
  /** How many settings hold a program. */
  readonly settings: number
  /** An environment of a user that leads to programs as well. */
  readonly environment: Readonly<Record<string, string>>
  /** The names of what ran. */
  marks(): string[]
  forget(): void
}

/** Plants everything below an empty folder. */
export function plantGit(home: string): Planted {
  const [root, marks, programs] = ['tree', 'marks', 'programs'].map((name) => join(home, name)) as [string, string, string]
  for (const folder of [root, marks, programs]) mkdirSync(folder)
  const program = (name: string, path = join(programs, name)): string => {
    mkdirSync(dirname(path), { recursive: true })
    // The words of a shell alone: git is given no PATH, so a program that needs another one would leave no mark and look harmless.
    writeFileSync(path, `#!/bin/sh\n: > '${join(marks, name)}'\nwhile IFS= read -r line; do printf '%s\\n' "$line"; done\n`)
    chmodSync(path, 0o755)
    return path
  }
  put(root, { ...PROJECT, 'src/prices.ts': sourceOf('prices'), '.gitattributes': '* filter=planted diff=planted merge=planted\n', 'cases.jsonl': '{"task":"what do prices cost","budget":4000,"must":["src/prices.ts"]}\n' })
  git(root, 'init', '-q', '-b', 'main')
  commit(root, 'Oldest')
  const lost = git(root, 'rev-parse', 'HEAD:src/auth')
  for (const [message, text] of [['First: prices of a shop', 'basket'], ['Second: what prices cost', 'cost']] as const) {
    rmSync(join(root, 'src/auth'), { recursive: true, force: true })
    put(root, { [`src/${text}.ts`]: sourceOf(text) })
    commit(root, message)
  }
  const first = git(root, 'rev-parse', 'HEAD~1')
  sign(root)
  put(root, { 'src/prices.ts': sourceOf('pricesChanged'), 'src/uncommitted.ts': sourceOf('uncommitted') })
  for (const hook of HOOKS) program(`hook ${hook}`, join(root, '.git/hooks', hook))
  for (const path of ['git', 'git.exe', 'bin/git', 'sh', 'xdg-open', 'src/git']) program(`planted ${path.replace('/', ' ')}`, join(root, path))
  const settings = plantSettings(root, program)
  // A partial clone whose oldest tree is missing: git would fetch it, by a program.
  appendFileSync(join(root, '.git/config'), `[core]\n\trepositoryFormatVersion = 1\n[extensions]\n\tpartialClone = origin\n\tworktreeConfig = true\n[remote "origin"]\n\tpromisor = true\n\tpartialclonefilter = blob:none\n\turl = ssh://nobody@localhost/x\n\tuploadpack = ${program('uploadpack')}\n\treceivepack = ${program('receivepack')}\n\tproxy = ${program('proxy')}\n`)
  unlinkSync(join(root, '.git/objects', lost.slice(0, 2), lost.slice(2)))
  put(root, {
    '.git/config.worktree': `[core]\n\tfsmonitor = ${program('worktree-fsmonitor')}\n\tpager = ${program('worktree-pager')}\n`, '.git/info/attributes': '*.ts filter=planted diff=planted\n', '.git/info/grafts': `${first}\n`, '.git/objects/info/commit-graph': 'CGPH\x01\x01\x03\0 not a graph', '.git/objects/pack/multi-pack-index': 'MIDX\x01\x01 not an index',
    '.gitmodules': `[submodule "planted"]\n\tpath = sub\n\turl = ext::${program('submodule')}\n\tupdate = !${program('submodule')}\n`,
  })
  symlinkSync(join(root, 'bin'), join(home, 'by-a-link'))
  return {
    root, first, settings, environment: environmentOf(home, program),
    marks: () => readdirSync(marks).sort(),
    forget: () => { for (const name of readdirSync(marks)) rmSync(join(marks, name)) },
  }
}

/** Writes every setting that holds a program. */
function plantSettings(root: string, program: (name: string) => string): number {
  const known = git(root, 'help', '--config-for-completion').split('\n').filter((name) => HOLDS_PROGRAM.test(name) && !HOLDS_NONE.test(name))
  const listed = known.map((name) => `[${name.slice(0, name.lastIndexOf('.')).replace(/\.(.*)$/, ' "$1"')}]\n\t${name.slice(name.lastIndexOf('.') + 1)} = ${name === 'core.hooksPath' ? join(root, '.git/hooks') : program(name)}\n`)
  const named = NAMED.map(([head, ...lines]) => `[${head.replace('$', program(head.replace(/\W+/g, '-')))}]\n${lines.map((line) => `\t${line.replace('$', program(`${head} ${line}`.replace(/\W+/g, '-')))}\n`).join('')}`)
  appendFileSync(join(root, '.git/config'), [...listed, ...named].join(''))
  return listed.length + NAMED.flatMap(([, ...lines]) => lines.filter((line) => line.includes('$'))).length
}

/** What a user's environment may hold. The PATH leads to the tree by four ways. */
function environmentOf(home: string, program: (name: string, path?: string) => string): Record<string, string> {
  const root = join(home, 'tree')
  const named = ['GIT_EXTERNAL_DIFF', 'GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_PAGER', 'PAGER', 'GIT_EDITOR', 'GIT_SEQUENCE_EDITOR', 'EDITOR', 'VISUAL', 'GIT_ASKPASS', 'SSH_ASKPASS', 'GIT_PROXY_COMMAND', 'BROWSER']
  for (const name of ['git', 'git-log', 'git-ls-files']) program(`exec-path ${name}`, join(home, 'exec', name))
  return {
    ...Object.fromEntries(named.map((name) => [name, program(name)])),
    GIT_DIR: join(home, 'nowhere/.git'), GIT_WORK_TREE: join(home, 'nowhere'), GIT_INDEX_FILE: join(home, 'nowhere/index'), GIT_OBJECT_DIRECTORY: join(home, 'nowhere/objects'), GIT_COMMON_DIR: join(home, 'nowhere'), GIT_NAMESPACE: 'other', GIT_EXEC_PATH: join(home, 'exec'), GIT_TEMPLATE_DIR: join(home, 'exec'),
    GIT_CONFIG_COUNT: '2', GIT_CONFIG_KEY_0: 'core.fsmonitor', GIT_CONFIG_VALUE_0: program('GIT_CONFIG_COUNT'), GIT_CONFIG_KEY_1: 'core.pager', GIT_CONFIG_VALUE_1: program('GIT_CONFIG_COUNT'), GIT_CONFIG_PARAMETERS: `'core.fsmonitor'='${program('GIT_CONFIG_PARAMETERS')}'`,
    GIT_TRACE: join(home, 'marks/GIT_TRACE'), GIT_TRACE2: join(home, 'marks/GIT_TRACE2'), GIT_TRACE2_EVENT: join(home, 'marks/GIT_TRACE2_EVENT'), GIT_TRACE_SETUP: join(home, 'marks/GIT_TRACE_SETUP'), GIT_ALLOW_PROTOCOL: 'ext:ssh:file', GIT_REPLACE_REF_BASE: 'refs/heads/',
    PATH: ['.', '', 'bin', join(root, 'bin'), join(home, 'by-a-link'), `${home}/programs/../tree/bin`, process.env['PATH'] ?? ''].join(':'),
  }
}

const ENV = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z', GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z' }

/** Git as it is, without a user's settings. */
export const git = (root: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', '-c', 'protocol.file.allow=always', '-c', 'init.defaultBranch=main', ...args], { cwd: root, env: ENV, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** Adds everything and commits it. */
export function commit(root: string, message: string): void {
  git(root, '-c', 'filter.planted.clean=', '-c', 'filter.planted.required=false', 'add', '-A')
  git(root, 'commit', '-qm', message)
}

/** Puts a commit with a signature on top: to show it may mean to run a program. */
function sign(root: string): void {
  const now = 'x <x@example.org> 1767323045 +0000'
  const text = `tree ${git(root, 'rev-parse', 'HEAD^{tree}')}\nparent ${git(root, 'rev-parse', 'HEAD')}\nauthor ${now}\ncommitter ${now}\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----\n\nSigned\n`
  git(root, 'update-ref', 'refs/heads/main', execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], { cwd: root, env: ENV, input: text, encoding: 'utf8' }).trim())
}
