// Paths that somebody would try who wants to see more than the root, and a tree in which they would lead somewhere.
import { symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { put as write } from './put.ts'

/** Stands only in what no answer may show: in texts, and in a name, outside the root and in what belongs to other programs. */
export const CANARY = 'CANARY_4f1c77'

/** A project in `home/root` with links of every kind, and canaries around it; gives the root. */
export function planted(home: string): string {
  const put = (path: string, text: string): void => write(home, { [path]: text })
  put('root/src/a.ts', "/** Says a. */\nexport function sayA(): string {\n  return 'a'\n}\n")
  put('root/src/deep/b.ts', 'export const b = 1\n')
  put('root/README.md', '# A project\n')
  // Without HEAD git is not asked what is there: thousands of calls would wait for it.
  put('root/.git/config', `[remote "x"]\n\turl = https://user:${CANARY}@host/x\n`)
  put('root/.git/hooks/x.ts', `export const ${CANARY} = 1\n`)
  put('root/.fovea/notes.txt', CANARY)
  put('root/.hg/hgrc', CANARY)
  for (const path of ['secret.ts', 'outside/secret.ts', 'root_evil/secret.ts', 'outside/deep/secret.ts', `outside/${CANARY}.ts`, 'ROOT/secret.ts', '.ssh/id_rsa', '.netrc']) put(path, `export const leaked = '${CANARY}'\n`)
  const link = (to: string, at: string): void => symlinkSync(to, join(home, 'root', at))
  link(join(home, 'outside'), 'out')
  link('../outside', 'near')
  link('../outside/secret.ts', 'file.ts')
  link(join(home, 'secret.ts'), 'src/file.ts')
  link('near', 'chain1')
  link('chain1', 'chain2')
  link('chain2/deep', 'chain3')
  link('loop2', 'loop1')
  link('loop1', 'loop2')
  link('.', 'self')
  link('..', 'up')
  link('.git', 'dotgit')
  link('.git/config', 'config.ts')
  link('.fovea', 'store')
  link('src', 'inside')
  link('../root_evil', 'Src')
  link('/proc/self/root', 'proc')
  link('/dev/fd', 'fd')
  link('/etc/passwd', 'passwd')
  return join(home, 'root')
}

/** The same step up or over, as different readers of paths would understand it. */
const UP = ['..', '%2e%2e', '%252e%252e', '.%2e', '%2e.', '%c0%ae%c0%ae', '%e0%80%ae%e0%80%ae', '\u2024\u2024', '\uff0e\uff0e', '\u2025', '\u0701\u0702', '..\u200b', '\u202e..', '.\u00ad.', '..;', '.. ', ' ..', '...', '....', '..\t', '..%00', '\\..', '\u{e002e}\u{e002e}']
const SLASH = ['/', '\\', '%2f', '%252f', '%5c', '%c0%af', '%e0%80%af', '\u2215', '\u2044', '\uff0f', '\u29f5', '//', '/./', '\\/', '/\u200b', '\u0000/', '/ /']
const GIT = ['.git', '.GIT', '.Git', '.git/', './.git', '.git/.', 'src/../.git', '.git.', '.git ', '.git\u200c', '.g\u200cit', '.\u200dgit', '.git::$INDEX_ALLOCATION', '.git:x', 'GIT~1', 'git~1', '.git\\', '%2egit', '\uff0egit', '.g\u0131t', '.fovea', '.FOVEA', '.fovea/.', 'FOVEA~1', '.fovea::$DATA', '.hg', '.svn', 'self/.git', 'dotgit', 'self/dotgit', 'store', 'inside/../.git']

/** At least 500 strings, each different. */
export function attacks(root: string): string[] {
  const home = dirname(root)
  const steps = UP.flatMap((up) => SLASH.map((slash) => [up, 'outside', 'secret.ts'].join(slash)))
  const deeper = UP.flatMap((up) => [`src/${up}/${up}/secret.ts`, `${up}/root_evil/secret.ts`])
  const own = GIT.flatMap((git) => [git, `${git}/config`, `${git}/notes.txt`, `${git}\\config`])
  const names = ['out', 'near', 'chain1', 'chain2', 'up/outside', 'self/out', 'self/self/near', 'inside/../out', 'Src', 'proc'].flatMap((link) => [link, `${link}/`, `${link}/.`, `${link}/secret.ts`, `${link}/deep/secret.ts`, `./${link}//secret.ts`])
  const ends = ['file.ts', 'src/file.ts', 'config.ts', 'passwd', 'fd', 'loop1', 'loop2'].flatMap((name) => ['', '/', '.', ' ', '::$DATA', ':1-5', '#leaked', '\0', '\0.ts', '/.', '%00', '?x', '@deadbeef'].map((end) => name + end))
  const whole = [join(home, 'secret.ts'), join(home, 'outside', 'secret.ts'), `${root}_evil/secret.ts`, `${root}/../secret.ts`, `${root}/out/secret.ts`, `${root}/.git/config`, '/etc/passwd', `/proc/self/root${home}/secret.ts`, `/proc/self/cwd/../secret.ts`, '/proc/self/environ', '/proc/1/environ', '/dev/stdin', '/dev/fd/0', '/dev/zero', '/dev/tty']
    .flatMap((path) => [path, `file://${path}`, `file:${path}`, `/${path}`, `fovea://file/${path}`, `fovea://file/${encodeURIComponent(path)}`, `${path}\0`, path.replaceAll('/', '\\'), `\\\\?\\${path}`])
  const odd = ['', ' ', '.', './', '/', '//', '\\', '\\\\', '~', '~/.ssh/id_rsa', '~root/.ssh', '$HOME/.netrc', '${HOME}/.netrc', '%HOME%\\.netrc', '%USERPROFILE%', '$(cat ../secret.ts)', '`cat ../secret.ts`', '; cat ../secret.ts', '| cat ../secret.ts', '&& cat ../secret.ts', '\n../secret.ts', '\r../secret.ts',
    'C:', 'C:\\', 'C:/Windows/win.ini', 'c:..\\secret.ts', '\\\\host\\share\\x', '//host/share/x', '\\\\.\\pipe\\x', '\\\\?\\C:\\x', 'con', 'NUL', 'aux.ts', 'COM1', 'lpt1.txt', 'OUTSID~1/secret.ts', 'fovea://overview', 'fovea://symbol/..%2fsecret.ts%23leaked', 'fovea://file/..%2f..%2fsecret.ts', 'http://localhost/x', 'data:,x', 'env:HOME', 'file:../secret.ts', 'out@deadbeef', '@deadbeef', `@${'0'.repeat(64)}`,
    '-', '--', '-rf', '--help', '--output=../x', '-o../x', '@../secret.ts', '*', '**', '**/*', '../**', '/**', '../*', '!../secret.ts', '!**', '{..,.}/secret.ts', '[.][.]/secret.ts', '?./secret.ts', '.?/secret.ts', '**/../../secret.ts', 'out/**', 'out/*.ts', '.git/**', '**/.git/**', '.*/**', '*/../../**', '!.git', '!/.git/config', '__proto__', 'constructor', 'toString',
    'x'.repeat(255), 'x'.repeat(256), 'x'.repeat(5000), `${'x/'.repeat(2100)}x`, '../'.repeat(400), `${'src/../'.repeat(300)}../secret.ts`, 'ä'.repeat(200), '\ud800', '\udfff/../secret.ts', '\ufeff../secret.ts', 'a\u0000b', '\u0000', '\u001b]52;c;eA==\u0007', '\u0085../secret.ts', '\u2028../secret.ts']
  return [...new Set([...steps, ...deeper, ...own, ...names, ...ends, ...whole, ...odd])]
}
