// Random calls of the server, sensible and hostile ones, and what must hold of every answer.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Stands only in files that no answer may show. */
export const CANARY = 'CANARY_7b1e9d'

/** A folder with a project, and beside and behind it what must stay out of sight; gives the root. */
export function guarded(home) {
  const put = (path, text) => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  for (let i = 0; i < 40; i++) put(`root/src/d${i % 5}/f${i}.ts`, `import { helper } from '../helper'\n\n/** Does ${i}. */\nexport class Thing${i} {\n  run(input: string): string {\n    return helper(input + '${i}')\n  }\n}\n\nexport function make${i}(): Thing${i} {\n  return new Thing${i}()\n}\n`)
  put('root/src/helper.ts', 'export const helper = (text: string): string => text.trim()\n')
  put('root/src/odd names/ä#b.ts', 'export const odd = 1\n')
  put('root/long.txt', `${'word '.repeat(20_000)}\n`)
  put('root/README.md', '# A project\n\nWith things that run.\n')
  put('root/.git/config', `[core]\n\t# ${CANARY}\n`)
  put('root/.git/HEAD', 'ref: refs/heads/main\n')
  put('root/.fovea/secret.txt', CANARY)
  put('root/.gitignore', 'hidden/\n')
  put('root/hidden/secret.ts', `export const hidden = '${CANARY}'\n`)
  put('root_evil/secret.ts', `export const evil = '${CANARY}'\n`)
  put('secret.ts', `export const outside = '${CANARY}'\n`)
  symlinkSync(join(home, 'root_evil'), join(home, 'root/link'))
  symlinkSync(join(home, 'secret.ts'), join(home, 'root/src/secret-link.ts'))
  symlinkSync('/etc/passwd', join(home, 'root/passwd'))
  return join(home, 'root')
}

/** Makes calls by the rolls of a die. */
export function callsFor(root, roll) {
  const one = (list) => list[roll(list.length)]
  const hostile = () => one(['..', '../root_evil', '../secret.ts', `${root}_evil`, `${root}/../secret.ts`, '/etc', '/etc/passwd', 'link', 'link/secret.ts', 'src/secret-link.ts', 'passwd', '.git', '.git/config', '.fovea/secret.txt', 'hidden', 'hidden/secret.ts', 'a\0b',
    '..\\..\\secret.ts', '%2e%2e/secret.ts', '....//secret.ts', 'src/../../secret.ts', '~/.ssh/id_rsa', 'file:///etc/passwd', '\u202e..', 'x'.repeat(5000), '../'.repeat(300), '', ' ', '*', '**/*', '!**', '[', '{a,b}', '{a,b}'.repeat(12), '$(id)', '`id`', '${HOME}', '-rf', '\n'])
  const path = () => (roll(4) === 0 ? hostile() : one(['src', 'src/d1', 'src/helper.ts', root, `${root}/src`, '.', 'src/odd names', 'long.txt']))
  const budget = () => (roll(6) > 0 ? one([64, 65, 80, 100, 150, 200, 300, 500, 1000, 4000, 20_000, '1000', '2k', '0.5k', ' 300 ', 64 + roll(2000)]) : one([1e9, 0, -5, 1.5, 'lots', '', true, [], {}, Number.MAX_SAFE_INTEGER, '1e3', 'none', 63, 12]))
  const target = () => one([`fn=make${roll(50)}`, `class=Thing${roll(50)}`, `Thing${roll(40)}.run`, `src/d${roll(5)}/f${roll(40)}.ts#Thing${roll(40)}.run`, `file=src/d1/f${roll(40)}.ts:1-${roll(20)}`, 'mod=helper', 'file=long.txt', '@deadbeef', `@${roll(1e9).toString(16).padStart(8, '0')}`, `file=${hostile()}`, hostile(), `fn=${hostile()}`, `${hostile()}#x`, 'file=src/helper.ts:9-1', 'file=src/helper.ts:0', 'canary', 'fn=', '=', 'x=y', 'hidden', 'evil', 'outside', 'file=src/odd names/ä#b.ts'])
  const words = () => one(['run', 'helper', `Thing${roll(40)}`, 'trim text', CANARY, 'secret', 'word', '(', '[a-z', '.*', '\\', 'ä', 'x'.repeat(3000), ' ', 'make things that run', '😀', 'odd'])
  const strange = () => one([null, 7, true, [], {}, ['a'], { a: 1 }, 'x', '\u0000'])
  const makers = {
    get_context: () => ({ ...(roll(2) && { task: words() }), ...(roll(3) && { budget: budget() }), ...(roll(4) === 0 && { path: path() }), ...(roll(5) === 0 && { focus: one([[target()], [path()], path(), ['**/*'], [hostile(), hostile()]]) }), ...(roll(4) === 0 && { format: one(['json', 'markdown', 'claude-xml', 'xml', 'minimal', 'plusminus', 'html']) }), ...(roll(8) === 0 && { since: one(['00000000', 'deadbeef', 'x', hostile()]) }), ...(roll(8) === 0 && { skeleton: one(['auto', 'enabled', 'disabled', 'no']) }), ...(roll(8) === 0 && { token_budget: '1000' }), ...(roll(20) === 0 && { lens: one(['debug', 'architecture', 'none', hostile()]) }) }),
    zoom: () => ({ ...(roll(12) && { target: target() }), ...(roll(3) && { budget: budget() }), ...(roll(4) === 0 && { path: path() }), ...(roll(5) === 0 && { depth: one(['signature', 'implementation', 'full', 'deep']) }), ...(roll(6) === 0 && { format: one(['json', 'markdown', 'claude-xml']) }), ...(roll(8) === 0 && { line_range: one([[1, 5], '2-9', [9, 1], 'x', [1e12, 2e12], {}]) }), ...(roll(8) === 0 && { type: one(['function', 'class', 'module', 'file', 'thing']) }) }),
    search: () => ({ ...(roll(12) && { query: words() }), ...(roll(2) && { budget: budget() }), ...(roll(4) === 0 && { path: path() }), ...(roll(5) === 0 && { kind: one(['definition', 'file', 'text', 'all']) }) }),
    feedback: () => ({ ratings: { [path()]: one([0, 0.5, 1, 2, -1, '1', null]) }, ...(roll(4) === 0 && { effectiveness: one([0.5, 7, 'x']) }), ...(roll(6) === 0 && { lens: hostile() }) }),
  }
  return () => {
    const name = one(['get_context', 'get_context', 'zoom', 'zoom', 'zoom', 'search', 'search', 'feedback'])
    const args = makers[name]()
    if (roll(25) === 0) args[one(['target', 'task', 'path', 'query', 'focus', 'unknown', '__proto__', 'constructor'])] = strange()
    return { name, args }
  }
}

const OTHERWISE = { get_context: 8000, zoom: 3000, search: 1500 }

/** What is wrong with an answer; undefined when nothing is. */
export function faultIn({ name, args }, result, count) {
  const whole = JSON.stringify(result)
  // Whoever searches for the canary is told that it was not found.
  const leaks = whole.split(CANARY).length - 1 - (result.isError ? JSON.stringify(args).split(CANARY).length - 1 : 0)
  if (leaks > 0) return 'shows what lies outside the root'
  if (/root:.*:0:0:/.test(whole)) return 'shows the passwords of the machine'
  const text = result.content?.[0]?.text
  if (typeof text !== 'string' || text === '') return 'has no text'
  if (result.isError) return text.length > 260 ? `says too much: ${text.length} characters` : undefined
  const tokens = count(text)
  const asked = name === 'feedback' ? Infinity : budgetOf(args.budget ?? args.token_budget ?? OTHERWISE[name])
  return tokens > asked ? `has ${tokens} tokens, ${asked} were asked for` : undefined
}

function budgetOf(budget) {
  if (typeof budget === 'number') return budget
  const [, number, unit] = /^\s*([\d.]+)([km]?)\s*$/.exec(String(budget)) ?? []
  return number === undefined ? Infinity : Math.floor(Number(number) * (unit === 'k' ? 1000 : unit === 'm' ? 1e6 : 1))
}
